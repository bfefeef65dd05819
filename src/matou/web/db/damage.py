"""Detects damage: corrupt pages in a SQLite file, and files deleted or replaced under a server.

Every page is checked when the file is opened (``PRAGMA quick_check``, at least 50 MB per second).
Startup waits at most ``CHECK_SECONDS`` for the check, which then continues in the background and
reports damage. If a file is deleted or replaced while the server runs, writes fail: they would be
lost at the next start.
"""

import contextlib
import os
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from matou.play.keeping import StoreFailed

CHECK_SECONDS = 2.0


def found_by_quick_check(db: sqlite3.Connection) -> str:
    try:
        found = " ".join(str(db.execute("PRAGMA quick_check(1)").fetchone()[0]).split())
    except sqlite3.DatabaseError as error:
        return str(error) if is_damage(error) else ""
    return "" if found == "ok" else found


def is_damage(error: Exception) -> bool:
    """Returns whether an error means damage, and not a lock or a full disk."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Check:
    """Checks every page in a thread, with a separate connection."""

    def __init__(self, db: sqlite3.Connection, report: Callable[[str], object]) -> None:
        self._db = db
        self._report = report
        self._found: Future[str] = Future()
        self._thread = threading.Thread(target=self._look, name="store check", daemon=True)
        self._thread.start()

    def _look(self) -> None:
        found = found_by_quick_check(self._db)
        self._db.close()
        self._found.set_result(found)

    def wait(self, seconds: float) -> str:
        """Returns the damage found within some seconds. Damage found later is reported."""
        try:
            return self._found.result(seconds)
        except TimeoutError:
            self._found.add_done_callback(self._report_later)
            return ""

    def _report_later(self, looked: Future[str]) -> None:
        if found := looked.result():
            self._report(found)

    def stop(self) -> None:
        with contextlib.suppress(sqlite3.ProgrammingError):  # closed already
            self._db.interrupt()
        self._thread.join(5)


class Files:
    """The files of an open database, identified by device and inode."""

    def __init__(self, path: Path) -> None:
        self._known = {str(file): known_by(str(file)) for file in files_of(path)}

    def must_be_there(self) -> None:
        for file, known in self._known.items():
            if known_by(file) != known:
                raise StoreFailed(f"{file} was deleted or replaced while the server runs")


def files_of(path: Path) -> list[Path]:
    return [path, *(path.with_name(path.name + more) for more in ("-wal", "-shm"))]


def known_by(file: str) -> tuple[int, int] | None:
    try:
        found = os.stat(file)  # called at every commit; Path.stat takes three times as long
    except OSError:
        return None
    return found.st_dev, found.st_ino
