"""The picture of Caty Mini, drawn from an observation alone.

The middle of the table on top, one's own nursery large with the hand under it, the others'
small below. Pointing at an entrance shows the thread it would lay and the toys it would win.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matou.games.catymini.components import COLOUR_OF, SIDES, TOY_RADIUS
from matou.games.catymini.geometry import NOTCH_AT, TOUCHED, TOY_AT
from matou.games.catymini.look import has_started, rounds_run, would_cost, would_win
from matou.games.catymini.room import (
    DEPTH,
    INWARD,
    SPAN,
    line,
    middle_of,
    static_room,
    strand,
    target,
    thread,
    under,
    yarn,
)
from matou.games.catymini.state import (
    ASLEEP,
    DONE,
    DRAWING,
    ENTER,
    RUNNING,
    SHOWING,
    SLEEP,
    START,
    TAKING,
    State,
)
from matou.games.catymini.table import bar, figures, hand, hidden_hand, middle, piles, tokens
from matou.games.catymini.words import TITLE, prompt
from matou.paper import (
    Mood,
    Sheet,
    cat_head,
    cut_disc,
    disc,
    glow_disc,
    group,
    hot,
    num,
    seat_colour,
    shape,
    sheet,
    text,
)

if TYPE_CHECKING:
    from matou.core.state import Observation

WIDTH = 600
MARGIN = 7
STYLE = """
.preview{opacity:0;pointer-events:none;transition:opacity .15s}
.hot:hover .preview,.hot:focus .preview{opacity:1}
"""


def draw(view: Observation, *, lang: str, memory: bool, names: Sequence[str]) -> Sheet:
    s: State = view.s
    dealing = s.phase in (TAKING, *range(SHOWING, DRAWING + 1))
    body = middle(view, lang) + piles(view, lang, dealing) + tokens(s, lang, dealing)
    y = 162.0
    others = [seat for seat in range(s.seats) if seat != view.seat]
    if view.seat is not None:
        body += group("", bar(view, view.seat, names, lang, memory, WIDTH), 0, y)
        body += nursery(view, view.seat, lang, 0, y + 58, WIDTH, large=True)
        y += 58 + WIDTH + 12
        body += group("", hand(view, view.seat, lang, WIDTH), 0, y)
        y += 96
        # Clockwise, so that the next to run stands first.
        others.sort(key=lambda seat: (seat - (view.seat or 0)) % s.seats)
    if len(others) == 1:
        body += info(view, others[0], names, lang, memory, 408, y, WIDTH - 408)
        body += nursery(view, others[0], lang, 0, y, 396)
        y += 396
    else:
        across = 3 if len(others) == 3 and view.seat is not None else 2
        w = (WIDTH - 12 * (across - 1)) / across
        for i, seat in enumerate(others):
            x = (w + 12) * (i % across)
            if i % across == 0 and i:
                y += w + 142
            body += info(view, seat, names, lang, memory, x, y, w)
            body += nursery(view, seat, lang, x, y + 130, w)
        y += w + 130
    told = prompt(view).say(lang)
    scene = group("", body, MARGIN, MARGIN)
    return sheet(WIDTH + 2 * MARGIN, y + 2 * MARGIN, scene, TITLE.say(lang), told, style=STYLE)


def info(
    view: Observation,
    seat: int,
    names: Sequence[str],
    lang: str,
    memory: bool,
    x: float,
    y: float,
    w: float,
) -> str:
    """Another player's plate, spool, tokens and hand."""
    body = bar(view, seat, names, lang, memory, w)
    body += group("", hidden_hand(view, seat, w), 0, 92)
    return group("", body, x, y)


def nursery(
    view: Observation, seat: int, lang: str, x: float, y: float, size: float, large: bool = False
) -> str:
    """A whole nursery, `size` wide: the room, the thread, the cat, and what one may do in it."""
    s: State = view.s
    body = static_room(s.board[seat], lang, large)
    if s.phase != SHOWING:
        body += group(f"target-{seat}", target(s, seat))
    width = 12 if large else 15
    body += group(f"thread-{seat}", thread(s, seat, width))
    body += last_toys(view, seat)
    body += the_cat(view, seat, lang, large)
    if large:
        body += entrances(view, seat, lang)
    scale = size / SPAN
    return group(f"nursery-{seat}", body, x + DEPTH * scale, y + DEPTH * scale, scale)


def last_toys(view: Observation, seat: int) -> str:
    """Rings round the toys that the newest stretch of thread has just run over."""
    s: State = view.s
    run = rounds_run(s, seat)
    rings = ""
    if run and s.path[seat][run] != ASLEEP:
        out = s.path[seat][0]
        for i in range(1, run):
            if s.path[seat][i] != ASLEEP:
                out = s.path[seat][i] ^ 1
        toys = TOUCHED[s.board[seat]][out][s.path[seat][run]]
        for toy, (x, y) in enumerate(TOY_AT[s.board[seat]]):
            if toys >> toy & 1:
                rings += disc(x, y, TOY_RADIUS + 5)
    drawn = shape(rings, "none", seat_colour(seat), 7) if rings else ""
    return group(f"won-{seat}", drawn)


def mood_of(view: Observation, seat: int) -> Mood:
    s: State = view.s
    run = rounds_run(s, seat)
    if s.phase == DONE and seat in view.winners:
        return "proud"
    if run and s.path[seat][run] == ASLEEP:
        return "asleep"
    return "pouncing" if s.phase == RUNNING and s.turn == seat else "watching"


def the_cat(view: Observation, seat: int, lang: str, large: bool) -> str:
    """The cat beside its ball of yarn, at the notch where the thread comes out."""
    s: State = view.s
    if not has_started(s, seat):
        return group(f"cat-{seat}", "")
    x, y = NOTCH_AT[s.board[seat]][s.exit[seat]]
    dx, dy = INWARD[COLOUR_OF[s.exit[seat] // 2]]
    size = 84 if large else 120  # small enough to leave the toys by the wall in sight
    body = group("", yarn(seat_colour(seat)), 0, 0, 0.42 if large else 0.6)
    body += cat_head(mood_of(view, seat), dx * size * 0.56, dy * size * 0.56, size)
    sleeps = [SLEEP] if large and SLEEP in view.legal() else []
    if large:
        body += glow_disc(dx * 46, dy * 46, 60, "cat")
    label = view.describe(SLEEP, lang) if sleeps else ""
    return group(f"cat-{seat}", hot(sleeps, body, label), x, y)


def entrances(view: Observation, seat: int, lang: str) -> str:
    """The two notches one may choose between, each with the half of its furniture."""
    legal = view.legal()
    body = ""
    for side in range(2):
        found = [a for a in legal if ENTER <= a < TAKING_OFF and (a - ENTER) % 2 == side]
        inner, label = "", ""
        if found:
            notch = (found[0] - ENTER) % (START - ENTER)
            inner = doorway(view, seat, notch, found[0] < START)
            label = view.describe(found[0], lang)
        body += hot(found, inner, label, f"entrance-{SIDES[side]}")
    return body


TAKING_OFF = START + (START - ENTER)  # past the last action that names a notch


def doorway(view: Observation, seat: int, notch: int, running: bool) -> str:
    """A notch to click, and what would come of it, shown while one points at it."""
    s: State = view.s
    room = s.board[seat]
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
    knob += text(SIDES[notch % 2], x, y + 13, 36, bold=True)
    glow = glow_disc(x, y, 33, f"door{notch}").replace('stroke-width="6"', 'stroke-width="14"')
    glow = glow.replace('stroke-width="4"', 'stroke-width="9"')
    return hit + preview(s, seat, notch, running) + knob + glow


def preview(s: State, seat: int, notch: int, running: bool) -> str:
    """The thread that would be laid, the toys it would win, and what it would cost."""
    room, colour = s.board[seat], seat_colour(seat)
    at = NOTCH_AT[room]
    if not running:
        (x, y), (dx, dy) = at[notch], INWARD[COLOUR_OF[notch // 2]]
        ball = group("", yarn(colour), x + dx * 84, y + dy * 84, 0.9)
        return group(
            "", strand(line((x, y), (x + dx * 60, y + dy * 60)), colour, 14) + ball, cls="preview"
        )
    a, b = at[s.exit[seat]], at[notch]
    body = strand(line(a, b), colour, 14) + under(line(b, at[notch ^ 1]), colour, 14)
    for toy, value in would_win(s, seat, notch):
        x, y = TOY_AT[room][toy]
        body += shape(disc(x, y, TOY_RADIUS + 6), "none", "var(--rim)", 16)
        body += shape(disc(x, y, TOY_RADIUS + 6), "none", "var(--cheese)", 10)
        body += shape(disc(x + 46, y - 46, 32), "var(--cheese)", "var(--face)", 4)
        body += text(f"+{value}", x + 46, y - 32, 40, "var(--face)", bold=True)
    cost = f"−{figures(would_cost(s, seat, notch))}"
    mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    # Along a wall the middle of the stretch lies on the wall's line: keep the words in the room.
    mx, my = min(max(mx, 110), 890), min(max(my, 50), 950)
    body += f'<rect x="{num(mx - 82)}" y="{num(my - 32)}" width="164" height="60" rx="18"'
    body += ' fill="var(--card)" stroke="var(--ink)" stroke-width="3"/>'
    body += text(cost, mx, my + 13, 40, bold=True)
    return group("", body, cls="preview")
