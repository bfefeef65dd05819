"""Hints for bots in Caty Mini: a stretch that crosses toys is a good one.

Hidden hands are weighed by the tiles that their owners played (``weigh``), which has made no
measurable difference. Values, networks and better playouts have not made the search stronger
either: ``docs/balance/values.md``.
"""

from __future__ import annotations

from math import exp

from matou.games.catymini.components import THREAD, TILES, TOYS
from matou.games.catymini.rules import imagine, play, playable, run, sleep
from matou.games.catymini.state import ASLEEP, ENTER, PLAY, PLAYING, RUNNING, START, State
from matou.games.catymini.think.gains import best_gain, gain, tops
from matou.kit.layout import Row
from matou.kit.linking import rule

# By maximum likelihood from 1,347 tiles that level 5 chose at 2,000 iterations: a tile's points
# count 0.8 for oneself and -0.44 for another.
MOST = 12  # distinct points
WISHED = tuple(round(64 * exp(0.8 * points)) for points in range(MOST + 1))
GRUDGED = tuple(round(1024 * exp(-0.44 * points)) for points in range(MOST + 1))


@rule
def hint(s: State, out: Row, n: int, weights: Row) -> int:
    """Prefers runs by their points, and tiles by their better notch."""
    total = 0
    if s.phase != PLAYING and s.phase != RUNNING:
        return 0
    top = tops(s)
    for i in range(n):
        points = 0
        if s.phase == PLAYING:
            points = best_gain(s, s.turn, out[i] - PLAY, top)
        elif out[i] < START:
            points = gain(s, s.turn, out[i] - ENTER, top)
        weights[i] = 1 + points * points
        total += weights[i]
    return total


@rule
def keenness(s: State, seat: int, tile: int, top: int) -> int:
    """Returns how likely a seat is to play a tile that it has."""
    mine = best_gain(s, seat, tile, top)
    theirs = 0
    for other in range(s.seats):
        if other != seat:
            theirs = max(theirs, best_gain(s, other, tile, top))
    return 1 + (WISHED[min(mine, MOST)] * GRUDGED[min(theirs, MOST)] >> 10)


@rule
def weigh(s: State, past: State, out: Row, weights: Row, r: Row) -> float:
    """Deals the hidden hands, and returns how likely their tiles were played that way.

    Replays the game from its first round. At each decision a seat with a guessed hand is taken to
    have chosen by ``keenness``, or one time in five at random.
    """
    hidden = 0
    for seat in range(s.seats):
        hidden |= 1 << seat if s.hand[seat] == 0 else 0
    imagine(s, r)
    if s.phase != PLAYING and s.phase != RUNNING:
        return 1.0
    go_back(s, past)
    worth = 1.0
    rounds = s.round + (1 if s.phase == RUNNING else 0)
    for i in range(rounds):
        if hidden >> past.turn & 1:
            worth *= chosen(past, s.middle[i + 1])
        cats = s.step if i == s.round else s.seats + 0
        play(past, s.middle[i + 1])
        for _ in range(cats):
            notch = s.path[past.turn][i + 1]
            if notch == ASLEEP:
                sleep(past)
            else:
                run(past, notch)
    return worth


@rule
def go_back(s: State, past: State) -> None:
    """Fills a blank record with the game as it stood before its first round."""
    past.seats = s.seats
    past.phase = PLAYING
    past.middle[0] = s.middle[0]
    for toy in range(TOYS):
        past.heap[toy] = s.heap[toy]
    for seat in range(s.seats):
        past.board[seat] = s.board[seat]
        past.hand[seat] = s.hand[seat]
        past.thread[seat] = THREAD
        past.exit[seat] = s.path[seat][0]
        for toy in range(TOYS):
            past.heap[toy] += s.won[seat][toy]
    for i in range(s.round + (1 if s.phase == RUNNING else 0)):
        past.hand[i % s.seats] |= 1 << s.middle[i + 1]


@rule
def chosen(s: State, tile: int) -> float:
    """Returns how likely the seat to act is to play a tile."""
    tiles = playable(s)
    top = tops(s)
    total = 0
    for other in range(TILES):
        if tiles >> other & 1:
            total += keenness(s, s.turn, other, top)
    return 0.8 * keenness(s, s.turn, tile, top) / total + 0.2 / tiles.bit_count()
