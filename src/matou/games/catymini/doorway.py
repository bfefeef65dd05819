"""What one may run to: a notch or a piece of furniture to click, and what would come of it.

What would come of it is drawn in dots, so that nobody takes it for thread that lies there.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import NamedTuple

from matou.games.catymini.components import COLOUR_OF, FURNITURE, ROOM, TOY_RADIUS
from matou.games.catymini.geometry import NOTCH_AT, TOY_AT
from matou.games.catymini.room import (
    DEPTH,
    INWARD,
    line,
    middle_of,
    plain_panel,
    yarn,
)
from matou.paper import (
    cut_disc,
    cut_rect,
    disc,
    el,
    glow,
    glow_disc,
    group,
    num,
    paw_print,
    seat_colour,
    shape,
    text,
)

DOTS = "0.1 25"  # of thread that does not lie there yet

# A tile of the hand shows what would come of playing it, in the room.
STYLE = """
.preview{opacity:0;pointer-events:none;transition:opacity .15s}
.hot:is(:hover,:focus,.picked) .preview{opacity:1}
@media (hover:none){.hot .preview.near{opacity:1}}
""" + "".join(
    f".sheet:has(#tile-{name}.hot:is(:hover,:focus,.picked)) #aim-{name} .preview{{opacity:1}}\n"
    for name in FURNITURE
)


class Run(NamedTuple):
    """A run to a notch: the toys it would win with their tokens' values, its cost, if in reach."""

    notch: int
    won: tuple[tuple[int, int], ...]
    cost: str  # as it is written
    in_reach: bool = True


@lru_cache(maxsize=256)
def closed(id: str, frame: str) -> str:
    return f'<g id="{id}" transform="{frame}"></g>'


@lru_cache(maxsize=1024)
def start(id: str, seat: int, room: int, notch: int, frame: str) -> str:
    """Where a thread may begin, and the ball of yarn that would come in."""
    colour = seat_colour(seat)
    (x, y), (dx, dy) = NOTCH_AT[room][notch], INWARD[COLOUR_OF[notch // 2]]
    ball = group("", yarn(colour), x + dx * 84, y + dy * 84, 0.9)
    thread = dotted(line((x, y), (x + dx * 60, y + dy * 60)), colour)
    return _open(id, room, notch, thread + ball, frame)


@lru_cache(maxsize=4096)
def run(id: str, seat: int, room: int, out: int, run: Run, frame: str) -> str:
    """Where a cat may run: the thread it would lay, the toys it would win, what it would cost."""
    hit, preview = way(room, out, run.notch), would(seat, room, out, (run,))
    return _open(id, room, run.notch, preview, frame, hit, bill(room, run))


@lru_cache(maxsize=1024)
def aims(seat: int, room: int, out: int, runs: tuple[tuple[Run, Run], ...], frame: str) -> str:
    """The furniture whose tiles one may play, each with both ways to it."""
    body = "".join(aim(seat, room, out, both) for both in runs)
    return f'<g id="aims" transform="{frame}">{body}</g>'


def aim(seat: int, room: int, out: int, both: tuple[Run, Run]) -> str:
    """A piece to click; the ways to it are seen while one points at it or at its tile."""
    tile = both[0].notch // 2
    ways = would(seat, room, out, both)
    outline = plain_panel(room, tile)
    hit = f'<path d="{outline}" fill="transparent"/>'
    lit = thick(glow(outline))
    return group(f"aim-{FURNITURE[tile]}", hit + group("", ways, cls="preview") + lit)


def would(seat: int, room: int, out: int, runs: tuple[Run, ...]) -> str:
    """Runs that were not made: dots to the notch, rings round the toys, tags with the cost."""
    at, colour = NOTCH_AT[room], seat_colour(seat)
    body = "".join(dotted(line(at[out], at[run.notch]), colour) for run in runs)
    for toy, value in sorted({won for run in runs if run.in_reach for won in run.won}):
        body += prize(*TOY_AT[room][toy], value)
    return body + "".join(tag(room, run) for run in runs)


def prize(x: float, y: float, value: int) -> str:
    """A ring round a toy, and what its token is worth; on the side that looks away from walls."""
    body = shape(disc(x, y, TOY_RADIUS + 6), "none", "var(--rim)", 16)
    body += shape(disc(x, y, TOY_RADIUS + 6), "none", "var(--cheese)", 10)
    x, y = x + (46 if x < ROOM / 2 else -46), y + (46 if y < ROOM / 2 else -46)
    body += shape(disc(x, y, 32), "var(--cheese)", "var(--face)", 4)
    return body + text(f"+{value}", x, y + 14, 40, "var(--face)", bold=True)


def dotted(d: str, colour: str) -> str:
    """Thread that does not lie there yet: dots on a bare track."""
    track = shape(d, "none", "var(--cream)", 22, 0.9)
    dots = el(
        "path", d=d, fill="none", stroke=colour, stroke_width=13, stroke_dasharray=DOTS,
        stroke_linecap="round",
    )  # fmt: skip
    return track + dots


BESIDE = 75.0  # how far from the thread that would lie there a finger still means it
TAGS = 250.0  # how far from a wall its tags reach


def way(room: int, out: int, notch: int) -> str:
    """The floor a run would cross, to click on: as far as the tags, and on its own side of the
    middle between the two ways, so that each has what lies nearer to it."""
    (ax, ay), (bx, by), (cx, cy) = (NOTCH_AT[room][n] for n in (out, notch, notch ^ 1))
    dx, dy = INWARD[COLOUR_OF[notch // 2]]
    far = (ax - bx) * dx + (ay - by) * dy
    if far <= TAGS:
        return ""
    part, long = 1 - TAGS / far, hypot(bx - ax, by - ay)
    away = BESIDE / long if (bx - ax) * (cy - ay) < (by - ay) * (cx - ax) else -BESIDE / long
    sx, sy = (ay - by) * away, (bx - ax) * away
    ends = [((bx + cx) / 2, (by + cy) / 2), (bx, by)]
    (mx, my), (nx, ny) = ((ax + (x - ax) * part, ay + (y - ay) * part) for x, y in ends)
    corners = [(ax, ay), (mx, my), (nx, ny), (nx + sx, ny + sy), (ax + sx, ay + sy)]
    d = "L".join(f"{num(x)} {num(y)}" for x, y in corners)
    return f'<path d="M{d}Z" fill="transparent"/>'


TAG = 166.0  # how wide a tag is


def tag_at(room: int, run: Run) -> tuple[float, float]:
    """The corner of a run's tag: away from its neighbour along the wall, clear of the knob. Near a
    corner of the room both make way, so that neither lies on the other."""
    (x, y), (mx, my) = NOTCH_AT[room][run.notch], middle_of(room, run.notch // 2)
    dx, dy = INWARD[COLOUR_OF[run.notch // 2]]
    left = x + dx * 124 + (x - mx) * 0.31 - TAG / 2
    if dy:
        pair = abs(x - mx) * 1.31 + TAG / 2 + 6
        left += max(0, pair - mx) - max(0, mx + pair - ROOM)
    return left, y + dy * 66 + (y - my) * 0.31 - (76 if dy < 0 else 28 if dy > 0 else 54)


def tag(room: int, run: Run) -> str:
    """What a run would cost, on a tag by its notch, inside the room; red if it is too much."""
    left, top = tag_at(room, run)
    ink = "var(--ink)" if run.in_reach else "var(--tomato)"
    body = f'<rect x="{num(left)}" y="{num(top)}" width="{TAG:.0f}" height="58" rx="16"'
    body += f' fill="var(--card)" stroke="{ink}" stroke-width="3"/>'
    return body + text(f"−{run.cost}", left + TAG / 2, top + 43, 40, ink, bold=True)


def bill(room: int, run: Run) -> str:
    """What a run would win, under what it would cost, for who does not point at it too."""
    left, top = tag_at(room, run)
    won = sum(value for _, value in run.won)
    body = f'<rect x="{num(left)}" y="{num(top)}" width="{TAG:.0f}" height="106" rx="16"'
    body += ' fill="var(--card)" stroke="var(--ink)" stroke-width="3"/>'
    if won:
        coin = cut_rect(left + TAG / 2 - 42, top + 61, 84, 40, 19, "bill")
        body += shape(coin, "var(--cheese)", "var(--face)", 2.5)
    ink = "var(--face)" if won else "var(--quiet)"
    body += text(f"+{won}", left + TAG / 2, top + 95, 40, ink, bold=True)
    return body + tag(room, run)


def _open(
    id: str, room: int, notch: int, preview: str, frame: str, way: str = "", bill: str = ""
) -> str:
    """A notch to click, with the half of its furniture; the preview shows while one points."""
    x, y = NOTCH_AT[room][notch]
    mx, my = middle_of(room, notch // 2)
    dx, dy = INWARD[COLOUR_OF[notch // 2]]
    # The half of the furniture beside this notch, and a strip of floor before it.
    ax, ay = mx - dx * DEPTH, my - dy * DEPTH
    deep = 70 if bill else 140
    bx, by = x + (x - mx) * 0.25 + dx * deep, y + (y - my) * 0.25 + dy * deep
    left, top = min(ax, bx), min(ay, by)
    hit = (
        f'<rect x="{num(left)}" y="{num(top)}" width="{num(abs(ax - bx))}"'
        f' height="{num(abs(ay - by))}" fill="transparent"/>'
    )
    knob = shape(cut_disc(x, y, 27, f"knob{notch}"), "var(--card)", "var(--ink)", 4)
    knob += group("", paw_print("var(--ink)"), x, y + 2, 0.4)
    body = (
        way
        + hit
        + group("", preview, cls="preview near")
        + bill
        + knob
        + thick(glow_disc(x, y, 33, f"door{notch}"))
    )
    return f'<g id="{id}" transform="{frame}">{body}</g>'


def thick(glow: str) -> str:
    """A glow for a drawing that is made small."""
    glow = glow.replace('stroke-width="7"', 'stroke-width="15"')
    return glow.replace('stroke-width="4"', 'stroke-width="9"')
