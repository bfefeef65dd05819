"""What bots know of Caty Mini: a stretch that crosses toys is a good one.

There is no learned value: a linear one of 26 features, trained by self-play, did not lift
the search (49 % of 400 games against playouts to the end at equal iterations, 52 % of 200
in equal time); nor did a network in the place of playouts (46.7 % of 120 in equal time).
"""

from __future__ import annotations

from matou.games.catymini.components import LEAST, TOP
from matou.games.catymini.geometry import COST, TOUCHED
from matou.games.catymini.state import ENTER, PLAY, PLAYING, RUNNING, START, State
from matou.kit.layout import Row
from matou.kit.linking import rule


@rule
def gain(s: State, seat: int, notch: int) -> int:
    """The points that a run to a notch would bring now."""
    board = s.board[seat]
    left = s.exit[seat]
    if COST[board][left][notch] > s.thread[seat]:
        return 0
    toys = TOUCHED[board][left][notch] + 0
    toy = 0
    points = 0
    while toys > 0:
        if toys & 1 and s.heap[toy] > 0:
            points += TOP[s.heap[toy]] + LEAST
        toys >>= 1
        toy += 1
    return points


@rule
def hint(s: State, out: Row, n: int, weights: Row) -> int:
    """By the points that the run brings; a tile, by its better notch."""
    total = 0
    if s.phase != PLAYING and s.phase != RUNNING:
        return 0
    for i in range(n):
        points = 0
        if s.phase == PLAYING:
            notch = 2 * (out[i] - PLAY)
            points = max(gain(s, s.turn, notch), gain(s, s.turn, notch + 1))
        elif out[i] < START:
            points = gain(s, s.turn, out[i] - ENTER)
        weights[i] = 1 + points * points
        total += weights[i]
    return total
