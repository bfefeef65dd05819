"""Matou without features that Windows lacks: fork, fcntl, uvloop, Unix sockets, some signals."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from cli.terminal import matou_process
from web.server import Server

ROOT = Path(__file__).parents[1]
LIKE_WINDOWS = f"{ROOT / 'tests' / 'windows'}:{ROOT / 'src'}"


class ServerLikeWindows(Server):
    path = LIKE_WINDOWS


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *args],
        env={"PYTHONPATH": LIKE_WINDOWS, "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_simulated_windows_lacks_these_features() -> None:
    code = "import os, signal, socket; print(hasattr(os, 'fork'), hasattr(socket, 'AF_UNIX'))"
    assert run("-c", code).stdout == "False False\n"
    assert "ModuleNotFoundError" in run("-c", "import fcntl").stderr


def test_the_library_works_on_windows() -> None:
    done = run(str(ROOT / "examples" / "front_door.py"), "--fast")
    assert done.returncode == 0, done.stderr
    assert "games have ended" in done.stdout


def test_the_terminal_works_on_windows(tmp_path: Path) -> None:
    ran = matou_process(
        *("play", "catymini", "--seat", "1=level1"),
        lines="1\n" * 3 + "quit\n",
        cwd=tmp_path,
        PYTHONPATH=LIKE_WINDOWS,
    )
    assert ran.code == 0, ran.err
    assert "Traceback" not in ran.err


@pytest.mark.heavy
def test_the_site_runs_on_windows_in_one_process_and_refuses_two(tmp_path: Path) -> None:
    with ServerLikeWindows(tmp_path / "data") as server:
        done = run(str(ROOT / "docs" / "play_by_api.py"), server.url)
        assert done.returncode == 0, done.stderr
        ends = ("You win", " wins", " share the victory")  # moves are random
        assert any(end in done.stdout.splitlines()[-1] for end in ends), done.stdout
        server.stop()
    refused = run("-m", "matou", "serve", "--processes", "2", "--data", str(tmp_path / "more"))
    assert refused.returncode == 2
    assert "requires Unix sockets" in refused.stderr
