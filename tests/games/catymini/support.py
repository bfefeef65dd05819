"""Games of Caty Mini set up by hand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import matou
from matou.games.catymini.components import COLOUR_NAMES, COLOUR_OF, FURNITURE, REMOVED, TOY_NAMES

NUMBER = {name: tile for tile, name in enumerate(FURNITURE)}
TOY = {name: toy for toy, name in enumerate(TOY_NAMES)}

# With chair shown: four tiles in wall order, then the extras.
TWO = (
    ["bed", "table", "sofa", "cot", "wardrobe", "stool", "armchair"],
    ["lamp", "bookcase", "chest", "dresser", "clock", "rug-stand", "shelf"],
)
THREE = (
    ["bed", "table", "sofa", "cot", "stool"],
    ["wardrobe", "bookcase", "armchair", "dresser", "chest"],
    ["lamp", "clock", "rug-stand", "shelf", "bench"],
)
FOUR = (
    ["bed", "table", "sofa", "cot"],
    ["wardrobe", "stool", "armchair", "dresser"],
    ["lamp", "bookcase", "chest", "shelf"],
    ["mirror", "clock", "rug-stand", "bench"],
)
HANDS = {2: TWO, 3: THREE, 4: FOUR}


def colour(tile: str) -> str:
    return COLOUR_NAMES[COLOUR_OF[NUMBER[tile]]]


def dealt(
    seats: int = 2,
    hands: Sequence[Sequence[str]] | None = None,
    shown: str = "chair",
    **options: Any,
) -> matou.State:
    """Returns a game whose tiles have been dealt."""
    state = matou.game("catymini", **options).start(seats)
    state.play(f"={shown}")
    hands = HANDS[seats] if hands is None else hands
    for hand in hands:
        for tile in hand[:4]:
            state.play(f"={tile}")
    for hand in hands:
        for tile in hand[4:]:
            state.play(f"~{colour(tile)}")
            state.play(f"={tile}")
    return state


def ready(
    seats: int = 2,
    hands: Sequence[Sequence[str]] | None = None,
    shown: str = "chair",
    starts: str = "LLLL",
    values: Sequence[int] = (2, 2),
    **options: Any,
) -> matou.State:
    """Returns a game before its first tile is played. ``values``: the token that each toy lost."""
    state = dealt(seats, hands, shown, **options)
    for toy in TOY_NAMES:
        for i in range(REMOVED[seats]):
            state.play(f"-{toy}{values[i]}")
    for seat in range(seats):
        state.play(f"@{shown}/{starts[seat]}")
    return state


def changed(state: matou.State) -> matou.State:
    """Refreshes a state whose record was changed by hand, and returns it."""
    state.refresh()
    return state


def play_out(state: matou.State, seed: int = 1, until: int = 10**6) -> matou.State:
    rng = random.Random(seed)
    while not state.over and len(state.history) < until:
        state.play(state.sample(rng))
    return state
