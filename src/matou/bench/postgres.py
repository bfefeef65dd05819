"""A PostgreSQL to be thrown away: for tests, and for whoever tries to break a site that uses one.

It lives in a temporary folder, is reached by a Unix socket (and by TCP, if asked) and belongs to
an unprivileged user where we are root, since root cannot run it. Its data may lie on a small disk
of its own, which can be filled, and its processes may live where a prefix to its command puts them.
"""

from __future__ import annotations

import contextlib
import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


def program(name: str) -> str:
    """A program of PostgreSQL's; '' where it is not installed. Debian keeps them aside, and what
    has their names in a path of its is a script that takes longer than they do."""
    aside = glob.glob(f"/usr/lib/postgresql/*/bin/{name}")
    return max(aside, default="") or shutil.which(name) or ""


def is_installed() -> bool:
    return bool(program("initdb") and program("postgres"))


class Postgres:
    """One cluster: started, killed, paused and started again."""

    def __init__(
        self,
        durable: bool = False,
        port: int = 0,
        settings: tuple[str, ...] = (),
        host: str = "127.0.0.1",
        inside: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
        disk: int = 0,
    ) -> None:
        """``inside``: a command that runs it, say in a namespace; ``disk``: megabytes, root's."""
        self.user = unprivileged()
        # Short: the path of a socket has 107 bytes at most.
        self.folder = Path(tempfile.mkdtemp(prefix="matou-pg-"))
        if self.user:
            os.chown(self.folder, self.user["user"], self.user["group"])
        self.port, self.host = port, host
        self.inside = [*inside]
        self.settings = (f"fsync={'on' if durable else 'off'}", *settings)
        self.process: subprocess.Popen[bytes] | None = None
        self._env = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "LC_ALL": "C",
            "TZ": "UTC",
            **(env or {}),
        }
        self.data = self.folder / "data"
        self.disk = disk
        if disk:
            self.data.mkdir()
            who = f"uid={self.user['user']},gid={self.user['group']}" if self.user else ""
            how = f"size={disk}m,mode=700,{who}"
            subprocess.run(["mount", "-t", "tmpfs", "-o", how, "matou", self.data], check=True)
        self._run(
            *("initdb", "-D", str(self.data), "-U", "matou", "-A", "trust"),
            *(["--wal-segsize=1"] if disk else []),
            *("-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"),
        )
        if host != "127.0.0.1":
            with (self.data / "pg_hba.conf").open("a") as rules:
                rules.write("host all all 198.19.0.0/16 trust\n")

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
        for _ in range(200):  # a process of one that was killed may take a moment to go
            try:
                return self._start()
            except RuntimeError as error:
                if "shared memory block" not in str(error):
                    raise
                time.sleep(0.05)
        return self._start()

    def _start(self) -> Postgres:
        where = self.host if self.port else ""
        options = [f"listen_addresses={where}", f"port={self.port or 5432}", *self.settings]
        log = (self.folder / "log").open("ab")
        self.process = subprocess.Popen(
            [
                *self._inside(),
                *(program("postgres"), "-D", str(self.data), "-k", str(self.folder)),
                *(part for option in options for part in ("-c", option)),
            ],
            env=self._env,
            cwd=self.folder,
            stdout=log,
            stderr=log,
            **({} if self.inside else self.user),
        )
        log.close()
        ready = self.data / "postmaster.pid"
        while True:
            if self.process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text()[-300:])
            lines = ready.read_text().splitlines() if ready.exists() else []
            if len(lines) > 7 and int(lines[0]) == self.process.pid and "ready" in lines[7]:
                return self
            time.sleep(0.02)

    def _inside(self) -> list[str]:
        """The prefix needs root, and PostgreSQL must not have it: it changes hands in between."""
        if not self.inside or not self.user:
            return self.inside
        who = f"--reuid={self.user['user']}", f"--regid={self.user['group']}", "--clear-groups"
        return [*self.inside, "setpriv", *who]

    def address(self, database: str = "postgres") -> str:
        if self.port:
            return f"postgresql://matou@{self.host}:{self.port}/{database}"
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
        all_of_it = (self.process.pid, *children(self.process.pid))
        for pid in all_of_it:
            try:
                os.kill(pid, which)
            except ProcessLookupError:
                continue
        if which == signal.SIGKILL:
            self.process.wait()
            while any(map(is_alive, all_of_it)):  # what they shared is free only then
                time.sleep(0.005)

    def stop(self) -> None:
        """SIGINT: it lets its clients go and shuts down in order."""
        self._end(signal.SIGINT)

    def abort(self) -> None:
        """SIGQUIT: it is gone at once, and puts itself in order when it starts again."""
        self._end(signal.SIGQUIT)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(30)

    @property
    def is_there(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill_backend(self) -> bool:
        """kill -9 of one process that serves a client, if there is one."""
        assert self.process is not None
        for pid in children(self.process.pid):
            try:
                if b"matou matou" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    os.kill(pid, signal.SIGKILL)
                    return True
            except OSError:
                continue
        return False

    def fill_disk(self) -> None:
        """Not a byte is left to write to."""
        free = os.statvfs(self.data)
        with (self.data / "ballast").open("wb", buffering=0) as ballast:
            with contextlib.suppress(OSError):  # the most of it, unless somebody was faster
                os.posix_fallocate(ballast.fileno(), 0, free.f_bavail * free.f_frsize - (1 << 20))
            with contextlib.suppress(OSError):
                ballast.seek(0, os.SEEK_END)
                while ballast.write(b"\0" * 4096):
                    pass

    def free_disk(self) -> None:
        (self.data / "ballast").unlink(missing_ok=True)

    def __enter__(self) -> Postgres:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
        if self.disk:
            subprocess.run(["umount", "-l", self.data], capture_output=True)
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


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


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
