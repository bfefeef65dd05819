"""Drawings in shorthand: what a page has been sent once is only named afterwards.

A part of a picture is mostly outlines of cut paper, thousands of characters that are the same on
every such card and in every position. So a run of shapes is sent to a page once, with a name that
is made of the run alone and gives nothing else away, and from then on by its name,
``<s k="…"/>``. The page spells it out (``fragments.js``): what it draws is the same to the letter.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

RUN = re.compile(r"(?:<[a-fh-z][^<]*/>)+")  # shapes beside each other; groups and words stay
LEAST = 160  # characters that are worth a name
NAMED = re.compile(r'<s k="([^"]*)"/>')


class Stamp(NamedTuple):
    """A run of shapes, and its name."""

    name: str
    run: str


@lru_cache(maxsize=16384)
def stamp(run: str) -> Stamp:
    """The same for the same run, so that it is kept once."""
    return Stamp(urlsafe_b64encode(blake2b(run.encode(), digest_size=9).digest()).decode(), run)


@lru_cache(maxsize=4096)
def shortened(part: str) -> tuple[str, tuple[Stamp, ...]]:
    """A part with its runs named, and what they are."""
    used: dict[str, Stamp] = {}

    def name(found: re.Match[str]) -> str:
        if len(found[0]) < LEAST:
            return found[0]
        made = stamp(found[0])
        used[made.name] = made
        return f'<s k="{made.name}"/>'

    return RUN.sub(name, part), tuple(used.values())


class Shorthand:
    """What one page has been sent already."""

    __slots__ = ("known",)

    def __init__(self) -> None:
        self.known: set[str] = set()

    def write(self, parts: list[str], stamps: dict[str, str]) -> list[str]:
        """Parts as they are sent; runs that the page does not know yet are put into ``stamps``."""
        written = []
        for part in parts:
            short, used = shortened(part)
            for name, run in used:
                if name not in self.known:
                    self.known.add(name)
                    stamps[name] = run
            written.append(short)
        return written


def spelled_out(part: str, stamps: dict[str, str]) -> str:
    """The part itself."""
    return NAMED.sub(lambda found: stamps[found[1]], part)
