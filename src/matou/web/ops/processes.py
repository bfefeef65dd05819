"""One server of several processes: they share one address, and one parent that looks after them.

Whoever is let in by the system takes a connection; any process holds any table. One that dies is
started again. SIGTERM and Ctrl-C stop all; SIGHUP starts them anew one after another, so that the
site is there all the time.
"""

from __future__ import annotations

import logging
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

from matou.web.store.siblings import Siblings

log = logging.getLogger("matou.web")

PAUSE = 0.5  # seconds before one that died is started again
STOP_SECONDS = 6.0
READY_SECONDS = 60.0

Run = Callable[[Any, socket.socket, Siblings, Callable[[], object]], None]


class Processes:
    """The parent of all of them."""

    def __init__(self, count: int, run: Run, settings: Any, listening: socket.socket) -> None:
        self.count = count
        self.run_one = run
        self.settings = settings
        self.listening = listening
        self._context = multiprocessing.get_context("spawn")
        self._folder = Path(tempfile.mkdtemp(prefix="matou-"))  # short: sockets lie in it
        self._running: dict[int, SpawnProcess] = {}
        self._ready: dict[int, Any] = {}
        # Signals, told to whoever waits; by Python itself, at once, whichever thread takes them and
        # however little is left until that wait begins.
        self._asked, self._asking = socket.socketpair()
        self._asking.setblocking(False)

    def _start(self, index: int) -> Any:
        """Start one; what is set once it answers."""
        ready = self._context.Event()
        siblings = Siblings(self._folder, index, self.count)
        process = self._context.Process(
            target=child,
            args=(self.run_one, self.settings, self.listening, siblings, ready),
            name=f"matou {index}",
        )
        process.start()
        self._running[index] = process
        self._ready[index] = ready  # held here until the process has taken it
        return ready

    def run(self, told: Callable[[], object]) -> int:
        """Until told to stop; ``told`` once all answer."""
        numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
        before = {number: signal.signal(number, noted) for number in numbers}
        told_before = signal.set_wakeup_fd(self._asking.fileno())
        try:
            starting = [self._start(index) for index in range(self.count)]
            for index, ready in enumerate(starting):
                while not ready.wait(0.1):
                    if not self._running[index].is_alive():
                        return 1  # it has said why
            told()
            return self._mind()
        finally:
            self._stop([*self._running.values()])
            for number, was in before.items():
                signal.signal(number, was)
            signal.set_wakeup_fd(told_before)
            shutil.rmtree(self._folder, ignore_errors=True)

    def _mind(self) -> int:
        while True:
            ends = {process.sentinel: (i, process) for i, process in self._running.items()}
            for found in wait([*ends, self._asked]):
                if found is self._asked:
                    asked = self._asked.recv(1)[0]
                    if asked in (signal.SIGTERM, signal.SIGINT):
                        return 0
                    if asked == signal.SIGHUP:
                        self._renew()
                elif isinstance(found, int) and found in ends:
                    index, died = ends[found]
                    if self._running[index] is died:  # or it has just been renewed
                        self._again(index)

    def _again(self, index: int) -> None:
        died = self._running[index]
        died.join()
        log.error("a process died and is started again", extra={"code": died.exitcode})
        time.sleep(PAUSE)
        self._start(index)

    def _renew(self) -> None:
        """Each anew, the next when the one before answers."""
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


def noted(_number: int, _frame: object) -> None:
    """A signal whose number has gone to whoever waits for it."""


def child(
    run: Run, settings: Any, listening: socket.socket, siblings: Siblings, ready: Any
) -> None:
    """One of them; it goes when its parent is gone, however that went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all: the parent decides
    signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def watch() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
    run(settings, listening, siblings, ready.set)
