"""Symbols: shapes that recur, stored once and then referred to by name.

A drawing is mostly outlines of cut paper: thousands of characters that are the same on every card
and in every position. `with_symbols` replaces each long run of shapes by a short reference, which
is cheap to join, compare and cache. `expanded` puts the shapes back, letter for letter. A name is
a hash of its shapes, so it reveals nothing else.
"""

import re
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

SHAPES = re.compile(r"(?:<(?!s )[a-fh-z][^<]*+(?<=/>))++")  # adjacent shapes; no groups, no text
MIN_LENGTH = 160  # shorter runs stay as they are
REFERENCE = re.compile(r'<s k="([^"]*)"/>')
MAX_SYMBOLS = 20_000  # symbols are never dropped, so beyond this number none are added


class Symbol(NamedTuple):
    name: str
    shapes: str


_symbols: dict[str, Symbol] = {}


@lru_cache(maxsize=16384)
def symbol(shapes: str) -> Symbol:
    name = urlsafe_b64encode(blake2b(shapes.encode(), digest_size=9).digest()).decode()
    return Symbol(name, shapes)


def with_symbols(drawn: str) -> str:
    """Returns a drawing with its long runs of shapes stored and replaced by references."""
    return SHAPES.sub(_stored, drawn)


def _stored(found: re.Match[str]) -> str:
    shapes = found[0]
    if len(shapes) < MIN_LENGTH:
        return shapes
    made = symbol(shapes)
    if made.name not in _symbols:
        if len(_symbols) >= MAX_SYMBOLS:
            return shapes
        _symbols[made.name] = made
    return f'<s k="{made.name}"/>'


def symbol_named(name: str) -> Symbol:
    return _symbols[name]


def expanded(drawn: str) -> str:
    """Returns a drawing with the shapes in place of their references."""
    return REFERENCE.sub(lambda found: _symbols[found[1]].shapes, drawn)
