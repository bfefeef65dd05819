"""The sheet a scene is drawn on: in parts for a page, as one document for everybody else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from matou.paper.cut import num
from matou.paper.stage import SANS, STYLE, Heat, esc, hotness, unesc
from matou.paper.stamps import spelled_out

Corner = tuple[Any, Any, Any]  # what makes it, of what, and what came of it

_NAMED = re.compile(r'<g id="([^"]*)"(?: class="([^"]*)")?')


class Sheet(NamedTuple):
    """A scene: as text it is an SVG document; a page takes its parts over one by one.

    What one may do (`heat`) is kept apart from what things look like, so that a part stays the
    same text, and the same element on a page, whoever's turn it is.
    """

    width: float
    height: float
    pieces: list[str]  # as they are drawn, some with stamps
    title: str
    desc: str | Callable[[], str]
    background: str
    heat: Mapping[str, Heat]
    style: str
    corners: Sequence[Corner] = ()  # what it is made of, for whoever draws the next one

    @property
    def parts(self) -> list[str]:
        """The pieces, spelled out."""
        return [spelled_out(piece) for piece in self.pieces]

    @property
    def box(self) -> str:
        return f"0 0 {num(self.width)} {num(self.height)}"

    def __str__(self) -> str:
        w, h = num(self.width), num(self.height)
        desc = self.desc if isinstance(self.desc, str) else self.desc()
        told = f"<desc>{esc(desc)}</desc>" if desc else ""
        body = spelled_out("".join(self.pieces))
        if self.heat:
            body = _NAMED.sub(self._warm, body)
        # An image hides its parts from screen readers; a scene with buttons must not.
        role = "group" if " data-actions=" in body else "img"
        ground = ""
        if self.background:
            ground = f'<rect width="{w}" height="{h}" fill="{esc(self.background)}"/>'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="sheet" viewBox="{self.box}" '
            f'width="{w}" height="{h}" role="{role}" font-family="{SANS}">'
            f"<title>{esc(self.title)}</title>{told}<style>{STYLE}{self.style}</style>"
            f"{ground}{body}</svg>"
        )

    def _warm(self, named: re.Match[str]) -> str:
        id, cls = unesc(named[1]), named[2]
        heat = self.heat.get(id)
        if heat is None or not heat.actions:
            return named[0]
        warm = hotness(heat)
        if cls:
            warm = warm.replace('class="hot"', f'class="{cls} hot"', 1)
        return f'<g id="{named[1]}"{warm}'


def sheet(
    width: float,
    height: float,
    parts: str | Sequence[str],
    title: str,
    desc: str | Callable[[], str] = "",
    heat: Mapping[str, Heat] | None = None,
) -> Sheet:
    """A whole scene with its style, a title and a description for those who listen.

    ``parts`` is the scene in pieces that change apart from each other, each one element;
    ``heat`` what one may do, by the id of the group that does it.
    """
    pieces = [f"<g>{parts}</g>"] if isinstance(parts, str) else list(parts)
    return Sheet(width, height, pieces, title, desc, "", heat or {}, "")
