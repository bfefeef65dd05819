"""The box of Clocktowers: 66 cards, as data. An owner of the real box corrects counts here.

What the cards are follows from their codes, and how long a game can be from their counts; a box
that cannot be played is refused with a sentence.
"""

from matou.core.components import BYTE, must, whole

# Card kinds, in the order of their numbers: floors of one and two storeys, each plain, with a cat
# and with a mouse; clocks, plain and with a mouse; roofs in five colours.
CODES = ("F1", "F1c", "F1m", "F2", "F2c", "F2m", "K", "Km", "R1", "R2", "R3", "R4", "R5")
COUNTS = (4, 5, 5, 4, 5, 5, 9, 9, 4, 4, 4, 4, 4)  # 4, 5, 5 floors is ours
POINTS = (5, 4, 2, 3)  # CT11, by CAT | MOUSE: no animal, cats only, mice only, both
PILE_LETTERS = "RKF"  # the three piles, in the order they are first shown (CT2)
TAKEN_OUT = (3, 0, 5)  # CT2: cards taken out unseen, by pile
HAND_CODES = ("F1c", "F1m", "Km")  # CT1
FEWEST, SEATS = 2, 4

# --- what the codes say

KINDS = len(CODES)
FLOOR, CLOCK, ROOF = (CODES.index(code) for code in ("F1", "K", "R1"))  # the first of each sort
COLOURS = KINDS - ROOF
CAT, MOUSE = 1 << 0, 1 << 1
STOREYS = tuple(int(code[1]) if code[0] == "F" else 0 for code in CODES)
ANIMAL = tuple({"c": CAT, "m": MOUSE}.get(code[-1], 0) for code in CODES)
ROOFS, CLOCKS, FLOORS = range(len(PILE_LETTERS))
PILES = len(PILE_LETTERS)
PILE_OF = tuple(PILE_LETTERS.index(code[0]) for code in CODES)
PILE_START = tuple(PILE_OF.index(pile) for pile in range(PILES))  # the kinds of a pile, from
PILE_STOP = tuple(PILE_START[pile] + PILE_OF.count(pile) for pile in range(PILES))  # …up to
HAND = tuple(CODES.index(code) for code in HAND_CODES)
HAND_CARDS = len(HAND)

# --- what the counts say

CARDS_IN = tuple(
    sum(n for n, of in zip(COUNTS, PILE_OF, strict=True) if of == p) for p in range(PILES)
)


def pile_size(pile: int, seats: int) -> int:
    """Returns the cards of a pile when a game begins (CT2)."""
    dealt = seats * sum(PILE_OF[kind] == pile for kind in HAND)
    return CARDS_IN[pile] - dealt - TAKEN_OUT[pile]


TURNS = sum(COUNTS) - sum(TAKEN_OUT)  # CT4: the cards less those taken out, one a turn
# A seat of two cannot have more: the floors of the pile and its own of the first hand.
TOWERS = pile_size(FLOORS, FEWEST) + sum(kind < CLOCK for kind in HAND)
# CT8: a colour's first tower has two storeys at most, each further one has one more.
TALLEST_OF = tuple(COUNTS[ROOF + colour] + 1 for colour in range(COLOURS))
TALLEST = max(TALLEST_OF)
# CT3: the seat whose turn it is, by seats and turn: looked up, since division is slow.
SEAT_AT = tuple(
    tuple(turn % max(seats, 1) for turn in range(TURNS + 1)) for seats in range(SEATS + 1)
)

# --- what has to hold

whole("FEWEST", FEWEST, 2, 2)  # the lesson and the pictures of the book are of games for two
whole("SEATS", SEATS, FEWEST, 4)
for _code, _count in zip(CODES, COUNTS, strict=True):
    _held = SEATS * HAND_CODES.count(_code)
    must(
        _count >= max(_held, 1),
        f"COUNTS has {_count} of {_code}; there must be one at least, and {SEATS} players begin "
        f"with {_held} of them (HAND_CODES, SEATS)",
    )
for _pile, _letter in enumerate(PILE_LETTERS):
    must(TAKEN_OUT[_pile] >= 0, f"TAKEN_OUT is {TAKEN_OUT[_pile]} for pile {_letter}")
    must(
        pile_size(_pile, SEATS) > 0,
        f"COUNTS, TAKEN_OUT and HAND_CODES leave no card for pile {_letter} with {SEATS} players "
        "(SEATS)",
    )
must(min(POINTS) >= 0, f"POINTS are {POINTS}; none can be less than 0")
must(TURNS <= BYTE, f"COUNTS less TAKEN_OUT make {TURNS} turns; there can be {BYTE}")
must(
    max(POINTS) * pile_size(ROOFS, FEWEST) <= BYTE,
    f"POINTS and the roofs in COUNTS can make more than {BYTE} points",
)
must(
    sum(n * tall for n, tall in zip(COUNTS, STOREYS, strict=True)) < BYTE,
    f"COUNTS has more than {BYTE} storeys",
)
