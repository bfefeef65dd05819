"""Runs a server as several processes that share one listening socket, under one parent.

The system decides which process accepts a connection; any process can hold any table. A process
that dies is restarted; if it dies repeatedly during startup, the server logs that and exits.
SIGTERM and Ctrl-C stop all processes. SIGHUP restarts them one after another, so that the site
stays available.
"""

import multiprocessing
import os
import shutil
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

from matou.web.db.worker_processes import WorkerProcesses
from matou.web.ops.logs import log

PAUSE = 0.5  # seconds before a dead process is restarted
STOP_SECONDS = 6.0
READY_SECONDS = 60.0
STARTS = 3  # attempts to start a process, before the site is ready
ENDING = (signal.SIGTERM, signal.SIGINT)

Run = Callable[[Any, socket.socket, WorkerProcesses, Callable[[], object]], None]


class Processes:
    def __init__(self, count: int, run: Run, settings: Any, listening: socket.socket) -> None:
        self.count = count
        self.run_one = run
        self.settings = settings
        self.listening = listening
        self._context = multiprocessing.get_context("spawn")
        self._folder = Path(tempfile.mkdtemp(prefix="matou-"))  # socket paths must be short
        self._running: dict[int, SpawnProcess] = {}
        self._ready: dict[int, Any] = {}
        # Python writes signal numbers here, so that ``wait`` cannot miss a signal that arrives just
        # before it.
        self._asked, self._asking = socket.socketpair()
        self._asking.setblocking(False)

    def _start(self, index: int) -> Any:
        """Starts a process. Returns an event that is set when it is ready."""
        ready = self._context.Event()
        workers = WorkerProcesses(self._folder, index, self.count)
        process = self._context.Process(
            target=child,
            args=(self.run_one, self.settings, self.listening, workers, ready),
            name=f"matou {index}",
        )
        process.start()
        self._running[index] = process
        self._ready[index] = ready  # held until the process has received it
        return ready

    def run(self, all_ready: Callable[[], object]) -> int:
        """Runs until stopped. Calls ``all_ready`` when all processes are ready."""
        numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
        # Python writes their numbers to the wakeup socket; nothing else is to be done.
        before = {number: signal.signal(number, lambda *_: None) for number in numbers}
        wakeup_before = signal.set_wakeup_fd(self._asking.fileno())
        try:
            for index in range(self.count):
                self._start(index)
            for index in range(self.count):
                code = self._wait_for_start(index)
                if code is not None:
                    return code
            all_ready()
            return self._watch()
        finally:
            self._stop([*self._running.values()])
            for number, was in before.items():
                signal.signal(number, was)
            signal.set_wakeup_fd(wakeup_before)
            shutil.rmtree(self._folder, ignore_errors=True)

    def _wait_for_start(self, index: int) -> int | None:
        """Waits until a process is ready. Returns an exit code if the server must stop instead."""
        for left in reversed(range(STARTS)):
            while not self._ready[index].is_set():
                found = wait([self._running[index].sentinel, self._asked], 0.1)
                if self._asked in found and self._asked.recv(1)[0] in ENDING:
                    return 0
                if self._running[index].sentinel in found:
                    break
            else:
                return None
            if left:
                self._again(index, "a process died while starting and is started again")
        log.error(
            "a process dies whenever it is started: the server ends",
            extra={"index": index, "how": how_it_ended(self._running[index])},
        )
        return 1

    def _watch(self) -> int:
        while True:
            ends = {process.sentinel: (i, process) for i, process in self._running.items()}
            for found in wait([*ends, self._asked]):
                if found is self._asked:
                    asked = self._asked.recv(1)[0]
                    if asked in ENDING:
                        return 0
                    if asked == signal.SIGHUP:
                        self._renew()
                elif isinstance(found, int) and found in ends:
                    index, died = ends[found]
                    if self._running[index] is died:  # otherwise it was just replaced
                        self._again(index, "a process died and is started again")

    def _again(self, index: int, event: str) -> None:
        how = how_it_ended(self._running[index])
        log.error(event, extra={"index": index, "how": how})
        time.sleep(PAUSE)
        self._start(index)

    def _renew(self) -> None:
        for index in range(self.count):
            self._stop([self._running[index]])
            self._start(index).wait(READY_SECONDS)
        log.warning("all processes are new")

    def _stop(self, processes: list[SpawnProcess]) -> None:
        for process in processes:
            process.terminate()
        until = time.monotonic() + STOP_SECONDS
        for process in processes:
            process.join(max(0.1, until - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()


def how_it_ended(process: SpawnProcess) -> str:
    process.join()
    code = process.exitcode or 0
    if code < 0:
        return f"killed by signal {-code} ({signal.strsignal(-code)})"
    return f"exit code {code}"


def child(
    run: Run, settings: Any, listening: socket.socket, workers: WorkerProcesses, ready: Any
) -> None:
    """The main function of a process. It stops when its parent dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the parent decides
    signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def watch() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
    run(settings, listening, workers, ready.set)
