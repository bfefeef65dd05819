"""Moments: events of a game that a page animates and gives a sound.

A game derives them from two positions as a spectator sees them (``Game.moments``), so they reveal
nothing. A page knows only the kinds below. Great moments have a small scene too.
"""

from typing import Final, NamedTuple

# A card or tile is placed, a piece moves, a die is thrown, a tile turns over, a roof comes off, a
# cat falls asleep.
SMALL: Final = ("card", "step", "roll", "turn", "lift", "sleep")
# A tower is finished, a mouse caught, a cheese brought home, a cheese found under a roof, a line
# pushed, a mouse falls, a toy is won, the last round begins.
GREAT: Final = ("tower", "catch", "cheese", "find", "push", "fall", "toy", "last")
KINDS: Final = (*SMALL, *GREAT)


class Moment(NamedTuple):
    kind: str
    seat: int = -1  # -1: nobody's
    at: str = ""  # the id of its element in the drawing
    worth: int = 0  # in points
