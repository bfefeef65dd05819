"""Durable and private files, copies of a database, the key, and the lock of a data folder."""

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from matou.web.db.errors import BAD_KEY, TAKEN, BadStore, Taken

SHORTEST_KEY = 32  # characters; generated keys have 64


def make_private(path: Path) -> None:
    """Creates an empty file that only we can read, for secrets like seeds and keys."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yields a private temporary file. Syncs it and renames it to ``path`` on success."""
    part = path.with_name(f".{path.name}.part")
    part.unlink(missing_ok=True)
    make_private(part)
    try:
        yield part
        sync(part)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Makes a file, or the entries of a directory, durable."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:
        if not path.is_dir():  # some systems cannot sync directories
            raise
    finally:
        os.close(handle)


def write_copy(db: sqlite3.Connection, to: Path) -> None:
    with replacing(to) as part, contextlib.closing(sqlite3.connect(part)) as copy:
        db.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # a single file without a log


def server_key(data: Path) -> str:
    """Returns the key that signs cookies. Creates it beside the database on first use."""
    path = data / "key"
    try:
        key = path.read_text(encoding="ascii", errors="replace").strip()
    except FileNotFoundError:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        key = secrets.token_hex(32)
        with replacing(path) as part:
            part.write_text(key)
        sync(data)
    if len(key) < SHORTEST_KEY:
        raise BadStore(BAD_KEY, path=path, long=len(key), least=SHORTEST_KEY)
    return key


try:
    import fcntl
except ImportError:  # Windows does not have these locks, so the folder is not locked there
    fcntl = None  # type: ignore[assignment]


@contextlib.contextmanager
def locked(data: Path) -> Iterator[None]:
    """Holds the lock of a data folder until the context or the process ends."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = os.open(data / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise Taken(TAKEN, data=data) from None
        os.truncate(file, 0)
        os.write(file, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(file)
