"""Endings of Chop! Chop! that are small enough to be solved: no tile is face down any more.

Then only dice are left to chance, nothing but a cheese won or a mouse caught is for good, and
a turn without either adds one to the count of CC19.
"""

from __future__ import annotations

from matou.games.chopchop.components import CAT, CHEESES, MICE, MOUSE, PLACE_OF, QUIET_TURNS, SET
from matou.games.chopchop.rules import State
from matou.games.chopchop.state import CAUGHT, NOBODY, ROLLING
from matou.kit.linking import rule

PATIENCE = QUIET_TURNS  # turns in one layer until the game is drawn (CC19)


@rule
def layer(s: State) -> int:
    """What never goes up: the cheeses still to be won, and the mice."""
    alive = 0
    for i in range(MICE):
        alive += 1 if s.mouse[i] != CAUGHT else 0
    return (CHEESES - s.won) * (MICE + 1) + alive


@rule
def same(s: State) -> None:
    """Between two turns, make equal what is worth the same: the mice in any order."""
    s.quiet = 0
    for i in range(1, MICE):
        for j in range(i, 0, -1):
            if s.mouse[j] < s.mouse[j - 1]:
                low = s.mouse[j]
                s.mouse[j] = s.mouse[j - 1]
                s.mouse[j - 1] = low


def ending(cat: str, mice: str, cheese: str, side: int = MOUSE) -> State:
    """A position at the start of a turn: all tiles seen, all plates turned, the rest won."""
    s = State()
    lying = [SET[PLACE_OF[square]] for square in cheese.split()]
    alive = [PLACE_OF[square] for square in mice.split()]
    s.seats, s.player, s.side, s.rolls = 2, 1, side, 1
    s.phase, s.mover = ROLLING, NOBODY
    s.cat = PLACE_OF[cat]
    s.cheese, s.won = sum(lying), CHEESES - len(lying)
    for i in range(MICE):
        s.mouse[i] = alive[i] if i < len(alive) else CAUGHT
    s.mice = sum(SET[place] for place in alive)
    same(s)
    return s


# By what is told of them; each stands for all positions that can come of it.
POSITIONS = {
    "one mouse, a cheese on e6": ending("Tc4", "b2", "e6"),
    "one mouse, cheeses on b6 and e2": ending("Tc4", "W", "b6 e2"),
    "two mice, a cheese on e6": ending("Tc4", "W S", "e6"),
    "two mice, cheeses on b6 and e2": ending("Tc4", "W E", "b6 e2"),
    "two mice, cheeses under the table": ending("f7", "N S", "c4 d4", CAT),
}
