"""Files: records read with a sentence when they are bad, saves that are whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from matou.cli.complaint import Complaint
from matou.core.record import Record
from matou.core.words import BadRecord, Words

NO_FILE = Words("There is no file {file}.", "Il n’y a pas de fichier {file}.")
A_FOLDER = Words("{file} is a folder, not a game.", "{file} est un dossier, pas une partie.")
UNREADABLE = Words("{file} cannot be read: {why}", "{file} ne se lit pas : {why}")
DAMAGED = Words(
    "{file} is no good record: {why}", "{file} n’est pas une partie en bon état : {why}"
)
NOT_TEXT = Words("it is not text.", "ce n’est pas du texte.")
UNWRITABLE = Words("{file} cannot be written: {why}", "{file} ne peut pas s’écrire : {why}")
ENDING = ".matou"


def load(name: str) -> Record:
    """The record in a file; a Complaint says what is wrong with it."""
    path = Path(name)
    try:
        text = path.read_bytes().decode()
    except FileNotFoundError:
        raise Complaint(NO_FILE.filled(file=name)) from None
    except IsADirectoryError:
        raise Complaint(A_FOLDER.filled(file=name)) from None
    except UnicodeDecodeError:
        raise Complaint(DAMAGED.filled(file=name, why=NOT_TEXT)) from None
    except OSError as error:
        raise Complaint(UNREADABLE.filled(file=name, why=error.strerror)) from None
    try:
        return Record.loads(text)
    except BadRecord as error:
        why = Words(f"{error.says.en}.", f"{error.says.fr}.")
        raise Complaint(DAMAGED.filled(file=name, why=why)) from None


def write_new(path: Path, text: str, *, private: bool) -> None:
    """Write a file that must not exist yet; FileExistsError if it does."""
    whole = temporary(path, text, private)
    try:
        os.link(whole, path)  # unlike rename, refuses to replace
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.ENOSYS):
            raise
        if path.exists():
            raise FileExistsError(errno.EEXIST, "exists", str(path)) from None
        whole.replace(path)
    finally:
        whole.unlink(missing_ok=True)
    sync_folder(path.parent)


def write_over(path: Path, text: str, *, private: bool) -> None:
    """Write a file, replacing what was there all at once."""
    whole = temporary(path, text, private)
    try:
        whole.replace(path)
    finally:
        whole.unlink(missing_ok=True)
    sync_folder(path.parent)


def temporary(path: Path, text: str, private: bool) -> Path:
    """The text on disk, flushed, beside where it is to be."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    if not private:  # mkstemp lets only its owner read: right for a seed, not for a record
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
    return Path(name)


def sync_folder(folder: Path) -> None:
    """Make the new name itself durable, where the system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


def free_names(wanted: Path) -> list[Path]:
    """A name and its fallbacks: game.matou, game-2.matou, game-3.matou…"""
    return [wanted, *(wanted.with_stem(f"{wanted.stem}-{n}") for n in range(2, 1000))]


def is_same_game(path: Path, game_id: str) -> bool:
    """Does a file hold this very game (perhaps at an earlier moment)?"""
    try:
        return Record.loads(path.read_text(encoding="utf-8")).id == game_id
    except (OSError, UnicodeDecodeError, ValueError):
        return False
