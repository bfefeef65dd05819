"""The wire format of drawings: changes to the previous drawing, and outlines sent once.

A drawing is a list of parts (``paper.Sheet``). A page without a drawing gets all of them
(``parts``, with ``title``, ``ground`` and ``css``). Otherwise it gets the changes (``patch``:
[index, number removed, parts inserted]), and ``box`` if that changed. A part consists mostly of
outlines of cut paper, thousands of characters that repeat on every card and in every position. So
each run of shapes is sent to a page once (``symbols``), under a name derived from its content
alone, and then referenced as ``<s k="…"/>``. The page expands it (``fragments.js``) to exactly the
same drawing.

Tables, replays and lessons all use this format.
"""

import re
from functools import lru_cache
from itertools import compress, count
from operator import is_not
from typing import Any, NamedTuple

from matou.paper import Sheet
from matou.paper.symbols import MIN_LENGTH, REFERENCE, SHAPES, Symbol, symbol, symbol_named
from matou.play.protocol.messages import Change, Sent


class Short(NamedTuple):
    """A part with its runs replaced by names, and those runs."""

    part: str
    names: frozenset[str]
    runs: tuple[Symbol, ...]


@lru_cache(maxsize=8192)
def shortened(part: str) -> Short:
    """Returns a part as it is sent.

    A part is usually a group with a transform. Its inside is cached separately, since it is the
    same at every place.
    """
    inside = part.find(">") + 1 if part.startswith("<g") else 0
    short, names, used = named(part[inside:])
    return Short(part[:inside] + short, names, used)


@lru_cache(maxsize=4096)
def named(part: str) -> Short:
    """Returns the inside of a part with its runs replaced by names."""
    used: dict[str, Symbol] = {}

    def name(found: re.Match[str]) -> str:
        if len(found[0]) < MIN_LENGTH:
            return found[0]
        made = symbol(found[0])
        used[made.name] = made
        return f'<s k="{made.name}"/>'

    for known in REFERENCE.findall(part):  # drawn with names in place of every long run
        used[known] = symbol_named(known)
    if used:
        return Short(part, frozenset(used), tuple(used.values()))
    return Short(SHAPES.sub(name, part), frozenset(used), tuple(used.values()))


class PageCopy:
    """The drawing that a page has now; the next one is sent as changes to it."""

    __slots__ = ("_box", "_known", "sheet")

    def __init__(self, has: Sheet | None = None) -> None:
        self.sheet: Sheet | None = None
        self._box = ""
        self._known: set[str] = set()  # names of the runs that the page has
        if has is not None:
            self.write(has, Sent())

    def write(self, sheet: Sheet, into: Sent) -> None:
        """Writes a drawing into a message and remembers that the page has it."""
        symbols: dict[str, str] = {}
        if self.sheet is not None:
            into.patch = [
                Change(place, gone, self._shortened(coming, symbols))
                for place, gone, coming in difference(self.sheet.pieces, sheet.pieces)
            ]
        else:
            self._box = ""
            into.parts = self._shortened(sheet.pieces, symbols)
            into.ground, into.title = sheet.background, sheet.title
            into.css = sheet.style
        self.sheet = sheet
        if symbols:
            into.symbols = symbols
        if sheet.box != self._box:
            into.box = self._box = sheet.box

    def forget(self, *, has_runs: bool = False) -> None:
        """Forgets the page's drawing, so that the next one is sent whole; or all but its runs."""
        self.sheet = None
        if self._known and not has_runs:
            self._known = set()

    def _shortened(self, parts: list[str], symbols: dict[str, str]) -> list[str]:
        """Returns shortened parts, and adds runs that are new to the page to ``symbols``."""
        written, known = [], self._known
        for part in parts:
            short, names, runs = shortened(part)
            if not names <= known:
                symbols.update(run for run in runs if run.name not in known)
                known |= names
            written.append(short)
        return written


def difference(old: list[str], new: list[str]) -> list[list[Any]]:
    """Returns the changes from one list of parts to another.

    Each is [index, number removed, parts inserted]; indexes refer to the old list.
    """
    if len(old) == len(new):
        changes: list[list[Any]] = []
        following = -1
        # Unchanged parts are mostly the same object, so compare identities without a Python loop.
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
    # Parts were added or removed: match the remaining ones by their text, in order.
    changes = []
    at = done = next(compress(count(), map(is_not, old, new)), min(len(old), len(new)))
    place = dict(zip(old[at:], count(at), strict=False))
    for i in compress(count(done), map(place.__contains__, new[done:])):
        there = place[new[i]]
        if there < at:
            continue
        if there > at or i > done:
            changes.append([at, there - at, new[done:i]])
        at, done = there + 1, i + 1
    if at < len(old) or done < len(new):
        changes.append([at, len(old) - at, new[done:]])
    return changes
