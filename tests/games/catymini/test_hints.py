"""Hints for bots in Caty Mini, compared with the rules' own counting."""

from __future__ import annotations

import random

import matou
from matou.games.catymini.geometry import TOUCHED
from matou.games.catymini.position import hand_tiles
from matou.games.catymini.rules import score
from matou.games.catymini.say.moves import because
from matou.games.catymini.state import ENTER, RUNNING, SLEEP, START, STARTING
from matou.games.catymini.think.gains import gain, tops
from matou.kit.layout import clone

GAME = matou.game("catymini")


def test_the_expected_points_of_a_run_are_what_it_wins() -> None:
    for seats in (2, 3, 4):
        rng = random.Random(seats)
        state = GAME.start(seats)
        met = 0
        while not state.over:
            if state.s.phase == RUNNING:
                me = state.actor
                for action in state.legal():
                    after = clone(state.s)
                    GAME.rules.apply(after, action)
                    brought = score(after, me) - score(state.s, me)
                    if action != SLEEP:
                        assert gain(state.s, me, action - ENTER, tops(state.s)) == brought
                        met += brought > 0
            state.play(state.sample(rng))
        assert met > 10


def test_the_hint_for_a_start_evaluates_runs_from_that_notch_CM4() -> None:
    spoken = 0
    for seed in range(6):
        rng = random.Random(seed)
        state = GAME.start(2)
        while state.s.phase != STARTING:
            state.play(state.sample(rng))
        me = state.actor
        board, hand = state.s.board[me], hand_tiles(state.s, me)
        for action in state.legal():
            out = action - START
            ends = [end for tile in hand for end in (2 * tile, 2 * tile + 1)]
            most = max(TOUCHED[board][out][end].bit_count() for end in ends)
            reason = because(state.observe(me), action)
            assert (reason is None) == (most == 0)
            if reason is not None:
                assert f"From there you can win {most} toy" in reason.say()
                spoken += 1
    assert spoken > 4
