"""The elements of the board. Each is cached, so that unchanged ones stay the same text."""

from functools import lru_cache

from matou import paper as p
from matou.core.grammar import grammar
from matou.games.appenzell import components as box
from matou.games.appenzell.castle import LINE, MOVE_FROM, MOVE_TO, SLIDING_SET
from matou.games.appenzell.draw import pieces
from matou.games.appenzell.draw.identities import CELLAR
from matou.games.appenzell.draw.placement import EDGE, SCENE, Layout
from matou.games.appenzell.say.messages import count, say
from matou.games.appenzell.say.names import KIND_WORDS, SPARE_WORDS
from matou.games.appenzell.state import ENTER, LIFT, MOVE, PUSH

MOUSE, SMALL = 52.0, 38.0  # a mouse in the castle, and one on a shelf
NOTHING = p.group("", "")
END_TURN = say("End turn")
ACROSS, GAP = (box.CHEESES + 1) // 2, 6.0  # cheeses in a row on a shelf, and the least between two

# How far a mouse stands from the middle of its square, so that a cheese or a letter is seen.
BY_CHEESE, BY_LETTER = (9.0, -11.0), (8.0, 2.0)
THUMB = 78.0  # what a thumb needs on a phone, 44 pixels, whichever way it is held
# On small screens names are shorter, and clickable areas wider.
STYLE = """
.short,.thumb{display:none}
@media (max-width:700px),(max-height:560px){.whole{display:none}.short,.thumb{display:inline}}
"""


# --- the castle


@lru_cache(maxsize=1)
def ground() -> str:
    """Draws the castle's walls, and the names of the lines that do not slide."""
    side = box.SIDE * pieces.CELL
    d = p.cut_rect(pieces.MARGIN - 9, pieces.MARGIN - 9, side + 18, side + 18, 16, "castle")
    body = p.paper(d, "var(--stone)", 8, "var(--quiet)", 1.5)
    far = pieces.MARGIN + side
    merlons = ""  # along the top of the walls
    for i in range(28):
        at = pieces.MARGIN + 6 + i * (side - 22) / 27
        merlons += f"M{at:.0f} {pieces.MARGIN - 8:.0f}h10v6h-10ZM{at:.0f} {far + 2:.0f}h10v6h-10Z"
        merlons += f"M{pieces.MARGIN - 8:.0f} {at:.0f}v10h6v-10ZM{far + 2:.0f} {at:.0f}v10h6v-10Z"
    body += p.shape(merlons, "var(--floor)", "var(--quiet)", 1)
    yard = p.cut_rect(pieces.MARGIN, pieces.MARGIN, side, side, 4, "yard")
    inside = f"M{pieces.MARGIN:.0f} {far:.0f}V{pieces.MARGIN:.0f}H{far:.0f}"
    body += p.shape(yard, "var(--pavement)") + p.shape(inside, "none", "var(--shadow)", 4, 0.25)
    for x in (pieces.MARGIN - 8, far + 8):
        for y in (pieces.MARGIN - 8, far + 8):
            body += p.group("", pieces.turret(f"turret{x:.0f}{y:.0f}"), x, y)
    names = ""
    for i in range(0, box.SIDE, 2):
        y = pieces.MARGIN + (box.SIDE - 0.5 - i) * pieces.CELL + 7
        x = pieces.MARGIN + (i + 0.5) * pieces.CELL
        for at in (24.0, SCENE - 24):
            names += p.text(str(i + 1), at, y, 20, "var(--quiet)")
            names += p.text(box.COLUMNS[i], x, at + 6, 20, "var(--quiet)")
    return p.group("", body + names)


@lru_cache(maxsize=128)
def room(castle: int, number: int, is_open: bool) -> str:
    letter, body = box.ROOM_LETTERS[number], ""
    if is_open:
        x, y, w, h = pieces.room_box(castle, number)
        d = p.cut_rect(x + 1.5, y + 1.5, w - 3, h - 3, 7, f"room{number}")
        walls = p.shape(d, "var(--floor-odd)", "var(--grain)", 3)
        body = p.group(f"walls-{letter}", walls, moves=p.manner("lies"))
    return p.group(f"room-{letter}", body)


@lru_cache(maxsize=8192)
def tile(
    number: int, square: int, kind: int, shared: bool, slot: int, lang: str, laid: Layout
) -> str:
    """Draws a tile on a square, or the spare; of one under a roof, NO_TILE, an empty group.

    ``slot``: the last push, through it, moved the tile in or out; -1: it did not.
    """
    body = face = ""
    if kind != box.NO_TILE:
        body = pieces.tile(kind, f"tile{number % 5}", lang, shared)
        face = str(kind)
    at = laid.spare if square == box.SPARE else place_of(square)
    how = p.manner("slides", face)
    if slot >= 0 and square == box.SPARE:
        how = p.manner("leaves", face, by=outside(slot ^ 1))
    elif slot >= 0:
        how = p.manner("enters", face, by=outside(slot))
    return f'<g id="tile-{number}"{how} transform="{p.place(*at)}" pointer-events="none">{body}</g>'


def place_of(square: int) -> tuple[float, float]:
    """Returns the corner of a tile that lies on a square."""
    x, y = pieces.corner(square)
    return x + (pieces.CELL - pieces.TILE) / 2, y + (pieces.CELL - pieces.TILE) / 2


def outside(slot: int) -> tuple[float, float]:
    """Returns the corner of a tile just outside a slot."""
    (x, y), (nx, ny) = (place_of(LINE[slot * box.SIDE + i]) for i in range(2))
    return 2 * x - nx, 2 * y - ny


@lru_cache(maxsize=128)
def square(number: int, is_open: bool) -> str:
    """Draws a square, its stone if it has one, and its clickable area; nothing under a roof."""
    name, body = box.square_name(number), ""
    if is_open:
        if not SLIDING_SET >> number & 1:
            body = pieces.flagstone(number)
        body += p.hit(pieces.CELL, pieces.CELL, pieces.TILE / 2, pieces.TILE / 2)
        body += p.glow_rect(0, 0, pieces.TILE, pieces.TILE, 8, name)
    return p.group(f"square-{name}", body, *place_of(number))


@lru_cache(maxsize=1024)
def roof(castle: int, number: int, is_open: bool, hints: tuple[tuple[int, int], ...]) -> str:
    """Draws a roof, invisible if its room is open. Hints of the memory help: squares and kinds."""
    letter = box.ROOM_LETTERS[number]
    body = pieces.roof(castle, number, letter)
    for at, kind in hints:
        body += pieces.hint(kind, *pieces.middle(at))
    x, y, w, h = pieces.room_box(castle, number)
    body += p.hit(w, h, x + w / 2, y + h / 2)
    body += p.glow_rect(x + 4, y + 4, w - 8, h - 8, 6, f"roof{letter}")
    lifts = p.manner("lifts", "off" if is_open else "on")
    hidden = ' opacity="0" pointer-events="none"' if is_open else ""
    return f'<g id="roof-{letter}"{lifts}{hidden}>{body}</g>'


@lru_cache(maxsize=2)
def letters(castle: int) -> str:
    """Draws the letter of each room on a disc in its corner: sentences and notation use them."""
    corners = [pieces.room_box(castle, room)[:2] for room in range(box.ROOMS)]
    discs = "".join(p.disc(x + 14, y + 14, 12) for x, y in corners)
    body = p.shape(discs, "var(--cream)", opacity=0.72)
    for letter, (x, y) in zip(box.ROOM_LETTERS, corners, strict=True):
        body += p.text(letter, x + 14, y + 20.5, pieces.LEGIBLE, "var(--face)")
    return f'<g id="letters" pointer-events="none">{body}</g>'


@lru_cache(maxsize=32)
def slot(number: int, closed: bool) -> str:
    """Draws a slot with the name of its line; a closed one is crossed out."""
    x, y, way = pieces.slot_at(number)
    body = p.slot(0, 0, 56, way)
    body += p.text(box.SLOT_NAMES[number][1], 0, 7, pieces.LEGIBLE, "var(--face)", bold=True)
    if closed:
        body += p.shape("M-15-15L15 15M15-15L-15 15", "none", "var(--tomato)", 5)
    # The hit area reaches further than the notch: thumbs are wide.
    body += p.hit(50, 88) if number < 6 else p.hit(88, 50)
    return p.group(
        f"slot-{number}", body + p.glow_rect(-24, -24, 48, 48, 10, f"slot{number}"), x, y
    )


@lru_cache(maxsize=4)
def tower(number: int) -> str:
    at = box.TOWERS[number]
    return p.group(f"tower-{box.square_name(at)}", pieces.tower(at), *pieces.middle(at))


@lru_cache(maxsize=1024)
def last_mark(castle: int, a: int) -> str:
    """Marks the last action; -1: none yet."""
    body = ""
    if a >= PUSH:
        first = (a - PUSH) * box.SIDE
        ends = [pieces.corner(LINE[first + i]) for i in (0, box.SIDE - 1)]
        x, y = min(e[0] for e in ends), min(e[1] for e in ends)
        w, h = max(e[0] for e in ends) + pieces.CELL - x, max(e[1] for e in ends) + pieces.CELL - y
        body = p.last_rect(x, y, w, h, 8, "last")
    elif a >= MOVE:
        for at in (MOVE_FROM[a - MOVE], MOVE_TO[a - MOVE]):
            if at in box.TOWERS:
                body += p.last_disc(*pieces.middle(at), 36, "last")
            else:
                body += p.last_rect(*pieces.corner(at), pieces.CELL, pieces.CELL, 8, "last")
    elif a >= ENTER:
        body = p.last_disc(*pieces.middle(box.TOWERS[a - ENTER]), 36, "last")
    elif a >= LIFT:
        body = p.last_rect(*pieces.room_box(castle, a - LIFT), 8, "last")
    return p.group("last-mark", body)


# --- the spare, the actions left, the end of the turn


@lru_cache(maxsize=16)
def spare(laid: Layout) -> str:
    """Draws the clickable area of the spare tile."""
    body = p.hit(pieces.TILE, pieces.TILE, pieces.TILE / 2, pieces.TILE / 2)
    body += p.hit(THUMB, THUMB, pieces.TILE / 2, pieces.TILE / 2, "thumb")
    body += p.glow_rect(0, 0, pieces.TILE, pieces.TILE, 8, "spare")
    return p.group("spare", body, *laid.spare)


@lru_cache(maxsize=256)
def spare_words(kind: int, pushed: bool, lang: str, laid: Layout) -> str:
    title = say("Spare tile, pushed") if pushed else say("Spare tile")
    (x, y), size = laid.spare, laid.title
    x += pieces.TILE + 14
    end = laid.actions[0] - 26 if abs(laid.actions[1] - y) < pieces.TILE else laid.width - EDGE
    room, least = end - x, pieces.LEGIBLE
    what = grammar(lang).capital(SPARE_WORDS[kind].say(lang))
    body = p.text(title.say(lang), x, y + 26, size, "var(--quiet)", "start", room=room, least=least)
    body += p.text(what, x, y + 54, size, anchor="start", bold=True, room=room, least=least)
    return p.group("", body)


@lru_cache(maxsize=128)
def actions_left(left: int, lang: str, laid: Layout) -> str:
    """Draws the actions left in this turn; -1: nobody's turn."""
    body = ""
    for i in range(box.ACTIONS_A_TURN if left >= 0 else 0):
        if i < left:
            body += p.cheese_wedge(i * 42, 0, 38)
        else:
            d = "M-46 12L30-34Q42-22 46 2V36H-46Z"
            body += p.group("", p.shape(d, "none", "var(--quiet)", 4, 0.6), i * 42, 0, 0.36)
    if left >= 0:
        scale = laid.actions[2]
        says = count(left, "{n} left")
        if scale >= 1:
            says = count(left, "{n} action left", "{n} actions left")
        size = max(20.0, pieces.LEGIBLE / scale)
        x, y, _ = laid.actions
        end = laid.end[0] - 6 if laid.end[1] < y + 60 * scale else laid.width - EDGE
        room, least = (end - x) / scale + 18, pieces.LEGIBLE / scale
        body += p.text(
            says.say(lang), -18, 26 + size, size, "var(--quiet)", "start", room=room, least=least
        )
    return p.group("actions", body, *laid.actions)


@lru_cache(maxsize=64)
def end_button(ready: bool, lang: str, laid: Layout) -> str:
    x, y, width, height = laid.end
    d = p.cut_rect(0, 0, width, height, 14, "end")
    fill = "var(--ink)" if ready else "var(--quiet)"
    body = p.paper(d, "var(--card)", 3, "var(--line)", 2)
    size = laid.end_title
    title, line = END_TURN.say(lang), height / 2 + size * 0.35
    body += p.text(
        title, width / 2, line, size, fill, bold=ready, room=width - 20, least=pieces.LEGIBLE
    )
    body += p.hit(width, max(height, THUMB), width / 2, height / 2, "thumb")
    return p.group("end-turn", body + p.glow(d), x, y)


# --- the players


def on_shelf(seat: int, x: float, y: float, laid: Layout) -> tuple[float, float]:
    """Returns a point of a player's shelf on the sheet."""
    left, top = laid.shelves[seat]
    return left + x * laid.scale, top + y * laid.scale


@lru_cache(maxsize=1024)
def plate(seat: int, name: str, active: bool, tally: str, laid: Layout) -> str:
    body = p.plate(seat, name, 0, 0, laid.plate, active, tally, least=laid.least)
    return p.group(f"plate-{seat}", body, *laid.shelves[seat], laid.scale)


@lru_cache(maxsize=64)
def cheese_table(lang: str, laid: Layout) -> tuple[float, tuple[float, ...]]:
    """Returns the type size in which every cheese has its whole name, and where columns begin."""
    names = [word.say(lang) for word in KIND_WORDS[: box.CHEESES]]
    widths = [p.text_width(name, bold=True) for name in names]
    columns = [max(widths[i::ACROSS]) for i in range(ACROSS)]
    free = laid.shelf - ACROSS * laid.cheese - (ACROSS - 1) * GAP
    size = min(laid.name, free / sum(columns))
    gap = GAP + (free - size * sum(columns)) / (ACROSS - 1)
    steps = [laid.cheese + size * column + gap for column in columns]
    return size, tuple(sum(steps[:i]) for i in range(ACROSS))


@lru_cache(maxsize=2048)
def token(seat: int, kind: int, won: bool, finder: int, lang: str, laid: Layout) -> str:
    """Draws a place for a cheese, or the cheese won. ``finder``: the mouse on one, or -1."""
    size, columns = cheese_table(lang, laid)
    row, column = divmod(kind, ACROSS)
    at = on_shelf(seat, columns[column], laid.tokens + laid.row * row, laid)
    name, wide = KIND_WORDS[kind].say(lang), laid.cheese
    ink = "var(--ink)" if won else "var(--quiet)"
    body = "" if won else pieces.empty_place(kind)
    if won:
        found = f"mouse-{seat}-{finder}" if finder >= 0 else f"mouse-{seat}"
        hops = p.manner("hops", comes=found)
        body = p.group(f"cheese-{seat}-{kind}", pieces.won(kind), moves=hops)
    body = p.group("", body, wide / 2 - 2, 0, (wide - 4) / 100)
    whole = p.text(name, wide, size * 0.34, size, ink, "start", bold=won)
    if size < laid.least:
        initials, least = p.INITIALS[p.CHEESES[kind]], laid.least
        short = p.text(initials, wide, least * 0.34, least, ink, "start", bold=won)
        whole = p.group("", whole, cls="whole") + p.group("", short, cls="short")
    body += whole
    return p.group(f"token-{seat}-{kind}", f"<title>{p.esc(name)}</title>{body}", *at, laid.scale)


@lru_cache(maxsize=512)
def shelf(seat: int, any_outside: bool, any_fallen: bool, lang: str, laid: Layout) -> str:
    """Draws the places of mice outside and in the cellar."""
    x, y, wide, high = laid.mice
    size = max(17.0, laid.least)
    half, line = wide / 2, y + high / 2 + size * 0.35
    room, least = half - 16, laid.least
    d = p.cut_rect(x + half + 4, y, half - 4, high, 10, "cellar")
    body = p.shape(d, "var(--dark)", "var(--line)", 1.5)
    if not any_fallen:
        title, at = say("cellar").say(lang), x + half * 1.5 + 2
        body += p.text(title, at, line, size, "var(--grey)", room=room, least=least)
    d = p.cut_rect(x, y, half - 4, high, 10, "outside")
    body += p.shape(d, "var(--floor)", "var(--line)", 1.5)
    if not any_outside:
        title, at = say("outside: 0").say(lang), x + half * 0.5 - 2
        body += p.text(title, at, line, size, "var(--quiet)", room=room, least=least)
    return p.group(f"shelf-{seat}", body, *laid.shelves[seat], laid.scale)


@lru_cache(maxsize=8192)
def mouse(
    seat: int, number: int, where: int, nth: int, aside: p.Point, proud: bool, laid: Layout
) -> str:
    """Draws a mouse ``aside`` on its square, or the nth of those OUTSIDE or in the CELLAR."""
    mood: p.Mood = "proud" if proud else "watching"
    how = p.manner("falls", "fallen") if where == CELLAR else p.manner("hops", "free")
    size = MOUSE if where >= 0 else SMALL * laid.scale
    k = 100 / size
    if where >= 0:
        (x, y), (dx, dy) = pieces.middle(where), aside
        reach = p.hit(pieces.CELL * k, pieces.CELL * k, -dx * k, -dy * k)
        x, y = x + dx, y + dy
    else:
        left, top, wide, high = laid.mice
        along = left + 22 + nth * (wide / 2 - 46) / 3
        if where == CELLAR:
            mood, along = "fallen", along + wide / 2 + 7
        x, y = on_shelf(seat, along, top + high / 2, laid)
        reach = p.hit(THUMB * k, THUMB * k, cls="thumb")
    body = reach + pieces.mouse(seat, mood)
    return p.group(f"mouse-{seat}-{number}", body, x, y, size / 100, moves=how)
