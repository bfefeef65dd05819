"""What a seat of Caty Mini may have been dealt, and what it saw before each tile it played."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from matou.games.catymini.components import ALL_TILES, COLOURS, TILES, TILES_OF
from matou.games.catymini.hints import go_back
from matou.games.catymini.rules import play, run, sleep
from matou.games.catymini.state import ASLEEP, PLAY, PLAYING, RUNNING, State
from matou.kit.layout import clone


def rounds(s: State) -> int:
    """How many tiles were played."""
    return s.round + (1 if s.phase == RUNNING else 0)


def played(s: State, seat: int) -> int:
    """The tiles that a seat has played."""
    return sum(1 << s.middle[i + 1] for i in range(rounds(s)) if i % s.seats == seat)


def had(s: State, seat: int) -> int:
    """What a seat was dealt whose hand is seen."""
    return s.hand[seat] | played(s, seat)


def dealt(s: State, seat: int) -> list[int]:
    """Every hand that the other of two may have been dealt, by colours and what this seat sees.

    None while extra tiles are taken and threads begin, and none with more than two seats.
    """
    if s.seats != 2 or s.phase not in (PLAYING, RUNNING):
        return []
    other = 1 - seat
    known = played(s, other)
    unseen = ALL_TILES & ~(1 << s.middle[0] | had(s, seat) | known)
    ways = []
    for colour in range(COLOURS):
        some = unseen & TILES_OF[colour]
        tiles = [1 << tile for tile in range(TILES) if some >> tile & 1]
        ways.append(itertools.combinations(tiles, s.holds[other][colour]))
    return sorted(known | sum(map(sum, way)) for way in itertools.product(*ways))


def supposing(s: State, seat: int, hand: int) -> State:
    """The same record where a seat was dealt a hand."""
    supposed = clone(s)
    supposed.hand[seat] = hand & ~played(s, seat)
    return supposed


def decisions(s: State, seat: int) -> Iterator[tuple[State, int]]:
    """What all could see before each tile that a seat played, no hand among it, and the action."""
    past = State()
    go_back(s, past)
    for each in range(s.seats):
        past.extras[each] = s.extras[each]
        past.path[each][0] = s.path[each][0]
        gone = played(s, each)
        for colour in range(COLOURS):
            more = (gone & TILES_OF[colour]).bit_count()
            past.holds[each][colour] = s.holds[each][colour] + more
    for i in range(rounds(s)):
        tile = s.middle[i + 1]
        if past.turn == seat:
            before = clone(past)
            for each in range(s.seats):
                before.hand[each] = 0
            yield before, PLAY + tile
        play(past, tile)
        for _ in range(s.step if i == s.round else s.seats):
            notch = s.path[past.turn][i + 1]
            if notch == ASLEEP:
                sleep(past)
            else:
                run(past, notch)
