"""Inputs of the network for Clocktowers do not depend on which colour is which."""

from __future__ import annotations

import random
from typing import Any

import matou
from matou.games.clocktowers.components import COLOURS, ROOF, ROOFS, TURNS
from matou.games.clocktowers.think import network_inputs
from matou.kit.layout import clone


def renamed(s: Any, new: list[int]) -> Any:
    """Returns the same game with its colours permuted."""
    t = clone(s)
    for colour, other in enumerate(new):
        t.unseen[ROOF + other] = s.unseen[ROOF + colour]
        for seat in range(s.seats):
            t.hand[seat][ROOF + other] = s.hand[seat][ROOF + colour]
            t.ladder[seat][other] = s.ladder[seat][colour]
    for cards in (t.card, t.drawn, t.top):
        for i, kind in enumerate(cards):
            if kind >= ROOF:
                cards[i] = ROOF + new[kind - ROOF]
    for seat in range(s.seats):
        for i in range(s.towers[seat]):
            if s.roof[seat][i]:
                t.roof[seat][i] = new[s.roof[seat][i] - 1] + 1
    return t


def standings(s: Any, seat: int) -> set[tuple[int, ...]]:
    own, other = (0, 0) if s.one_ladder else (seat, (seat + 1) % s.seats)
    return {
        (
            s.ladder[own][c], s.hand[seat][ROOF + c], s.ladder[other][c],
            s.top[ROOFS] == ROOF + c, s.unseen[ROOF + c],
        )
        for c in range(COLOURS)
    }  # fmt: skip


def listed(s: Any, seat: int) -> set[int]:
    out = [0] * network_inputs.MOST
    return {*out[: network_inputs.active_features(s, seat, out)]}


def test_permuting_the_colours_does_not_change_network_inputs() -> None:
    rng = random.Random(3)
    met = 0
    for ladder in ("table", "player"):
        for _ in range(12):
            state = matou.game("clocktowers").having(ladder=ladder).start(rng.choice((2, 3)))
            while state.s.turn < TURNS:
                roofs = [a for a in state.legal() if state.actor >= 0 and ">" in state.name(a)]
                state.play(rng.choice(roofs) if roofs else state.sample(rng))
                new = [*range(COLOURS)]
                rng.shuffle(new)
                for seat in range(state.seats):
                    if len(standings(state.s, seat)) == COLOURS:  # equal ones come in any order
                        met += 1
                        found = listed(renamed(state.s, new), seat)
                        assert found == listed(state.s, seat)
    assert met > 100
