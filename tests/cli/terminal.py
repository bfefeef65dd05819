"""Runs commands in tests: with piped input, and in a pseudo-terminal."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from matou.cli import main
from matou.core.record import Record

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0  # seconds; only a very busy machine takes that long
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def environment(**more: str) -> dict[str, str]:
    stored = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "TMPDIR")}
    return {**stored, "PYTHONPATH": str(ROOT / "src"), "LANG": "C.UTF-8", "COLUMNS": "80", **more}


class CommandResult(NamedTuple):
    code: int
    out: str
    err: str


def matou(*args: str, lines: str = "", cwd: Path, **env: str) -> CommandResult:
    """Runs a command within this process, with lines on its standard input."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.dict(os.environ, environment(**env), clear=True),
        mock.patch.object(sys, "stdin", io.StringIO(lines)),
        mock.patch.object(sys, "argv", ["matou"]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        contextlib.chdir(cwd),
    ):
        code = main(args)
    return CommandResult(code, plain_spaces(out.getvalue()), plain_spaces(err.getvalue()))


def matou_process(*args: str, lines: str = "", cwd: Path, **env: str) -> CommandResult:
    """Runs a command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "matou", *args],
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env=environment(**env),
        timeout=PATIENCE,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return CommandResult(done.returncode, plain_spaces(done.stdout), plain_spaces(done.stderr))


def plain_spaces(text: str) -> str:
    """Returns a text with French spaces before punctuation replaced by ordinary ones."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


class Terminal:
    """A command in a pseudo-terminal: reads its screen and types at its keyboard."""

    def __init__(self, *args: str, cwd: Path) -> None:
        main, side = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "matou", *args],
            stdin=side,
            stdout=side,
            stderr=side,
            cwd=cwd,
            env=environment(TERM="xterm"),
            start_new_session=True,
            # Background jobs ignore Ctrl-C, and children inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        os.close(side)
        self.main = main
        self.raw = ""

    def until(self, wanted: str, seconds: float = PATIENCE) -> str:
        """Reads until a text appears; returns what was read, with escape sequences."""
        start, end = len(self.raw), time.monotonic() + seconds
        while wanted not in self.raw[start:]:
            ready, _, _ = select.select([self.main], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f"no {wanted!r} in {self.raw[start:]!r}")
            try:
                piece = os.read(self.main, 65536)
            except OSError:
                piece = b""
            if not piece:
                raise AssertionError(f"ended without {wanted!r}: {self.raw[start:]!r}")
            self.raw += plain_spaces(piece.decode("utf-8", "replace"))
        return self.raw[start:]

    def type(self, text: str) -> None:
        os.write(self.main, text.encode())

    def signal(self, number: int = signal.SIGINT) -> None:
        """Sends a signal once the command waits for a line.

        Between a prompt and the reading of the line, Python acts on a signal only at the next key.
        A person would press Ctrl-C once more.
        """
        end = time.monotonic() + PATIENCE
        while not self.is_asleep():
            assert time.monotonic() < end
            time.sleep(0.01)
        self.process.send_signal(number)
        while self.process.poll() is None and time.monotonic() < end:
            time.sleep(0.01)
            self.read_some()

    def is_asleep(self) -> bool:
        """Returns whether the command is waiting (Linux), after a prompt for a line."""
        return (
            Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"
        )

    def read_some(self) -> None:
        """Reads what is on the screen already, so that the command does not wait for a reader."""
        if select.select([self.main], [], [], 0)[0]:
            with contextlib.suppress(OSError):
                self.raw += plain_spaces(os.read(self.main, 65536).decode("utf-8", "replace"))

    def close(self) -> int:
        """Reads to the end; returns the exit code."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if not select.select([self.main], [], [], 0.5)[0]:
                if self.process.poll() is not None:
                    break
                continue
            try:
                piece = os.read(self.main, 65536)
            except OSError:
                break
            if not piece:
                break
            self.raw += plain_spaces(piece.decode("utf-8", "replace"))
        if self.process.poll() is None and time.monotonic() >= end:
            self.process.kill()
        os.close(self.main)
        return self.process.wait(PATIENCE)


def visible(raw: str) -> str:
    """Returns a text without escape sequences."""
    return ESCAPES.sub("", raw).replace("\r", "")


def only_record(folder: Path) -> Record:
    (file,) = folder.glob("*.matou")
    return Record.loads(file.read_text(encoding="utf-8"))
