"""Stamps: runs of shapes that come again and again, written down once and named from then on.

A drawing is mostly outlines of cut paper, thousands of characters that are the same on every such
card and in every position. A part that is kept (an element of a game's picture) is stamped: short
to put together, to compare and to keep. A name is made of the run alone and gives nothing else
away. Whoever needs the drawing itself has it spelled out: the same to the letter.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

RUN = re.compile(r"(?:<(?!s )[a-fh-z][^<]*/>)+")  # shapes beside each other; groups, words stay
LEAST = 160  # characters that are worth a name
NAMED = re.compile(r'<s k="([^"]*)"/>')
MOST = 20_000  # runs that are written down for good: what is drawn after those stays as it is


class Stamp(NamedTuple):
    """A run of shapes, and its name."""

    name: str
    run: str


_written: dict[str, Stamp] = {}


@lru_cache(maxsize=16384)
def stamp(run: str) -> Stamp:
    """The same for the same run, so that it is kept once."""
    return Stamp(urlsafe_b64encode(blake2b(run.encode(), digest_size=9).digest()).decode(), run)


def stamped(drawn: str) -> str:
    """A drawing with its runs named; they are written down here."""
    return RUN.sub(_write_down, drawn)


def _write_down(found: re.Match[str]) -> str:
    run = found[0]
    if len(run) < LEAST:
        return run
    made = stamp(run)
    if made.name not in _written:
        if len(_written) >= MOST:
            return run
        _written[made.name] = made
    return f'<s k="{made.name}"/>'


def written(name: str) -> Stamp:
    """The stamp of a name that `stamped` has given."""
    return _written[name]


def spelled_out(drawn: str) -> str:
    """The drawing itself."""
    return NAMED.sub(lambda found: _written[found[1]].run, drawn)
