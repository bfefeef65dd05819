"""The record of Caty Mini and the numbers of its actions.

A state has no piles: a pile may hold what nobody has been dealt. So only hands are secret, and
their colours (``holds``) are not. ``middle`` and ``path`` are the whole history, by round. All the
rest follows from it and is stored too for speed.
"""

from matou.core.components import BYTE
from matou.games.catymini import components as box
from matou.kit.layout import i1, i2, i4, layout

# Actions
DEAL = 0  # + tile: chance shows it in the middle, or deals it to a hand
PLAY = DEAL + box.TILES  # + tile
ENTER = PLAY + box.TILES  # + notch
START = ENTER + box.NOTCHES  # + notch
TAKE = START + box.NOTCHES  # + colour of the pile
REMOVE = TAKE + box.COLOURS  # + VALUES * toy + value - LEAST
SLEEP = REMOVE + box.VALUES * box.TOYS
ACTIONS = SLEEP + 1
MAX_LEGAL = box.TILES

# What the state waits for: four times chance, four times a seat.
SHOWING, DEALING, DRAWING, REMOVING = 0, 1, 2, 3
TAKING, STARTING, PLAYING, RUNNING = 4, 5, 6, 7
DONE = 8

ASLEEP = -1  # in ``path``


@layout
class State:
    """Rounds count from 0 here, from 1 for people."""

    seats = i1()
    expert = i1()  # option
    board = i1(box.SEATS)  # option: whose nursery is which, 0 to 3
    phase = i1()
    turn = i1()  # the seat to act, or to be dealt to
    pile = i1()  # DEALING, DRAWING: the colour of the pile drawn from
    step = i1()  # TAKING, DRAWING: extras the seat has; REMOVING: tokens gone; RUNNING: cats run
    round = i1()  # 0 to 12
    hand = i4(box.SEATS)  # a set of tiles
    holds = i1(box.SEATS, box.COLOURS)  # how many of each colour: all see that
    extras = i1(box.SEATS)  # the set of piles a seat took an extra from
    # The tokens left of each toy, and those won, as heaps.
    heap = i1(box.TOYS) if box.HEAPS <= BYTE + 1 else i2(box.TOYS)
    won = i1(box.SEATS, box.TOYS) if box.HEAPS <= BYTE + 1 else i2(box.SEATS, box.TOYS)
    thread = i2(box.SEATS)  # units left on the spool
    exit = i1(box.SEATS)  # the notch the thread comes out of, once it has started
    middle = i1(box.ROUNDS + 1)  # the tile shown, then that of each round
    path = i1(box.SEATS, box.ROUNDS + 1)  # the notch of the start, then the entrance of each round
