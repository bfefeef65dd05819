"""Walks of an exact length (CC4 to CC7, CC10), compared with every path followed one by one."""

from __future__ import annotations

from games.chopchop.position import (
    CAT,
    CAT_PLACES,
    FLOOR,
    MICE,
    MOUSE_PLACES,
    TOPS,
    ends,
    kitchen,
    paths_end,
    rolls_next,
)
from games.support import play
from hypothesis import given, settings, strategies as st
from steady import steady

from matou.games.chopchop import rules
from matou.games.chopchop.components import (
    CAT_WORLD,
    HOLES,
    MOUSE_WORLD,
    NAMES,
    PLACE_OF,
    SET,
)
from matou.games.chopchop.walks import mouse_walk

OPEN = sorted(FLOOR - {"c4", "d4"})


@st.composite
def positions(draw: st.DrawFn, crowded: bool = False) -> tuple[str, list[str | None], list[str]]:
    """Draws a cat, four mice (some caught) and visible cheeses on different squares."""
    area = [p for p in OPEN if p[0] in "abc" and p[1] in "1234"] if crowded else OPEN
    cat = draw(st.sampled_from(area + sorted(TOPS)))
    mouse_squares = sorted({*area, "c4", "d4", *HOLES} - {cat})
    mice = draw(st.lists(st.sampled_from(mouse_squares), min_size=1, max_size=4, unique=True))
    free = sorted(set(area) - set(mice) - {cat})
    cheese = draw(st.lists(st.sampled_from(free), max_size=min(8, len(free)), unique=True))
    padded: list[str | None] = [*mice, *[None] * (4 - len(mice))]
    return cat, padded, cheese


def check_mice(cat: str, mice: list[str | None], cheese: list[str], die: int) -> None:
    state = play(kitchen(cat, mice, MICE, cheese=cheese), str(die))
    others = {m for m in mice if m} | {cat}
    free = MOUSE_PLACES - others
    expected = {m: paths_end(MICE, m, die, free, free) for m in mice if m}
    if not any(expected.values()):
        assert rolls_next(state) == CAT  # CC3: the roll passed
        return
    assert {m: ends(state, m) for m in mice if m} == expected


def check_cat(cat: str, mice: list[str | None], cheese: list[str], die: int) -> None:
    state = play(kitchen(cat, mice, CAT, cheese=cheese), str(die))
    prey = {m for m in mice if m} & set(OPEN)
    free = CAT_PLACES - prey - set(cheese)
    expected = paths_end(CAT, cat, die, free, free | prey)
    left = [m for m in mice if m]
    if len(left) == 1 and left[0] in HOLES:
        expected.discard(HOLES[left[0]])  # CC10
    if not expected:
        assert rolls_next(state) == MICE
        return
    assert ends(state, cat) == {f"{e}*" if e in prey else e for e in expected}


@settings(steady, max_examples=150)
@given(positions(), st.integers(1, 4))
def test_cc4_mouse_walks_match_all_paths(
    position: tuple[str, list[str | None], list[str]], die: int
) -> None:
    check_mice(*position, die)


@settings(steady, max_examples=100)
@given(positions(crowded=True), st.integers(1, 4))
def test_cc5_crowded_mice_do_not_pass_each_other(
    position: tuple[str, list[str | None], list[str]], die: int
) -> None:
    check_mice(*position, die)


@settings(steady, max_examples=150)
@given(positions(), st.integers(1, 3))
def test_cc6_cat_walks_match_all_paths(
    position: tuple[str, list[str | None], list[str]], die: int
) -> None:
    check_cat(*position, die)


@settings(steady, max_examples=100)
@given(positions(crowded=True), st.integers(1, 3))
def test_cc9_a_crowded_cat_ends_on_mice_and_passes_none(
    position: tuple[str, list[str | None], list[str]], die: int
) -> None:
    check_cat(*position, die)


def test_places_and_connections_are_those_of_the_kitchen() -> None:
    assert len(NAMES) == len(set(NAMES)) == 48
    assert {n for n in NAMES if SET[PLACE_OF[n]] & MOUSE_WORLD and n[0] != "T"} == MOUSE_PLACES
    assert {
        n for n in NAMES if SET[PLACE_OF[n]] & CAT_WORLD and n not in ("c4", "d4")
    } == CAT_PLACES
    assert len(MOUSE_PLACES) == len(CAT_PLACES) == 42


def test_no_state_has_more_legal_actions_than_declared() -> None:
    """Pieces only remove squares, so the empty kitchen has the most actions."""
    widest = max(
        mouse_walk(SET[PLACE_OF[n]], steps, MOUSE_WORLD & ~SET[PLACE_OF[n]]).bit_count()
        for n in MOUSE_PLACES
        for steps in (1, 2, 3, 4)
    )
    assert max(4 * widest, len(CAT_PLACES) - 1) == rules.MAX_LEGAL
