"""Reads records with friendly errors, and writes files atomically."""

import contextlib
import errno
import os
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from matou.cli.declaring import CommandError
from matou.core.messages import say
from matou.core.record import Record
from matou.core.refusals import BadRecord
from matou.play.seats import printable

UNREADABLE = say("{file} cannot be read: {why}")
DAMAGED = say("{file} is not a valid record: {why}")
UNWRITABLE = say("{file} cannot be written: {why}")
ENDING = ".matou"


def cannot_write(error: OSError, file: object) -> CommandError:
    return CommandError(UNWRITABLE, file=file, why=error.strerror or error)


def load(name: str) -> Record:
    """Reads a record; raises CommandError if it cannot be used."""
    path = Path(name)
    try:
        text = path.read_bytes().decode()
    except FileNotFoundError:
        raise CommandError(say("There is no file {file}.", file=name)) from None
    except IsADirectoryError:
        raise CommandError(say("{file} is a folder, not a game.", file=name)) from None
    except UnicodeDecodeError:
        raise CommandError(DAMAGED, file=name, why=say("it is not text.")) from None
    except OSError as error:
        raise CommandError(UNREADABLE, file=name, why=error.strerror) from None
    try:
        record = Record.loads(text)
    except BadRecord as error:
        why = say("{says}.", says=error.says)
        raise CommandError(DAMAGED, file=name, why=why) from None
    # Names go to the terminal and into pictures.
    players = {seat: printable(player) for seat, player in record.players.items()}
    return replace(record, players=players)


def write_new(path: Path, text: str, *, private: bool) -> None:
    """Writes a file that must not exist yet; raises FileExistsError if it does."""
    with temporary(path, text, private) as whole:
        try:
            os.link(whole, path)  # unlike rename, it does not replace
        except FileExistsError:
            raise
        except OSError as error:
            if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.ENOSYS):
                raise
            if path.exists():
                raise FileExistsError(errno.EEXIST, "exists", str(path)) from None
            whole.replace(path)


def write_over(path: Path, text: str, *, private: bool) -> None:
    """Writes a file, replacing an old one atomically."""
    with temporary(path, text, private) as whole:
        whole.replace(path)


@contextlib.contextmanager
def temporary(path: Path, text: str, private: bool) -> Iterator[Path]:
    """Yields a file in the same folder with the text, flushed to disk, to be given its name."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        if not private:  # mkstemp files are private: right for a seed, not for a record
            mask = os.umask(0)
            os.umask(mask)
            Path(name).chmod(0o666 & ~mask)
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Makes a new file name durable, where the system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    with contextlib.suppress(OSError):
        os.fsync(handle)
    os.close(handle)


def free_names(wanted: Path) -> list[Path]:
    """Returns a name and alternatives: game.matou, game-2.matou, game-3.matou…"""
    return [wanted, *(wanted.with_stem(f"{wanted.stem}-{n}") for n in range(2, 1000))]


def is_same_game(path: Path, game_id: str) -> bool:
    """Returns whether a file holds this very game, perhaps an earlier save."""
    try:
        return Record.loads(path.read_text(encoding="utf-8")).id == game_id
    except (OSError, UnicodeDecodeError, ValueError):
        return False
