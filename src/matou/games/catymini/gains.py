"""What a run would bring a cat of Caty Mini now: for those who look ahead, hints and networks."""

from __future__ import annotations

from matou.games.catymini.components import BITS, HEAPS, LEAST, TOP, TOYS, VALUES
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
HEAP_BITS = BITS * VALUES  # all heaps together are one number, so many bits each


@rule
def tops(s: State) -> int:
    """What lies on top of each toy's tokens, as ``points_of`` counts it."""
    found = 0
    for toy in range(TOYS):
        found |= ABOVE[s.heap[toy]] << toy
    return found


@rule
def points_of(toys: int, top: int) -> int:
    """What a set of toys brings, one token of each that has one left."""
    return (toys * REPEATED & top).bit_count() + (LEAST - 1) * (toys & top & EACH).bit_count()


@rule
def gain(s: State, seat: int, notch: int, top: int) -> int:
    """The points that a run to a notch would bring now."""
    board = s.board[seat]
    left = s.exit[seat]
    if COST[board][left][notch] > s.thread[seat]:
        return 0
    return points_of(TOUCHED[board][left][notch] + 0, top)


@rule
def best_gain(s: State, seat: int, tile: int, top: int) -> int:
    """The points that a tile would bring now, by its better notch."""
    return max(gain(s, seat, 2 * tile, top), gain(s, seat, 2 * tile + 1, top))


@rule
def best_run(board: int, left: int, thread: int, tile: int, top: int) -> int:
    """The entrance that brings more, of equals the nearer: 64 times its points, and the notch.

    -1 where the thread does not reach.
    """
    best = -1
    least = 0
    for notch in range(2 * tile, 2 * tile + 2):
        cost = COST[board][left][notch] + 0
        if cost <= thread:
            run = 64 * points_of(TOUCHED[board][left][notch] + 0, top) + notch
            if best < 0 or run >> 6 > best >> 6 or (run >> 6 == best >> 6 and cost < least):
                best = run
                least = cost
    return best


@rule
def tops_of(heaps: int) -> int:
    """What lies on top in heaps that are one number, as ``points_of`` counts it."""
    found = 0
    for toy in range(TOYS):
        found |= ABOVE[heaps >> HEAP_BITS * toy & HEAPS - 1] << toy
    return found


@rule
def taken(heaps: int, toys: int) -> int:
    """What is left of them when one token of each of these toys was taken (CM9)."""
    while toys > 0:
        toy = (toys & -toys).bit_length() - 1
        toys &= toys - 1
        heap = heaps >> HEAP_BITS * toy & HEAPS - 1
        if heap > 0:
            heaps -= 1 << HEAP_BITS * toy + BITS * TOP[heap]
    return heaps
