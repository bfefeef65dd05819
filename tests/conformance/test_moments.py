"""Moments (sounds and effects of a step) have a known kind, are on the board and give no secret."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from conformance.support import LARGE, SMALL, Table

from matou.core.moments import GREAT, KINDS, Moment
from matou.core.state import State
from matou.play.log import blanked, happened

IDS = re.compile(r'<g id="([^"]*)"')


def steps(table: Table, games: int) -> list[tuple[State, tuple[Moment, ...]]]:
    """Plays random games; returns the state and the moments of each step."""
    rng, found = random.Random(f"moments of {table}"), []
    for _ in range(games):
        state = table.game.start(table.seats)
        while not state.over:
            before = blanked(state, -1)
            state.play(state.sample(rng))
            moments = happened(state.game, before, blanked(state, -1))
            assert {moment.kind for moment in moments} <= {*KINDS}
            assert all(-1 <= moment.seat < state.seats for moment in moments)
            named = {moment.at for moment in moments if moment.at}
            if named:
                assert named <= {*IDS.findall("".join(state.observe(None).sheet().parts))}
            found.append((state, moments))
    return found


@pytest.mark.parametrize("table", [*SMALL, *LARGE], ids=str)
def test_nearly_every_step_has_a_moment_that_is_on_the_board(table: Table) -> None:
    found = [moments for _, moments in steps(table, 1)]
    kinds = Counter(moment.kind for moments in found for moment in moments)
    assert kinds.keys() & {*GREAT}
    # Most steps have a sound; the end of a turn has none.
    assert sum(map(bool, found)) > 0.8 * len(found)


def test_each_tower_mouse_and_cheese_has_one_great_moment() -> None:
    for table in SMALL:
        state = (found := steps(table, 1))[-1][0]
        s = state.s
        kinds = Counter(moment.kind for _, moments in found for moment in moments)
        if table.name == "clocktowers":
            towers = sum(bool(s.roof[i][t]) for i in range(2) for t in range(s.towers[i]))
            assert kinds["tower"] == towers
            worth = sum(moment.worth for _, moments in found for moment in moments)
            assert worth == sum(state.scores)
            assert kinds["last"] == 1
        elif table.name == "chopchop":
            assert kinds["catch"] == sum(place == -1 for place in s.mouse)
            assert kinds["cheese"] == s.won
        elif table.name == "appenzell":
            assert kinds["cheese"] == sum(state.scores)
            assert kinds["fall"] <= sum(s.fallen)
        elif table.name == "catymini":
            assert kinds["last"] == 1
