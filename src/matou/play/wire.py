"""The wire format of drawings: what changed, and what a page has been sent once only by its name.

A drawing is a list of parts (``paper.Sheet``). A page that has none is sent all of them
(``parts``, with ``title``, ``ground`` and ``css``), one that has another drawing only the changes
(``patch``: [place, how many go, what comes]); ``box`` comes when it is another. A part is mostly
outlines of cut paper, thousands of characters that are the same on every such card and in every
position. So a run of shapes is sent to a page once (``stamps``), with a name that is made of the
run alone and gives nothing else away, and from then on by its name, ``<s k="…"/>``. The page
spells it out (``fragments.js``): what it draws is the same to the letter.

Tables, looking back and lessons are all sent like this.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import compress, count
from operator import is_not
from typing import Any, NamedTuple

from matou.paper import Sheet
from matou.paper.stamps import LEAST, NAMED, RUN, Stamp, stamp, written


class Short(NamedTuple):
    """A part with its runs named, and what they are."""

    part: str
    names: frozenset[str]
    runs: tuple[Stamp, ...]


@lru_cache(maxsize=8192)
def shortened(part: str) -> Short:
    """A part as it is sent.

    A part is mostly a group that is put somewhere: what is in it is the same wherever that is.
    """
    inside = part.find(">") + 1 if part.startswith("<g") else 0
    short, names, used = named(part[inside:])
    return Short(part[:inside] + short, names, used)


@lru_cache(maxsize=4096)
def named(part: str) -> Short:
    """The inside of a part with its runs named, and what they are."""
    used: dict[str, Stamp] = {}

    def name(found: re.Match[str]) -> str:
        if len(found[0]) < LEAST:
            return found[0]
        made = stamp(found[0])
        used[made.name] = made
        return f'<s k="{made.name}"/>'

    for known in NAMED.findall(part):  # by the game that drew it
        used[known] = written(known)
    return Short(RUN.sub(name, part), frozenset(used), tuple(used.values()))


class PageCopy:
    """The drawing that a page has now: another is written as what changes of it."""

    __slots__ = ("_box", "_known", "sheet")

    def __init__(self, has: Sheet | None = None) -> None:
        self.sheet: Sheet | None = None
        self._box = ""
        self._known: set[str] = set()  # names of the runs that it has been sent
        if has is not None:
            self.write(has)

    def write(self, sheet: Sheet) -> dict[str, Any]:
        """A drawing as this page is sent it; from then on the page has it."""
        told: dict[str, Any] = {}
        stamps: dict[str, str] = {}
        if self.sheet is not None:
            changes = difference(self.sheet.pieces, sheet.pieces)
            told["patch"] = [
                [place, gone, self._shortened(coming, stamps)] for place, gone, coming in changes
            ]
        else:
            self._known, self._box = set(), ""
            told["parts"] = self._shortened(sheet.pieces, stamps)
            told["ground"], told["title"] = sheet.background, sheet.title
            told["css"] = sheet.style
        self.sheet = sheet
        if stamps:
            told["stamps"] = stamps
        if sheet.box != self._box:
            told["box"] = self._box = sheet.box
        return told

    def forget(self) -> None:
        """The page has lost it, or comes anew."""
        self.sheet = None

    def _shortened(self, parts: list[str], stamps: dict[str, str]) -> list[str]:
        """Parts with their runs named; what the page does not know is put into ``stamps``."""
        written, known = [], self._known
        for part in parts:
            short, names, runs = shortened(part)
            if not names <= known:
                stamps.update(run for run in runs if run.name not in known)
                known |= names
            written.append(short)
        return written


def difference(old: list[str], new: list[str]) -> list[list[Any]]:
    """The parts of a drawing as changes of another's: [place, how many go, what comes].

    Places are those of the old drawing.
    """
    if len(old) == len(new):
        changes: list[list[Any]] = []
        following = -1
        # What stays is mostly the very same text: that much is seen without a loop of ours.
        for i in compress(count(), map(is_not, old, new)):
            y = new[i]
            if old[i] == y:
                continue
            if i == following:
                changes[-1][1] += 1
                changes[-1][2].append(y)
            else:
                changes.append([i, 1, [y]])
            following = i + 1
        return changes
    # Parts came or went: what stays is found by its text, in order.
    changes = []
    at = done = 0
    for x, y in zip(old, new, strict=False):  # most often what comes first stays
        if x is not y and x != y:
            break
        at = done = at + 1
    place = {part: i for i, part in enumerate(old)}
    for i, part in enumerate(new[done:], done):
        there = place.get(part, -1)
        if there < at:
            continue
        if there > at or i > done:
            changes.append([at, there - at, new[done:i]])
        at, done = there + 1, i + 1
    if at < len(old) or done < len(new):
        changes.append([at, len(old) - at, new[done:]])
    return changes
