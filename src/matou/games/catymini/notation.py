"""The notation of Caty Mini: ``~red`` ``@chair/L`` ``!table``, ``table/R``, ``zz``; ``=bed``."""

from __future__ import annotations

from functools import cache

from matou.core.words import Secret, Words, does
from matou.games.catymini.components import (
    COLOUR_NAMES,
    FURNITURE,
    LEAST,
    NOTCHES,
    SIDES,
    TILES,
    TOY_NAMES,
    VALUES,
)
from matou.games.catymini.state import (
    DEAL,
    ENTER,
    PLAY,
    REMOVE,
    SHOWING,
    SLEEP,
    START,
    TAKE,
    State,
)


def notch_name(notch: int) -> str:
    """A notch as it is written: 'table/L'."""
    return f"{FURNITURE[notch // 2]}/{SIDES[notch % 2]}"


# A string means the same in every state, so the whole notation is one list.
NAMES = (
    *(f"={FURNITURE[tile]}" for tile in range(TILES)),
    *(f"!{FURNITURE[tile]}" for tile in range(TILES)),
    *(notch_name(notch) for notch in range(NOTCHES)),
    *(f"@{notch_name(notch)}" for notch in range(NOTCHES)),
    *(f"~{colour}" for colour in COLOUR_NAMES),
    *(f"-{toy}{LEAST + value}" for toy in TOY_NAMES for value in range(VALUES)),
    "zz",
)
assert (NAMES[DEAL][0], NAMES[PLAY][0], NAMES[START][0]) == ("=", "!", "@")
assert (NAMES[ENTER], NAMES[TAKE][0], NAMES[REMOVE][0]) == (NAMES[START][1:], "~", "-")
assert NAMES.index("zz") == SLEEP
ACTION = {text: a for a, text in enumerate(NAMES)}


def name(s: State, a: int) -> str:
    return NAMES[a]


def read(s: State, text: str) -> int:
    return ACTION.get(text, -1)


@cache
def unseen(seat: int) -> Secret:
    """CM2: a tile dealt is seen by its owner alone; the others see its colour by the pile."""
    return Secret(
        seat,
        "=?",
        Words(
            f"{does(seat, 'draws', 'draw')} a tile, unseen",
            f"{does(seat, 'pioche', 'pioches')} une tuile, cachée",
        ),
    )


def secret(s: State, a: int) -> Secret | None:
    """Who alone knows which tile is drawn."""
    return None if a >= PLAY or s.phase == SHOWING else unseen(s.turn)
