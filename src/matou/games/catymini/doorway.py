"""The entrances one may choose between: a notch to click, and what would come of it."""

from __future__ import annotations

from functools import lru_cache

from matou.core.words import Words, figures
from matou.games.catymini.components import COLOUR_OF, SIDES, TOY_RADIUS
from matou.games.catymini.geometry import NOTCH_AT, TOY_AT
from matou.games.catymini.room import DEPTH, INWARD, line, middle_of, strand, under, yarn
from matou.paper import cut_disc, disc, glow_disc, group, num, seat_colour, shape, text

SIDE_LETTERS = Words(SIDES, "GD")  # on the knobs; the notation is the same for all


@lru_cache(maxsize=256)
def closed(id: str, frame: str) -> str:
    return f'<g id="{id}" transform="{frame}"></g>'


@lru_cache(maxsize=1024)
def start(id: str, seat: int, room: int, notch: int, lang: str, frame: str) -> str:
    """Where a thread may begin, and the ball of yarn that would come in."""
    colour = seat_colour(seat)
    (x, y), (dx, dy) = NOTCH_AT[room][notch], INWARD[COLOUR_OF[notch // 2]]
    ball = group("", yarn(colour), x + dx * 84, y + dy * 84, 0.9)
    thread = strand(line((x, y), (x + dx * 60, y + dy * 60)), colour, 14)
    return _open(id, room, notch, thread + ball, lang, frame)


@lru_cache(maxsize=4096)
def run(
    id: str,
    seat: int,
    room: int,
    out: int,
    notch: int,
    won: tuple[tuple[int, int], ...],
    cost: int,
    lang: str,
    frame: str,
) -> str:
    """Where a cat may run: the thread it would lay, the toys it would win, what it would cost."""
    at, colour = NOTCH_AT[room], seat_colour(seat)
    a, b = at[out], at[notch]
    body = strand(line(a, b), colour, 14) + under(line(b, at[notch ^ 1]), colour, 14)
    for toy, value in won:
        x, y = TOY_AT[room][toy]
        body += shape(disc(x, y, TOY_RADIUS + 6), "none", "var(--rim)", 16)
        body += shape(disc(x, y, TOY_RADIUS + 6), "none", "var(--cheese)", 10)
        body += shape(disc(x + 46, y - 46, 32), "var(--cheese)", "var(--face)", 4)
        body += text(f"+{value}", x + 46, y - 32, 40, "var(--face)", bold=True)
    mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    # Along a wall the middle of the stretch lies on the wall's line: keep the words in the room.
    mx, my = min(max(mx, 110), 890), min(max(my, 50), 950)
    body += f'<rect x="{num(mx - 82)}" y="{num(my - 32)}" width="164" height="60" rx="18"'
    body += ' fill="var(--card)" stroke="var(--ink)" stroke-width="3"/>'
    body += text(f"−{figures(cost).say(lang)}", mx, my + 13, 40, bold=True)
    return _open(id, room, notch, body, lang, frame)


def _open(id: str, room: int, notch: int, preview: str, lang: str, frame: str) -> str:
    """A notch to click, with the half of its furniture; the preview shows while one points."""
    x, y = NOTCH_AT[room][notch]
    mx, my = middle_of(room, notch // 2)
    dx, dy = INWARD[COLOUR_OF[notch // 2]]
    # The half of the furniture beside this notch, and a strip of floor before it.
    ax, ay = mx - dx * DEPTH, my - dy * DEPTH
    bx, by = x + (x - mx) * 0.25 + dx * 70, y + (y - my) * 0.25 + dy * 70
    left, top = min(ax, bx), min(ay, by)
    hit = (
        f'<rect x="{num(left)}" y="{num(top)}" width="{num(abs(ax - bx))}"'
        f' height="{num(abs(ay - by))}" fill="transparent"/>'
    )
    knob = shape(cut_disc(x, y, 27, f"knob{notch}"), "var(--card)", "var(--ink)", 4)
    knob += text(SIDE_LETTERS.say(lang)[notch % 2], x, y + 13, 36, bold=True)
    glow = glow_disc(x, y, 33, f"door{notch}").replace('stroke-width="6"', 'stroke-width="14"')
    glow = glow.replace('stroke-width="4"', 'stroke-width="9"')
    body = hit + group("", preview, cls="preview") + knob + glow
    return f'<g id="{id}" transform="{frame}">{body}</g>'
