"""The stage: the sheet a scene is drawn on, and the few ways to put things on it.

A drawing is text. Everything here takes and returns SVG text; nothing is an object, nothing is
measured, and colours are roles of the palette.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from matou.paper.cut import Point, cut_disc, cut_rect, lowered, num

SERIF: Final = "'Iowan Old Style', Palatino, 'Palatino Linotype', Georgia, serif"
SANS: Final = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

# `.glow` rests unseen until its group is `.hot`: a scene can then turn hot and cold by class
# alone, with the same elements in the same order, and nothing that slides is torn off. It beats
# three times and then rests: what pulses for ever is painted for ever, with all that lies under it.
# What a browser must put together apart (`opacity`, `transform`) costs it more than any outline, in
# every frame: so paint is thin by itself (`fill-opacity`), and shadows are cut where they fall.
STYLE: Final = """
.sheet text{font-variant-numeric:tabular-nums;user-select:none}
.glow{visibility:hidden;pointer-events:none}
.hot{cursor:pointer;outline:none}
.hot .glow{visibility:visible;animation:glow 1.8s ease-in-out 3}
.hot:hover .glow,.hot:focus-visible .glow{animation:none;opacity:1;stroke-width:6}
.hot:focus-visible .glow{stroke:var(--card);stroke-width:5}
.hot:focus-visible .glow-rim{stroke:var(--ink);stroke-width:14}
.last{pointer-events:none}
@keyframes glow{50%{opacity:.45}}
@media (prefers-reduced-motion:reduce){.hot .glow{animation:none}}
"""

# Python's own xml.sax.saxutils does this too, and brings HTTP and mail with it at every start.
ESCAPES = (("&", "&amp;"), (">", "&gt;"), ("<", "&lt;"), ('"', "&quot;"))


@lru_cache(maxsize=4096)
def esc(text: str) -> str:
    """Text made safe for element content and for attribute values."""
    for plain, written in ESCAPES:
        text = text.replace(plain, written)
    return text


def unesc(text: str) -> str:
    """What was put into SVG, as it was."""
    for plain, written in reversed(ESCAPES):
        text = text.replace(written, plain)
    return text


def el(name: str, body: str = "", **attributes: str | float | None) -> str:
    """An element: ``el("path", d=…, fill_opacity=.5, cls="glow")``.

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
    """A factor or an opacity, printed short: at most three decimals."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class Heat(NamedTuple):
    """What carries out actions when it is clicked, and what it is called.

    ``twice``: where one click would do something that one may not have meant, the first only
    picks it: "always", or by "touch", where nothing shows what would come of it before.
    """

    actions: Sequence[int]
    label: str = ""
    twice: Literal["", "always", "touch"] = ""


def hotness(heat: Heat) -> str:
    """The attributes of a group that may be clicked."""
    told = f' aria-label="{esc(heat.label)}"' if heat.label else ""
    actions = " ".join(map(str, heat.actions))
    return f' class="hot" data-actions="{actions}" tabindex="0" role="button"{told}'


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
    """Things that move as one: turned and scaled about their own origin, then put at (x, y).

    With an empty id it is an anonymous group; ``moves`` is how it moves, from `manner`.
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
    """The attributes that tell a page how a group moves; a picture that stands still has no use
    for them.

    ``how`` is one of the manners of ``docs/adding-a-game.md``. ``shows`` names the face that is
    up: when it changes, the thing is seen to change. ``comes`` names what a new thing comes from,
    ids or beginnings of ids, the likeliest first. ``by`` is a point that its way goes by, in the
    measure in which the group itself is placed.
    """
    told = f' data-moves="{how}"' if how else ""
    told += f' data-shows="{esc(shows)}"' if shows else ""
    told += f' data-comes="{esc(comes)}"' if comes else ""
    return told + (f' data-by="{num(by[0])} {num(by[1])}"' if by else "")


@lru_cache(maxsize=8192)
def place(x: float, y: float, scale: float = 1.0, rotate: float = 0.0) -> str:
    """The value of a transform attribute; empty when nothing moves."""
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
    serif: bool = False,
    bold: bool = False,
) -> str:
    """A line of words; (x, y) is on its base line."""
    extra = f' font-family="{SERIF}"' if serif else ""
    extra += ' font-weight="700"' if bold else ""
    extra += f' text-anchor="{anchor}"' if anchor != "start" else ""
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" fill="{fill}"{extra}>'
        f"{esc(content)}</text>"
    )


def shape(d: str, fill: str, stroke: str = "", width: float = 2.0, opacity: float = 1.0) -> str:
    """A flat shape without a shadow; with a stroke, its joints are round."""
    line = ""
    if stroke:
        line = (
            f' stroke="{stroke}" stroke-width="{num(width)}"'
            ' stroke-linejoin="round" stroke-linecap="round"'
        )
    see = ""
    if opacity != 1.0:  # the paint's own, unless it is filled and drawn: one shows through both
        of = "stroke-" if stroke and fill == "none" else "" if stroke else "fill-"
        see = f' {of}opacity="{short(opacity)}"'
    return f'<path d="{d}" fill="{fill}"{line}{see}/>'


def shadow(d: str, drop: float = 3.0) -> str:
    """The one soft shadow, thrown straight down."""
    return f'<path d="{lowered(d, drop)}" fill="var(--shadow)" fill-opacity=".2"/>'


def edge(d: str) -> str:
    """The light along a cut edge: it parts two papers of one colour, and dark from night."""
    return shape(d, "none", "var(--cream)", 2, 0.3)


def paper(d: str, fill: str, drop: float = 3.0, stroke: str = "", width: float = 2.0) -> str:
    """A piece of cut paper lying on the sheet: a shape and its shadow."""
    return shadow(d, drop) + shape(d, fill, stroke, width)


# What one may do, and what was just done


def glow(d: str) -> str:
    """The cheese outline around any shape, with the dark line that shows it on paper and wood.

    Put it into the group that may be clicked: it shows only while the sheet's heat names that.
    """
    return (
        f'<path class="glow glow-rim" d="{d}" fill="none" stroke="var(--halo)"'
        ' stroke-width="7" stroke-linejoin="round"/>'
        f'<path class="glow" d="{d}" fill="none" stroke="var(--cheese)"'
        ' stroke-width="4" stroke-linejoin="round"/>'
    )


def glow_rect(x: float, y: float, w: float, h: float, r: float = 8.0, seed: str = "") -> str:
    """The cheese outline of a card, a tile or a square."""
    return glow(cut_rect(x, y, w, h, r, seed))


def glow_disc(cx: float, cy: float, r: float, seed: str = "") -> str:
    """The cheese outline of a token, a piece or a target spot."""
    return glow(cut_disc(cx, cy, r, seed))


def last(d: str) -> str:
    """The mark of the last move around any shape: a quiet running stitch."""
    return (
        f'<path class="last" d="{d}" fill="none" stroke="var(--quiet)" stroke-width="2.5"'
        ' stroke-dasharray="6 5" stroke-linecap="round"/>'
    )


def last_rect(x: float, y: float, w: float, h: float, r: float = 8.0, seed: str = "") -> str:
    """The mark of the last move on a card, a tile or a square."""
    return last(cut_rect(x, y, w, h, r, seed))


def last_disc(cx: float, cy: float, r: float, seed: str = "") -> str:
    """The mark of the last move on something round."""
    return last(cut_disc(cx, cy, r, seed))
