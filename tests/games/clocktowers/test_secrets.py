"""Secrets of Clocktowers: which hands are known, and what can be imagined of the others."""

from __future__ import annotations

import random

import pytest
from games.clocktowers.hand import KIND, build, started
from games.support import names

import matou
from matou.games.clocktowers import encode, rules
from matou.games.clocktowers.components import CODES
from matou.games.clocktowers.rules import DRAWING
from matou.kit.linking import CHANCE
from matou.kit.rng import rng_words


def test_playing_from_a_known_hand_reveals_nothing() -> None:
    state = started()
    state.play("F1c+")
    assert state.can_undo(0)
    state.undo(0)
    assert set(names(state)) >= {"F1c+"}
    state.play("xF1m")
    assert state.can_undo(0), "others only see x?"
    state.play("<R")
    assert not state.can_undo(0) or state.actor == CHANCE
    state.play("=R2")
    assert not state.can_undo(0)
    state.play("xKm")
    state.play("<R")
    state.play("=R3")
    state.play("F1c+")
    assert not state.can_undo(0), "after a discard others cannot know the hand"


def test_CT9_only_building_from_an_unknown_hand_reveals() -> None:
    state = started()
    for name in ("xF1m", "<R", "=R2", "xKm", "<R", "=R3"):
        state.play(name)
    state.play("F1c+")  # from a hand that others cannot know
    assert state.history[-1].reveals
    assert not any(rules.reveals(state.s, a) for a in state.legal()), "everybody sees draws"
    for name in ("<R", "=R1", "xF1c", "<F", "=F2"):
        state.play(name)
    held = {state.name(a): rules.reveals(state.s, a) for a in state.legal()}
    assert {name for name in held if not held[name]} == {n for n in held if n[0] == "x"}


@pytest.mark.parametrize("seats", [2, 4])
def test_imagined_discards_were_in_the_hand_at_the_time(seats: int) -> None:
    rng = random.Random(seats)
    for _ in range(4):
        state = matou.game("clocktowers").start(seats)
        while not state.over:
            state.play(state.sample(rng))
            view = state.observe(rng.choice([None, *range(seats)]))
            s = view.imagine(rng_words(rng.randrange(2**40))).s
            hands = [[KIND["F1c"], KIND["F1m"], KIND["Km"]] for _ in range(seats)]
            for turn in range(s.turn + (s.phase == DRAWING)):
                hands[turn % seats].remove(s.card[turn])
                if turn < s.turn and s.drawn[turn] >= 0:
                    hands[turn % seats].append(s.drawn[turn])
            for seat in range(seats):
                assert [hands[seat].count(k) for k in range(len(CODES))] == [*s.hand[seat]]


def test_imagined_discards_exclude_cards_played_later() -> None:
    state = started()
    state.play("xF1m")  # hidden from seat 1
    state.play("<R")
    state.play("=R2")
    state.play("xF1c")
    state.play("<K")
    state.play("=K")
    state.play("F1c+")  # so seat 0 did not discard F1c
    guesses = set()
    for seed in range(60):
        whole = state.observe(1).imagine(rng_words(seed))
        guesses.add(CODES[whole.s.card[0]])
        assert min(whole.s.hand[0]) >= 0
    assert guesses == {"F1m", "Km"}


def test_encoded_observations_include_the_last_of_21_towers() -> None:
    state = started()
    for t in range(21):
        build(state, 1, ["F1c", "F2m", "F1"][t % 3], *["K"] * (t % 2))
    out = [0] * encode.SIZE
    for seat in (0, 1):
        encode.encode(state.s, seat, out)
        towers = out[encode.TOWERS_AT :][(1 - seat) * 21 * 5 :][: 21 * 5]
        for t in range(21):
            storeys, cat, mouse = [(1, 1, 0), (2, 0, 1), (1, 0, 0)][t % 3]
            assert towers[t * 5 : t * 5 + 5] == [storeys, cat, mouse, t % 2, 0]


def test_the_phase_after_playing_a_card_is_drawing() -> None:
    state = started()
    state.play("Km>1" if "Km>1" in names(state) else "xKm")
    assert state.s.phase == DRAWING
