"""Moments: what people hear and see of a step of play, told from an onlooker's two positions.

A game says what its moments are (``Game.moments``); a page knows only the kinds below, each with
a sound, the great ones with a little scene. Since both positions are an onlooker's, a moment gives
nothing away that is not on the table.
"""

from __future__ import annotations

from typing import Final, NamedTuple

# Small ones: a card or tile is put somewhere, a piece goes, a die is thrown, a tile turns over, a
# roof comes off, a cat falls asleep.
SMALL: Final = ("card", "step", "roll", "turn", "lift", "sleep")
# Great ones: a tower is finished, a mouse caught, a cheese brought home, a cheese found under a
# roof, a line pushed, a mouse falls, a toy is won, the last round begins.
GREAT: Final = ("tower", "catch", "cheese", "find", "push", "fall", "toy", "last")
KINDS: Final = (*SMALL, *GREAT)


class Moment(NamedTuple):
    """Something that just happened."""

    kind: str
    seat: int = -1  # whose it is, -1 nobody's
    at: str = ""  # the name of what is seen of it in the drawing
    worth: int = 0  # points, where a moment has any
