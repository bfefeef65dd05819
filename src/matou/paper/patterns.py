"""Patterns, which tell colours apart for people who do not see colour.

A pattern is rows of small cut-outs on a convex shape. They are plain paths clipped to the outline
row by row, not ``<pattern>`` fills, so that a fragment of a scene needs no definitions from
elsewhere in the page.

"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, Literal, get_args

from matou.paper.cut import Point, cut_poly, disc, num, star
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

# Returns the path of a cut-out at (x, y) in a cell of width w and height h.
_Cut = Callable[[float, float, float, float], str]


def _scale(x: float, y: float, w: float, h: float) -> str:
    return (
        f"M{num(x - w / 2)} {num(y - h * 0.3)}Q{num(x - w / 2)} {num(y + h * 0.45)} {num(x)}"
        f" {num(y + h * 0.45)}Q{num(x + w / 2)} {num(y + h * 0.45)} {num(x + w / 2)}"
        f" {num(y - h * 0.3)}"
    )


def _dot(x: float, y: float, w: float, h: float) -> str:
    return disc(x, y, w * 0.22)


def _chevron(x: float, y: float, w: float, h: float) -> str:
    return (
        f"M{num(x - w / 2)} {num(y + h * 0.3)}L{num(x)} {num(y - h * 0.25)}"
        f"L{num(x + w / 2)} {num(y + h * 0.3)}"
    )


def _lozenge(x: float, y: float, w: float, h: float) -> str:
    return (
        f"M{num(x)} {num(y - h * 0.4)}L{num(x + w * 0.3)} {num(y)}L{num(x)} {num(y + h * 0.4)}"
        f"L{num(x - w * 0.3)} {num(y)}Z"
    )


def _wave(x: float, y: float, w: float, h: float) -> str:
    return f"M{num(x - w / 2)} {num(y)}q{num(w / 4)} {num(-h * 0.4)} {num(w / 2)} 0t{num(w / 2)} 0"


def _sprig(x: float, y: float, w: float, h: float) -> str:
    a, b = w * 0.24, h * 0.34
    return (
        f"M{num(x)} {num(y + b)}V{num(y - b)}M{num(x - a)} {num(y - b * 0.6)}"
        f"Q{num(x)} {num(y - b * 0.4)} {num(x)} {num(y + b * 0.3)}"
        f"Q{num(x)} {num(y - b * 0.4)} {num(x + a)} {num(y - b * 0.6)}"
    )


def _heart(x: float, y: float, w: float, h: float) -> str:
    a, b = w * 0.3, h * 0.3
    return (
        f"M{num(x)} {num(y + b)}C{num(x - a * 2)} {num(y - b * 0.3)} {num(x - a * 0.7)}"
        f" {num(y - b * 1.6)} {num(x)} {num(y - b * 0.45)}C{num(x + a * 0.7)} {num(y - b * 1.6)}"
        f" {num(x + a * 2)} {num(y - b * 0.3)} {num(x)} {num(y + b)}Z"
    )


def _star(x: float, y: float, w: float, h: float) -> str:
    return star(x, y, w * 0.34, w * 0.1)


def _tile(x: float, y: float, w: float, h: float) -> str:
    return (
        f"M{num(x - w / 2)} {num(y - h / 2)}V{num(y + h * 0.15)}"
        f"Q{num(x)} {num(y + h * 0.65)} {num(x + w / 2)} {num(y + h * 0.15)}V{num(y - h / 2)}"
    )


def _reed(x: float, y: float, w: float, h: float) -> str:
    return (
        f"M{num(x - w * 0.3)} {num(y - h * 0.4)}L{num(x - w * 0.38)} {num(y + h * 0.35)}"
        f"M{num(x)} {num(y - h * 0.3)}V{num(y + h * 0.45)}"
        f"M{num(x + w * 0.3)} {num(y - h * 0.4)}L{num(x + w * 0.36)} {num(y + h * 0.3)}"
    )


def _seam(x: float, y: float, w: float, h: float) -> str:
    return (
        f"M{num(x - w / 2)} {num(y - h / 2)}V{num(y + h / 2)}"
        f"M{num(x - w / 2)} {num(y + h / 2)}H{num(x + w / 2)}M{num(x - w * 0.3)}"
        f" {num(y - h * 0.25)}h.1M{num(x + w * 0.3)} {num(y - h * 0.25)}h.1"
    )


def _grain(x: float, y: float, w: float, h: float) -> str:
    return (
        f"M{num(x - w * 0.46)} {num(y)}Q{num(x - w * 0.2)} {num(y - h * 0.35)} {num(x)} {num(y)}"
        f"T{num(x + w * 0.4)} {num(y)}"
    )


def _check(x: float, y: float, w: float, h: float) -> str:
    return f"M{num(x - w / 2)} {num(y - h / 2)}h{num(w)}v{num(h)}h{num(-w)}Z"


# All but stripes: (cut-out, width and height of its cell in steps, filled?, rows shifted?)
_CUTS: Final[dict[Pattern, tuple[_Cut, float, float, bool, bool]]] = {
    "scales": (_scale, 1.0, 0.8, False, True),
    "dots": (_dot, 1.0, 0.9, True, True),
    "chevrons": (_chevron, 1.2, 1.0, False, False),
    "lozenges": (_lozenge, 1.0, 1.1, True, True),
    "waves": (_wave, 1.3, 0.8, False, False),
    "sprigs": (_sprig, 1.3, 1.2, False, True),
    "hearts": (_heart, 1.2, 1.1, True, True),
    "stars": (_star, 1.2, 1.0, True, True),
    "tiles": (_tile, 0.9, 0.8, False, True),
    "reeds": (_reed, 1.0, 1.1, False, True),
    "seams": (_seam, 1.6, 1.3, False, True),
    "grain": (_grain, 3.6, 0.8, False, True),
    "checks": (_check, 1.0, 1.0, True, True),
}


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
    cut, across, down, filled, shifted = _CUTS[kind]
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
                d += cut(x, y, w, h)
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
