"""The parent of several processes: it restarts, replaces and stops them."""

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

from matou.web.db.worker_processes import WorkerProcesses
from matou.web.ops import processes
from matou.web.ops.metrics import Merged
from matou.web.ops.processes import Processes


def idle(
    folder: str, _listening: socket.socket, workers: WorkerProcesses, ready: Callable[[], object]
) -> None:
    """A server that reports that it is ready and then idles."""
    Path(folder, f"{workers.index}-{os.getpid()}").touch()
    ready()
    while True:
        time.sleep(1)


def broken(
    _settings: Any,
    _listening: socket.socket,
    _workers: WorkerProcesses,
    _ready: Callable[[], object],
) -> None:
    sys.exit(3)


def killed_once(
    folder: str, listening: socket.socket, workers: WorkerProcesses, ready: Callable[[], object]
) -> None:
    """Dies once in the second process while it starts, as when memory runs out."""
    once = Path(folder, "killed")
    if workers.index == 1 and not once.exists():
        once.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    idle(folder, listening, workers, ready)


def never_ready(
    folder: str, listening: socket.socket, workers: WorkerProcesses, _ready: Callable[[], object]
) -> None:
    idle(folder, listening, workers, lambda: None)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_dead_process_is_restarted_sighup_replaces_all_and_sigterm_stops_all(
    tmp_path: Path,
) -> None:
    def alive() -> dict[int, int]:
        found = (path.name.partition("-") for path in tmp_path.iterdir())
        return {int(pid): int(index) for index, _, pid in found if is_running(int(pid))}

    def until(what: Callable[[], bool]) -> None:
        end = time.monotonic() + 60
        while not what():
            assert time.monotonic() < end
            time.sleep(0.02)

    seen: list[set[int]] = []

    heard = threading.Event()

    def answers() -> None:
        # Block the signal here, so that the thread which waits for it gets it.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
        heard.set()

    def others() -> None:
        try:
            assert heard.wait(60)
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


def test_a_process_that_dies_during_sighup_does_not_block_the_parent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parent used to wait forever for a process that had been replaced already."""
    over, stuck = threading.Event(), threading.Event()

    def both_at_once(waited: list[Any]) -> list[Any]:
        monkeypatch.undo()
        while len(found := wait(waited, 0.1)) < 2:
            pass
        return sorted(found, key=lambda one: isinstance(one, int))  # handle the signal first

    def pids() -> list[int]:
        return [int(path.name.partition("-")[2]) for path in tmp_path.iterdir()]

    def answers() -> None:
        monkeypatch.setattr(processes, "wait", both_at_once)
        os.kill(pids()[0], signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGHUP)
        thread.start()

    def ends() -> None:
        while len(pids()) < 4:  # two new ones
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGTERM)
        if not over.wait(60):
            stuck.set()
            for pid in filter(is_running, pids()):
                os.kill(pid, signal.SIGKILL)

    thread = threading.Thread(target=ends)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        assert Processes(2, idle, str(tmp_path), listening).run(answers) == 0
    over.set()
    thread.join()
    assert not stuck.is_set()


def test_the_server_ends_with_an_error_if_a_process_cannot_start(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "PAUSE", 0.0)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        made = Processes(2, broken, None, listening)
        assert made.run(lambda: pytest.fail("nobody was there")) == 1
    *again, last = caplog.records
    assert {record.getMessage() for record in again} == {
        "a process died while starting and is started again"
    }
    assert len(again) == processes.STARTS - 1
    assert last.getMessage() == "a process dies whenever it is started: the server ends"
    assert {vars(record)["how"] for record in caplog.records} == {"exit code 3"}


def test_a_process_killed_while_starting_is_restarted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def answers() -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        assert Processes(2, killed_once, str(tmp_path), listening).run(answers) == 0
    (said,) = caplog.records
    assert said.getMessage() == "a process died while starting and is started again"
    assert (vars(said)["index"], vars(said)["how"]) == (1, "killed by signal 9 (Killed)")


def test_sigterm_stops_a_server_that_is_still_starting(tmp_path: Path) -> None:
    def stop() -> None:
        while len([*tmp_path.iterdir()]) < 2:
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGTERM)

    thread = threading.Thread(target=stop)
    thread.start()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        made = Processes(2, never_ready, str(tmp_path), listening)
        assert made.run(lambda: pytest.fail("nobody was there")) == 0
    thread.join()


def test_metrics_of_several_processes_are_merged() -> None:
    heard = (
        '# HELP moves_total Moves.\n# TYPE moves_total counter\nmoves_total{game="x"} 3.0\n'
        "# HELP open Tables.\n# TYPE open gauge\nopen 2.0\n"
    )
    assert Merged({1: heard, 0: heard.replace("3", "4")}).text().splitlines() == [
        "# HELP moves_total Moves.",
        "# TYPE moves_total counter",
        'moves_total{game="x",process="0"} 4.0',
        'moves_total{game="x",process="1"} 3.0',
        "# HELP open Tables.",
        "# TYPE open gauge",
        'open{process="0"} 2.0',
        'open{process="1"} 2.0',
    ]
