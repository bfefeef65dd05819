"""The sheet a scene is drawn on: a list of parts for a page, otherwise one SVG document."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from matou.paper.cut import num
from matou.paper.letters import FACE
from matou.paper.stage import STYLE, Highlight, esc, unesc
from matou.paper.symbols import expanded

CachedPart = tuple[Any, Any, Any]  # a function that drew a part, its arguments, and its result
_GROUP = re.compile(r'<g id="([^"]*)"(?: class="([^"]*)")?')


class Sheet(NamedTuple):
    """A scene. ``str`` makes an SVG document of it; a page takes its parts one by one.

    What can be clicked (`highlights`) is separate from what things look like, so that a part
    stays the same text, and the same element on a page, in every turn.
    """

    width: float
    height: float
    pieces: list[str]  # the parts as drawn, some with references to symbols
    title: str
    desc: str | Callable[[], str]
    background: str
    highlights: Mapping[str, Highlight]
    style: str
    cached: Sequence[CachedPart] = ()  # for the next drawing (`Scene.reuse`)

    @property
    def parts(self) -> list[str]:
        return [expanded(piece) for piece in self.pieces]

    @property
    def box(self) -> str:
        return f"0 0 {num(self.width)} {num(self.height)}"

    def __str__(self) -> str:
        w, h = num(self.width), num(self.height)
        text = self.desc if isinstance(self.desc, str) else self.desc()
        desc = f"<desc>{esc(text)}</desc>" if text else ""
        body = expanded("".join(self.pieces))
        if self.highlights:
            body = _GROUP.sub(self._highlighted, body)
        # An image hides its parts from screen readers; a scene with buttons must not.
        role = "group" if " data-actions=" in body else "img"
        ground = ""
        if self.background:
            ground = f'<rect width="{w}" height="{h}" fill="{esc(self.background)}"/>'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="sheet" viewBox="{self.box}" '
            f'width="{w}" height="{h}" role="{role}" font-family="{FACE}">'
            f"<title>{esc(self.title)}</title>{desc}<style>{STYLE}{self.style}</style>"
            f"{ground}{body}</svg>"
        )

    def _highlighted(self, group: re.Match[str]) -> str:
        highlight = self.highlights.get(unesc(group[1]))
        if highlight is None or not highlight.actions:
            return group[0]
        classes = f"{group[2]} highlighted" if group[2] else "highlighted"
        label = f' aria-label="{esc(highlight.label)}"' if highlight.label else ""
        actions = " ".join(map(str, highlight.actions))
        return (
            f'<g id="{group[1]}" class="{classes}" data-actions="{actions}" tabindex="0"'
            f' role="button"{label}'
        )


def sheet(
    width: float,
    height: float,
    parts: str | Sequence[str],
    title: str,
    desc: str | Callable[[], str] = "",
    highlights: Mapping[str, Highlight] | None = None,
) -> Sheet:
    """Makes a whole scene, with a title and a description for screen readers.

    ``parts`` are elements that change independently of each other; ``highlights`` are what can be
    clicked, by the id of its group.
    """
    pieces = [f"<g>{parts}</g>"] if isinstance(parts, str) else list(parts)
    return Sheet(width, height, pieces, title, desc, "", highlights or {}, "")


def cover(title: str, body: str) -> Sheet:
    """Makes a game's cover, 500 by 620. Pages add the title, and crop all but the middle."""
    return sheet(500.0, 620.0, body, title=title)
