"""The box of Caty Mini, read from ``boards.toml``: furniture, toys, tokens, thread, rooms.

Furniture, its tile and its place in a hand share one number, 0 to 19, five a colour in wall
order. A notch is twice the furniture's number, plus 1 for the right one: so it has the same
number on every board, and the way out of a notch's furniture is ``notch ^ 1``.
"""

import tomllib
from itertools import combinations, pairwise, permutations
from pathlib import Path

from matou.core.components import BYTE, must, whole

BOX = tomllib.loads(Path(__file__).with_name("boards.toml").read_text(encoding="utf-8"))

FEWEST, SEATS = 2, 4
ROUNDS = 12
EXTRA_TILES = {2: 3, 3: 1, 4: 0}  # CM2, by the number of seats
REMOVED_TOKENS = {2: 2, 3: 1, 4: 0}  # CM3, of each toy
ALL_TOYS_BONUS = 15  # CM12

# The thread and the room
THREAD: int = BOX["thread"]
ROOM: int = BOX["room"]
PLACES: tuple[int, ...] = tuple(BOX["places"])
NOTCH: int = BOX["notch"]
WIDTH = 2 * NOTCH
TOY_RADIUS: int = BOX["toy_radius"]
BOARD_LETTERS: tuple[str, ...] = tuple(BOX["boards"])
BOARDS = len(BOARD_LETTERS)

# Furniture
COLOUR_NAMES: tuple[str, ...] = tuple(BOX["colours"])  # wall order: the piles are dealt in it
FURNITURE: tuple[str, ...] = tuple(name for c in COLOUR_NAMES for name in BOX["walls"][c])
COLOURS = len(COLOUR_NAMES)
PER_COLOUR = len(PLACES)
TILES = COLOURS * PER_COLOUR
NOTCHES = 2 * TILES
COLOUR_OF = tuple(tile // PER_COLOUR for tile in range(TILES))
# A colour's set of tiles.
TILES_OF = tuple((1 << PER_COLOUR) - 1 << PER_COLOUR * c for c in range(COLOURS))
ALL_TILES = (1 << TILES) - 1
SIDES = "LR"
EXTRAS = tuple(EXTRA_TILES.get(seats, 0) for seats in range(SEATS + 1))
REMOVED = tuple(REMOVED_TOKENS.get(seats, 0) for seats in range(SEATS + 1))

# Toys and their tokens. A heap of one toy's tokens is one number: how many there are of each
# value from the least to the greatest, BITS bits each.
TOY_NAMES: tuple[str, ...] = tuple(BOX["toys"])
TOYS = len(TOY_NAMES)
TOKENS: tuple[int, ...] = tuple(sorted(BOX["values"]))  # of each toy
LEAST = TOKENS[0]
VALUES = TOKENS[-1] - LEAST + 1  # 3: worth 2, 3 and 4
BITS = max(TOKENS.count(value) for value in TOKENS).bit_length()
MOST = (1 << BITS) - 1
FULL_HEAP = sum(1 << BITS * (value - LEAST) for value in TOKENS)
HEAPS = 1 << BITS * VALUES

# --- what has to hold


def can_be_dealt(piles: tuple[int, ...], seats: int, extras: int) -> bool:
    """CM2: returns whether each seat always finds piles for all its extra tiles."""
    if seats == 0:
        return True
    if sum(left > 0 for left in piles) < extras:
        return False
    return all(
        can_be_dealt(
            tuple(left - (pile in chosen) for pile, left in enumerate(piles)), seats - 1, extras
        )
        for chosen in combinations([p for p, left in enumerate(piles) if left > 0], extras)
    )


must(BOX["format"] == 1, f"format is {BOX['format']}; we read 1")
must(COLOURS == 4, f"colours are {COLOUR_NAMES}; there are four walls")
for _colour in COLOUR_NAMES:
    _pieces = BOX["walls"][_colour]
    must(
        len({*_pieces}) == len(_pieces) == PER_COLOUR,
        f"walls.{_colour} has {len({*_pieces})} pieces, and there are {PER_COLOUR} places",
    )
    for _letter, _board in BOX["boards"].items():
        must(
            sorted(_board[_colour]) == sorted(_pieces),
            f"boards.{_letter}.{_colour} has not the same pieces as walls.{_colour}",
        )
whole("notch", NOTCH, 1, ROOM)
whole("toy_radius", TOY_RADIUS, 1, ROOM)
must(
    PLACES[0] >= NOTCH
    and PLACES[-1] + NOTCH <= ROOM
    and all(b - a >= WIDTH for a, b in pairwise(PLACES)),
    f"places are {PLACES}: with notches {NOTCH} to either side (notch), furniture would overlap or "
    f"not stand within a wall of {ROOM} (room)",
)
for _letter, _board in BOX["boards"].items():
    must({*_board["toys"]} == {*TOY_NAMES}, f"boards.{_letter}.toys has not the same toys as toys")
    for _toy, _at in _board["toys"].items():
        must(
            all(TOY_RADIUS <= along <= ROOM - TOY_RADIUS for along in _at),
            f"boards.{_letter}.toys.{_toy} is at {_at}: with a toy_radius of {TOY_RADIUS} it is "
            f"not within a room of {ROOM}",
        )
whole("thread", THREAD, 1, (BYTE + 1) ** 2 - 1)  # as two numbers in an encoded line
must(LEAST > 0, f"values are {TOKENS}; a token is worth 1 at least")
must(
    BITS * VALUES <= 12, f"values are {TOKENS}: too many, or too far apart, to be kept as a number"
)
whole("FEWEST", FEWEST, 2, 2)  # the lesson and the pictures of the book are of games for two
whole("SEATS", SEATS, FEWEST, BOARDS)
whole("ROUNDS", ROUNDS, 1, TILES - 1)
whole("ALL_TOYS_BONUS", ALL_TOYS_BONUS, 0, BYTE)
must(
    {*EXTRA_TILES} == {*REMOVED_TOKENS} == {*range(FEWEST, SEATS + 1)},
    f"EXTRA_TILES and REMOVED_TOKENS must say how many for each number of players, from {FEWEST} "
    f"to {SEATS} (SEATS)",
)
for _seats, _extras in EXTRA_TILES.items():
    whole(f"EXTRA_TILES with {_seats} players", _extras, 0, COLOURS)
    whole(f"REMOVED_TOKENS with {_seats} players", REMOVED_TOKENS[_seats], 0, len(TOKENS))
    must(
        _seats <= PER_COLOUR - 1
        and can_be_dealt(
            (PER_COLOUR - 1 - _seats, *[PER_COLOUR - _seats] * (COLOURS - 1)), _seats, _extras
        ),
        f"EXTRA_TILES are {_extras} with {_seats} players: there are not always piles for them",
    )
    must(
        -(-ROUNDS // _seats) <= COLOURS + _extras,
        f"ROUNDS are {ROUNDS}: with {_seats} players (EXTRA_TILES) a hand has "
        f"{COLOURS + _extras} tiles, and somebody would have none to play",
    )


def held(heap: int, value: int) -> int:
    """Returns how many tokens of a value a heap holds (for people; the rules count bits)."""
    return heap >> BITS * (value - LEAST) & MOST


def heap_values(heap: int) -> list[int]:
    """Returns the values in a heap, the top one first."""
    return [v for v in range(LEAST, LEAST + VALUES) for _ in range(held(heap, v))]


TOP = tuple(min(heap_values(h), default=LEAST) - LEAST for h in range(HEAPS))  # its place, from 0
WORTH = tuple(sum(heap_values(h)) for h in range(HEAPS))
HOW_MANY = tuple(len(heap_values(h)) for h in range(HEAPS))

# Option ``boards``: a different letter for each seat
BOARD_CHOICES = tuple(
    "".join(letters)
    for seats in range(FEWEST, SEATS + 1)
    for letters in permutations(BOARD_LETTERS, seats)
)
SEATING = tuple(
    tuple(BOARD_LETTERS.index(letter) for letter in choice.ljust(SEATS, "A"))
    for choice in BOARD_CHOICES
)
