"""``tools/setup.sh``: the first run of ``./matou`` sets it up, and two at once do not collide."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

SETUP = Path(__file__).parents[2] / "tools" / "setup.sh"
# Stands in for Python: makes a virtual environment once allowed to, and only one at a time.
PYTHON = f"""#!/bin/sh
[ "$1 $2" = "-m venv" ] || exec {sys.executable} "$@"
echo made >>venvs
mkdir -p .venv/bin .venv/lib/python3/site-packages
mkdir .venv/making || exit 1
printf '#!/bin/sh\\n' >.venv/bin/python && chmod +x .venv/bin/python
read -r _ <go_on
touch .venv/bin/pip
rmdir .venv/making
"""


class Clone:
    """A clone in which Matou was never started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.started: list[subprocess.Popen[str]] = []
        for place in ("tools", "programs"):
            (folder / place).mkdir()
        shutil.copy(SETUP, folder / "tools")
        (folder / "requirements.lock").write_text("what is pinned\n")
        os.mkfifo(folder / "go_on")
        for name in ("python3.13", "python3.12", "python3.11", "python3"):
            (folder / "programs" / name).write_text(PYTHON)
            (folder / "programs" / name).chmod(0o755)

    def start(self) -> subprocess.Popen[str]:
        started = subprocess.Popen(
            ["sh", "-c", ". tools/setup.sh; ready requirements.lock; echo ready"],
            cwd=self.folder,
            env={**os.environ, "PATH": f"{self.folder / 'programs'}:{os.environ['PATH']}"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.started.append(started)
        return started

    def allow(self) -> None:
        (self.folder / "go_on").write_text("\n")

    def venvs(self) -> int:
        return len((self.folder / "venvs").read_text().split())


@pytest.fixture
def clone(tmp_path: Path) -> Iterator[Clone]:
    clone = Clone(tmp_path)
    yield clone
    for process in clone.started:
        if process.poll() is None:  # the test has failed
            os.killpg(process.pid, signal.SIGKILL)


def line(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    return process.stderr.readline()


def test_a_second_first_start_waits_for_the_one_that_runs(clone: Clone) -> None:
    first = clone.start()
    assert "Setting Matou up" in line(first)
    second = clone.start()
    assert "waiting" in line(second)
    clone.allow()
    for process in (first, second):
        said, complained = process.communicate()
        assert (process.returncode, said) == (0, "ready\n"), complained
    assert "Installing" not in complained  # the first did
    assert clone.venvs() == 1


def test_a_first_start_recovers_from_one_that_was_killed(clone: Clone) -> None:
    killed = clone.start()
    assert "Setting Matou up" in line(killed)
    while not (clone.folder / ".venv" / "bin" / "python").exists():
        time.sleep(0.01)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.communicate()
    (clone.folder / ".venv" / "making").rmdir()
    again = clone.start()
    assert "Setting Matou up" in line(again)
    clone.allow()
    assert again.communicate()[0] == "ready\n"
    assert clone.venvs() == 2


def test_a_later_start_is_silent_and_does_not_wait(clone: Clone) -> None:
    first = clone.start()
    clone.allow()
    first.communicate()
    again = clone.start()
    assert again.communicate() == ("ready\n", "")
