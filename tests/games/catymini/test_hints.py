"""What bots know of Caty Mini: beside the rules' own counting."""

from __future__ import annotations

import random

import matou
from matou.games.catymini.gains import gain, tops
from matou.games.catymini.rules import score
from matou.games.catymini.state import ENTER, RUNNING, SLEEP
from matou.kit.layout import clone

GAME = matou.game("catymini")


def test_a_run_is_expected_to_bring_what_it_brings() -> None:
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
