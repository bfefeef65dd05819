"""Imagined discards are weighed by later play (CT9), as exact likelihoods demand."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest
from games.support import distance, normalised

import matou
from matou.bots import binding
from matou.core.observation import Observation
from matou.core.state import State
from matou.games.clocktowers.components import CODES
from matou.games.clocktowers.rules import DISCARD, DRAW, MAX_LEGAL, PLACES
from matou.kit.layout import clone
from matou.kit.rng import rng_words

GAME = matou.game("clocktowers")
KNOWN = binding.bound(GAME.rules, GAME.hints, compile=False)
Hand = tuple[int, ...]


def exact(state: State, hider: int) -> dict[Hand, float]:
    """Returns every possible hand with its likelihood, given what the hider played."""
    found: dict[Hand, float] = defaultdict(float)

    def go_on(so_far: State, at: int, worth: float) -> None:
        while at < len(state.history):
            entry = state.history[at]
            at += 1
            if entry.actor != hider or entry.action >= DRAW:
                so_far.play(entry.action)
                continue
            legal, weights = so_far.legal(), [0] * MAX_LEGAL
            total = KNOWN.hint(so_far.s, legal, len(legal), weights)
            hidden = entry.action % PLACES == DISCARD
            for i, action in enumerate(legal):
                if action == entry.action or (hidden and action % PLACES == DISCARD):
                    after = so_far.copy()
                    after.play(action)
                    chance = 0.5 * weights[i] / total + 0.5 / len(legal)
                    go_on(after, at, worth * chance)
            return
        found[tuple(so_far.s.hand[hider])] += worth

    go_on(GAME.start(2), 0, 1.0)
    return normalised(found)


def sampled(view: Observation, hider: int, n: int, weighed: bool) -> dict[Hand, float]:
    r = rng_words(11)
    found: dict[Hand, float] = defaultdict(float)
    for _ in range(n):
        s, past = clone(view.s), type(view.s)()
        worth = 1.0
        if weighed:
            worth = KNOWN.weigh(s, past, [0] * MAX_LEGAL, [0] * MAX_LEGAL, r)
        else:
            GAME.rules.imagine(s, r)
        found[tuple(s.hand[hider])] += worth
    return normalised(found)


def after_turns(seed: int, turns: int) -> State:
    state = GAME.start(2)
    rng = random.Random(seed)
    while state.s.turn < turns:
        state.play(state.sample(rng))
    return state


@pytest.mark.unmeasured  # thousands of samples
def test_weighed_worlds_have_the_exact_likelihoods() -> None:
    apart, before = [], []
    for seed in range(3):
        state = after_turns(seed, 14)
        for hider in range(2):
            view = state.observe(1 - hider)
            truth = exact(state, hider)
            apart.append(distance(truth, sampled(view, hider, 1200, weighed=True)))
            before.append(distance(truth, sampled(view, hider, 1200, weighed=False)))
    assert sum(apart) / len(apart) < 0.04  # the rest is noise
    assert sum(before) / len(before) > 0.08


def test_an_early_discard_was_probably_not_the_card_that_is_played_later() -> None:
    text = "=R1 =Km =F1 xF1c <R =R2 xKm <K =K xF1m <R =R3 F1c+ <R =R4 xKm <R =R5 Km>1"
    state = GAME.start(2)
    for name in text.split():
        state.play(name)
    view, r = state.observe(0), rng_words(5)
    odds: dict[str, float] = defaultdict(float)
    for _ in range(2000):
        s, past = clone(view.s), type(view.s)()
        worth = KNOWN.weigh(s, past, [0] * MAX_LEGAL, [0] * MAX_LEGAL, r)
        odds[CODES[s.card[1]]] += worth
    assert 0.23 < odds["Km"] / sum(odds.values()) < 0.33


def test_without_discards_only_one_world_is_possible() -> None:
    state = GAME.start(2)
    for name in ("=R1", "=Km", "=F1", "F1c+", "<R", "=R2"):
        state.play(name)
    s, past = clone(state.observe(1).s), type(state.s)()
    KNOWN.weigh(s, past, [0] * MAX_LEGAL, [0] * MAX_LEGAL, rng_words(5))
    assert bytes(s) == state.tobytes()
