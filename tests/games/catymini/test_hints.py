"""What bots know of Caty Mini: beside the rules' own counting, and which level uses what."""

from __future__ import annotations

import random
from typing import Any

import matou
from matou.bots import binding
from matou.bots.levels import level
from matou.bots.players import Searcher
from matou.bots.playing import CAREFUL
from matou.games.catymini.hints import best_gain, gain, tops
from matou.games.catymini.rules import score
from matou.games.catymini.state import ENTER, PLAY, PLAYING, RUNNING, SLEEP
from matou.kit.layout import clone

GAME = matou.game("catymini")
KNOWN: Any = binding.bound(GAME.rules, GAME.hints, compile=False)


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


def test_a_playout_grudges_others_what_a_tile_brings_them() -> None:
    """Of two tiles that bring oneself the same, the one that brings another less."""
    rng = random.Random(5)
    state = GAME.start(2)
    told = 0
    while not state.over:
        s = state.s
        if s.phase == PLAYING and len(state.legal()) > 1:
            legal, top = state.legal(), tops(s)
            weights = [0] * len(legal)
            assert KNOWN.follow(s, legal, len(legal), weights) == sum(weights)
            mine = [best_gain(s, s.turn, a - PLAY, top) for a in legal]
            theirs = [best_gain(s, 1 - s.turn, a - PLAY, top) for a in legal]
            for i in range(len(legal)):
                for j in range(len(legal)):
                    if mine[i] == mine[j] and theirs[i] < theirs[j]:
                        assert weights[i] > weights[j]
                        told += 1
        state.play(state.sample(rng))
    assert told > 5


def test_the_lead_counts_beside_the_victory_but_never_turns_it_round() -> None:
    for seats in (2, 3, 4):
        rng = random.Random(seats)
        state = GAME.start(seats)
        while not state.over:
            state.play(state.sample(rng))
        liked = list(state.returns)
        KNOWN.relish(state.s, liked)
        assert abs(sum(liked) - 1) < 1e-9
        order = sorted(range(seats), key=lambda seat: (state.returns[seat], score(state.s, seat)))
        assert sorted(range(seats), key=lambda seat: liked[seat]) == order


def test_levels_four_and_five_are_careful_and_their_chances_are_of_winning() -> None:
    patience = {
        name: Searcher(GAME, level(name)).params().patience for name in ("level3", "level4")
    }
    assert patience == {"level3": -1, "level4": CAREFUL}
    state = GAME.start(2)
    rng = random.Random(4)
    while state.s.round < 11 or state.s.phase != RUNNING or state.s.step == 0:
        state.play(state.sample(rng))
    me = state.actor
    assert len(state.legal()) == 2  # the last decision of the game
    for thought in matou.bot("catymini", "level4", seed=1).consider(state.observe(me)):
        after = state.copy()
        after.play(thought.action)
        assert after.over
        assert thought.visits > 0
        assert thought.win_chance == after.returns[me]
