"""Imagined hands are weighed by the tiles played, as exact likelihoods demand."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import combinations, product
from typing import Any

import pytest
from games.support import distance, normalised

import matou
from matou.bots import binding
from matou.core.state import State
from matou.games.catymini.components import ALL_TILES, COLOUR_OF, COLOURS, TILES
from matou.games.catymini.state import MAX_LEGAL, PLAY, PLAYING
from matou.games.catymini.think.gains import tops
from matou.games.catymini.think.hints import keenness
from matou.kit.layout import clone
from matou.kit.rng import rng_words

GAME = matou.game("catymini")
KNOWN: Any = binding.bound(GAME.rules, GAME.hints, compile=False)
Odds = dict[int, float]


def keen(s: Any, legal: list[int]) -> list[int]:
    """Returns how likely each tile is to be played, unless it is chosen at random."""
    return [keenness(s, s.turn, action - PLAY, tops(s)) for action in legal]


def played(seed: int, rounds: int) -> tuple[State, list[tuple[State, int]]]:
    """Returns a game with tiles chosen by ``keen``, and the position and tile of each choice."""
    state, rng = GAME.start(2), random.Random(seed)
    chosen = []
    while state.s.phase < PLAYING or state.s.round < rounds:
        if state.s.phase != PLAYING:
            state.play(state.sample(rng))
            continue
        action = rng.choices(state.legal(), keen(state.s, state.legal()))[0]
        chosen.append((state.copy(), action - PLAY))
        state.play(action)
    return state, chosen


def exact(state: State, chosen: list[tuple[State, int]], hider: int) -> Odds:
    """Returns every possible hand with its likelihood, given the tiles that its owner played."""
    s = state.s
    seen = s.hand[1 - hider] | 1 << s.middle[0]
    for i in range(s.round):
        seen |= 1 << s.middle[i + 1]
    free = [t for t in range(TILES) if (ALL_TILES ^ seen) >> t & 1]
    ways = [
        combinations([t for t in free if COLOUR_OF[t] == c], s.holds[hider][c])
        for c in range(COLOURS)
    ]
    found: Odds = {}
    for tiles in product(*ways):
        now = sum(1 << t for part in tiles for t in part)
        hand, worth = now, 1.0
        for before, tile in reversed(chosen):
            if before.actor != hider:
                continue
            hand |= 1 << tile
            then = clone(before.s)
            then.hand[hider] = hand
            legal = State(GAME, 2, then).legal()
            weights = keen(then, legal)
            liked = weights[legal.index(PLAY + tile)] / sum(weights)
            worth *= 0.8 * liked + 0.2 / len(legal)
        found[now] = worth
    return normalised(found)


@pytest.mark.unmeasured  # thousands of samples
def test_weighed_hands_have_the_exact_likelihoods() -> None:
    apart, before = [], []
    for seed in range(3):
        state, chosen = played(seed, 8)
        for hider in range(2):
            view, r = state.observe(1 - hider), rng_words(11)
            weighed: Odds = defaultdict(float)
            dealt: Odds = defaultdict(float)
            for _ in range(500):
                s, past = clone(view.s), type(view.s)()
                worth = KNOWN.weigh(s, past, [0] * MAX_LEGAL, [0] * MAX_LEGAL, r)
                weighed[s.hand[hider]] += worth
                dealt[s.hand[hider]] += 1
            truth = exact(state, chosen, hider)
            apart.append(distance(truth, normalised(weighed)))
            before.append(distance(truth, normalised(dealt)))
    assert sum(apart) / len(apart) < 0.06  # the rest is noise
    assert sum(before) / len(before) > 0.11


def test_replaying_during_a_round_restores_threads_hands_and_tokens() -> None:
    for seats in (2, 3, 4):
        state, rng = GAME.start(seats), random.Random(seats)
        while not state.over:
            if state.s.phase >= PLAYING and state.actor >= 0:
                s, past = clone(state.observe(state.actor).s), type(state.s)()
                worth = KNOWN.weigh(s, past, [0] * MAX_LEGAL, [0] * MAX_LEGAL, rng_words(3))
                assert 0 < worth <= 1
                for seat in range(seats):
                    assert past.thread[seat] == s.thread[seat]
                    assert past.exit[seat] == s.exit[seat]
                    assert past.hand[seat] == s.hand[seat]
                    assert list(past.won[seat]) == list(s.won[seat])
                assert (past.round, past.turn, past.phase) == (s.round, s.turn, s.phase)
            state.play(state.sample(rng))
