"""Timeline: the log does not depend on when it is read; old observations do not change."""

from __future__ import annotations

import random
from typing import Any

import pytest
from conformance.support import SMALL, Table

from matou.core.fairness import Dealer
from matou.kit.linking import CHANCE
from matou.play.log import blanked
from matou.play.timeline import UNDO, Timeline


@pytest.mark.parametrize("table", SMALL, ids=str)
def test_a_log_read_late_is_the_same_as_one_read_at_every_step(table: Table) -> None:
    rng, dealer = random.Random(f"late {table}"), Dealer("5" * 64, "late")
    read, unread = (Timeline(table.game, table.seats) for _ in range(2))
    assert read.lines == unread.lines == []
    seen: list[Any] = []
    events: list[int] = []
    could, undone = False, 0
    while not read.state.over:
        state, before = read.state, read.number
        if state.actor == CHANCE:
            events.append(read.draw(dealer))
            assert unread.draw(dealer) == events[-1]
        else:
            may = read.can_undo(read.mover)
            is_back = may and (not undone or rng.random() < 0.3)
            could = could or may
            undone += is_back
            events.append(UNDO if is_back else state.sample(rng))
            read.add(events[-1])
            unread.add(events[-1])
        assert read.number == before + 1
        assert len(read.lines) == read.count == unread.count
        assert bytes(read.onlooker) == bytes(blanked(read.state, -1))
        assert read.mover == next((e.actor for e in state.history[::-1] if e.actor >= 0), CHANCE)
        view = read.state.observe(0)
        seen.append((view, view.log, view.last))
    assert undone or not could
    assert unread.lines == read.lines
    assert Timeline(table.game, table.seats, events).lines == read.lines
    for view, log, latest in seen:  # later events did not change old observations
        assert view.log == log
        assert view.played == len(log)
        assert view.last == latest == (log[-1] if log else None)
