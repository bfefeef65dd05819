"""The record of Chop! Chop!."""

from matou.games.chopchop.components import KINDS, MICE
from matou.kit.layout import i1, i2, i8, layout

# What the state waits for.
PLACING, ROLLING, WALKING, EXTRA, FLYING, TURNING, FORKING, FINISHED = 0, 1, 2, 3, 4, 5, 6, 7

NOWHERE = -1  # the cat before it is placed
CAUGHT = -1  # a mouse out of the game
NOBODY = -1  # no mouse has moved in this turn yet


@layout
class State:
    """Squares are numbers of places; sets of squares have a bit a cell."""

    mice = i8()  # the set of all mice's squares, redundant with ``mouse``
    down = i8()  # tiles face down
    cheese = i8()  # visible cheeses, also the one under the cat
    plates = i8()  # home plates not yet turned, at their holes (CC8)
    quiet = i2()  # turns in a row in which nothing happened (CC19)
    mouse = i1(MICE)  # the place of each mouse, CAUGHT when out
    cat = i1()  # its place, NOWHERE at first
    seats = i1()
    player = i1()  # the mouse player whose turn it is or will be: 1 to seats - 1 (CC2)
    side = i1()  # whose turn it is: CAT or MOUSE
    phase = i1()
    rolls = i1()  # rolls of this turn still to be finished: 2 in a double turn (CC16)
    steps = i1()  # at WALKING the die, at EXTRA 1 or 2, otherwise 0
    mover = i1()  # the mouse that has moved in this turn, or NOBODY
    eventful = i1()  # has a tile, a cheese or a mouse gone in this turn? (CC19)
    won = i1()  # cheeses the mice hold
    unseen = i1(KINDS)  # tiles not yet seen, by kind
    ending = i1()  # at FINISHED: the place in ENDINGS
