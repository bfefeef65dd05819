"""One server a data folder: a lock that the system takes back when the process is gone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # no such locks on Windows: there the folder is not guarded
    fcntl = None  # type: ignore[assignment]


class Taken(Exception):
    """Another process holds the folder."""


class Claim:
    """Holds a data folder until released, or until this process ends, however it does."""

    def __init__(self, data: Path) -> None:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(data / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        self._file: IO[str] = os.fdopen(handle, "r+")
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self._file.close()
                raise Taken(str(data)) from None
        self._file.truncate(0)
        self._file.write(f"{os.getpid()}\n")
        self._file.flush()

    def release(self) -> None:
        self._file.close()

    def __enter__(self) -> Claim:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
