"""Reasons for moves are true: traps that no push can bring, cheeses that were seen."""

from __future__ import annotations

import random

from games.appenzell.hand import castle

import matou
from matou.games.appenzell.components import CHEESES, SLOTS
from matou.games.appenzell.rules import apply
from matou.games.appenzell.say import moves
from matou.games.appenzell.state import MOVE, NOTHING, PUSH
from matou.kit.layout import clone

SAFE = "After that, no push can bring a known trap under your mice."


def test_a_mouse_that_is_said_to_be_safe_is_safe_from_every_push() -> None:
    checked = 0
    for seed in range(6):
        state, rng = matou.game("appenzell").start(3), random.Random(seed)
        while not state.over and state.played < 300:
            seat = state.actor
            if seat >= 0:
                view = state.observe(seat)
                for action in view.legal():
                    said = view.game.telling.because(view, action)
                    if said is None or said.say() != SAFE:
                        continue
                    after = clone(view.s)
                    apply(after, action)
                    assert after.reveal == NOTHING
                    for slot in range(SLOTS):
                        pushed = clone(after)
                        pushed.left, pushed.pushed = 2, 0
                        apply(pushed, PUSH + slot)
                        assert pushed.fallen[seat] == after.fallen[seat]
                    checked += 1
            state.play(state.sample(rng))
    assert checked > 200


def test_a_roof_is_lifted_for_a_cheese_that_was_seen_and_is_needed() -> None:
    result = 0
    for puzzle in matou.puzzles("appenzell"):
        said = puzzle.first.because()
        if puzzle.answer < MOVE and said is not None and "before, and still need" in said.say():
            result += 1
            s = puzzle.position.s
            held = s.cheeses[puzzle.seat]
            assert any(t < CHEESES and not held >> t & 1 for t in s.tile)
    assert result > 20


def test_a_push_that_drops_two_players_mice_says_so_of_each() -> None:
    tiles = {"a2": "trap", "b2": "bare", "c2": "trap", "d2": "bare", "g2": "bare"}
    for mice, costs in (
        ({0: "a7", 1: "b2"}, "It costs Basile a mouse."),
        ({0: "a7", 1: "b2", 2: "d2"}, "It costs Basile and Chloé a mouse each."),
    ):
        state = castle(3, mice=mice, tiles=tiles)
        because = moves.because(state.observe(0), state.parse(">2"))
        assert because is not None
        assert because.say("en", ["Ada", "Basile", "Chloé"], 0) == costs
