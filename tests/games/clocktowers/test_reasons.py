"""Reasons for moves in Clocktowers are true."""

from __future__ import annotations

import random
import re

import pytest
from games.clocktowers.hand import KIND, build, give, started

import matou
from matou.games.clocktowers import rules
from matou.games.clocktowers.components import CLOCK, ROOF
from matou.games.clocktowers.rules import DRAW, HAS_CLOCK
from matou.kit.rng import rng_words

NAMES = ["Ada", "Basile"]
GAME = matou.game("clocktowers")
GROWS = "Your tower of one storey must grow first: a violet roof needs three storeys."
MOUSE = "A mouse costs points: better discarded than in one of your towers."


def why(
    action: str, hand: str, mine: str = "", theirs: str = "", top: str = "", ladder: int = 0
) -> str:
    """Returns the reason for an action of the first seat.

    Towers are cards, ``F1 K``, separated by commas. ``top`` lies on its pile, and ``ladder`` is the
    height of the last tower of every colour.
    """
    state = started()
    give(state, 0, *hand.split())
    for seat, towers in enumerate((mine, theirs)):
        for tower in filter(None, towers.split(", ")):
            build(state, seat, *tower.split())
    for colour in range(5):
        state.s.ladder[0][colour] = ladder
    if top:
        state.s.phase = rules.DRAWING
        kind = KIND[top]
        state.s.top[0 if kind >= ROOF else 1 if kind >= CLOCK else 2] = kind
    state.refresh()
    said = GAME.telling.because(state.observe(0), state.parse(action))
    return "" if said is None else said.say("en", NAMES, 0)


@pytest.mark.parametrize(
    ("top", "hand", "mine", "theirs", "says"),
    [
        ("K", "R1", "F1", "", "One of your towers still needs a clock, and this one has no mouse."),
        ("Km", "R1", "F1", "", "One of your towers still needs a clock."),
        ("Km", "K", "F1, F2", "", "One of your towers still needs a clock."),
        ("Km", "K", "F1", "F1, F2", "Basile has two towers that still need a clock."),
        ("K", "Km", "F1", "", "You hold only a clock with a mouse, and this one has none."),
        ("K", "K Km", "F1", "", ""),
        ("Km", "F2c R1", "", "", "You hold a two-storey floor with a cat, and no clock for it."),
        ("F1m", "K", "F1 K", "", "You hold a clock, and no floor for it."),
        ("F1m", "K R1", "F1", "", "With it you can build a tower of one storey for a red roof."),
        (
            "F1m",
            "K",
            "F1",
            "",
            "It starts one more tower: even with a mouse, that can score 2 points.",
        ),
        ("F2c", "K", "", "", "It has a cat: a tower with only cats scores 4 points."),
        ("R2", "K", "F1 K", "", "A blue roof fits your tower of one storey."),
        (
            "R2",
            "K",
            "F1",
            "",
            "A blue roof will fit your tower of one storey, once that has a clock.",
        ),
        ("R2", "K", "F1", "F2 K", "Basile has a tower of two storeys that it would fit."),
        ("R2", "K", "", "F2", ""),
    ],
)
def test_the_reason_to_draw_a_card_states_its_use(
    top: str, hand: str, mine: str, theirs: str, says: str
) -> None:
    pile = "R" if top.startswith("R") else top[0]
    assert why(f"<{pile}", hand, mine, theirs, top) == says


@pytest.mark.parametrize(
    ("action", "hand", "mine", "ladder", "says"),
    [
        ("xK", "K R4", "F1", 2, GROWS),
        ("xK", "K R4", "F1 K", 2, "None of your towers needs a clock."),
        ("xK", "K Km", "F1", 1, "You hold more clocks than you have towers that need one."),
        ("xKm", "Km", "F1, F1", 1, MOUSE),
        ("xR1", "R1", "F1, F1 K", 2, "None of your towers has the right height for a red roof."),
        ("xR1", "R1", "F2", 1, ""),
    ],
)
def test_the_reason_to_discard_a_card_is_stated(
    action: str, hand: str, mine: str, ladder: int, says: str
) -> None:
    assert why(action, hand, mine, ladder=ladder) == says


def test_a_roof_said_to_fit_can_be_built_in_the_next_turn() -> None:
    """If the others do not change the ladder; not if a clock is missing."""
    fits = waits = 0
    for seed in range(40):
        state, rng = GAME.start(2), random.Random(seed)
        while not state.over:
            seat = state.actor
            if seat >= 0 and state.s.phase == rules.DRAWING:
                view = state.observe(seat)
                for action in view.legal():
                    kind = state.s.top[action - DRAW]
                    said = GAME.telling.because(view, action)
                    if kind < ROOF or said is None:
                        continue
                    words = said.say("en", NAMES, seat)
                    towers = range(state.s.towers[seat])
                    can = any(rules.fits(state.s, seat, kind, t) for t in towers)
                    assert can == bool(re.search("fits your tower", words)), words
                    fits += can
                    if "once that has a clock" in words:
                        twin = view.imagine(rng_words(1))
                        for t in towers:
                            twin.s.marks[seat][t] |= HAS_CLOCK
                        assert any(rules.fits(twin.s, seat, kind, t) for t in towers)
                        waits += 1
            state.play(state.sample(rng))
    assert fits > 20
    assert waits > 20
