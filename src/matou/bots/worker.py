"""The bots' process: lines of JSON in, lines of JSON out. Started by ``service``.

In: ``ask`` (a question), ``drop`` (cancel it), ``study`` (analyse a game), ``ping``. Out: ``hello``
(started), ``slow`` (a game has no module), ``begun``, ``answer``, ``failed``, ``studying``,
``studied``, ``unstudied``, ``pong``.

It ends when its input does, so it never outlives its parent.
"""

import base64
import contextlib
import json
import os
import queue
import signal
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, replace
from typing import Any

from matou.bots import binding, levels, players
from matou.bots.analysis_queue import Study
from matou.core.game import Game
from matou.core.observation import Observation
from matou.core.position import Seen
from matou.core.registry import find
from matou.kit.running import BackendName
from matou.kit.wasm import BadModule


def question(view: Observation, spec: str, seed: int | None) -> dict[str, Any]:
    """Returns an observation and the bot to answer as JSON."""
    return {
        "game": view.game.name,
        "version": view.game.version,
        "seats": view.seats,
        "seat": view.seat,
        "number": view.played,
        "record": base64.b64encode(view.tobytes()).decode(),
        "bot": spec,
        "seed": seed,
    }


def observation(asked: dict[str, Any]) -> Observation:
    """Returns the observation of a question; earlier actions are only counted."""
    game = find(asked["game"], asked["version"])
    s = game.rules.State.from_buffer_copy(base64.b64decode(asked["record"]))
    log = [Seen(-1, -1, "")] * asked["number"]
    return Observation(game, asked["seats"], s, asked["seat"], log)


class Worker:
    def __init__(self, out: Any, threads: int) -> None:
        self.out = out
        self.lock = threading.Lock()
        self.threads = threads
        # Moves before hints, then first come, first served.
        self.questions: queue.PriorityQueue[tuple[bool, int, dict[str, Any], float]]
        self.questions = queue.PriorityQueue()
        self.dropped: set[int] = set()
        self.compiling = ThreadPoolExecutor(1)
        self.native: dict[str, Future[None] | None] = {}  # games without a module, being compiled
        self.study = Study(self.say)

    def say(self, **message: Any) -> None:
        with self.lock:
            self.out.write(json.dumps(message).encode() + b"\n")
            self.out.flush()

    def work(self) -> None:
        while True:
            _, number, asked, arrived = self.questions.get()
            try:
                self.answer(number, asked, arrived)
            finally:
                self.study.question_gone()

    def backend(self, game: Game) -> BackendName:
        """Returns the backend for a game while somebody waits: never compiles meanwhile.

        A game without a fitting module (because its data was edited, say) runs interpreted, and
        natively once that is compiled, if numba is installed.
        """
        try:
            binding.module(game)
        except BadModule as wrong:
            return self.without_module(game, str(wrong))
        return "wasm"

    def without_module(self, game: Game, why: str) -> BackendName:
        key = str(binding.module_path(game))
        with self.lock:
            is_new = key not in self.native
            if is_new:
                compiled = players.make(game, "level4@1", seed=0, backend="native")
                can = binding.has_numba()
                self.native[key] = self.compiling.submit(compiled.prepare) if can else None
        if is_new:
            self.say(slow=game.name, why=why)
        done = self.native[key]
        ready = done is not None and done.done() and done.exception() is None
        return "native" if ready else "interpreted"

    def answer(self, number: int, asked: dict[str, Any], arrived: float) -> None:
        if number in self.dropped:
            self.dropped.discard(number)
            return
        try:
            view = observation(asked)
            chosen = levels.level(asked["bot"])
            self.say(begun=number)
            # A bot with a seed plays the same on every machine: it is not cut short.
            if chosen.kind == "search" and (asked["seed"] is None or chosen.seconds):
                left = max(0.05, asked["seconds"] - (time.perf_counter() - arrived))
                chosen = replace(chosen, seconds=min(chosen.seconds or left, left))
            bot = players.make(
                view.game, chosen, seed=asked["seed"], backend=self.backend(view.game)
            )
            thoughts = bot.consider(view)
            self.say(answer=number, thoughts=[asdict(t) for t in thoughts])
        except Exception as error:
            self.say(failed=number, why=f"{type(error).__name__}: {error}")

    def listen(self, lines: Any) -> None:
        self.say(hello=self.threads)
        for _ in range(self.threads):
            threading.Thread(target=self.work, daemon=True).start()
        for line in lines:
            self.hear(json.loads(line))

    def hear(self, message: dict[str, Any]) -> None:
        if "ask" in message:
            self.study.question_came()
            is_hint = message.get("hint", False)
            self.questions.put((is_hint, message["ask"], message, time.perf_counter()))
        elif "study" in message:
            self.study.ask(message)
        elif "drop" in message:
            self.dropped.add(message["drop"])
        elif "ping" in message:
            self.say(pong=message["ping"])


def main() -> None:
    """``python -m matou.bots.worker THREADS``"""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops the server, which closes our input
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # only answers may go to standard output
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)  # the server comes first
    with contextlib.suppress(BrokenPipeError):
        Worker(out, int(sys.argv[1])).listen(sys.stdin.buffer)
    os._exit(0)  # does not wait for running searches


if __name__ == "__main__":
    main()
