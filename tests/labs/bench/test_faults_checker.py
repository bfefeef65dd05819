"""The checker of the fault suite: finds each kind of violation, and none in a good history."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable

import pytest

import matou
from labs.bench.faults.checker import check, plain
from labs.bench.faults.history import Entry, FinalState, FinalTable, Lease, digest
from matou.core.fairness import Dealer, new_seed
from matou.core.registry import find
from matou.kit.linking import CHANCE

TABLE = "0123456789ab"
MOVES = 12
WATCHER = "w"
Run = tuple[list[Entry], FinalState]


def good_history() -> Run:
    """Returns a history without faults: two players and a watcher, all moves answered and shown."""
    game = find(matou.available()[0])
    state, seed, rng = game.start(2), new_seed(), random.Random(4)
    dealer, now, ids, number = Dealer(seed, TABLE), 100.0, 0, 0
    people: dict[str, int | None] = {"a": 0, "b": 1, WATCHER: None}
    entries: list[Entry] = [
        {"at": now, "did": "came", "who": who, "table": TABLE} for who in people
    ]
    log: list[int] = []

    def shown(**more: object) -> None:
        for who, seat in people.items():
            seen: Entry = {"at": now, "did": "shown", "who": who, "table": TABLE, "seat": seat}
            sha = digest(plain(state, seat))
            entries.append({**seen, "number": len(log), "sha": sha, **more})

    shown(whole=1)
    while number < MOVES:
        if state.actor == CHANCE:
            action = dealer.draw(state)
            state.play(action)
            log.append(action)
            shown()
            continue
        now, ids, number = now + 1.0, ids + 1, number + 1
        who, action = "ab"[state.actor], rng.choice(state.legal())
        about: Entry = {"who": who, "table": TABLE, "id": ids}
        entries.append({"at": now, "did": "sent", **about, "do": action, "number": len(log)})
        state.play(action)
        log.append(action)
        shown()
        entries.append({"at": now, "did": "answered", **about, "answer": "ok"})
    ids += 1
    line: Entry = {"at": now, "who": "a", "table": TABLE}
    entries.append({**line, "did": "said", "id": ids, "said": "hello"})
    entries.append({**line, "did": "answered", "id": ids, "answer": "ok"})
    entries.append({**line, "did": "heard", "who": "b", "said": "hello"})
    entries.append({"at": now + 1, "did": "held"})
    stored = FinalTable(
        id=TABLE,
        game=game.name,
        version=game.version,
        options=dict(game.settings(2)),
        seats=["person", "person"],
        seed=seed,
        number=len(log),
        events=list(enumerate(log)),
        chat=["hello"],
    )
    return entries, FinalState({TABLE: stored}, [], [])


@pytest.fixture(scope="module")
def run() -> Run:
    return good_history()


def moves(entries: list[Entry]) -> list[Entry]:
    return [e for e in entries if e["did"] == "sent"]


def without_last(entries: list[Entry], ended: FinalState) -> None:
    """Removes the last event, acknowledged and seen, from the log."""
    stored = ended.tables[TABLE]
    stored.events.pop()
    stored.number -= 1


def other_action(entries: list[Entry], ended: FinalState) -> None:
    """Puts another person's move in the place of an acknowledged one."""
    last, stored = moves(entries)[-1], ended.tables[TABLE]
    entries.append({**last, "who": "c", "id": 999, "do": last["do"] + 1})
    stored.events[last["number"]] = last["number"], last["do"] + 1


def doubled_move(entries: list[Entry], ended: FinalState) -> None:
    last, stored = moves(entries)[-1], ended.tables[TABLE]
    stored.events.append((stored.number, last["do"]))
    stored.number += 1


def unsent(entries: list[Entry], ended: FinalState) -> None:
    """Leaves a move in the log that nobody sent."""
    id = moves(entries)[5]["id"]
    entries[:] = [e for e in entries if e.get("id") != id]


def gap(entries: list[Entry], ended: FinalState) -> None:
    del ended.tables[TABLE].events[3]


def wrong_head(entries: list[Entry], ended: FinalState) -> None:
    ended.tables[TABLE].number += 1


def shown_ahead(entries: list[Entry], ended: FinalState) -> None:
    """Lets a watcher see a move that was never stored."""
    seen = [e for e in entries if e["did"] == "shown" and e["who"] == WATCHER][-1]
    entries.append({**seen, "number": ended.tables[TABLE].number + 1})


def shown_otherwise(entries: list[Entry], ended: FinalState) -> None:
    [e for e in entries if e["did"] == "shown"][10]["sha"] = "another"


def refused_yet_done(entries: list[Entry], ended: FinalState) -> None:
    answer = [e for e in entries if e["did"] == "answered" and e["who"] in "ab"][3]
    answer.update(answer="no", code="stale")


def stuck(entries: list[Entry], ended: FinalState) -> None:
    third = moves(entries)[3]["at"]
    for e in entries:
        e["at"] += 11.0 if e["at"] >= third else 0.0


def blind_watcher(entries: list[Entry], ended: FinalState) -> None:
    """Lets a watcher see nothing after the fourth move, while the game goes on."""
    since = moves(entries)[3]["at"]
    entries[:] = [e for e in entries if e.get("who") != WATCHER or e["at"] < since]
    entries.append({"at": entries[-1]["at"] + 12, "did": "stopped"})


def shown_less(entries: list[Entry], ended: FinalState) -> None:
    """Lets a watcher come back and see an earlier position than before."""
    old = next(e for e in entries if e["did"] == "shown" and e["who"] == WATCHER)
    now = entries[-1]["at"]
    opening: Entry = {"did": "opening", "who": WATCHER, "table": TABLE, "server": 0}
    entries += [{**opening, "at": now}, {**old, "at": now}]


def other_chance(entries: list[Entry], ended: FinalState) -> None:
    ended.tables[TABLE].seed = new_seed()


def lost_line(entries: list[Entry], ended: FinalState) -> None:
    ended.tables[TABLE].chat.clear()


def doubled_line(entries: list[Entry], ended: FinalState) -> None:
    ended.tables[TABLE].chat.append("hello")


def heard_twice(entries: list[Entry], ended: FinalState) -> None:
    entries.append(next(e for e in entries if e["did"] == "heard"))


def two_takers(entries: list[Entry], ended: FinalState) -> None:
    ended.leases.append(Lease("bots", TABLE, "one", 2.5, "other"))


def job_left(entries: list[Entry], ended: FinalState) -> None:
    ended.left_jobs.append(f"bots {TABLE}")


def lost_table(entries: list[Entry], ended: FinalState) -> None:
    ended.tables.clear()


VIOLATIONS: list[tuple[Callable[[list[Entry], FinalState], None], str]] = [
    (without_last, "lost"),
    (without_last, "shown"),
    (other_action, "lost"),
    (doubled_move, "no game"),
    (unsent, "doubled"),
    (gap, "gap"),
    (wrong_head, "gap"),
    (shown_ahead, "shown"),
    (shown_otherwise, "shown"),
    (shown_less, "behind"),
    (refused_yet_done, "refused, yet done"),
    (stuck, "stuck"),
    (blind_watcher, "stuck"),
    (other_chance, "chance"),
    (lost_line, "lost line"),
    (lost_line, "heard"),
    (doubled_line, "lost line"),
    (heard_twice, "doubled line"),
    (two_takers, "job"),
    (job_left, "job left"),
    (lost_table, "lost table"),
]


def test_a_good_history_has_no_violations(run: Run) -> None:
    entries, ended = copy.deepcopy(run)
    verdict = check(entries, ended)
    assert verdict.violations == []
    assert verdict.counts["acknowledged"] == MOVES
    assert verdict.counts["shown"] > 3 * MOVES
    assert 0.9 < verdict.longest < 1.1


@pytest.mark.parametrize(("spoil", "law"), VIOLATIONS, ids=lambda x: getattr(x, "__name__", x))
def test_each_violation_is_found(run: Run, spoil: Callable[..., None], law: str) -> None:
    entries, ended = copy.deepcopy(run)
    spoil(entries, ended)
    assert law in {violation.partition(":")[0] for violation in check(entries, ended).violations}


def test_a_move_whose_answer_was_lost_may_be_in_the_log_or_not(run: Run) -> None:
    """It may be in the log without an answer, and sent again it may be refused as stale."""
    entries, ended = copy.deepcopy(run)
    fourth = moves(entries)[3]
    answer = next(e for e in entries if e["did"] == "answered" and e["id"] == fourth["id"])
    answer.update(answer="no", code="fault")
    again = {**fourth, "id": 777}
    place = entries.index(answer) + 1
    entries[place:place] = [again, {**answer, "id": 777, "code": "stale"}]
    # A move that never arrived.
    entries.insert(place, {**fourth, "id": 778, "do": fourth["do"] + 1})
    assert check(entries, ended).violations == []


def test_a_kill_excuses_ten_seconds_for_those_connected_to_that_server(run: Run) -> None:
    for server, more, is_stuck in ((0, 9.0, False), (0, 12.0, True), (1, 9.0, True)):
        entries, ended = copy.deepcopy(run)
        third, fourth = moves(entries)[2]["at"], moves(entries)[3]["at"]
        for e in entries:
            e["at"] += 5.0 + more if e["at"] >= fourth else 0.0
        opening: Entry = {"at": third, "did": "opening", "who": "a", "table": TABLE, "server": 0}
        killed: Entry = {"at": third + 5.0, "did": "killed", "server": server}
        place = entries.index(moves(entries)[3])
        entries[place:place] = [opening, killed]
        verdict = check(entries, ended)
        assert bool(verdict.violations) == is_stuck, verdict.violations


def test_a_fault_excuses_a_pause_while_it_lasts_and_ten_seconds_more(run: Run) -> None:
    for holds_up, more, is_stuck in ((True, 9.0, False), (True, 11.0, True), (False, 3.0, True)):
        entries, ended = copy.deepcopy(run)
        fourth, lasts = moves(entries)[3]["at"], 8.0
        for e in entries:
            e["at"] += lasts + more if e["at"] >= fourth else 0.0
        begin: Entry = {"at": fourth - 0.5, "did": "fault", "id": 1, "kind": "cut"}
        mended: Entry = {"at": fourth - 0.5 + lasts, "did": "mended", "id": 1}
        place = entries.index(moves(entries)[3])
        entries[place:place] = [{**begin, "holds_up": holds_up}, mended]
        verdict = check(entries, ended)
        assert bool(verdict.violations) == is_stuck, verdict.violations
        assert verdict.waits["cut"] == pytest.approx(more + 0.5)


def test_a_pause_with_several_faults_is_measured_between_them(run: Run) -> None:
    """A fault does not excuse the time before it. The wait after each fault is counted."""
    for pause, is_stuck, waits in (
        (8.0, False, {"cut": 8.0, "full": 5.0}),
        (12.0, True, {"cut": 12.0}),
    ):
        entries, ended = copy.deepcopy(run)
        fourth = moves(entries)[3]["at"]
        for e in entries:
            e["at"] += 3.0 + pause + 3.0 + 4.5 if e["at"] >= fourth else 0.0
        place, at = entries.index(moves(entries)[3]), fourth - 0.5
        for id, kind in enumerate(("cut", "full")):
            begin: Entry = {"at": at, "did": "fault", "id": id, "kind": kind, "holds_up": True}
            entries[place:place] = [begin, {"at": at + 3.0, "did": "mended", "id": id}]
            place, at = place + 2, at + 3.0 + pause
        verdict = check(entries, ended)
        laws = {violation.partition(":")[0] for violation in verdict.violations}
        assert laws == ({"stuck"} if is_stuck else set()), verdict.violations
        assert verdict.waits == pytest.approx(waits)
