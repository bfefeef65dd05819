"""Ideas of Caty Mini."""

from __future__ import annotations

from functools import partial

from labs.puzzles.ideas import Idea, Split, split
from matou.core.observation import Observation
from matou.games.catymini.geometry import COST
from matou.games.catymini.position import hand_tiles
from matou.games.catymini.state import ENTER, PLAY, PLAYING, RUNNING
from matou.games.catymini.think.gains import best_gain, gain, tops
from matou.kit.layout import clone

LONGER, NEARER = 90, 150  # units of thread


def points(view: Observation, a: int) -> int:
    """Returns the points that a run brings."""
    assert view.seat is not None
    return int(gain(view.s, view.seat, a - ENTER, tops(view.s)))


def cost(view: Observation, a: int) -> int:
    s = view.s
    return int(COST[s.board[view.seat]][s.exit[view.seat]][a - ENTER])


def best(view: Observation, tile: int, seat: int) -> int:
    return int(best_gain(view.s, seat, tile, tops(view.s)))


def highest(values: dict[int, int]) -> list[int]:
    return [a for a, value in values.items() if value == max(values.values())]


def runs(view: Observation, legal: list[int]) -> list[int]:
    return legal if view.s.phase == RUNNING and len(legal) == 2 else []


def tiles(view: Observation, legal: list[int]) -> list[int]:
    return legal if view.s.phase == PLAYING else []


def longer_for(view: Observation, legal: list[int], least: int, most: int) -> Split | None:
    found = sorted(runs(view, legal), key=lambda a: points(view, a))
    if not found or not least <= points(view, found[1]) - points(view, found[0]) <= most:
        return None
    if cost(view, found[1]) - cost(view, found[0]) < LONGER:
        return None
    return [found[1]], [found[0]]


def shorter(view: Observation, legal: list[int]) -> Split | None:
    found = sorted(runs(view, legal), key=lambda a: cost(view, a))
    if not found or points(view, found[0]) != points(view, found[1]):
        return None
    return (
        ([found[0]], [found[1]]) if cost(view, found[1]) - cost(view, found[0]) >= LONGER else None
    )


def next_run(view: Observation, legal: list[int]) -> Split | None:
    """Prefers the run after which the hand can win more, if both runs win the same."""
    found = runs(view, legal)
    if not found or points(view, found[0]) != points(view, found[1]):
        return None
    assert view.seat is not None
    then = {}
    for a in found:
        after = clone(view.s)
        after.exit[view.seat] = (a - ENTER) ^ 1
        gains = [best_gain(after, view.seat, t, tops(after)) for t in hand_tiles(view.s, view.seat)]
        then[a] = max(gains, default=0)
    return split(found, lambda a: a in highest(then)) if then else None


def most_points(view: Observation, legal: list[int]) -> Split | None:
    assert view.seat is not None
    mine = {a: best(view, a - PLAY, view.seat) for a in tiles(view, legal)}
    return split(mine, lambda a: a in highest(mine))


def ahead(view: Observation, legal: list[int]) -> Split | None:
    """Prefers the tile with the best difference to the other seat over the one with most points."""
    assert view.seat is not None
    mine = {a: best(view, a - PLAY, view.seat) for a in tiles(view, legal)}
    lead = {a: n - best(view, a - PLAY, 1 - view.seat) for a, n in mine.items()}
    good, greedy = highest(lead), highest(mine)
    return None if {*good} & {*greedy} else (good, greedy)


def spoil(view: Observation, legal: list[int]) -> Split | None:
    """Prefers, of the tiles with most points, those with fewest for the other seat."""
    assert view.seat is not None
    mine = {a: best(view, a - PLAY, view.seat) for a in tiles(view, legal)}
    theirs = {a: -best(view, a - PLAY, 1 - view.seat) for a in highest(mine)}
    return split(theirs, lambda a: a in highest(theirs))


def nearer(view: Observation, legal: list[int]) -> Split | None:
    """Prefers, of the tiles with most points, the nearer ones."""
    s, seat = view.s, view.seat
    assert seat is not None
    mine = {a: best(view, a - PLAY, seat) for a in tiles(view, legal)}
    if not mine or not max(mine.values()):
        return None
    costs = {}
    for a in highest(mine):
        notches = (2 * (a - PLAY), 2 * (a - PLAY) + 1)
        fine = [n for n in notches if gain(s, seat, n, tops(s)) == mine[a]]
        costs[a] = min(COST[s.board[seat]][s.exit[seat]][n] for n in fine)
    least, most = min(costs.values()), max(costs.values())
    return split(costs, lambda a: costs[a] < (least + most) / 2) if most - least >= NEARER else None


IDEAS: dict[str, Idea] = {
    "Run: one or two points more, though longer": partial(longer_for, least=1, most=2),
    "Run: three or four points more, though longer": partial(longer_for, least=3, most=4),
    f"Run: of equal points, the one shorter by {LONGER} units or more": shorter,
    "Run: of equal points, the one after which the hand can win more": next_run,
    "Tile: the most points now": most_points,
    "Tile: the largest lead on the other, rather than the most points": ahead,
    "Tile: of those with the most points, the worst for the other": spoil,
    "Tile: of those with the most points, the nearer": nearer,
}
