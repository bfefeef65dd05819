"""The box of Clocktowers: 66 cards, as data. An owner of the real box corrects counts here."""

from __future__ import annotations

# Card kinds, in the order of their numbers.
CODES = (
    "F1", "F1c", "F1m", "F2", "F2c", "F2m",  # floors of one and two storeys: plain, cat, mouse
    "K", "Km",  # clocks: plain, mouse
    "R1", "R2", "R3", "R4", "R5",  # roofs in five colours
)  # fmt: skip
COUNTS = (4, 5, 5, 4, 5, 5, 9, 9, 4, 4, 4, 4, 4)  # 4, 5, 5 floors is ours
KINDS = 13
FLOOR, CLOCK, ROOF = 0, 6, 8  # the first kind of each sort
COLOURS = 5

STOREYS = (1, 1, 1, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0)
CAT, MOUSE = 1, 2
ANIMAL = (0, CAT, MOUSE, 0, CAT, MOUSE, 0, MOUSE, 0, 0, 0, 0, 0)
POINTS = (5, 4, 2, 3)  # CT11, by CAT | MOUSE: no animal, cats only, mice only, both

ROOFS, CLOCKS, FLOORS = 0, 1, 2  # the three piles, in the order they are first shown (CT2)
PILES = 3
PILE_LETTERS = "RKF"
PILE_OF = (2, 2, 2, 2, 2, 2, 1, 1, 0, 0, 0, 0, 0)
PILE_START = (8, 6, 0)  # pile p holds the kinds PILE_START[p] up to PILE_STOP[p]
PILE_STOP = (13, 8, 6)
TAKEN_OUT = (3, 0, 5)  # CT2: cards taken out unseen, by pile

HAND = (1, 2, 7)  # CT1: F1c, F1m and Km
HAND_CARDS = 3

SEATS = 4
TURNS = 58  # CT4: 66 cards less the 8 taken out, one a turn
TOWERS = 21  # with 2 seats: the 19 floors of the pile and one's own 2

# CT3: the seat whose turn it is, by seats and turn: looked up, since division is slow.
SEAT_AT = tuple(
    tuple(turn % max(seats, 1) for turn in range(TURNS + 1)) for seats in range(SEATS + 1)
)
