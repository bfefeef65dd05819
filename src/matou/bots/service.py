"""Runs bots in their own process. A move is never lost.

::

    with BotService() as bots:
        bots.submit(view, "level4", seconds=5).result().action
        await asyncio.wrap_future(bots.submit(view, "level4", seconds=5))

A question has a deadline. If the bots' process is busy, stuck or dead by then, or answers nothing
at all for a while, a lower level answers here, interpreted, and the answer says so. A process that
died or hangs is replaced and logged.
"""

from __future__ import annotations

import logging
import math
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from matou.bots.analysis_queue import Studies
from matou.bots.levels import level
from matou.bots.players import Thought, make
from matou.bots.process import Process
from matou.bots.worker import question
from matou.core.observation import Observation

log = logging.getLogger("matou.bots")

RESERVE = 0.4  # seconds left for the reply and for a lower level's answer
PATIENCE = 2.0  # seconds over its time before a search counts as stuck
LOG_EVERY = 10.0  # seconds between two lines in the log about moves that came late
TRIES = 2  # how often a question is tried if the process dies of it


@dataclass(frozen=True)
class Answer:
    """A bot's choice, the bot's level, and its thoughts."""

    action: int
    bot: str
    thoughts: tuple[Thought, ...]
    fell_back: str = ""  # why a lower level answered: 'late', 'crashed', 'failed: …'


@dataclass
class Waiting:
    view: Observation
    bot: str
    seed: int | None
    due: float
    future: Future[Answer]
    begun: bool = False
    tries: int = 0
    answered: bool = False
    message: dict[str, Any] = field(default_factory=dict)


class BotService:
    """The bots' process and its open questions. Use it from any thread, or from asyncio."""

    def __init__(
        self,
        *,
        threads: int | None = None,
        silence: float = 10.0,
        hush: float = 3.0,
        command: Sequence[str] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.silence = silence  # seconds without an answer before a process is replaced
        self.hush = hush  # seconds before a lower level answers instead
        self.restarts = 0
        threads = threads or max(1, (os.cpu_count() or 2) - 1)
        self._command = list(command or (sys.executable, "-m", "matou.bots.worker", str(threads)))
        self._lock = threading.RLock()
        self.studies = Studies(self._send, self._lock)
        self._wake = threading.Event()
        self.waiting: dict[int, Waiting] = {}  # open questions
        self._count = 0
        self._clock = clock
        self._process: Process | None = None
        self._started = self._heard = 0.0
        self.unanswered: float | None = None  # since when a ping has no reply
        self._greeted = False  # has this process ever answered?
        self._late: Counter[str] = Counter()  # moves of lower levels that are not logged yet
        self._logged_late = -math.inf
        self._closed = False
        self._lower = ThreadPoolExecutor(2, thread_name_prefix="matou-lower-level")
        with self._lock:
            self._start()
        threading.Thread(target=self._watch, name="matou-bots", daemon=True).start()

    # --- for callers

    def submit(
        self,
        view: Observation,
        bot: int | str = 4,
        *,
        seconds: float = 10.0,
        seed: int | None = None,
        hint: bool = False,
    ) -> Future[Answer]:
        """Asks for a move; the answer comes within ``seconds``, whatever happens.

        A ``hint`` waits until nobody waits for a move. A question with a ``seed`` waits as long as
        it may, even if the process is silent: only that bot itself plays the same for everybody.
        """
        chosen = level(bot)
        if not view.legal():
            raise ValueError(f"{view!r}: this seat has nothing to decide now")
        future: Future[Answer] = Future()
        future.set_running_or_notify_cancel()
        if len(view.legal()) == 1:
            only = view.legal()[0]
            thought = Thought(only, view.name(only), 1 / view.seats, 0)
            future.set_result(Answer(only, chosen.spec, (thought,)))
            return future
        message = question(view, chosen.spec, seed)
        message["seconds"] = max(0.05, seconds - 2 * RESERVE)
        message["hint"] = hint
        due = self._clock() + seconds
        asked = Waiting(view, chosen.spec, seed, due, future, message=message)
        with self._lock:
            if self._closed:
                raise RuntimeError("the bot service is closed")
            self._count += 1
            number = self._count
            self.waiting[number] = asked
            self._ask(number)
            self._ping()
        self.wake()
        return future

    @property
    def is_there(self) -> bool:
        """Returns whether the bots' process has started and answers."""
        with self._lock:
            is_up = self._process is not None and self._greeted
            return is_up and not self._is_silent(self._clock())

    @property
    def pid(self) -> int:
        with self._lock:
            assert self._process is not None
            return self._process.pid

    def wake(self) -> None:
        """Makes the watching thread look at the clock and the open questions now."""
        self._wake.set()

    def close(self) -> None:
        """Ends the bots' process. A lower level answers the open questions."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            process, left = self._process, list(self.waiting)
            for number in left:
                self._fall_back(number, "closed")
        self.wake()
        if process is not None:
            process.end()
        self._lower.shutdown(wait=True)
        self.studies.close()

    def __enter__(self) -> BotService:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- the process

    def _start(self) -> None:
        self._process = Process(self._command, self._hear, self._ended)
        self._started = self._heard = self._clock()
        self._greeted, self.unanswered = False, None
        for asked in self.waiting.values():
            asked.begun = False
        for number in list(self.waiting):
            self._ask(number)
        self.studies.begin_again()

    def _send(self, message: dict[str, Any]) -> None:
        if self._process is not None:
            self._process.send(message)

    def _ping(self) -> None:
        """Pings the bots' process. Any message from it counts as a reply."""
        if self.unanswered is None:
            self.unanswered = self._clock()
            self._send({"ping": 0})

    def _ask(self, number: int) -> None:
        asked = self.waiting[number]
        asked.tries += 1
        self._send({"ask": number, **asked.message})

    def _ended(self, process: Process) -> None:
        with self._lock:
            if self._closed or self._process is not process:
                return
            self._replace("the bots’ process died, and is started again")

    def _replace(self, event: str, **about: Any) -> None:
        """Starts a new process. A lower level answers questions that failed too often."""
        assert self._process is not None
        code, self._process = self._process.end(), None
        log.warning(event, extra={"code": code, "waiting": len(self.waiting), **about})
        young = self._clock() - self._started < 2.0
        self.restarts += 1
        for number, asked in list(self.waiting.items()):
            if asked.answered:
                del self.waiting[number]
            elif asked.tries >= TRIES:
                self._fall_back(number, "crashed")
        if young:  # it may crash on start: wait before the next
            self._started = self._clock() + min(10.0, 0.2 * 2 ** min(self.restarts, 6))
        else:
            self._start()
        self.wake()

    def _hear(self, process: Process, message: dict[str, Any]) -> None:
        with self._lock:
            if self._process is not process:
                return
            self._heard, self.unanswered, self._greeted = self._clock(), None, True
            if "begun" in message and message["begun"] in self.waiting:
                self.waiting[message["begun"]].begun = True
            elif "answer" in message:
                asked = self.waiting.pop(message["answer"], None)
                if asked is not None and not asked.answered:
                    thoughts = tuple(Thought(**t) for t in message["thoughts"])
                    asked.answered = True
                    asked.future.set_result(Answer(thoughts[0].action, asked.bot, thoughts))
            elif "failed" in message and message["failed"] in self.waiting:
                self._fall_back(message["failed"], f"failed: {message['why']}")
            elif "slow" in message:
                about = {"game": message["slow"], "why": message["why"]}
                log.warning("the bots of a game think slowly", extra=about)
            else:
                self.studies.hear(message)

    # --- the clock

    def _watch(self) -> None:
        """Enforces deadlines, and replaces a process that hangs."""
        while not self._closed:
            self._wake.wait(self._tick())
            self._wake.clear()

    def _tick(self) -> float:
        """Handles everything that is due. Returns the seconds until the next deadline."""
        with self._lock:
            now = self._clock()
            if self._closed:
                return 0.0
            if self._process is None and now >= self._started:
                self._start()
            self._look_after(now)
            nearest = min(1.0, self.silence / 4)
            for number, asked in list(self.waiting.items()):
                if asked.answered:
                    pass
                elif now >= asked.due - RESERVE or (asked.seed is None and self._is_silent(now)):
                    self._fall_back(number, "late")
                if asked.answered and now > asked.due + PATIENCE and number in self.waiting:
                    # A lower level answered long ago, and the search still runs.
                    del self.waiting[number]
                    if asked.begun and self._process is not None:
                        self._replace("a bot thinks without end, and another process takes over")
                        break
                due = asked.due + PATIENCE if asked.answered else asked.due - RESERVE
                if self.unanswered is not None and self._greeted and not asked.answered:
                    due = min(due, self.unanswered + self.hush)
                nearest = min(nearest, max(0.01, due - now))
            self._log_late(now)
            return nearest

    def _look_after(self, now: float) -> None:
        if self._process is None:
            return
        # A start takes time on a busy machine; a running process answers at once.
        most = self.silence if self._greeted else 3 * self.silence
        if self.unanswered is not None and now - self.unanswered > most:
            silent = round(now - self.unanswered, 1)
            self._replace("the bots’ process does not answer, and is replaced", silent=silent)
        elif now - self._heard > self.silence / 4:
            self._ping()

    def _is_silent(self, now: float) -> bool:
        """Returns whether a process that once answered is silent for too long."""
        asked = self.unanswered
        return self._greeted and asked is not None and now - asked >= self.hush

    def _log_late(self, now: float) -> None:
        if self._late and now >= self._logged_late + LOG_EVERY:
            self._logged_late = now
            log.warning("bots were late, and lower levels moved for them", extra=dict(self._late))
            self._late.clear()

    def _fall_back(self, number: int, why: str) -> None:
        """Lets a lower level answer here, interpreted."""
        asked = self.waiting[number]
        if asked.answered:
            return
        asked.answered = True
        if why != "closed":
            self._late[why.partition(":")[0]] += 1
        self._send({"drop": number})
        if not asked.begun or why != "late":  # otherwise it stays, to notice a stuck search
            del self.waiting[number]
        self._lower.submit(self._answer_here, asked, why)

    def _answer_here(self, asked: Waiting, why: str) -> None:
        for lower in ("level2", "level1", "random"):
            try:
                bot = make(asked.view.game, lower, seed=asked.seed, backend="interpreted")
                thoughts = tuple(bot.consider(asked.view))
            except Exception as error:
                why = f"{why}; {lower}: {error}"
                continue
            asked.future.set_result(Answer(thoughts[0].action, lower, thoughts, why))
            return
        asked.future.set_exception(RuntimeError(why))
