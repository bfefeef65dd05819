"""A PostgreSQL to be thrown away: for tests, and for whoever tries to break a site that uses one.

It lives in a temporary folder, is reached by a Unix socket (and by TCP, if asked) and belongs to
an unprivileged user where we are root, since root cannot run it.
"""

from __future__ import annotations

import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any


def program(name: str) -> str:
    """A program of PostgreSQL's; '' where it is not installed. Debian keeps them aside."""
    return shutil.which(name) or max(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), default="")


def is_installed() -> bool:
    return bool(program("initdb") and program("postgres"))


class Postgres:
    """One cluster: started, killed, paused and started again."""

    def __init__(
        self, durable: bool = False, port: int = 0, settings: tuple[str, ...] = ()
    ) -> None:
        self.user = unprivileged()
        # Short: the path of a socket has 107 bytes at most.
        self.folder = Path(tempfile.mkdtemp(prefix="matou-pg-"))
        if self.user:
            os.chown(self.folder, self.user["user"], self.user["group"])
        self.port = port
        self.settings = (f"fsync={'on' if durable else 'off'}", *settings)
        self.process: subprocess.Popen[bytes] | None = None
        self._env = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "LC_ALL": "C",
            "TZ": "UTC",
        }
        self._run(
            *("initdb", "-D", f"{self.folder}/data", "-U", "matou", "-A", "trust"),
            *("-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"),
        )

    def _run(self, name: str, *arguments: str) -> None:
        subprocess.run(
            [program(name), *arguments],
            check=True,
            env=self._env,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            **self.user,
        )

    def start(self) -> Postgres:
        where = f"{'127.0.0.1' if self.port else ''}"
        options = [f"listen_addresses={where}", f"port={self.port or 5432}", *self.settings]
        log = (self.folder / "log").open("ab")
        self.process = subprocess.Popen(
            [
                *(program("postgres"), "-D", f"{self.folder}/data", "-k", str(self.folder)),
                *(part for option in options for part in ("-c", option)),
            ],
            env=self._env,
            cwd=self.folder,
            stdout=log,
            stderr=log,
            **self.user,
        )
        log.close()
        ready = self.folder / "data" / "postmaster.pid"
        while True:
            if self.process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text()[-2000:])
            lines = ready.read_text().splitlines() if ready.exists() else []
            if len(lines) > 7 and int(lines[0]) == self.process.pid and "ready" in lines[7]:
                return self
            time.sleep(0.02)

    def address(self, database: str = "postgres") -> str:
        if self.port:
            return f"postgresql://matou@127.0.0.1:{self.port}/{database}"
        return f"postgresql://matou@/{database}?host={self.folder}"

    def new_database(self, name: str) -> str:
        """The address of a database of its own."""
        where = ("-h", str(self.folder), "-p", str(self.port or 5432), "-U", "matou")
        self._run("createdb", *where, name)
        return self.address(name)

    def kill(self) -> None:
        """As if its machine lost power: every process of it, at once."""
        self._signal_all(signal.SIGKILL)

    def pause(self) -> None:
        self._signal_all(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal_all(signal.SIGCONT)

    def _signal_all(self, which: signal.Signals) -> None:
        assert self.process is not None
        for pid in (self.process.pid, *children(self.process.pid)):
            try:
                os.kill(pid, which)
            except ProcessLookupError:
                continue
        if which == signal.SIGKILL:
            self.process.wait()

    def stop(self) -> None:
        """SIGINT: it lets its clients go and shuts down in order."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(30)

    def __enter__(self) -> Postgres:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def unprivileged() -> dict[str, Any]:
    """For `subprocess`: as whom PostgreSQL may run; nothing to say where we are not root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
    raise RuntimeError("PostgreSQL cannot be run by root, and there is nobody else here")


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(folder.name))
    return found
