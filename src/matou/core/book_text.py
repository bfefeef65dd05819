"""The text of a rule book: Markdown with a few kinds of blocks, one file a language.

    # Clocktowers                   the game's title, then what it is about in one paragraph
    ## The pieces                   a chapter; paragraphs under it stand before its rules
    ### Roof                        a piece: a heading without a number
    ![](icon:roof)                  its drawing, from the game's icons
    ### CT1 The first cards         a rule: a heading with a number, and one paragraph
    > The game is for two to four.  what in it is our own ruling
    ![The table.](picture:start)    a position from the game's pictures, with its caption
    - Watch the clocks.             a tip
    ![Cats only: 4.](aid:cats)      a line of the player's aid, with one of the game's pictures
    1. Play the floor with the cat. a step of the lesson
    #### A clock for good           a position of the lesson in strategy, and the question
    > Look at the clock again.      what is answered to any other move
    - I take the plain clock.       what Great Matou plays, and why

Blank lines stand between blocks, and lines may be wrapped anywhere. ``{hand:words}`` is one of
the game's numbers or messages, as in messages (``core/messages.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

HEADINGS = {"#": "book", "##": "section", "###": "piece", "####": "position"}
NUMBERED = re.compile(r"([A-Z]{2}\d+) (.+)")
STEP = re.compile(r"\d+\.")
IMAGE = re.compile(r"!\[(.*)\]\((picture|icon|aid):([\w-]+)\)")
# What may stand under what.
UNDER = {
    "book": ("section", "text"),
    "section": ("rule", "piece", "text", "tip", "aid", "step", "position"),
    "rule": ("text", "ruling", "picture"),
    "piece": ("text", "ruling", "icon"),
    "position": ("text", "ruling", "tip"),
}


class BadBook(ValueError):
    """A rule book that cannot be read: names the file, the line and the error."""


@dataclass
class Block:
    """A heading with everything under it, or one paragraph, ruling, tip, step or picture."""

    kind: str
    key: str  # a rule's number, the name of a picture, an icon or an aid
    text: str
    path: Path
    line: int
    parts: list[Block] = field(default_factory=list)

    def all(self, kind: str) -> list[Block]:
        return [part for part in self.parts if part.kind == kind]

    def one(self, kind: str) -> Block:
        """Returns the only part of a kind; raises BadBook unless there is exactly one."""
        found = self.all(kind)
        if len(found) != 1:
            self.wrong(f"a {self.kind} has one {kind}, and this one has {len(found)}")
        return found[0]

    def wrong(self, what: str) -> NoReturn:
        raise BadBook(f"{self.path}:{self.line}: {what}")


def read(path: Path) -> Block:
    """Returns the text of a book as a tree; raises BadBook for unknown blocks."""
    above: list[Block] = []
    numbers: set[str] = set()
    for block in _blocks(path):
        if not above and block.kind == "book":
            above = [block]
            continue
        while above and block.kind not in UNDER.get(above[-1].kind, ()):
            if block.kind not in UNDER:
                block.wrong(f"a {block.kind} cannot stand under a {above[-1].kind}")
            above.pop()
        if not above:
            block.wrong("a book begins with its title, and has one")
        if block.kind == "rule":
            if block.key in numbers:
                block.wrong(f"{block.key} stands here twice")
            numbers.add(block.key)
        above[-1].parts.append(block)
        if block.kind in UNDER:
            above.append(block)
    if not above:
        raise BadBook(f"{path}:1: the book is empty")
    return above[0]


def _blocks(path: Path) -> Iterator[Block]:
    begun: list[str] = []
    for number, line in enumerate([*path.read_text("utf-8").splitlines(), ""], 1):
        if begun and (not line.strip() or _begins(line, begun[0])):
            yield _block(begun, path, number - len(begun))
            begun = []
        if line.strip():
            begun.append(line)


def _begins(line: str, block: str) -> bool:
    """Returns whether a line begins a new block, after a block that begins with ``block``."""
    return (
        line[0] == "#"
        or block[0] == "#"
        or line[:2] == "- "
        or (line[0] == ">") > (block[0] == ">")
    )


def _block(lines: list[str], path: Path, number: int) -> Block:
    first = lines[0]
    if first.startswith(">"):
        lines = [line.removeprefix(">") for line in lines]
    block = Block("text", "", " ".join(line.strip() for line in lines), path, number)
    mark, _, title = block.text.partition(" ")
    if first.startswith("#"):
        if mark not in HEADINGS or not title:
            block.wrong(f"{first!r} is no heading: '# Title', '## Title' and so on")
        block.kind, block.text = HEADINGS[mark], title
        numbered = NUMBERED.fullmatch(title)
        if block.kind == "piece" and numbered:
            block.kind, block.key, block.text = "rule", numbered[1], numbered[2]
    elif first.startswith(">"):
        block.kind = "ruling"
    elif first.startswith("- "):
        block.kind, block.text = "tip", title
    elif STEP.fullmatch(mark):
        block.kind, block.text = "step", title
    elif first.startswith("!["):
        image = IMAGE.fullmatch(block.text)
        if image is None:
            block.wrong("a picture is written ![caption](picture:name), an icon ![](icon:name)")
        block.text, block.kind, block.key = image.groups()
    return block
