"""Outlines that look cut by hand, as SVG path data.

Every shape is seeded by a string, usually the piece's id. So a piece has the same edge in every
redraw, and two pieces of a kind differ.
"""

import math
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import cycle, islice

Point = tuple[float, float]


@lru_cache(maxsize=16384)
def num(value: float) -> str:
    """Writes a coordinate with at most one decimal, and never ``-0``."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def jitter(seed: str) -> Iterator[float]:
    """Yields numbers from -1 to 1 without end, the same for a seed on every machine."""
    state = zlib.crc32(seed.encode()) & 0x7FFFFFFF
    while True:
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        yield state / 0x3FFFFFFF - 1


def poly(points: Iterable[Point]) -> str:
    """Returns straight lines through the points, cut exactly."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "Z"


def disc(cx: float, cy: float, r: float) -> str:
    """Returns an exact circle."""
    a, d = num(r), num(2 * r)
    return f"M{num(cx - r)} {num(cy)}a{a} {a} 0 1 1 {d} 0a{a} {a} 0 1 1 -{d} 0Z"


def star(x: float, y: float, r: float, k: float) -> str:
    """Returns a star with four points at distance `r` and four corners at (±k, ±k)."""
    right = ((x, y - r), (x + k, y - k), (x + r, y), (x + k, y + k))
    return poly((*right, (x, y + r), (x - k, y + k), (x - r, y), (x - k, y - k)))


def cut_poly(points: Sequence[Point], seed: str, r: float) -> str:
    """Returns a polygon cut by hand; `r` rounds its corners."""
    return _cut_poly(tuple(points), seed, r, 0.7)


@lru_cache(maxsize=4096)
def _cut_poly(points: tuple[Point, ...], seed: str, r: float, wobble: float) -> str:
    noise = jitter(seed)
    corners = [(x + 0.6 * wobble * next(noise), y + 0.6 * wobble * next(noise)) for x, y in points]
    path = start = ""
    for i, (ax, ay) in enumerate(corners):
        bx, by = corners[(i + 1) % len(corners)]
        length = math.hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / length, (by - ay) / length
        gap = min(r, length * 0.45)
        sx, sy, ex, ey = ax + ux * gap, ay + uy * gap, bx - ux * gap, by - uy * gap
        if not path:
            start = f"{num(sx)} {num(sy)}"
            path = f"M{start}"
        elif gap:
            path += f"Q{num(ax)} {num(ay)} {num(sx)} {num(sy)}"
        # Long edges bend more often: about every 45 units, as scissors do.
        bites = min(16, max(1, round(length / 45)))
        controls = []
        for k in range(bites):
            along, off = (k + 0.5) / bites, 1.6 * wobble * next(noise)
            controls.append((sx + (ex - sx) * along - uy * off, sy + (ey - sy) * along + ux * off))
        for k, (px, py) in enumerate(controls):
            if k + 1 < bites:
                qx, qy = controls[k + 1]
                tx, ty = (px + qx) / 2, (py + qy) / 2
            else:
                tx, ty = ex, ey
            path += f"Q{num(px)} {num(py)} {num(tx)} {num(ty)}"
    ax, ay = corners[0]
    return path + (f"Q{num(ax)} {num(ay)} {start}Z" if r else "Z")


_STEPS = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBERS = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
# Of each absolute path command: its number of parameters, and which of them are heights.
_HEIGHTS: dict[str, tuple[int, tuple[int, ...]]] = {
    "M": (2, (1,)), "L": (2, (1,)), "T": (2, (1,)), "Q": (4, (1, 3)), "S": (4, (1, 3)),
    "C": (6, (1, 3, 5)), "V": (1, (0,)), "A": (7, (6,)),
}  # fmt: skip


@lru_cache(maxsize=8192)
def lowered(d: str, by: float) -> str:
    """Returns an outline moved down.

    >>> lowered("M0 1L9 1.5V4h-9Z", 3)
    'M0 4L9 4.5V7h-9Z'
    """
    return _STEPS.sub(lambda step: _lowered(step[1], step[2], by), d)


def _lowered(command: str, numbers: str, by: float) -> str:
    if command not in _HEIGHTS:
        return command + numbers
    of, which = _HEIGHTS[command]
    found = _NUMBERS.findall(numbers)
    moved = [num(float(n) + by) if i % of in which else n for i, n in enumerate(found)]
    return command + " ".join(moved)


def fitted(path: str, x: float, y: float, w: float, h: float) -> str:
    """Returns an outline, given in a box of one unit about the origin, in a box about (x, y).

    >>> fitted("M-.5 0L0-.5V.5h.5Z", 10, 20, 4, 6)
    'M8 20L10 17V23h2Z'
    """
    d = ""
    for command, numbers in _STEPS.findall(path):
        left, top = (x, y) if command.isupper() else (0.0, 0.0)
        axes = {"H": [(left, w)], "V": [(top, h)]}.get(command.upper(), [(left, w), (top, h)])
        found = zip(cycle(axes), _NUMBERS.findall(numbers), strict=False)
        d += command + " ".join(num(start + float(n) * size) for (start, size), n in found)
    return d


def cut_rect(
    x: float, y: float, w: float, h: float, r: float, seed: str, wobble: float = 0.7
) -> str:
    """Returns a rectangle with rounded corners cut by hand; (x, y) is its top left corner."""
    return _cut_poly(((x, y), (x + w, y), (x + w, y + h), (x, y + h)), seed, r, wobble)


@lru_cache(maxsize=4096)
def cut_disc(cx: float, cy: float, r: float, seed: str, wobble: float = 0.7) -> str:
    n = 10
    noise = [*islice(jitter(seed), n)]
    # Control points are outside the curve: push them out to get the right radius.
    reach = 2 * r / (1 + math.cos(math.pi / n))
    ring = [
        (
            cx + (reach + wobble * noise[i]) * math.cos(2 * math.pi * i / n),
            cy + (reach + wobble * noise[i]) * math.sin(2 * math.pi * i / n),
        )
        for i in range(n)
    ]
    return smooth(ring)


def smooth(points: Sequence[Point]) -> str:
    """Returns a closed soft curve that bends towards each point in turn."""
    lx, ly = points[-1]
    fx, fy = points[0]
    path = f"M{num((lx + fx) / 2)} {num((ly + fy) / 2)}"
    for i, (x, y) in enumerate(points):
        nx, ny = points[(i + 1) % len(points)]
        path += f"Q{num(x)} {num(y)} {num((x + nx) / 2)} {num((y + ny) / 2)}"
    return path + "Z"
