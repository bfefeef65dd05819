"""Is the store whole: its pages when a server starts, its files while it runs.

Every page is looked at when the store is opened (``PRAGMA quick_check``: 50 MB a second and more).
A start waits for that ``CHECK_SECONDS`` at most; what is not looked at by then is looked at while
the server runs, and damage is reported. Files that are deleted or replaced under a running server
are missed before anything more is acknowledged: it would be gone with the next start.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

from matou.play.keeping import StoreFailed

CHECK_SECONDS = 2.0


def found_by_quick_check(db: sqlite3.Connection) -> str:
    """What is wrong with the pages of a store, in SQLite's words; '' if nothing is."""
    try:
        found = " ".join(str(db.execute("PRAGMA quick_check(1)").fetchone()[0]).split())
    except sqlite3.DatabaseError as error:
        return str(error) if is_damage(error) else ""
    return "" if found == "ok" else found


def is_damage(error: Exception) -> bool:
    """Does SQLite say that the file is spoiled, and not that it is locked or the disk full?"""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Check:
    """Looks at every page, in a thread of its own, with a connection of its own."""

    def __init__(self, db: sqlite3.Connection, report: Callable[[str], object]) -> None:
        self._db = db
        self._report = report
        self._lock = threading.Lock()
        self._late = False
        self._found = ""
        self._thread = threading.Thread(target=self._look, name="store check", daemon=True)
        self._thread.start()

    def _look(self) -> None:
        found = found_by_quick_check(self._db)
        self._db.close()
        with self._lock:
            self._found = found
            if not self._late or not found:
                return
        self._report(found)

    def wait(self, seconds: float) -> str:
        """What was found within so many seconds; what is found later is reported."""
        self._thread.join(seconds)
        with self._lock:
            self._late = True
            return self._found

    def stop(self) -> None:
        with contextlib.suppress(sqlite3.ProgrammingError):  # closed: it is done
            self._db.interrupt()
        self._thread.join(5)


class Files:
    """The files of an open store, by which they are known again."""

    def __init__(self, path: Path) -> None:
        self._known = {str(file): known_by(str(file)) for file in files_of(path)}

    def must_be_there(self) -> None:
        for file, known in self._known.items():
            if known_by(file) != known:
                raise StoreFailed(f"{file} was deleted or replaced while the server runs")


def files_of(path: Path) -> list[Path]:
    """The store, what is not yet merged into it, and the index of that."""
    return [path, *(path.with_name(path.name + more) for more in ("-wal", "-shm"))]


def known_by(file: str) -> tuple[int, int] | None:
    try:
        found = os.stat(file)  # asked at every commit, where Path takes thrice as long
    except OSError:
        return None
    return found.st_dev, found.st_ino
