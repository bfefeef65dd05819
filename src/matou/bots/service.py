"""Bots in a process of their own, for whatever plays people: a move is never lost.

::

    with BotService() as bots:                      # compiles in the background
        bots.choose(view, "level4", seconds=5).action
        await bots.choose_async(view, "level4", seconds=5)

A question has a deadline. Where the bots' process is busy, stuck or dead by then, or
soon where it is still compiling, a lower level answers here, interpreted, and the
answer says so.
A process that died or hangs is started again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from matou.bots.analysis_queue import Studies
from matou.bots.levels import level
from matou.bots.players import Thought, make
from matou.bots.worker import question, title
from matou.core.registry import names
from matou.core.state import Observation

RESERVE = 0.4  # seconds kept for the way back and for a lower level's answer
PATIENCE = 2.0  # seconds over its time before a search counts as stuck
TRIES = 2  # how often a question is put to a process that dies of it


@dataclass(frozen=True)
class Answer:
    """What a bot chose, who it was, and what it thought."""

    action: int
    bot: str
    thoughts: tuple[Thought, ...]
    fell_back: str = ""  # why a lower level answered: 'late', 'warming', 'crashed', 'failed: …'


@dataclass(frozen=True)
class Warmth:
    """How far the compiling has come."""

    done: tuple[str, ...]
    of: tuple[str, ...]
    failed: dict[str, str]

    @property
    def ready(self) -> bool:
        """Is every game compiled (or known not to be)?"""
        return len(self.done) + len(self.failed) >= len(self.of)


@dataclass
class Waiting:
    """A question on its way."""

    view: Observation
    bot: str
    seed: int | None
    due: float
    future: Future[Answer]
    since: float = 0.0
    begun: bool = False
    tries: int = 0
    answered: bool = False
    message: dict[str, Any] = field(default_factory=dict)


class BotService:
    """The bots' process and those who wait for it. Use from any thread, or from asyncio."""

    def __init__(
        self,
        games: Sequence[str] | None = None,
        *,
        threads: int | None = None,
        on_progress: Callable[[Warmth], None] | None = None,
        silence: float = 30.0,
        warm_wait: float = 3.0,
        command: Sequence[str] | None = None,
    ) -> None:
        self.games = tuple(names() if games is None else games)
        self.on_progress = on_progress
        self.silence = silence  # seconds without a word before a process counts as stuck
        self.warm_wait = warm_wait  # seconds a question waits for a game still compiling
        self.restarts = 0
        threads = threads or max(1, (os.cpu_count() or 2) - 1)
        self._command = list(
            command or (sys.executable, "-m", "matou.bots.worker", str(threads), *self.games)
        )
        self._lock = threading.RLock()
        self.studies = Studies(self._send, self._lock)
        self._wake = threading.Event()
        self._waiting: dict[int, Waiting] = {}
        self._count = 0
        self._done: list[str] = []
        self._failed: dict[str, str] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._started = self._heard = self._pinged = 0.0
        self._closed = False
        self._lower = ThreadPoolExecutor(2, thread_name_prefix="matou-lower-level")
        self._start()
        threading.Thread(target=self._watch, name="matou-bots", daemon=True).start()

    # --- for those who ask

    def submit(
        self,
        view: Observation,
        bot: int | str = 4,
        *,
        seconds: float = 10.0,
        seed: int | None = None,
    ) -> Future[Answer]:
        """Ask for a move; the answer comes within ``seconds``, whatever happens."""
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
        asked = Waiting(view, chosen.spec, seed, time.monotonic() + seconds, future)
        asked.message = message
        asked.since = time.monotonic()
        with self._lock:
            if self._closed:
                raise RuntimeError("the bots have been sent home")
            self._count += 1
            number = self._count
            self._waiting[number] = asked
            self._ask(number)
        self._wake.set()
        return future

    def choose(
        self,
        view: Observation,
        bot: int | str = 4,
        *,
        seconds: float = 10.0,
        seed: int | None = None,
    ) -> Answer:
        """Ask, and wait for the answer."""
        return self.submit(view, bot, seconds=seconds, seed=seed).result()

    async def choose_async(
        self,
        view: Observation,
        bot: int | str = 4,
        *,
        seconds: float = 10.0,
        seed: int | None = None,
    ) -> Answer:
        """Ask, and let others run until the answer is there."""
        return await asyncio.wrap_future(self.submit(view, bot, seconds=seconds, seed=seed))

    @property
    def warmth(self) -> Warmth:
        """Which games are compiled."""
        with self._lock:
            # Older rules are compiled too, when a game of theirs goes on, but are not waited for.
            done = tuple(name for name in self._done if name in self.games)
            return Warmth(done, self.games, dict(self._failed))

    def wait_warm(self, timeout: float = 120.0) -> bool:
        """Wait until every game is compiled; False if that took too long."""
        end = time.monotonic() + timeout
        while not self.warmth.ready:
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True

    @property
    def pid(self) -> int:
        """The bots' process."""
        with self._lock:
            assert self._process is not None
            return self._process.pid

    def close(self) -> None:
        """Send the bots home; who still waits is answered by a lower level."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            process, left = self._process, list(self._waiting)
            for number in left:
                self._fall_back(number, "closed")
        self._wake.set()
        if process is not None:
            self._end(process)
        self._lower.shutdown(wait=True)
        self.studies.close()

    def __enter__(self) -> BotService:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- the process

    def _start(self) -> None:
        # The process must find this very package, wherever we were started from.
        house = str(Path(__file__).parents[2])
        path = os.pathsep.join([house, *filter(None, [os.environ.get("PYTHONPATH")])])
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, "PYTHONPATH": path},
        )
        self._started = self._heard = self._pinged = time.monotonic()
        self._done, self._failed = [], {}
        for asked in self._waiting.values():
            asked.begun = False
        threading.Thread(target=self._read, args=(self._process,), daemon=True).start()
        for number in list(self._waiting):
            self._ask(number)
        self.studies.begin_again()

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        with contextlib.suppress(OSError):
            process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                assert pipe is not None
                pipe.close()

    def _send(self, message: dict[str, Any]) -> None:
        process = self._process
        if process is None or process.stdin is None:
            return
        with contextlib.suppress(OSError, ValueError):  # a dead one is noticed by its reader
            process.stdin.write(json.dumps(message).encode() + b"\n")

    def _ask(self, number: int) -> None:
        asked = self._waiting[number]
        asked.tries += 1
        self._send({"ask": number, **asked.message})

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        """Hear what a process says, until it says no more."""
        assert process.stdout is not None
        buffer = b""
        with contextlib.suppress(OSError, ValueError):
            while chunk := process.stdout.read(1 << 16):
                *lines, buffer = (buffer + chunk).split(b"\n")
                for line in lines:
                    self._hear(process, json.loads(line))
        with self._lock:
            if self._closed or self._process is not process:
                return
            self._crashed(process)

    def _crashed(self, process: subprocess.Popen[bytes]) -> None:
        """Start again; whoever asked too often already is answered by a lower level."""
        young = time.monotonic() - self._started < 2.0
        self._process = None
        self._end(process)
        self.restarts += 1
        for number, asked in list(self._waiting.items()):
            if asked.tries >= TRIES:
                self._fall_back(number, "crashed")
        if young:  # it may be dying at birth: give the machine some air
            self._started = time.monotonic() + min(10.0, 0.2 * 2 ** min(self.restarts, 6))
        else:
            self._start()
        self._wake.set()

    def _hear(self, process: subprocess.Popen[bytes], message: dict[str, Any]) -> None:
        with self._lock:
            if self._process is not process:
                return
            self._heard = time.monotonic()
            progress = "warm" in message or "cold" in message
            if "warm" in message:
                self._done.append(message["warm"])
            elif "cold" in message:
                self._failed[message["cold"]] = message["why"]
            elif "begun" in message and message["begun"] in self._waiting:
                self._waiting[message["begun"]].begun = True
            elif "answer" in message:
                asked = self._waiting.pop(message["answer"], None)
                if asked is not None and not asked.answered:
                    thoughts = tuple(Thought(**t) for t in message["thoughts"])
                    asked.answered = True
                    asked.future.set_result(Answer(thoughts[0].action, asked.bot, thoughts))
            elif "failed" in message and message["failed"] in self._waiting:
                self._fall_back(message["failed"], f"failed: {message['why']}")
            else:
                self.studies.hear(message)
        if progress and self.on_progress is not None:
            self.on_progress(self.warmth)

    # --- the clock

    def _watch(self) -> None:
        """See to deadlines, and to a process that hangs."""
        while not self._closed:
            self._wake.wait(self._tick())
            self._wake.clear()

    def _tick(self) -> float:
        """Do what is due; how long nothing else will be."""
        with self._lock:
            now = time.monotonic()
            if self._closed:
                return 0.0
            if self._process is None:
                if now >= self._started:
                    self._start()
            elif now - self._heard > self.silence:
                self._stuck()
            elif now - self._pinged > self.silence / 4:
                self._pinged = now
                self._send({"ping": 0})
            nearest = min(1.0, self.silence / 4)
            for number, asked in list(self._waiting.items()):
                cold = not asked.begun and title(asked.view.game) not in self._done
                if asked.answered:
                    pass
                elif now >= asked.due - RESERVE:
                    self._fall_back(number, "late")
                elif cold and now >= asked.since + self.warm_wait:
                    self._fall_back(number, "warming")
                if asked.answered and now > asked.due + PATIENCE and number in self._waiting:
                    # Answered by a lower level long ago, and the search still runs.
                    del self._waiting[number]
                    if asked.begun:
                        self._stuck()
                        break
                due = asked.due + PATIENCE if asked.answered else asked.due - RESERVE
                if cold and not asked.answered:
                    due = min(due, asked.since + self.warm_wait)
                nearest = min(nearest, max(0.01, due - now))
            return nearest

    def _stuck(self) -> None:
        process = self._process
        if process is not None:
            self._crashed(process)

    def _fall_back(self, number: int, why: str) -> None:
        """Have a lower level answer here, in plain Python."""
        asked = self._waiting[number]
        if asked.answered:
            return
        asked.answered = True
        if asked.begun and why == "late":
            self._send({"drop": number})  # it stays in the list: is its search stuck?
        else:
            self._send({"drop": number})
            del self._waiting[number]
        self._lower.submit(self._answer_here, asked, why)

    def _answer_here(self, asked: Waiting, why: str) -> None:
        for lower in ("level2", "level1", "random"):
            try:
                thoughts = tuple(make(asked.view.game, lower, seed=asked.seed).consider(asked.view))
            except Exception as error:
                why = f"{why}; {lower}: {error}"
                continue
            asked.future.set_result(Answer(thoughts[0].action, lower, thoughts, why))
            return
        asked.future.set_exception(RuntimeError(why))
