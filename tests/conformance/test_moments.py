"""Moments: what is heard and seen of a step is of a known kind, on the board, and known to all."""

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
    """Random games, and the moments of each of their steps."""
    rng, found = random.Random(f"moments of {table}"), []
    for _ in range(games):
        state = table.game.start(table.seats)
        while not state.over:
            before = blanked(state, -1)
            state.play(state.sample(rng))
            result = happened(state.game, before, blanked(state, -1))
            assert {moment.kind for moment in result} <= {*KINDS}
            assert all(-1 <= moment.seat < state.seats for moment in result)
            named = {moment.at for moment in result if moment.at}
            if named:
                assert named <= {*IDS.findall("".join(state.observe(None).sheet().parts))}
            found.append((state, result))
    return found


@pytest.mark.parametrize("table", [*SMALL, *LARGE], ids=str)
def test_what_happens_has_its_moment_and_is_on_the_board(table: Table) -> None:
    result = [moments for _, moments in steps(table, 1)]
    kinds = Counter(moment.kind for moments in result for moment in moments)
    assert kinds.keys() & {*GREAT}
    # Nearly everything that is done is heard: all but the end of a turn.
    assert sum(map(bool, result)) > 0.8 * len(result)


def test_great_moments_are_as_many_as_what_was_won() -> None:
    """Each tower, mouse and cheese once."""
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
