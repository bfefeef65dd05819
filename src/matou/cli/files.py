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

DAMAGED = say("{file} is not a valid record: {why}")
ENDING = ".matou"
NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.ENOSYS)


def cannot_write(error: OSError, file: object) -> CommandError:
    return CommandError("{file} cannot be written: {why}", file=file, why=error.strerror or error)


@contextlib.contextmanager
def writing(file: Path) -> Iterator[None]:
    """Turns an OSError into an error that names the file."""
    try:
        yield
    except OSError as error:
        raise cannot_write(error, file) from None


def load(name: str) -> Record:
    """Reads a record; raises CommandError if it cannot be used."""
    path = Path(name)
    try:
        text = path.read_bytes().decode()
    except FileNotFoundError:
        raise CommandError("There is no file {file}.", file=name) from None
    except IsADirectoryError:
        raise CommandError("{file} is a folder, not a game.", file=name) from None
    except UnicodeDecodeError:
        raise CommandError(DAMAGED, file=name, why=say("it is not text.")) from None
    except OSError as error:
        raise CommandError("{file} cannot be read: {why}", file=name, why=error.strerror) from None
    try:
        record = Record.loads(text)
    except BadRecord as error:
        raise CommandError(DAMAGED, file=name, why=say("{says}.", says=error.says)) from None
    # Names go to the terminal and into pictures.
    players = {seat: printable(player) for seat, player in record.players.items()}
    return replace(record, players=players)


def write_new(path: Path, text: str, *, private: bool) -> None:
    """Writes a file that must not exist yet; raises FileExistsError if it does."""
    with temporary(path, text, private) as whole:
        try:
            os.link(whole, path)  # unlike rename, it does not replace
        except OSError as error:
            if error.errno not in NO_LINKS:
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
    with contextlib.suppress(OSError):  # make the new name durable, where the system can
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def is_same_game(path: Path, game_id: str) -> bool:
    """Returns whether a file holds this very game, perhaps an earlier save."""
    try:
        return Record.loads(path.read_text(encoding="utf-8")).id == game_id
    except (OSError, UnicodeDecodeError, ValueError):
        return False
