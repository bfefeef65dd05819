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
# In place of Python: makes a virtual environment when it is told to go on, and only one at a time.
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


class House:
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

    def starts(self) -> subprocess.Popen[str]:
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

    def lets_go_on(self) -> None:
        (self.folder / "go_on").write_text("\n")

    def venvs(self) -> int:
        return len((self.folder / "venvs").read_text().split())


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    for process in house.started:
        if process.poll() is None:  # the test has failed
            os.killpg(process.pid, signal.SIGKILL)


def line(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    return process.stderr.readline()


def test_of_two_first_starts_at_once_the_second_waits_for_the_first(house: House) -> None:
    first = house.starts()
    assert "Setting Matou up" in line(first)
    second = house.starts()
    assert "waiting" in line(second)
    house.lets_go_on()
    for process in (first, second):
        said, complained = process.communicate()
        assert (process.returncode, said) == (0, "ready\n"), complained
    assert "Installing" not in complained  # the first has
    assert house.venvs() == 1


def test_a_start_that_was_killed_halfway_holds_up_nobody(house: House) -> None:
    killed = house.starts()
    assert "Setting Matou up" in line(killed)
    while not (house.folder / ".venv" / "bin" / "python").exists():
        time.sleep(0.01)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.communicate()
    (house.folder / ".venv" / "making").rmdir()
    again = house.starts()
    assert "Setting Matou up" in line(again)
    house.lets_go_on()
    assert again.communicate()[0] == "ready\n"
    assert house.venvs() == 2


def test_what_is_set_up_already_waits_for_nobody_and_says_nothing(house: House) -> None:
    first = house.starts()
    house.lets_go_on()
    first.communicate()
    again = house.starts()
    assert again.communicate() == ("ready\n", "")
