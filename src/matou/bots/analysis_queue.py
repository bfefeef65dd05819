"""Analyses of finished games in the bots' process, while nobody waits for a move.

``Studies`` asks, beside ``BotService``; ``Study`` answers in the process. An analysis runs in a
thread of its own, one at a time and at a low priority, and pauses while somebody waits for a move.
If the process dies it starts again; if that happens twice it fails.
"""

import contextlib
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from matou.core.record import Record

TRIES = 2  # how often a study is tried if the process dies of it
EVERY = 0.25  # seconds between two reports of progress
NICE = 5  # leaves it a quarter of a busy processor


class NoStudy(Exception):
    """An analysis that failed, and why."""


@dataclass
class Asked:
    record: str
    iterations: int
    future: Future[dict[str, Any]]
    progress: Callable[[float], None]
    tries: int = 0


class Studies:
    """Sends games to the process with ``send``, under its owner's ``lock``, and waits."""

    def __init__(self, send: Callable[[dict[str, Any]], None], lock: threading.RLock) -> None:
        self._send = send
        self._lock = lock
        self._waiting: dict[int, Asked] = {}
        self._count = 0
        self._closed = False

    def submit(
        self, record: Record, iterations: int, progress: Callable[[float], None]
    ) -> Future[dict[str, Any]]:
        """Has a game analysed. Another thread calls ``progress`` with the progress, 0 to 1."""
        future: Future[dict[str, Any]] = Future()
        future.set_running_or_notify_cancel()
        with self._lock:
            if self._closed:
                raise NoStudy("the bot service is closed")
            self._count += 1
            self._waiting[self._count] = Asked(record.dumps(), iterations, future, progress)
            self._ask(self._count)
        return future

    def _ask(self, number: int) -> None:
        asked = self._waiting[number]
        asked.tries += 1
        self._send({"study": number, "record": asked.record, "iterations": asked.iterations})

    def hear(self, message: dict[str, Any]) -> None:
        """Handles a message of the process about studies, and ignores others."""
        number = message.get("studying", message.get("studied", message.get("unstudied", 0)))
        asked = self._waiting.get(number)
        if asked is None:
            return
        if "studying" in message:
            asked.progress(message["part"])
            return
        del self._waiting[number]
        if "studied" in message:
            asked.future.set_result(message["data"])
        else:
            asked.future.set_exception(NoStudy(message["why"]))

    def begin_again(self) -> None:
        """Sends the studies to a new process, unless too many processes died of one."""
        for number, asked in list(self._waiting.items()):
            if asked.tries >= TRIES:
                del self._waiting[number]
                asked.future.set_exception(NoStudy("crashed"))
            else:
                self._ask(number)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for asked in self._waiting.values():
                asked.future.set_exception(NoStudy("closed"))
            self._waiting.clear()


class Study:
    """Runs studies in the bots' process, while nobody waits for a move."""

    def __init__(self, say: Callable[..., None]) -> None:
        self._say = say
        self._questions = 0
        self._free = threading.Condition()
        self._thread = ThreadPoolExecutor(1, initializer=stand_back)

    def question_came(self) -> None:
        with self._free:
            self._questions += 1

    def question_gone(self) -> None:
        with self._free:
            self._questions -= 1
            self._free.notify_all()

    def ask(self, message: dict[str, Any]) -> None:
        self._thread.submit(self._make, message["study"], message)

    def _make(self, number: int, asked: dict[str, Any]) -> None:
        from matou.bots.analyse import analyse

        try:
            record = Record.loads(asked["record"])
            self._say(studying=number, part=0.0)
            said = time.monotonic()

            def progress(done: int) -> None:
                nonlocal said
                with self._free:
                    self._free.wait_for(lambda: self._questions == 0)
                if time.monotonic() - said > EVERY:
                    said = time.monotonic()
                    self._say(studying=number, part=done / max(1, len(record.actions)))

            found = analyse(record, iterations=asked["iterations"], progress=progress)
            self._say(studied=number, data=found.data())
        except Exception as error:
            self._say(unstudied=number, why=f"{type(error).__name__}: {error}")


def stand_back() -> None:
    """Lowers the thread's priority, where threads have one.

    Not to the lowest: on a machine that is always busy a study would never end.
    """
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
