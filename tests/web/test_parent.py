"""The parent of several processes: it keeps them going, renews them, and takes them along."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import pytest

from matou.web.ops import processes
from matou.web.ops.metrics import merged
from matou.web.ops.processes import Processes
from matou.web.store.siblings import Siblings


def idle(
    folder: str, _listening: socket.socket, siblings: Siblings, ready: Callable[[], object]
) -> None:
    """Stands for a server: says that it is there, and does nothing until it is stopped."""
    Path(folder, f"{siblings.index}-{os.getpid()}").touch()
    ready()
    while True:
        time.sleep(1)


def broken(
    _settings: Any, _listening: socket.socket, _siblings: Siblings, _ready: Callable[[], object]
) -> None:
    sys.exit(3)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_one_that_dies_is_started_again_all_are_renewed_and_none_is_left(tmp_path: Path) -> None:
    def alive() -> dict[int, int]:
        found = (path.name.partition("-") for path in tmp_path.iterdir())
        return {int(pid): int(index) for index, _, pid in found if is_running(int(pid))}

    def until(what: Callable[[], bool]) -> None:
        end = time.monotonic() + 60
        while not what():
            assert time.monotonic() < end
            time.sleep(0.02)

    seen: list[set[int]] = []

    told = threading.Event()

    def answers() -> None:
        # A signal may come to any thread: this one, which waits for it, does not take it.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
        told.set()

    def others() -> None:
        try:
            assert told.wait(60)
            seen.append({*alive()})
            os.kill(min(alive()), signal.SIGKILL)
            until(lambda: len(alive()) == 2 and {*alive()} != seen[0])
            seen.append({*alive()})
            os.kill(os.getpid(), signal.SIGHUP)
            until(lambda: len(alive()) == 2 and not {*alive()} & seen[1])
            seen.append({*alive()})
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    was = signal.getsignal(signal.SIGTERM)
    thread = threading.Thread(target=others)
    thread.start()
    try:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            assert Processes(2, idle, str(tmp_path), listening).run(answers) == 0
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})
    thread.join(60)
    assert [len(pids) for pids in seen] == [2, 2, 2]
    assert len(seen[0] & seen[1]) == 1
    assert not alive()
    assert signal.getsignal(signal.SIGTERM) is was


def test_one_that_dies_just_as_all_are_to_be_renewed_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parent waited for it where the new one stood already, for ever."""
    over, stuck = threading.Event(), threading.Event()

    def both_at_once(waited: list[Any]) -> list[Any]:
        monkeypatch.undo()
        while len(found := wait(waited, 0.1)) < 2:
            pass
        return sorted(found, key=lambda one: isinstance(one, int))  # the signal first

    def pids() -> list[int]:
        return [int(path.name.partition("-")[2]) for path in tmp_path.iterdir()]

    def answers() -> None:
        os.kill(pids()[0], signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGHUP)
        thread.start()

    def ends() -> None:
        while len(pids()) < 4:  # two are new
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGTERM)
        if not over.wait(60):
            stuck.set()
            for pid in filter(is_running, pids()):
                os.kill(pid, signal.SIGKILL)

    thread = threading.Thread(target=ends)
    monkeypatch.setattr(processes, "wait", both_at_once)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        assert Processes(2, idle, str(tmp_path), listening).run(answers) == 0
    over.set()
    thread.join()
    assert not stuck.is_set()


def test_if_one_cannot_even_start_all_end() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        made = Processes(2, broken, None, listening)
        assert made.run(lambda: pytest.fail("nobody was there")) == 1


def test_metrics_of_several_processes_are_one_text() -> None:
    told = (
        '# HELP moves Moves.\n# TYPE moves counter\nmoves{game="x"} 3\n'
        "# HELP open Tables.\n# TYPE open gauge\nopen 2\n"
    )
    assert merged({1: told, 0: told.replace("3", "4")}).splitlines() == [
        "# HELP moves Moves.",
        "# TYPE moves counter",
        'moves{process="0",game="x"} 4',
        'moves{process="1",game="x"} 3',
        "# HELP open Tables.",
        "# TYPE open gauge",
        'open{process="0"} 2',
        'open{process="1"} 2',
    ]
