"""The laws of clocks and messages in the fault suite: each kind of violation is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import matou
from labs.bench.faults.history import Beat, Change, Entry, FinalState, FinalTable, Notice
from labs.bench.faults.notice_laws import SENT, check_notices
from labs.bench.faults.other_load import all_busy
from labs.bench.faults.reading import ParsedHistory
from labs.bench.faults.time_laws import check_time

SECONDS = 60.0
TABLE = "0123456789ab"


def clock(left: list[float], runs: int, since: float) -> str:
    columns = {"left": left, "runs": runs, "since": since, "moved": [True, True], "before": 0.0}
    return json.dumps(columns)


def good_history() -> dict[str, Any]:
    """Returns ten seconds of a game, twenty without a server, ten more, and a loss on time.

    The site's time is real time minus 900 seconds; after the break, minus 920.
    """
    beats = [Beat(1000.0 + t, 100.0 + t) for t in range(0, 11, 2)]
    beats += [Beat(1030.0 + t, 110.0 + t) for t in range(0, 91, 2)]
    changes = [
        Change(TABLE, 1, clock([60.0, 60.0], 0, 101.0), 1001.0),
        Change(TABLE, 2, clock([55.0, 60.0], 1, 106.0), 1006.0),
        Change(TABLE, 3, clock([55.0, 50.0], 0, 116.0), 1036.0),
        Change(TABLE, 4, clock([60.0, 50.0], -1, 116.0), 1093.0),
    ]
    return {"beats": beats, "changes": changes, "log": [5, 6, 7, -2], "unnoticed": []}


def found(run: dict[str, Any]) -> list[str]:
    stored = FinalTable(
        id=TABLE,
        game=matou.available()[0],
        version=1,
        options={},
        seats=["bot", "person"],
        seed="",
        number=len(run["log"]),
        events=list(enumerate(run["log"])),
        chat=[],
        settings={"clock": {"kind": "live", "minutes": SECONDS / 60, "increment": 0}},
    )
    ended = FinalState({TABLE: stored}, [], [], run["beats"], run["changes"], run["unnoticed"])
    wrong: list[str] = []
    check_time(ended, lambda law, what: wrong.append(f"{law}: {what}"))
    return wrong


def changed(run: dict[str, Any], nth: int, left: list[float], runs: int, at: float = 0.0) -> None:
    was = run["changes"][nth]
    since = json.loads(was.clock)["since"]
    run["changes"][nth] = was._replace(clock=clock(left, runs, since), at=at or was.at)


def charged_without_a_server(run: dict[str, Any]) -> None:
    changed(run, 2, [55.0, 30.0], 0)


def charged_nothing(run: dict[str, Any]) -> None:
    changed(run, 2, [55.0, 60.0], 0)


def more_than_there_was(run: dict[str, Any]) -> None:
    changed(run, 1, [61.0, 60.0], 1)


def others_clock(run: dict[str, Any]) -> None:
    changed(run, 1, [55.0, 62.0], 1)


def early(run: dict[str, Any]) -> None:
    changed(run, 3, [60.0, 50.0], -1, at=1080.0)


def twice(run: dict[str, Any]) -> None:
    run["log"] += [-2]
    run["changes"] += [
        Change(TABLE, 4, clock([2.0, 50.0], 0, 173.0), 1093.5),
        Change(TABLE, 5, clock([60.0, 50.0], -1, 173.0), 1099.0),
    ]


def time_that_runs_on(run: dict[str, Any]) -> None:
    run["beats"] = [Beat(b.at, b.at - 900.0) for b in run["beats"]]


def time_that_jumps(run: dict[str, Any]) -> None:
    run["beats"] = [b if b.at < 1050 else Beat(b.at, b.site + 3600) for b in run["beats"]]


def nobody_noticed(run: dict[str, Any]) -> None:
    run["unnoticed"] = [TABLE]


def test_correct_clocks_violate_no_law() -> None:
    assert found(good_history()) == []


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (charged_without_a_server, "30.0 s were charged for"),
        (charged_nothing, "0.0 s were charged for"),
        (more_than_there_was, "61.0 s are left of 60.0"),
        (others_clock, "62.0 s are left of 60.0"),
        (early, "time was up"),
        (twice, "late twice"),
        (time_that_runs_on, "no server for 20.0 s, and 20.0 s passed"),
        (time_that_jumps, "s passed in 2.0 s"),
        (nobody_noticed, "nobody has noticed"),
    ],
)
def test_each_fault_of_clocks_is_found(spoil: Callable[[dict[str, Any]], None], says: str) -> None:
    run = good_history()
    spoil(run)
    assert any(says in wrong for wrong in found(run)), found(run)


def test_seconds_shared_with_other_processes_count_less() -> None:
    history = ParsedHistory(others=[(0.0, 10.0, 0.0), (10.0, 20.0, 0.75), (20.0, 30.0, 0.5)])
    assert history.machine_seconds(0, 10) == 10
    assert history.machine_seconds(5, 15) == pytest.approx(5 + 1.25)
    assert history.machine_seconds(12, 24) == pytest.approx(8 * 0.25 + 4 * 0.5)
    assert ParsedHistory().machine_seconds(3, 14) == 11
    assert all_busy() > 0


def test_lost_doubled_and_groundless_notifications_are_found() -> None:
    def messages(*batches: str) -> list[Entry]:
        return [
            {"at": 1.0, "did": "noticed", "who": "a", "batch": b, "tables": []} for b in batches
        ]

    def found(entries: list[Entry], *notices: Notice) -> list[str]:
        wrong: list[str] = []
        ended = FinalState({}, [], [], notices=list(notices))
        check_notices(entries, ended, lambda law, what: wrong.append(f"{law}: {what}"))
        return wrong

    first, again = Notice("c", TABLE, 4, "one", SENT), Notice("c", TABLE, 4, "two", 0)
    other = Notice("c", TABLE, 9, "two", SENT)
    assert found(messages("one", "one", "two"), first, other) == []  # one name twice is fine
    assert "did not arrive" in found(messages("two"), first, other)[0]
    assert "notified 2 times" in found(messages("one", "two"), first, again)[0]
    assert "notified of nothing" in found(messages("one", "three"), first)[0]
    stands: list[Entry] = [{"at": at, "did": "shown", "table": TABLE} for at in (1.0, 20.0)]
    wrong: list[str] = []
    for end in (40.0, 60.0):
        ended = FinalState({}, [], [], unnotified=[TABLE])
        check_notices([*stands, {"at": end, "did": "held"}], ended, lambda _, w: wrong.append(w))
        assert len(wrong) == (end > 50)
