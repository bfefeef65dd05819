"""The basic elements of a drawing: groups, text, shapes, shadows, highlights.

A drawing is text. Everything here takes and returns SVG; colours are roles of the palette.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from matou.paper.cut import Point, cut_disc, cut_rect, lowered, num
from matou.paper.letters import fitted

# `.glow` is hidden until its group is `.highlighted`. So a highlight is a change of class alone:
# the elements and their order stay, and nothing that slides is interrupted. It pulses three times
# and stops, because an endless animation repaints everything under it for ever.
# Browsers composite `opacity` and `transform` separately, in every frame, which costs more than
# any outline. So translucent paint uses `fill-opacity`, and shadows are outlines of their own.
STYLE: Final = """
.sheet text{user-select:none}
.glow{visibility:hidden;pointer-events:none}
.highlighted{cursor:pointer;outline:none}
.highlighted .glow{visibility:visible;animation:glow 1.8s ease-in-out 3}
.highlighted:hover .glow,.highlighted:focus-visible .glow{animation:none;opacity:1;stroke-width:6}
.highlighted:focus-visible .glow{stroke:var(--card);stroke-width:5}
.highlighted:focus-visible .glow-rim{stroke:var(--ink);stroke-width:14}
.last{pointer-events:none}
@keyframes glow{50%{opacity:.45}}
@media (prefers-reduced-motion:reduce){.highlighted .glow{animation:none}}
"""

# xml.sax.saxutils does this too, but imports HTTP and mail modules.
ESCAPES = (("&", "&amp;"), (">", "&gt;"), ("<", "&lt;"), ('"', "&quot;"))


@lru_cache(maxsize=4096)
def esc(text: str) -> str:
    """Escapes text for element content and attribute values."""
    for plain, escaped in ESCAPES:
        text = text.replace(plain, escaped)
    return text


def unesc(text: str) -> str:
    for plain, escaped in reversed(ESCAPES):
        text = text.replace(escaped, plain)
    return text


def el(name: str, body: str = "", **attributes: str | float | None) -> str:
    """Makes an element: ``el("path", d=…, fill_opacity=.5, cls="glow")``.

    Underscores become dashes, ``cls`` becomes ``class``; None and "" leave an attribute out.
    """
    parts = [name]
    for key, value in attributes.items():
        if value is None or value == "":
            continue
        text = esc(value) if isinstance(value, str) else short(value)
        parts.append(f'{"class" if key == "cls" else key.replace("_", "-")}="{text}"')
    start = " ".join(parts)
    return f"<{start}>{body}</{name}>" if body else f"<{start}/>"


def short(value: float) -> str:
    """Writes a factor or an opacity with at most three decimals."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class Highlight(NamedTuple):
    """The actions that clicking a thing can lead to, and what the thing is called.

    ``twice``: the first click only picks the thing, so that nobody does something by mistake:
    "always", or only by "touch", where there is no preview.
    """

    actions: Sequence[int]
    label: str = ""
    twice: Literal["", "always", "touch"] = ""


def group(
    id: str,
    body: str,
    x: float = 0.0,
    y: float = 0.0,
    scale: float = 1.0,
    rotate: float = 0.0,
    cls: str = "",
    moves: str = "",
) -> str:
    """Makes a group that moves as one: turned and scaled about its origin, then put at (x, y).

    An empty id makes an anonymous group; ``moves`` comes from `manner`.
    """
    start = "<g"
    if id:
        start += f' id="{esc(id)}"'
    if cls:
        start += f' class="{esc(cls)}"'
    start += moves
    moves = place(x, y, scale, rotate)
    if moves:
        start += f' transform="{moves}"'
    return f"{start}>{body}</g>"


Manner = Literal[
    "", "caught", "counts", "enters", "falls", "follows", "hops", "leaves", "lies", "lifts",
    "pops", "settles", "slides", "tumbles", "unrolls", "walks",
]  # fmt: skip


def manner(how: Manner = "", shows: str = "", comes: str = "", by: Point | None = None) -> str:
    """Makes the attributes that tell a page how a group moves.

    ``how`` is one of the manners in ``docs/adding-a-game.md``. ``shows`` names the face that is
    up: when it changes, the page animates the change. ``comes`` lists ids, or prefixes of ids,
    from which a new thing may come, the likeliest first. ``by`` is a point on its way, in the
    coordinates of the group's own position.
    """
    attributes = f' data-moves="{how}"' if how else ""
    attributes += f' data-shows="{esc(shows)}"' if shows else ""
    attributes += f' data-comes="{esc(comes)}"' if comes else ""
    return attributes + (f' data-by="{num(by[0])} {num(by[1])}"' if by else "")


@lru_cache(maxsize=8192)
def place(x: float, y: float, scale: float = 1.0, rotate: float = 0.0) -> str:
    """Returns the value of a transform attribute; '' if nothing moves."""
    moves = []
    if x or y:
        moves.append(f"translate({num(x)} {num(y)})")
    if rotate:
        moves.append(f"rotate({num(rotate)})")
    if scale != 1.0:
        moves.append(f"scale({short(scale)})")
    return " ".join(moves)


def text(
    content: str,
    x: float,
    y: float,
    size: float = 16.0,
    fill: str = "var(--ink)",
    anchor: str = "middle",
    bold: bool = False,
    halo: str = "",
    room: float = 0.0,
    least: float = 0.0,
) -> str:
    """Draws a line of text; (x, y) is on its base line.

    Where it is wider than `room` (0: any width) it is set smaller, down to `least`, then shortened.
    `halo` is the colour of a gap around it. Screen readers do not read it: they have the board in
    words.
    """
    if room:
        content, size = fitted(content, room, size, min(least or size, size), bold)
    extra = ' font-weight="700"' if bold else ""
    extra += f' stroke="{halo}" stroke-width="5" paint-order="stroke"' if halo else ""
    extra += f' text-anchor="{anchor}"' if anchor != "start" else ""
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" fill="{fill}"{extra}'
        f' aria-hidden="true">{esc(content)}</text>'
    )


def shape(d: str, fill: str, stroke: str = "", width: float = 2.0, opacity: float = 1.0) -> str:
    """Draws a flat shape without a shadow; a stroke has round joints."""
    line = ""
    if stroke:
        line = (
            f' stroke="{stroke}" stroke-width="{num(width)}"'
            ' stroke-linejoin="round" stroke-linecap="round"'
        )
    see = ""
    if opacity != 1.0:  # of the fill or the stroke alone, if only one is painted
        of = "stroke-" if stroke and fill == "none" else "" if stroke else "fill-"
        see = f' {of}opacity="{short(opacity)}"'
    return f'<path d="{d}" fill="{fill}"{line}{see}/>'


def shadow(d: str, drop: float = 3.0) -> str:
    """Draws the soft shadow below a shape."""
    return f'<path d="{lowered(d, drop)}" fill="var(--shadow)" fill-opacity=".2"/>'


def edge(d: str) -> str:
    """Draws a light cut edge, which separates two papers of one colour, and dark ones at night."""
    return shape(d, "none", "var(--cream)", 2, 0.3)


def paper(d: str, fill: str, drop: float = 3.0, stroke: str = "", width: float = 2.0) -> str:
    """Draws a piece of cut paper: a shape and its shadow."""
    return shadow(d, drop) + shape(d, fill, stroke, width)


def hit(wide: float, high: float, x: float = 0, y: float = 0, cls: str = "") -> str:
    """Draws an invisible clickable area about a point."""
    left, top = x - wide / 2, y - high / 2
    return el("rect", x=left, y=top, width=wide, height=high, fill="transparent", cls=cls)


def glow(d: str) -> str:
    """Draws the cheese-yellow outline of a shape, on a dark line that shows on paper and wood.

    Put it into a group that can be clicked: it shows only while that is highlighted.
    """
    return (
        f'<path class="glow glow-rim" d="{d}" fill="none" stroke="var(--halo)"'
        ' stroke-width="7" stroke-linejoin="round"/>'
        f'<path class="glow" d="{d}" fill="none" stroke="var(--cheese)"'
        ' stroke-width="4" stroke-linejoin="round"/>'
    )


def glow_rect(x: float, y: float, w: float, h: float, r: float = 8.0, seed: str = "") -> str:
    return glow(cut_rect(x, y, w, h, r, seed))


def glow_disc(cx: float, cy: float, r: float, seed: str = "") -> str:
    return glow(cut_disc(cx, cy, r, seed))


def last(d: str) -> str:
    """Draws the mark of the last move around a shape: a dashed line."""
    return (
        f'<path class="last" d="{d}" fill="none" stroke="var(--quiet)" stroke-width="2.5"'
        ' stroke-dasharray="6 5" stroke-linecap="round"/>'
    )


def last_rect(x: float, y: float, w: float, h: float, r: float = 8.0, seed: str = "") -> str:
    return last(cut_rect(x, y, w, h, r, seed))


def last_disc(cx: float, cy: float, r: float, seed: str = "") -> str:
    return last(cut_disc(cx, cy, r, seed))
