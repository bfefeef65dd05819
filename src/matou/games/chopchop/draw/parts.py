"""The elements of the board. Each is cached, so that unchanged ones stay the same text."""

from functools import lru_cache

from matou import paper as p
from matou.games.chopchop.components import CAT, CHEESES, HOLES, MOUSE, NAMES, TUNNEL
from matou.games.chopchop.draw import kitchen
from matou.games.chopchop.draw.placement import LEGIBLE, Layout
from matou.games.chopchop.say.messages import say
from matou.games.chopchop.state import CAUGHT, NOWHERE

# Elements without an action let clicks through, unless a page asks what was clicked in vain.
# Pointing at the cat shows how far a roll takes it; nothing clickable ever lies under the cat.
STYLE = """
.highlighted,.asking [id],#cat{pointer-events:auto}
#reach{transition:opacity .15s}
.resting #reach{opacity:0!important}
.sheet:has(#cat:hover) #reach,.sheet:has(#cat:focus-visible) #reach{opacity:1}
"""
BARE, COVERED, WITH_CHEESE = 0, 1, 2  # a place: nothing on it, a tile or a plate, a cheese


def layer(id: str, body: str, laid: Layout, x: float = 0.0, y: float = 0.0, moves: str = "") -> str:
    """Puts something into the kitchen that takes clicks only while it is highlighted."""
    moved = p.place(x, y + laid.top)
    return f'<g id="{id}"{moves} transform="{moved}" pointer-events="none">{body}</g>'


# --- the shelf: dice, the tiles just turned, cheeses won


@lru_cache(maxsize=16)
def shelf(laid: Layout) -> str:
    """Draws the shelf under the dice, the cheeses and what is still hidden."""
    x, y, w = laid.shelf
    foot = laid.boards[-1]
    back = p.cut_rect(x + 4, y + 4, w - 8, foot - y, 4, "shelf-back")
    body = p.shape(back, "var(--floor)")
    for board in laid.boards:
        body += p.shape(
            f"M{x + 8:.0f} {board + 14:.0f}h{w - 16:.0f}", "none", "var(--shadow)", 6, 0.16
        )
    for side in (x, x + w - 12):
        post = p.cut_rect(side, y, 12, foot - y + 14, 4, f"post{side:.0f}", 0.5)
        body += p.paper(post, "var(--wood)", 3, "var(--grain)", 1.5)
    for board in (y - 2, *laid.boards):
        body += p.wood(x - 3, board, w + 6, 13, f"board{board:.0f}", 40)
    return p.group("", body)


@lru_cache(maxsize=256)
def die(side: int, value: int, active: bool, laid: Layout) -> str:
    """Draws a side's die, large in its turn. Before a roll it shows whose it is."""
    colour, pips = ("var(--grey)", "var(--face)")
    if side == CAT:
        colour, pips = ("var(--sky)", p.ink_on("var(--sky)"))
    body = p.die(value, 0, 0, 84 if active else 58, colour, pips)
    if value == 0:
        whose = p.mouse_head if side == MOUSE else p.matou_head
        body += whose("watching", 0, 1, 46 if active else 32)
    thrown = p.manner("tumbles", str(value) if value else "")
    name, (x, y, scale) = "die-cat" if side == CAT else "die-mice", laid.dice[side]
    return p.group(name, body, x, y, scale, moves=thrown)


@lru_cache(maxsize=64)
def doubled(side: int, shown: bool, laid: Layout) -> str:
    """Draws the mark of a double turn beside a side's die (CC16)."""
    if not shown:
        return p.group("", "")
    mark = p.token("×2", 0, 0, 46, "var(--tomato)", p.ink_on("var(--tomato)"))
    name, (x, y, scale) = "double-cat" if side == CAT else "double-mice", laid.dice[side]
    return p.group(name, mark, x + 40 * scale, y - 34 * scale, scale)


@lru_cache(maxsize=512)
def turned(tiles: tuple[int, ...], first: int, laid: Layout) -> str:
    """Draws the tiles turned since the roll; ``first`` tiles were turned before these."""
    body = ""
    for i, kind in enumerate(tiles):
        ground = p.tile_front(-39, -39, 78, 78, f"turned{kind}")
        face = ground + kitchen.face(kind, 0, 0, 62)
        over = p.manner(shows=str(kind), comes="tile")
        body += p.group(f"turned-{first + i}", face, 66 * i, 0, moves=over)
    return p.group("", body, *laid.turned)


@lru_cache(maxsize=128)
def cheeses(won: int, laid: Layout) -> str:
    tally = p.text(f"{won}/{CHEESES}", 36, 12, 32, anchor="end", bold=True)
    body = p.group("cheeses-won", tally, moves=p.manner("counts", str(won)))
    hops = p.manner("hops", comes="wedge turned")
    across = max(5, (CHEESES + 1) // 2)
    for i in range(CHEESES):
        x, y = 66 + 200 / across * (i % across), -24 + 46 * (i // across)
        if i < won:
            body += p.group(f"won-{i}", p.cheese_wedge(0, 0, 40), x, y, moves=hops)
        else:
            body += p.el("g", p.cheese_wedge(x, y, 34), opacity=0.3)
    return p.group("cheeses", body, *laid.cheeses)


# --- the kitchen


@lru_cache(maxsize=16)
def ground(laid: Layout) -> str:
    return p.group("kitchen", kitchen.walls() + kitchen.labels(), 0, laid.top)


@lru_cache(maxsize=16)
def table(laid: Layout) -> str:
    return layer("table-top", kitchen.table() + kitchen.strip(), laid)


@lru_cache(maxsize=4096)
def square(place: int, holds: int, last: bool, laid: Layout) -> str:
    """Draws a place of floor, wall or table top, and what lies there."""
    name = NAMES[place]
    top = name[0] == "T"
    body = "" if top or name in HOLES or name in TUNNEL else kitchen.bare(name)
    if name in HOLES:
        dish = p.group(f"dish-{name}", kitchen.dish(name))
        body += dish if holds == COVERED else kitchen.hole(name)
    elif not top and holds == COVERED:
        body += p.group(f"tile-{name}", kitchen.tile(name), moves=p.manner(shows="down"))
    elif not top and holds == WITH_CHEESE:
        body += p.group(f"wedge-{name}", p.cheese_wedge(0, 0, 70), *kitchen.middle(name))
    x, y, w, h = kitchen.room(name)
    if last:
        body += p.last_rect(x + 5, y + 5, w - 10, h - 10, 8, f"last{name}")
    body += p.hit(kitchen.THUMB, kitchen.THUMB, x + w / 2, y + h / 2)
    return layer(f"square-{name}", body + p.glow_rect(x, y, w, h, 10, f"glow{name}"), laid)


@lru_cache(maxsize=1024)
def reach(places: tuple[int, ...], laid: Layout) -> str:
    """Draws where a roll can take the cat, shown while somebody points at it."""
    d = ""
    for place in places:
        x, y, w, h = kitchen.room(NAMES[place])
        d += p.cut_rect(x + 3, y + 3, w - 6, h - 6, 10, f"reach{place % 4}")
    body = p.shape(d, "var(--tomato)", opacity=0.28) + p.shape(d, "none", "var(--tomato)", 4)
    at = p.place(0, laid.top)
    moved = f' transform="{at}"' if at else ""
    return f'<g id="reach"{moved} opacity="0" pointer-events="none">{body if d else ""}</g>'


@lru_cache(maxsize=1024)
def cat(place: int, mood: p.Mood, on_cheese: bool, laid: Layout) -> str:
    x, y, size = 150.0, 40.0, 72.0
    if place != NOWHERE:
        x, y = kitchen.MIDDLES[place]
        size = 84.0
        if NAMES[place][1:] in TUNNEL:
            y, size = y - 34, 72.0
    # A charcoal cat would melt into a night kitchen: a breath of light behind it.
    body = p.hit(kitchen.THUMB, kitchen.THUMB)
    body += p.shape(p.disc(0, 0, size * 0.5), "var(--cream)", opacity=0.6)
    body += p.matou(mood, 0, 0, size) + p.glow_disc(0, 0, size / 2, "glow-cat")
    if on_cheese:  # it hides what it sits on
        body += p.paper(p.disc(size * 0.4, size * 0.3, 17), "var(--cream)", 1.5)
        body += p.cheese_wedge(size * 0.4, size * 0.3 - 1, 26)
    return layer("cat", body, laid, x, y, p.manner("walks"))


@lru_cache(maxsize=1024)
def mouse(i: int, place: int, mood: p.Mood, laid: Layout) -> str:
    if place == CAUGHT:
        x, y, size = 410.0 + 64 * i, 42.0, 56.0
    else:
        x, y = kitchen.MIDDLES[place]
        size = 52.0 if NAMES[place] in TUNNEL else 70.0 if NAMES[place] in HOLES else 78.0
    body = "" if place == CAUGHT else p.hit(kitchen.THUMB, kitchen.THUMB)
    body += p.mouse(mood, 0, 0, size, kitchen.COATS[i])
    body += p.glow_disc(0, 0, size / 2, f"glow-mouse{i}")
    body += kitchen.tag(i, size * 0.36, -size * 0.3)
    how = p.manner("caught", "caught", "cat") if place == CAUGHT else p.manner("walks", "free")
    return layer(f"mouse-{i + 1}", body, laid, x, y, how)


# --- what is still hidden, and who plays


@lru_cache(maxsize=1024)
def hidden(left: int, quiet: int, lang: str, laid: Layout) -> str:
    """Draws how many tiles nobody has seen, and the quiet turns if there are any."""
    title = say("Hidden tiles: {left}", left=left).say(lang)
    body = p.text(title, *laid.hidden, LEGIBLE, "var(--ink)", "start")
    if quiet:
        calm = say("quiet turns: {quiet}", quiet=quiet).say(lang)
        x, y, anchor = laid.quiet
        body += p.text(calm, x, y, LEGIBLE, "var(--ink)", anchor)
    return p.group("hidden", body)


@lru_cache(maxsize=1024)
def legend(kind: int, n: int, laid: Layout) -> str:
    """Draws a kind of tile, and how many of it are still hidden."""
    icon = p.tile_front(0, 0, 48, 48, f"legend{kind}") + kitchen.face(kind, 24, 24, 41)
    icon = p.el("g", icon, opacity=None if n else 0.4)
    icon += p.text(str(n), 53, 33, 25, "var(--ink)", "start")
    return p.group("", icon, *laid.legend[kind])


@lru_cache(maxsize=1024)
def plate(seat: int, name: str, active: bool, lang: str, laid: Layout) -> str:
    role = say("cat") if seat == 0 else say("mice")
    body = p.plate(seat, name, 0, 0, laid.plate, active, role.say(lang), least=LEGIBLE / laid.scale)
    return p.group(f"plate-{seat}", body, *laid.plates[seat], laid.scale)
