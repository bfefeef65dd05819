"""Temporary files in memory of a killed ``./test`` are removed by the next run."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KILLING = """
import os, signal, sys

def test_it():
    os.kill(os.getppid(), signal.SIGKILL)
    print(os.environ.get("TMPDIR", ""), flush=True)
    sys.stdin.read()
"""


def test_the_files_of_a_killed_run_are_removed_once_unused(tmp_path: Path) -> None:
    killing, nothing = tmp_path / "test_killing.py", tmp_path / "pytest.ini"
    killing.write_text(KILLING)
    nothing.write_text("[pytest]\n")
    env = {name: value for name, value in os.environ.items() if name != "TMPDIR"}
    run = ["./test", "-qs", "-p", "no:cacheprovider", "-c", str(nothing), str(killing)]
    said = subprocess.Popen(
        run, cwd=ROOT, env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert said.stdin is not None
    assert said.stdout is not None
    left = Path(said.stdout.readline().strip() or tmp_path)
    said.wait()
    if left == tmp_path:
        pytest.skip("tests use no memory disk here")
    another = ["./test", "--version"]
    subprocess.run(another, cwd=ROOT, env=env, check=True, capture_output=True)
    assert left.exists()  # a process of the killed run still uses it
    said.communicate("")
    subprocess.run(another, cwd=ROOT, env=env, check=True, capture_output=True)
    assert not left.exists()
