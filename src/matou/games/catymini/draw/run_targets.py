"""The targets of a run: a notch or a piece of furniture to click, with a preview.

A preview is dotted, so that it is not taken for thread that lies there.
"""

from functools import lru_cache
from math import hypot
from typing import NamedTuple

from matou import paper as p
from matou.games.catymini.components import COLOUR_OF, FURNITURE, ROOM, TOY_RADIUS
from matou.games.catymini.draw.room import (
    DEPTH,
    INWARD,
    Nursery,
    line,
    middle_of,
    plain_panel,
    yarn,
)
from matou.games.catymini.geometry import NOTCH_AT, TOY_AT

DOTS = "0.1 25"  # of thread that does not lie there yet

# A tile of the hand shows what would come of playing it, in the room.
STYLE = """
.preview{opacity:0;pointer-events:none;transition:opacity .15s}
.highlighted:is(:hover,:focus,.picked) .preview{opacity:1}
@media (hover:none){.highlighted .preview.near{opacity:1}}
""" + "".join(
    f".sheet:has(#tile-{name}.highlighted:is(:hover,:focus,.picked)) #aim-{name} .preview"
    "{opacity:1}\n"
    for name in FURNITURE
)


class Run(NamedTuple):
    notch: int
    won: tuple[tuple[int, int], ...]
    cost: str  # as it is written
    in_reach: bool = True


@lru_cache(maxsize=256)
def closed(id: str, of: Nursery) -> str:
    return of.part(id, "")


@lru_cache(maxsize=1024)
def start(id: str, of: Nursery, notch: int) -> str:
    """Draws a notch where a thread may begin, with a preview of the yarn."""
    colour = p.SEATS[of.seat]
    (x, y), (dx, dy) = NOTCH_AT[of.room][notch], INWARD[COLOUR_OF[notch // 2]]
    ball = p.group("", yarn(colour), x + dx * 84, y + dy * 84, 0.9)
    thread = dotted(line((x, y), (x + dx * 60, y + dy * 60)), colour)
    return _open(id, of, notch, thread + ball)


@lru_cache(maxsize=4096)
def run(id: str, of: Nursery, out: int, run: Run) -> str:
    """Draws a notch to run to, with a preview of the thread, the toys and the cost."""
    hit, preview = way(of.room, out, run.notch), would(of, out, (run,))
    return _open(id, of, run.notch, preview, hit, bill(of.room, run))


@lru_cache(maxsize=1024)
def aims(of: Nursery, out: int, runs: tuple[tuple[Run, Run], ...]) -> str:
    """Draws the furniture whose tiles can be played, each with both runs to it."""
    return of.part("aims", "".join(aim(of, out, both) for both in runs))


def aim(of: Nursery, out: int, both: tuple[Run, Run]) -> str:
    """Draws a piece to click; its runs show while somebody points at it or at its tile."""
    tile = both[0].notch // 2
    ways = would(of, out, both) + "".join(tag(of.room, run) for run in both)
    outline = plain_panel(of.room, tile)
    hit = f'<path d="{outline}" fill="transparent"/>'
    lit = thick(p.glow(outline))
    return p.group(f"aim-{FURNITURE[tile]}", hit + p.group("", ways, cls="preview") + lit)


def would(of: Nursery, out: int, runs: tuple[Run, ...]) -> str:
    """Draws runs as previews: dots to the notch, rings round the toys."""
    at, colour = NOTCH_AT[of.room], p.SEATS[of.seat]
    body = "".join(dotted(line(at[out], at[run.notch]), colour) for run in runs)
    for toy, value in sorted({won for run in runs if run.in_reach for won in run.won}):
        body += prize(*TOY_AT[of.room][toy], value)
    return body


def prize(x: float, y: float, value: int) -> str:
    """Draws a ring round a toy, and its token's value on the side away from walls."""
    body = p.shape(p.disc(x, y, TOY_RADIUS + 6), "none", "var(--rim)", 16)
    body += p.shape(p.disc(x, y, TOY_RADIUS + 6), "none", "var(--cheese)", 10)
    x, y = x + (62 if x < ROOM / 2 else -62), y + (62 if y < ROOM / 2 else -62)
    body += p.shape(p.disc(x, y, 32), "var(--cheese)", "var(--face)", 4)
    return body + p.text(f"+{value}", x, y + 14, 40, "var(--face)", bold=True)


def dotted(d: str, colour: str) -> str:
    track = p.shape(d, "none", "var(--cream)", 22, 0.9)
    dots = {"stroke_dasharray": DOTS, "stroke_linecap": "round"}
    return track + p.el("path", d=d, fill="none", stroke=colour, stroke_width=13, **dots)


BESIDE = 75.0  # how far from the thread that would lie there a finger still means it
NOTCHES = 250.0  # how near to a wall a finger means its notches
KNOB = 36.0  # the radius of a notch's knob and glow


def way(room: int, out: int, notch: int) -> str:
    """Returns the clickable floor of a run: nearer to it than to the other one."""
    (ax, ay), (bx, by), (cx, cy) = (NOTCH_AT[room][n] for n in (out, notch, notch ^ 1))
    dx, dy = INWARD[COLOUR_OF[notch // 2]]
    far = (ax - bx) * dx + (ay - by) * dy
    if far <= NOTCHES:
        return ""
    part, long = 1 - NOTCHES / far, hypot(bx - ax, by - ay)
    away = BESIDE / long if (bx - ax) * (cy - ay) < (by - ay) * (cx - ax) else -BESIDE / long
    sx, sy = (ay - by) * away, (bx - ax) * away
    ends = [((bx + cx) / 2, (by + cy) / 2), (bx, by)]
    (mx, my), (nx, ny) = ((ax + (x - ax) * part, ay + (y - ay) * part) for x, y in ends)
    corners = [(ax, ay), (mx, my), (nx, ny), (nx + sx, ny + sy), (ax + sx, ay + sy)]
    d = "L".join(f"{p.num(x)} {p.num(y)}" for x, y in corners)
    return f'<path d="M{d}Z" fill="transparent"/>'


TAG, BILL = 142.0, 128.0  # how wide a tag is, and how high with the winnings


def tag_at(room: int, run: Run) -> tuple[float, float]:
    """Returns the corner of a run's tag: on the wall, beside the knob and the piece.

    So no tag covers a toy or the other run's tag.
    """
    (x, y), (mx, my) = NOTCH_AT[room][run.notch], middle_of(room, run.notch // 2)
    dx, dy = INWARD[COLOUR_OF[run.notch // 2]]
    along = (KNOB + TAG / 2) * ((x > mx) - (x < mx)), (KNOB + BILL / 2) * ((y > my) - (y < my))
    return x + along[0] - dx * DEPTH / 2 - TAG / 2, y + along[1] - dy * DEPTH / 2 - BILL / 2


def tag(room: int, run: Run) -> str:
    """Draws the cost of a run on a tag by its notch; red if it is too much."""
    left, top = tag_at(room, run)
    ink = "var(--ink)" if run.in_reach else "var(--tomato)"
    body = f'<rect x="{p.num(left)}" y="{p.num(top)}" width="{TAG:.0f}" height="66" rx="16"'
    body += f' fill="var(--card)" stroke="{ink}" stroke-width="3"/>'
    return body + p.text(f"−{run.cost}", left + TAG / 2, top + 47, 40, ink, bold=True)


def bill(room: int, run: Run) -> str:
    """Draws the winnings of a run under its cost."""
    left, top = tag_at(room, run)
    won = sum(value for _, value in run.won)
    body = f'<rect x="{p.num(left)}" y="{p.num(top)}" width="{TAG:.0f}" height="{BILL:.0f}" rx="16"'
    body += ' fill="var(--card)" stroke="var(--ink)" stroke-width="3"/>'
    if won:
        coin = p.cut_rect(left + TAG / 2 - 42, top + 76, 84, 42, 20, "bill")
        body += p.shape(coin, "var(--cheese)", "var(--face)", 2.5)
    ink = "var(--face)" if won else "var(--quiet)"
    body += p.text(f"+{won}", left + TAG / 2, top + 111, 40, ink, bold=True)
    return body + tag(room, run)


def _open(id: str, of: Nursery, notch: int, preview: str, way: str = "", bill: str = "") -> str:
    """Draws a notch to click; its preview shows while somebody points at it."""
    x, y = NOTCH_AT[of.room][notch]
    mx, my = middle_of(of.room, notch // 2)
    dx, dy = INWARD[COLOUR_OF[notch // 2]]
    # The half of the furniture beside this notch, and a strip of floor before it.
    ax, ay = mx - dx * DEPTH, my - dy * DEPTH
    # At the start there is nothing else to click, so both are as large as a thumb.
    deep, aside = (70, 0.25) if bill else (140, 1.3)
    bx, by = x + (x - mx) * aside + dx * deep, y + (y - my) * aside + dy * deep
    left, top = min(ax, bx), min(ay, by)
    hit = f'<rect x="{p.num(left)}" y="{p.num(top)}" width="{p.num(abs(ax - bx))}"'
    hit += f' height="{p.num(abs(ay - by))}" fill="transparent"/>'
    knob = p.shape(p.cut_disc(x, y, 27, f"knob{notch}"), "var(--card)", "var(--ink)", 4)
    knob += p.group("", p.paw_print("var(--ink)"), x, y + 2, 0.4)
    body = way + hit + p.group("", preview, cls="preview near") + bill + knob
    body += thick(p.glow_disc(x, y, 33, f"door{notch}"))
    return of.part(id, body)


def thick(glow: str) -> str:
    """Returns a glow with wider lines, for a drawing that is shown small."""
    return glow.replace('stroke-width="7"', 'stroke-width="15"').replace(
        'stroke-width="4"', 'stroke-width="9"'
    )
