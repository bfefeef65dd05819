"""Bots in their own process: every move is answered in time, even if the process fails."""

from __future__ import annotations

import asyncio
import json
import os
import queue
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from conformance.support import NATIVE

import matou
from matou.bots import binding
from matou.bots.analyse import analyse
from matou.bots.analysis_queue import NoStudy, Study
from matou.bots.players import first_decision
from matou.bots.service import BotService
from matou.bots.worker import Worker, question
from matou.core import modules
from matou.core.observation import Observation
from matou.kit.wasm import BadModule

pytestmark = pytest.mark.heavy  # needs a compiler


@pytest.fixture(scope="module")
def view() -> Observation:
    state = matou.game("clocktowers").start(2)
    for name in ("=R3", "=K", "=F2"):
        state.play(name)
    return state.observe(0)


@pytest.fixture(scope="module")
def bots() -> Iterator[BotService]:
    with patient() as service:
        until(lambda: service.is_there)
        yield service


def patient() -> BotService:
    """Returns a service that never considers its process silent, however busy this machine is."""
    return BotService(threads=1, silence=600.0, hush=600.0)


def test_the_service_answers_as_the_bot_itself_would(bots: BotService, view: Observation) -> None:
    answer = bots.submit(view, "level4@300", seconds=60, seed=4).result()
    assert answer.fell_back == ""
    assert list(answer.thoughts) == matou.bot("clocktowers", "level4@300", seed=4).consider(view)
    assert answer.action == answer.thoughts[0].action


async def test_the_event_loop_runs_while_a_bot_thinks(bots: BotService, view: Observation) -> None:
    os.kill(bots.pid, signal.SIGSTOP)
    task = asyncio.wrap_future(bots.submit(view, "level4@300", seconds=60))
    for _ in range(5):
        await asyncio.sleep(0.01)
    assert not task.done()
    os.kill(bots.pid, signal.SIGCONT)
    assert (await task).fell_back == ""


def test_ctrl_c_in_the_servers_terminal_does_not_stop_the_bots(
    bots: BotService, view: Observation
) -> None:
    before = bots.pid
    os.kill(before, signal.SIGINT)
    assert bots.submit(view, "level4@50", seconds=60).result().fell_back == ""
    assert bots.pid == before


def test_a_killed_process_is_restarted_and_its_move_is_made(
    bots: BotService, view: Observation
) -> None:
    before = bots.restarts
    coming = bots.submit(view, "level5@50s", seconds=60)
    (asked,) = bots.waiting.values()
    until(lambda: asked.begun)
    asked.message["bot"] = "level4@100"  # quick at its second try
    os.kill(bots.pid, signal.SIGKILL)
    answer = coming.result(timeout=300)
    assert answer.action in view.legal()
    assert answer.fell_back == ""
    assert bots.restarts == before + 1


def test_if_the_process_stops_a_lower_level_moves_in_time(view: Observation) -> None:
    now = 100.0
    with BotService(threads=1, clock=lambda: now) as bots:
        until(lambda: bots.is_there)
        os.kill(bots.pid, signal.SIGSTOP)
        coming = bots.submit(view, "level4", seconds=8)
        now += 4.0
        bots.wake()
        answer = coming.result(300)
        assert (answer.bot, answer.fell_back) == ("level2", "late")
        now += 8.0
        bots.wake()
        until(lambda: bots.restarts == 1 and bots.is_there)
        assert bots.submit(view, "level4@300", seconds=8).result().fell_back == ""


def test_a_bot_with_a_seed_is_waited_for_while_its_process_is_replaced(view: Observation) -> None:
    now = 100.0
    with BotService(threads=1, clock=lambda: now) as bots:
        until(lambda: bots.is_there)
        os.kill(bots.pid, signal.SIGSTOP)
        coming = bots.submit(view, "level4@300", seconds=60, seed=4)
        other = bots.submit(view, "level4@300", seconds=60)
        now += 4.0
        bots.wake()
        assert other.result(300).fell_back == "late"
        assert not coming.done()
        now += 8.0
        bots.wake()
        answer = coming.result(300)
        assert (answer.fell_back, bots.restarts) == ("", 1)
    assert list(answer.thoughts) == matou.bot("clocktowers", "level4@300", seed=4).consider(view)


def test_no_clock_cuts_a_bot_with_a_seed_short(view: Observation) -> None:
    messages: queue.Queue[dict[str, Any]] = queue.Queue()
    worker = Worker(None, 1)
    worker.say = lambda **message: messages.put(message)  # type: ignore[method-assign]
    asked = {**question(view, "level4@40000", 4), "seconds": 0.0}
    worker.answer(1, asked, time.perf_counter())
    (thoughts,) = (m["thoughts"] for m in list(messages.queue) if "answer" in m)
    assert sum(thought["visits"] for thought in thoughts) >= 40000


MUTE = """
import json, sys
print(json.dumps({"hello": 1}), flush=True)
for line in sys.stdin:
    if "ping" in json.loads(line):
        print(json.dumps({"pong": 0}), flush=True)
"""  # answers pings only


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 300
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_stopped_process_is_replaced_and_logged(
    view: Observation, caplog: pytest.LogCaptureFixture
) -> None:
    now = 100.0
    command = [sys.executable, "-c", MUTE]
    with BotService(command=command, clock=lambda: now) as bots:
        until(lambda: bots.is_there)
        first = bots.pid
        os.kill(first, signal.SIGSTOP)
        # More than fits into a pipe: submitting does not block if the process does not read.
        coming = [bots.submit(view, "level4", seconds=8) for _ in range(150)]
        now += 2.9
        bots.wake()
        time.sleep(0.05)
        assert not any(future.done() for future in coming)
        now += 0.2
        bots.wake()
        answers = [future.result(300) for future in coming]
        assert {(a.bot, a.fell_back) for a in answers} == {("level2", "late")}
        # The process is known to be silent: the next move does not wait at all.
        assert bots.submit(view, "level4", seconds=8).result().fell_back == "late"
        assert (bots.pid, bots.restarts) == (first, 0)
        now += 7.5
        bots.wake()
        until(lambda: bots.restarts == 1 and bots.is_there)
        assert bots.pid != first
        # If the process is alive but still thinks at the deadline, a lower level moves too.
        slow = bots.submit(view, "level4", seconds=8)
        until(lambda: bots.unanswered is None)
        now += 7.0
        bots.wake()
        time.sleep(0.05)
        assert not slow.done()
        now += 0.7
        bots.wake()
        assert slow.result(300).fell_back == "late"
        second = bots.pid
        os.kill(second, signal.SIGKILL)
        until(lambda: bots.restarts == 2 and bots.is_there)
    logged = [record.getMessage() for record in caplog.records if record.name == "matou.bots"]
    assert "the bots’ process does not answer, and is replaced" in logged
    assert "the bots’ process died, and is started again" in logged
    late = [r for r in caplog.records if "lower levels moved" in r.getMessage()]
    assert sum(vars(record)["late"] for record in late) >= 150
    assert len(late) <= 3, "few log lines, however many moves"


def test_moves_are_answered_before_hints(view: Observation) -> None:
    messages: queue.Queue[dict[str, Any]] = queue.Queue()
    worker = Worker(None, 1)
    worker.say = lambda **message: messages.put(message)  # type: ignore[method-assign]
    for number, hint in ((1, True), (2, True), (3, False), (4, True), (5, False)):
        worker.hear({"ask": number, "hint": hint, **question(view, "level1", 0), "seconds": 5})
    threading.Thread(target=worker.work, daemon=True).start()
    answers: list[int] = []
    while len(answers) < 5:
        message = messages.get(timeout=300)
        answers += [message["answer"]] if "answer" in message else []
    assert answers == [3, 5, 1, 2, 4]


def test_the_first_move_is_at_full_strength(view: Observation) -> None:
    with patient() as bots:
        answer = bots.submit(view, "level4@300", seconds=60, seed=4).result()
        assert answer.fell_back == ""
        assert sum(thought.visits for thought in answer.thoughts) >= 300


def test_a_game_without_a_module_runs_interpreted_until_it_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = first_decision(matou.game(NATIVE))
    monkeypatch.setitem(
        modules.loaded, str(binding.module_path(view.game)), BadModule("stale", "out of date")
    )
    messages: queue.Queue[dict[str, Any]] = queue.Queue()
    worker = Worker(None, 1)
    worker.say = lambda **message: messages.put(message)  # type: ignore[method-assign]
    hold = threading.Event()
    worker.compiling.submit(hold.wait)  # keeps the compiler busy
    worker.answer(1, {**question(view, "level4@30", 4), "seconds": 60}, time.perf_counter())
    assert worker.backend(view.game) == "interpreted"
    hold.set()
    until(lambda: worker.backend(view.game) == "native")
    worker.answer(2, {**question(view, "level4@30", 4), "seconds": 60}, time.perf_counter())
    answers = [m["thoughts"] for m in list(messages.queue) if "answer" in m]
    assert len(answers) == 2
    assert answers[0] == answers[1]
    slow = [m for m in list(messages.queue) if "slow" in m]
    assert slow == [{"slow": NATIVE, "why": "out of date"}], "once"


TRAPPED = """
import sys
from matou.bots import binding, worker
from matou.kit import wasm

class Broken(wasm.Memory):
    def call(self, name, *args):
        if name == "search":  # far beyond its memory
            args = (wasm.Rows(self, 1 << 31, type(args[0].view)._type_, 2), *args[1:])
        return super().call(name, *args)

wasm.Memory = Broken
worker.main()
"""


def test_if_a_module_traps_a_lower_level_moves(view: Observation) -> None:
    with BotService(command=[sys.executable, "-c", TRAPPED, "1"]) as bots:
        for _ in range(2):
            answer = bots.submit(view, "level4", seconds=60).result()
            assert answer.bot == "level2"
            assert "ModuleTrap" in answer.fell_back
            assert answer.action in view.legal()
        assert bots.restarts == 0


def test_if_the_process_never_starts_moves_are_still_made(view: Observation) -> None:
    with BotService(command=[sys.executable, "-c", "pass"]) as bots:
        answer = bots.submit(view, "level4", seconds=3.0).result()
        assert answer.action in view.legal()
        assert answer.fell_back in ("late", "crashed")


def test_closing_the_service_answers_waiting_moves(view: Observation) -> None:
    bots = BotService(threads=1)
    coming = bots.submit(view, "level5@30s", seconds=60)
    bots.close()
    assert coming.result(timeout=300).fell_back == "closed"
    with pytest.raises(RuntimeError):
        bots.submit(view).result()


@pytest.fixture(scope="module")
def record() -> matou.Record:
    state, rng = matou.game("clocktowers").start(2), random.Random(8)
    while not state.over:
        state.play(state.sample(rng))
    return state.record()


def test_a_game_is_analysed_in_the_bots_process(bots: BotService, record: matou.Record) -> None:
    progress: list[float] = []
    found = bots.studies.submit(record, 20, progress.append).result(300)
    assert found == json.loads(json.dumps(analyse(record, iterations=20).data()))
    assert progress[0] == 0.0
    assert all(0 <= part <= 1 for part in progress)


def test_an_analysis_restarts_with_the_process_but_gives_up_after_two(
    bots: BotService, record: matou.Record
) -> None:
    begun: set[int] = set()  # the processes that began the analysis
    doomed = bots.studies.submit(record, 200_000, lambda _: begun.add(bots.pid))
    for killed in range(2):
        until(lambda killed=killed: len(begun) > killed)  # type: ignore[misc]
        os.kill(bots.pid, signal.SIGKILL)
    with pytest.raises(NoStudy, match="crashed"):
        doomed.result(300)


def test_an_analysis_pauses_while_a_move_is_awaited(record: matou.Record) -> None:
    messages: queue.Queue[dict[str, Any]] = queue.Queue()
    study = Study(lambda **message: messages.put(message))
    study.question_came()
    study.ask({"study": 1, "record": record.dumps(), "iterations": 5})
    assert messages.get(timeout=300) == {"studying": 1, "part": 0.0}
    with pytest.raises(queue.Empty):
        messages.get(timeout=0.4)
    study.question_gone()
    while "studied" not in (message := messages.get(timeout=300)):
        assert message["studying"] == 1
