"""Endings of Chop! Chop! that are small enough to be solved: no tile is face down.

Only dice are left to chance. Winning a cheese and catching a mouse are irreversible, and each turn
without either adds one to the count of CC19.
"""

from __future__ import annotations

from matou.games.chopchop.components import CAT, CHEESES, MICE, MOUSE, PLACE_OF, QUIET_TURNS, SET
from matou.games.chopchop.rules import State
from matou.games.chopchop.state import CAUGHT, NOBODY, ROLLING
from matou.kit.linking import rule

PATIENCE = QUIET_TURNS  # quiet turns until the game is drawn (CC19)


@rule
def layer(s: State) -> int:
    """Returns a number that never goes up: cheeses still to be won, and mice alive."""
    alive = 0
    for i in range(MICE):
        alive += 1 if s.mouse[i] != CAUGHT else 0
    return (CHEESES - s.won) * (MICE + 1) + alive


@rule
def same(s: State) -> None:
    """Normalises a position between two turns: sorts the mice and resets the quiet turns."""
    s.quiet = 0
    for i in range(1, MICE):
        for j in range(i, 0, -1):
            if s.mouse[j] < s.mouse[j - 1]:
                low = s.mouse[j]
                s.mouse[j] = s.mouse[j - 1]
                s.mouse[j - 1] = low


def ending(cat: str, mice: str, cheese: str, side: int = MOUSE) -> State:
    """Returns a position at the start of a turn with all tiles seen and all plates turned."""
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


# By name; each stands for all positions that can follow from it.
POSITIONS = {
    "one mouse, a cheese on e6": ending("Tc4", "b2", "e6"),
    "one mouse, cheeses on b6 and e2": ending("Tc4", "W", "b6 e2"),
    "two mice, a cheese on e6": ending("Tc4", "W S", "e6"),
    "two mice, cheeses on b6 and e2": ending("Tc4", "W E", "b6 e2"),
    "two mice, cheeses under the table": ending("f7", "N S", "c4 d4", CAT),
}
