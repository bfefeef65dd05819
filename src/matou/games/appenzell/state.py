"""The record of Château d'Appenzell, its action numbers, and helpers of every rule."""

from __future__ import annotations

from matou.games.appenzell.castle import MOVES
from matou.games.appenzell.components import CHEESES, KINDS, ROOMS, SEATS, SLOTS, SQUARES
from matou.kit.layout import i1, i2, i4, i8, layout
from matou.kit.linking import rule

# An action: a room to lift, a tower to enter, a move, a slot, the end of the turn, or a tile
# revealed by chance (its place, then its kind).
LIFT = 0  # + room
ENTER = LIFT + ROOMS  # + tower
MOVE = ENTER + 4  # + number of the move in castle.py
PUSH = MOVE + MOVES  # + slot
END = PUSH + SLOTS
REVEAL = END + 1  # + place * KINDS + kind
GOAL_REACHED, MICE_LOST, TURNS_OVER = 1, 2, 3  # ``ending``, 0 while the game goes on

NOTHING = -1
ALL_CHEESES = (1 << CHEESES) - 1


@layout
class State:
    mice = i8(SEATS)  # the squares and towers where a seat has a mouse
    open_squares = i8()  # the squares of the rooms whose roof is off
    unknown = i8()  # the squares whose tile nobody has seen yet
    traps = i8()  # the squares with a trap somebody has seen
    open_rooms = i4()
    turn = i2()  # turns that have ended, 0 to 300
    seats = i1()
    castle = i1()  # option: 0 the front, 1 the back
    goal = i1()  # option: 4, 5 or 6 cheeses
    push_back = i1()  # option: 1 on, 0 off
    seat = i1()  # whose turn it is
    placing = i1()  # AP2: seats that have still to put their first mouse into a tower
    left = i1()  # actions left in this turn
    pushed = i1()  # AP8: 1 after this turn's push
    closed = i1()  # AP8: the slot that is closed, NOTHING if none
    reveal = i1()  # the square, or SPARE, whose tile is to be revealed; NOTHING if none
    ending = i1()
    won = i1()  # at the end: the set of winners
    outside = i1(SEATS)  # mice still outside
    fallen = i1(SEATS)  # mice in the cellar
    cheeses = i1(SEATS)  # the set of tokens taken
    unseen = i1(KINDS)  # tiles of each kind nobody has seen
    tile = i1(SQUARES + 1)  # a kind, UNKNOWN or NO_TILE; the spare last


@rule
def lowest(squares: int) -> int:
    """Returns the first square of a set that is not empty."""
    return (
        squares & -squares
    ).bit_length() - 1 & 63  # & 63: so a compiler sees that it is not negative


@rule
def occupied(s: State) -> int:
    """Returns the set of squares with mice."""
    mice = s.mice
    return mice[0] | mice[1] | mice[2] | mice[3]


@rule
def after(s: State, seat: int) -> int:
    return seat + 1 if seat + 1 < s.seats else 0
