"""The example programs: the one that uses the whole API runs, and type checkers accept it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import matou

ROOT = Path(__file__).parent.parent
PROGRAM = ROOT / "examples" / "front_door.py"


def python(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *args],
        cwd=ROOT,
        env={"PYTHONPATH": str(Path(matou.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_front_door_s_program_runs() -> None:
    done = python(str(PROGRAM), "--fast")
    assert done.returncode == 0, done.stderr
    for name in matou.available():
        assert f"{name}: [" in done.stdout
    assert "games have ended" in done.stdout


@pytest.mark.heavy
def test_mypy_has_nothing_to_say_about_a_user_s_program() -> None:
    done = python("-m", "mypy", "--strict", str(PROGRAM))
    assert done.returncode == 0, done.stdout


def test_the_program_uses_all_that_the_front_door_has() -> None:
    text = PROGRAM.read_text()
    for name in matou.__all__:
        assert f"matou.{name}" in text or f" {name}" in text, name
