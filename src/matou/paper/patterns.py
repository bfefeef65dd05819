"""Patterns, which tell colours apart for people who do not see colour.

A pattern is rows of small cut-outs on a convex shape. They are plain paths clipped to the outline
row by row, not ``<pattern>`` fills, so that a fragment of a scene needs no definitions from
elsewhere in the page.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, get_args

from matou.paper.cut import Point, cut_poly, disc, fitted, num, star
from matou.paper.stage import paper, shape

Pattern = Literal[
    "scales", "stripes", "dots", "chevrons", "lozenges",  # roofs of the clock towers
    "waves", "sprigs", "hearts", "stars",  # wallpapers
    "tiles", "reeds", "seams",  # roofs of the castle
    "grain", "checks",  # table and kitchen floor
]  # fmt: skip
PATTERNS: Final[tuple[Pattern, ...]] = get_args(Pattern)

ROOF_PATTERNS: Final[tuple[Pattern, ...]] = ("scales", "stripes", "dots", "chevrons", "lozenges")
WALLPAPERS: Final[tuple[Pattern, ...]] = ("waves", "sprigs", "hearts", "stars")

Material = Literal["tiled", "thatched", "copper"]
_MATERIALS: Final[dict[Material, tuple[str, Pattern]]] = {
    "tiled": ("var(--clay)", "tiles"),
    "thatched": ("var(--thatch)", "reeds"),
    "copper": ("var(--copper)", "seams"),
}

# All but stripes: width and height of a cut-out's cell in steps, filled?, rows shifted?, and the
# cut-out in a cell of one unit.
_CELLS: Final[dict[Pattern, tuple[float, float, bool, bool, str]]] = {
    "scales": (1.0, 0.8, False, True, "M-.5-.3Q-.5 .45 0 .45Q.5 .45 .5-.3"),
    "dots": (1.0, 0.9, True, True, ""),
    "chevrons": (1.2, 1.0, False, False, "M-.5 .3L0-.25L.5 .3"),
    "lozenges": (1.0, 1.1, True, True, "M0-.4L.3 0L0 .4L-.3 0Z"),
    "waves": (1.3, 0.8, False, False, "M-.5 0q.25-.4 .5 0t.5 0"),
    "sprigs": (1.3, 1.2, False, True, "M0 .34V-.34M-.24-.204Q0-.136 0 .102Q0-.136 .24-.204"),
    "hearts": (1.2, 1.1, True, True, "M0 .3C-.6-.09-.21-.48 0-.135C.21-.48 .6-.09 0 .3Z"),
    "stars": (1.2, 1.0, True, True, ""),
    "tiles": (0.9, 0.8, False, True, "M-.5-.5V.15Q0 .65 .5 .15V-.5"),
    "reeds": (1.0, 1.1, False, True, "M-.3-.4L-.38 .35M0-.3V.45M.3-.4L.36 .3"),
    "seams": (1.6, 1.3, False, True, "M-.5-.5V.5M-.5 .5H.5M-.3-.25h0M.3-.25h0"),
    "grain": (3.6, 0.8, False, True, "M-.46 0Q-.2-.35 0 0T.4 0"),
    "checks": (1.0, 1.0, True, True, "M-.5-.5h1v1h-1Z"),
}


def _cut_out(kind: Pattern, x: float, y: float, w: float, h: float) -> str:
    """Returns the path of a cut-out at (x, y) in a cell of width w and height h."""
    if kind == "dots":
        return disc(x, y, w * 0.22)
    if kind == "stars":
        return star(x, y, w * 0.34, w * 0.1)
    return fitted(_CELLS[kind][4], x, y, w, h).replace("h0", "h.1")  # a rivet is a very short line


def pattern(
    kind: Pattern,
    outline: Sequence[Point],
    step: float = 12.0,
    ink: str = "var(--cream)",
    opacity: float = 0.6,
    inset: float = 3.0,
) -> str:
    """Draws cut-outs on a convex shape, none nearer than `inset` to its edge.

    `step` is about the distance between two cut-outs.
    """
    return _pattern(kind, tuple(outline), step, ink, opacity, inset)


@lru_cache(maxsize=2048)
def _pattern(
    kind: Pattern, outline: tuple[Point, ...], step: float, ink: str, opacity: float, inset: float
) -> str:
    if kind == "stripes":
        return shape(_stripes(outline, step, inset), "none", ink, max(1.4, step * 0.16), opacity)
    across, down, filled, shifted, _ = _CELLS[kind]
    top = min(y for _, y in outline) + inset
    bottom = max(y for _, y in outline) - inset
    rows = max(1, round((bottom - top) / (step * down)))
    h = (bottom - top) / rows
    # The widest row decides the width of a cell, so that columns are aligned.
    middle = (min(x for x, _ in outline) + max(x for x, _ in outline)) / 2
    widest = max(x for x, _ in outline) - min(x for x, _ in outline) - 2 * inset
    w = widest / max(1, round(widest / (step * across)))
    odd = max(1, round(widest / w)) % 2 == 1
    d = ""
    for row in range(rows):
        y = top + (row + 0.5) * h
        span = _span(outline, y - h / 2, y + h / 2)
        if span is None:
            continue
        low, high = span[0] + inset, span[1] - inset
        shift = 0.0 if odd == (not (shifted and row % 2)) else w / 2
        first = middle + shift
        x = first - w * int((first - low + w) / w)
        while x < high:
            if x - w / 2 >= low - 0.01 and x + w / 2 <= high + 0.01:
                d += _cut_out(kind, x, y, w, h)
            x += w
    if filled:
        return shape(d, ink, opacity=opacity)
    return shape(d, "none", ink, max(1.4, step * 0.14), opacity)


def _stripes(outline: Sequence[Point], step: float, inset: float) -> str:
    """Returns upright lines, each as long as the shape allows."""
    turned = [(y, x) for x, y in outline]
    left = min(x for x, _ in outline) + inset
    right = max(x for x, _ in outline) - inset
    count = max(2, round((right - left) / (step * 0.8)))
    d = ""
    for i in range(count):
        x = left + (i + 0.5) * (right - left) / count
        span = _cross(turned, x)
        if span and span[1] - span[0] > 2 * inset + step * 0.4:
            # At a slope, the end of a line is nearer to the edge.
            d += f"M{num(x)} {num(span[0] + inset * 1.6)}V{num(span[1] - inset)}"
    return d


def _span(outline: Sequence[Point], top: float, bottom: float) -> Point | None:
    """Returns the range of x that is inside a convex outline at every height between two."""
    spans = [_cross(outline, y) for y in (top, (top + bottom) / 2, bottom)]
    low = max((s[0] for s in spans if s), default=0.0)
    high = min((s[1] for s in spans if s), default=0.0)
    return (low, high) if all(spans) and low < high else None


def _cross(outline: Sequence[Point], y: float) -> Point | None:
    hits = []
    for i, (ax, ay) in enumerate(outline):
        bx, by = outline[(i + 1) % len(outline)]
        if min(ay, by) <= y <= max(ay, by):
            hits.append(ax if ay == by else ax + (bx - ax) * (y - ay) / (by - ay))
            if ay == by:
                hits.append(bx)
    return (min(hits), max(hits)) if hits else None


def box(x: float, y: float, w: float, h: float) -> list[Point]:
    """Returns the outline of a rectangle, for `pattern`."""
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def roof(colour: int, outline: Sequence[Point], seed: str, step: float = 12.0) -> str:
    """Draws a roof of a clock tower, colour 0 to 4."""
    return paper(cut_poly(outline, seed, 4), f"var(--roof-{colour})") + pattern(
        ROOF_PATTERNS[colour], outline, step, opacity=0.75, inset=5
    )


def castle_roof(material: Material, x: float, y: float, w: float, h: float, seed: str) -> str:
    fill, kind = _MATERIALS[material]
    outline = box(x, y, w, h)
    return paper(cut_poly(outline, seed, 5), fill, 4) + pattern(
        kind, outline, 16.0, "var(--face)", 0.32, 5
    )


def wood(x: float, y: float, w: float, h: float, seed: str, step: float = 18.0) -> str:
    outline = box(x, y, w, h)
    return paper(cut_poly(outline, seed, 8), "var(--wood)", 4) + pattern(
        "grain", outline, step, "var(--grain)", 0.8, 5
    )


def floor_tile(x: float, y: float, size: float, odd: bool = False) -> str:
    """Draws a square of the kitchen floor; `odd` squares are darker."""
    fill = "var(--floor-odd)" if odd else "var(--floor)"
    return (
        f'<rect x="{num(x)}" y="{num(y)}" width="{num(size)}" height="{num(size)}"'
        f' fill="{fill}" stroke="var(--line)" stroke-width="1"/>'
    )
