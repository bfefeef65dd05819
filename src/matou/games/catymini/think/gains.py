"""What a run would bring a cat of Caty Mini now."""

from __future__ import annotations

from matou.games.catymini.components import HEAPS, LEAST, TOP, TOYS, VALUES
from matou.games.catymini.geometry import COST, TOUCHED
from matou.games.catymini.state import State
from matou.kit.linking import rule

# Which toys have a token on top that is worth so much, one set of toys above the other: of a set of
# toys that is repeated as often, each that is left counts once for every point above LEAST - 1.
ABOVE = tuple(
    sum(1 << TOYS * value for value in range(TOP[heap] + 1)) if heap else 0 for heap in range(HEAPS)
)
REPEATED = sum(1 << TOYS * value for value in range(VALUES))
EACH = (1 << TOYS) - 1


@rule
def tops(s: State) -> int:
    """Returns what lies on top of each toy's tokens, as ``points_of`` counts it."""
    found = 0
    for toy in range(TOYS):
        found |= ABOVE[s.heap[toy]] << toy
    return found


@rule
def points_of(toys: int, top: int) -> int:
    """Returns what a set of toys brings, one token of each that has one left."""
    return (toys * REPEATED & top).bit_count() + (LEAST - 1) * (toys & top & EACH).bit_count()


@rule
def gain(s: State, seat: int, notch: int, top: int) -> int:
    """Returns the points that a run to a notch would bring now."""
    board = s.board[seat]
    left = s.exit[seat]
    if COST[board][left][notch] > s.thread[seat]:
        return 0
    return points_of(TOUCHED[board][left][notch] + 0, top)


@rule
def best_gain(s: State, seat: int, tile: int, top: int) -> int:
    """Returns the points that a tile would bring now, by its better notch."""
    return max(gain(s, seat, 2 * tile, top), gain(s, seat, 2 * tile + 1, top))
