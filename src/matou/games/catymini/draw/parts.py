"""The elements beside the nurseries: tiles, piles, tokens, spools, name plates.

Each is cached, so that unchanged ones stay the same text.
"""

from functools import lru_cache

from matou import paper as p
from matou.core.phrases import figures
from matou.games.catymini import components as box
from matou.games.catymini.draw.artwork import furniture, toy_art
from matou.games.catymini.draw.placement import Line
from matou.games.catymini.say.messages import say
from matou.games.catymini.say.names import PIECES, TOY_WORDS
from matou.kit.sets import members


@lru_cache(maxsize=256)
def tile_front(tile: int, size: float) -> str:
    """Draws a furniture tile face up."""
    wall, rim = box.COLOUR_OF[tile], size * 0.11
    square, paper = p.box(0, 0, size, size), p.WALLPAPERS[wall]
    d = p.cut_rect(0, 0, size, size, size * 0.12, f"tile{tile}")
    body = p.paper(d, f"var(--wall-{wall})", 3)
    body += p.pattern(paper, square, size * 0.15, opacity=0.55, inset=1)
    inner = p.cut_rect(rim, rim, size - 2 * rim, size - 2 * rim, size * 0.09, f"in{tile}")
    body += p.shape(inner, "var(--cream)")
    return body + p.group("", furniture(tile), size / 2, size / 2, size * 0.0073)


@lru_cache(maxsize=512)
def tile_back(colour: int, size: float, seed: str) -> str:
    """Draws a furniture tile face down, in its colour."""
    body = p.paper(p.cut_rect(0, 0, size, size, size * 0.14, seed), f"var(--wall-{colour})", 3)
    step = max(9.0, size * 0.2)
    body += p.pattern(p.WALLPAPERS[colour], p.box(0, 0, size, size), step, opacity=0.85, inset=2)
    if size < 40:
        return body
    body += p.shape(p.disc(size / 2, size / 2, size * 0.27), f"var(--wall-{colour})")
    return body + p.group("", p.paw_print("var(--cream)"), size / 2, size / 2, size / 230)


@lru_cache(maxsize=1024)
def middle(below: int, top: int, mark: bool, round: int, lang: str, x: float, y: float) -> str:
    """Draws the tile in the middle, the one under it, and the round; -1: none."""
    body = ""
    if top < 0:
        body += p.shape(p.cut_rect(14, 8, 100, 100, 12, "empty"), "none", "var(--line)", 2)
    if below >= 0:
        name, lain = box.FURNITURE[below], p.manner(shows=box.FURNITURE[below])
        body += p.group(f"laid-{name}", tile_front(below, 100), 4, 20, 0.88, -9, moves=lain)
    if top >= 0:
        marked = p.last_rect(-5, -5, 110, 110, 14, "top") if mark else ""
        named = f"<title>{p.esc(PIECES[top].say(lang))}</title>"
        played = p.manner(shows=box.FURNITURE[top], comes=f"tile-{box.FURNITURE[top]} back top")
        face = named + tile_front(top, 100) + marked
        body += p.group(f"laid-{box.FURNITURE[top]}", face, 16, 8, moves=played)
    if round >= 0:
        title = say("Round {n}/{all}", n=round, all=box.ROUNDS).say(lang)
        if p.text_width(title, 19, bold=True) > 132:
            title = f"{round}/{box.ROUNDS}"
        body += p.text(title, 66, 140, 23.5, bold=True, room=132, least=19)
    return p.group("middle", body, x, y)


@lru_cache(maxsize=64)
def pile(colour: int, left: int, x: float, y: float, scale: float) -> str:
    """Draws a face-down pile of the deal; -1 once it has been put away."""
    body, lies = "", p.manner("lies")
    for i in range(min(left, 5)):
        name = f"top-{box.COLOUR_NAMES[colour]}-{left}" if i == min(left, 5) - 1 else ""
        back = tile_back(colour, 88, f"pile{colour}{i}")
        body += p.group(name, back, 0, 12 - 4.0 * i, moves=lies if name else "")
    if left > 0:
        body += p.el("rect", x=-8, y=-8, width=104, height=112, fill="transparent")
        body += p.glow_rect(-2, 14 - 4.0 * left, 92, 92, 12, f"pile{colour}")
    if left >= 0:
        body += p.text(str(left), 44, 132, 27, "var(--quiet)", bold=True)
    return p.group(f"pile-{box.COLOUR_NAMES[colour]}", body, x, y, scale)


# Where the tokens under the top one lie, the next one first.
NEXT_TOKENS = ((48.0, 58.0), (72.0, 58.0), (48.0, 33.0), (72.0, 33.0))


@lru_cache(maxsize=2048)
def tokens(toy: int, heap: int, lang: str, x: float, y: float, scale: float, least: float) -> str:
    """Draws a toy over its tokens, the next one to win in front; -1 during the deal."""
    body = ""
    if heap >= 0:
        values = box.heap_values(heap)
        size = max(19.0, least / scale)
        large = max(24.0, size)
        body = f"<title>{p.esc(TOY_WORDS[toy].say(lang))}</title>"
        art = p.group("", toy_art(toy), 18, 19, 0.36)
        for value, (at, high) in zip(values[1:], NEXT_TOKENS, strict=False):
            coin = p.cut_disc(at, high, 13, "heap0")
            body += p.shape(coin, "var(--sandstone)", "var(--grain)", 1.5)
            body += p.text(str(value), at, high + size * 0.36, size, "var(--face)")
        if values:
            coin = p.cut_disc(18, 53, 17.5, f"coin{toy}")
            top = art + p.paper(coin, "var(--cheese)", 2, "var(--face)", 1.5)
            top += p.text(str(values[0]), 18, 53 + large * 0.36, large, "var(--face)", bold=True)
            name = f"token-{box.TOY_NAMES[toy]}-{len(values)}"
            body += p.group(name, top, moves=p.manner("lies"))
        else:
            body += f'<g opacity=".3">{art}</g>'
            body += p.shape(p.disc(18, 53, 16), "none", "var(--line)", 2)
    return p.group(f"tokens-{box.TOY_NAMES[toy]}", body, x, y, scale)


def spool(seat: int, left: int, x: float, y: float, size: float) -> str:
    """Draws a spool from the side, as full as the thread left makes it."""
    full = 6 + 26 * left / box.THREAD
    wound = "".join(f"M{-26 + 8.6 * i:.1f} {-full:.1f}V{full:.1f}" for i in range(7))
    body = p.shape("M-36-6h72v12h-72Z", "var(--grain)")
    if left > 0:
        d = p.cut_rect(-30, -full, 60, 2 * full, 6, f"spool{seat}")
        body += p.shape(d, p.SEATS[seat])
        body += p.shape(wound, "none", "var(--cream)", 2, 0.45)
    for end in (-44, 32):
        body += p.shape(p.cut_rect(end, -42, 12, 84, 5, f"spool{end}"), "var(--wood)")
    return p.group("", body, x, y, size / 100)


def face_down_token(x: float, y: float, size: float, crowned: bool = False) -> str:
    body = p.paper(p.cut_disc(0, 0, 46, "won", 1.2), "var(--wood)", 5)
    body += p.group("", p.paw_print("var(--cream)"), 0, 0, 0.62)
    if crowned:
        crown = "M-34-30L-42-62L-18-45L0-69L18-45L42-62L34-30Z"
        body += p.shape(crown, "var(--cheese)", "var(--face)", 5)
    return p.group("", body, x, y, size / 100)


LONG, HALF = 500.0, 300.0  # from here on all of a player's line fits, or half of it does


def plate_room(line: Line) -> float:
    """Returns how much of a player's line the name plate takes, before scaling."""
    w = line.w / line.scale
    return w - (386 if line.least <= 20 else 300) if w >= LONG else w - 150 if w >= HALF else w


@lru_cache(maxsize=1024)
def name_plate(seat: int, name: str, active: bool, first: bool, line: Line) -> str:
    least, reserved = line.least / line.scale, 34 if first else 0
    body = p.plate(seat, name, 0, 0, plate_room(line), active, least=least, reserved=reserved)
    return p.group(f"plate-{seat}", body, line.x, line.y, line.scale)


@lru_cache(maxsize=64)
def marker(line: Line) -> str:
    """Draws the first-player marker on a plate."""
    body = p.paper(p.cut_disc(0, 0, 46, "marker", 1.2), "var(--cheese)", 5)
    body += p.shape(p.disc(0, 0, 38), "none", "var(--face)", 4)
    body += p.group("", p.paw_print("var(--face)"), 0, 0, 0.6)
    x, y = line.x + (plate_room(line) - 24) * line.scale, line.y + 24 * line.scale
    return p.group("marker", body, x, y, 0.34 * line.scale, moves=p.manner("settles"))


@lru_cache(maxsize=4096)
def bar(
    seat: int, thread: int, tally: str, leads: str, nth: int, toys: int, large: bool, lang: str,
    line: Line,
) -> str:  # fmt: skip
    """Draws a player's spool and tokens beside the name plate, or under it.

    ``leads`` says why the tokens have a crown, "" if they have none; ``toys`` are those that the
    newest stretch of thread, the ``nth``, ran over.
    """
    x, y, w, scale, least = line
    w /= scale
    long = w >= LONG
    at, high = (plate_room(line) + 26, 24) if w >= HALF else (16, 70)
    size = max(20.0 if long else 19.0, least / scale)
    wound = spool(seat, thread, at, high, 40 if long else 30)
    left = figures(thread).say(lang)
    of_thread = say("{thread} of thread", thread=left).say(lang)
    beside = 28 if long else 21
    end = beside + p.text_width(tally, size, bold=True)  # how wide the tokens and their number are
    free = w - at - beside - (end + 12 if long or not (large or w >= HALF) else 0)
    shown = of_thread if large or (long and least <= 20) else left
    shown = shown if p.text_width(shown, size, bold=True) <= free else left
    wound += p.text(shown, at + beside, high + size * 0.36, size, anchor="start", bold=True)
    wound = f"<title>{p.esc(of_thread)}</title>{wound}"
    if long:
        at += max(90.0, beside + p.text_width(shown, size, bold=True) + 22)
    elif w >= HALF:
        high += 46
    elif large:
        high += 36
    else:  # five figures need more room beside a small nursery
        at += max(124.0 if thread >= 10_000 else 100.0, w * 0.52)
    at = min(at, w - end)
    won = f"<title>{p.esc(leads)}</title>" if leads else ""
    won += face_down_token(at, high, 34 if long else 26, leads != "")
    count = p.text(tally, at + beside - 3, high + size * 0.36, size, anchor="start", bold=True)
    won += p.group(f"tally-{seat}", count, moves=p.manner("counts", tally))
    for name in (box.TOY_NAMES[toy] for toy in members(toys)):
        hops = p.manner("hops", comes=f"token-{name}")
        won += p.group(f"taken-{seat}-{nth}-{name}", "", at, high, moves=hops)
    both = p.group(f"spool-{seat}", wound) + p.group(f"purse-{seat}", won)
    return p.group(f"bar-{seat}", both, x, y, scale)


@lru_cache(maxsize=1024)
def held_tile(tile: int, lang: str, size: float) -> str:
    inner = f"<title>{p.esc(PIECES[tile].say(lang))}</title>" + tile_front(tile, size)
    return p.with_symbols(inner + p.glow_rect(-3, -3, size + 6, size + 6, 11, f"tile{tile}"))


@lru_cache(maxsize=2048)
def hand(tiles: tuple[int, ...], lang: str, x: float, y: float, w: float, across: int) -> str:
    """Draws the reader's own hand, ``across`` tiles in a row."""
    size = min(76.0, (w + 10) / across - 10)
    step, body = size + 10, ""
    left = (w - step * min(across, len(tiles)) + 10) / 2
    for i, tile in enumerate(tiles):
        at = left + step * (i % across), step * (i // across)
        name, face = box.FURNITURE[tile], held_tile(tile, lang, size)
        body += p.group(f"tile-{name}", face, *at, moves=p.manner(shows=name, comes="top"))
    return p.group("hand", body, x, y)


def small(w: float) -> float:
    """Returns the size of a tile in another's hand."""
    return min(30.0, (w - 6) / 7 - 4)


@lru_cache(maxsize=1024)
def hidden_hand(seat: int, colours: tuple[int, ...], x: float, y: float, w: float) -> str:
    """Draws another's hand as backs in their colours."""
    size, body, drawn = small(w), "", p.manner(comes="top")
    for i, colour in enumerate(colours):
        name = f"back-{seat}-{box.COLOUR_NAMES[colour]}-{i - colours.index(colour)}"
        back = tile_back(colour, size, f"back{seat}{i}")
        body += p.group(name, back, 4 + (size + 4) * i, 0, moves=drawn)
    return p.group(f"hand-{seat}", body, x, y)


@lru_cache(maxsize=256)
def shown_hand(seat: int, tiles: tuple[int, ...], x: float, y: float, w: float) -> str:
    """Draws another's hand once the game is over."""
    size, body = small(w), ""
    for i, tile in enumerate(tiles):
        body += p.group("", tile_front(tile, size), 4 + (size + 4) * i, 0)
    return p.group(f"hand-{seat}", body, x, y)
