"""The box of Caty Mini, read from ``boards.toml``: furniture, toys, tokens, thread, rooms.

Furniture, its tile and its place in a hand share one number, 0 to 19, five a colour in wall
order. A notch is twice the furniture's number, plus 1 for the right one: so it has the same
number on every board, and the way out of a notch's furniture is ``notch ^ 1``.
"""

from __future__ import annotations

import tomllib
from itertools import permutations
from pathlib import Path

BOX = tomllib.loads(Path(__file__).with_name("boards.toml").read_text(encoding="utf-8"))

SEATS = 4
ROUNDS = 12

# Furniture
COLOUR_NAMES: tuple[str, ...] = tuple(BOX["colours"])  # wall order: the piles are dealt in it
FURNITURE: tuple[str, ...] = tuple(name for c in COLOUR_NAMES for name in BOX["walls"][c])
COLOURS = 4
PER_COLOUR = 5
TILES = 20
NOTCHES = 2 * TILES
COLOUR_OF = tuple(tile // PER_COLOUR for tile in range(TILES))
TILES_OF = tuple(0b11111 << PER_COLOUR * c for c in range(COLOURS))  # a colour's set of tiles
ALL_TILES = (1 << TILES) - 1
SIDES = "LR"

# CM2, CM3: by the number of seats
EXTRAS = (0, 0, 3, 1, 0)
REMOVED = (0, 0, 2, 1, 0)

# Toys and their tokens. A heap of one toy's tokens is one number: how many are worth 2, 3
# and 4, two bits each.
TOY_NAMES: tuple[str, ...] = tuple(BOX["toys"])
TOYS = 10
LEAST = 2  # the least value of a token
VALUES = 3  # 2, 3 and 4
FULL_HEAP = sum(1 << 2 * (value - LEAST) for value in BOX["values"])
HEAPS = 64


def held(heap: int, value: int) -> int:
    """How many tokens of a value a heap holds (for people; the rules count bits)."""
    return heap >> 2 * (value - LEAST) & 3


def heap_values(heap: int) -> list[int]:
    """The values in a heap, the top one first."""
    return [v for v in range(LEAST, LEAST + VALUES) for _ in range(held(heap, v))]


TOP = tuple(min(heap_values(h), default=LEAST) - LEAST for h in range(HEAPS))  # its place, 0 to 2
WORTH = tuple(sum(heap_values(h)) for h in range(HEAPS))
HOW_MANY = tuple(len(heap_values(h)) for h in range(HEAPS))

# The thread and the room
THREAD: int = BOX["thread"]
ROOM: int = BOX["room"]
PLACES: tuple[int, ...] = tuple(BOX["places"])
NOTCH: int = BOX["notch"]
WIDTH = 2 * NOTCH
TOY_RADIUS: int = BOX["toy_radius"]
BOARD_LETTERS: tuple[str, ...] = tuple(BOX["boards"])
BOARDS = 4

# Option ``boards``: a different letter for each seat
BOARD_CHOICES = tuple(
    "".join(letters)
    for seats in range(2, SEATS + 1)
    for letters in permutations(BOARD_LETTERS, seats)
)
SEATING = tuple(
    tuple(BOARD_LETTERS.index(letter) for letter in choice.ljust(SEATS, "A"))
    for choice in BOARD_CHOICES
)

# CM12
ALL_TOYS_BONUS = 15
