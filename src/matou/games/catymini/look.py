"""What one reads off a position: for words and for the picture."""

from __future__ import annotations

from functools import lru_cache

from matou.games.catymini.components import (
    COLOUR_OF,
    HOW_MANY,
    LEAST,
    PER_COLOUR,
    TILES,
    TOP,
    TOYS,
)
from matou.games.catymini.geometry import COST, TOUCHED
from matou.games.catymini.state import RUNNING, SHOWING, STARTING, State
from matou.kit.layout import as_bytes


def tile_of_round(s: State) -> int:
    """The tile that lies on top in the middle, -1 before the first is shown."""
    if s.phase == SHOWING:
        return -1
    return s.middle[s.round + (1 if s.phase == RUNNING else 0)]


def rounds_run(s: State, seat: int) -> int:
    """In how many rounds the seat's cat has run or slept."""
    if s.phase != RUNNING:
        return s.round
    holder = s.round % s.seats
    return s.round + (1 if (seat - holder) % s.seats < s.step else 0)


def has_started(s: State, seat: int) -> bool:
    return s.phase > STARTING or (s.phase == STARTING and seat < s.turn)


def hand_tiles(s: State, seat: int) -> list[int]:
    hand = s.hand[seat]
    return [tile for tile in range(TILES) if hand >> tile & 1]


def tokens_won(s: State, seat: int) -> int:
    return _tokens(as_bytes(s.won[seat]))


@lru_cache(maxsize=8192)
def _tokens(heaps: bytes) -> int:
    return sum(HOW_MANY[heap] for heap in heaps)


def pile_left(s: State, colour: int) -> int:
    """Face-down tiles left in a pile during the deal."""
    shown = s.phase != SHOWING and COLOUR_OF[s.middle[0]] == colour
    return PER_COLOUR - shown - sum(s.holds[seat][colour] for seat in range(s.seats))


def would_win(s: State, seat: int, notch: int) -> list[tuple[int, int]]:
    """The toys that running to a notch would win, each with its token's value (CM9)."""
    toys = TOUCHED[s.board[seat]][s.exit[seat]][notch]
    return [
        (toy, TOP[s.heap[toy]] + LEAST)
        for toy in range(TOYS)
        if toys >> toy & 1 and s.heap[toy] > 0
    ]


def would_cost(s: State, seat: int, notch: int) -> int:
    return COST[s.board[seat]][s.exit[seat]][notch]
