"""Locks a data folder for one server. The system releases the lock when the process ends."""

from __future__ import annotations

import os
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows does not have these locks, so the folder is not locked there
    fcntl = None  # type: ignore[assignment]


class Taken(Exception):
    """Another process has locked the folder."""


class Lockfile:
    """Holds the lock of a data folder until the context or the process ends."""

    def __init__(self, data: Path) -> None:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._file = os.open(data / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(self._file)
                raise Taken(str(data)) from None
        os.truncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def __enter__(self) -> Lockfile:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)
