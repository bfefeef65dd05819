"""What lies on the table beside the nurseries: tiles, piles, tokens, spools, name plates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matou.core.words import Words
from matou.games.catymini.components import (
    COLOUR_NAMES,
    COLOUR_OF,
    COLOURS,
    FURNITURE,
    ROUNDS,
    THREAD,
    TOY_NAMES,
    TOYS,
    heap_values,
)
from matou.games.catymini.furniture import furniture
from matou.games.catymini.look import hand_tiles, pile_left, tile_of_round, tokens_won
from matou.games.catymini.names import PIECES, TOY_WORDS
from matou.games.catymini.rules import score
from matou.games.catymini.state import DONE, PLAY, PLAYING, RUNNING, SHOWING, TAKE, State
from matou.games.catymini.toys import toy_art
from matou.paper import (
    WALLPAPERS,
    box,
    cut_disc,
    cut_rect,
    disc,
    esc,
    glow_rect,
    group,
    hot,
    last_rect,
    paper,
    pattern,
    paw_print,
    plate,
    seat_colour,
    shape,
    text,
)

if TYPE_CHECKING:
    from matou.core.state import Observation

NARROW = "\u202f"  # the space in 12 800


def figures(number: int) -> str:
    return f"{number:,}".replace(",", NARROW)


def tile_front(tile: int, size: float) -> str:
    """A furniture tile face up: its wall's paper, and the piece on cream."""
    wall, rim = COLOUR_OF[tile], size * 0.11
    body = paper(cut_rect(0, 0, size, size, size * 0.12, f"tile{tile}"), f"var(--wall-{wall})", 3)
    body += pattern(WALLPAPERS[wall], box(0, 0, size, size), size * 0.15, opacity=0.55, inset=1)
    inner = cut_rect(rim, rim, size - 2 * rim, size - 2 * rim, size * 0.09, f"in{tile}")
    body += shape(inner, "var(--cream)")
    return body + group("", furniture(tile), size / 2, size / 2, size * 0.0073)


def tile_back(colour: int, size: float, seed: str) -> str:
    """A furniture tile face down: its colour is seen by all."""
    body = paper(cut_rect(0, 0, size, size, size * 0.14, seed), f"var(--wall-{colour})", 3)
    step = max(9.0, size * 0.2)
    body += pattern(WALLPAPERS[colour], box(0, 0, size, size), step, opacity=0.85, inset=2)
    if size < 40:
        return body
    body += shape(disc(size / 2, size / 2, size * 0.27), f"var(--wall-{colour})")
    return body + group("", paw_print("var(--cream)"), size / 2, size / 2, size / 230)


def middle(view: Observation, lang: str) -> str:
    """The tile in the middle, the one before peeping out, and the round."""
    s: State = view.s
    body = ""
    if s.phase == SHOWING:
        body += shape(cut_rect(14, 8, 100, 100, 12, "empty"), "none", "var(--line)", 2)
    else:
        count = s.round + (1 if s.phase == RUNNING else 0)
        if count > 0:
            body += group("", tile_front(s.middle[count - 1], 88), 4, 20, 1, -9)
        top = tile_of_round(s)
        mark = last_rect(-5, -5, 110, 110, 14, "top") if s.phase == RUNNING else ""
        named = f"<title>{esc(PIECES[top].say(lang))}</title>"
        body += group("", named + tile_front(top, 100) + mark, 16, 8)
    if s.phase >= PLAYING:
        at = min(s.round + 1, ROUNDS)
        told = Words(f"Round {at} of {ROUNDS}", f"Tour {at} sur {ROUNDS}").say(lang)
        body += text(told, 66, 138, 17, serif=True, bold=True)
    return group("middle", body)


def piles(view: Observation, lang: str, dealing: bool) -> str:
    """While tiles are dealt, the four face-down piles."""
    s: State = view.s
    legal = set(view.legal())
    body = ""
    for colour in range(COLOURS):
        left = pile_left(s, colour)
        inner = ""
        if dealing:
            for i in range(min(left, 5)):
                inner += group("", tile_back(colour, 88, f"pile{colour}{i}"), 0, 12 - 4.0 * i)
            top = 16 - 4.0 * left
            inner += glow_rect(-2, top - 2, 92, 92, 12, f"pile{colour}") if left else ""
            inner += text(str(left), 44, 128, 20, "var(--quiet)", bold=True)
        takes = [a for a in (TAKE + colour,) if a in legal]
        label = view.describe(takes[0], lang) if takes else ""
        pile = hot(takes, inner, label, f"pile-{COLOUR_NAMES[colour]}")
        body += group("", pile, 152 + 112 * colour, 8)
    return group("piles", body)


def tokens(s: State, lang: str, dealing: bool) -> str:
    """Ten piles of toy tokens, lowest on top, the rest of each beneath in small."""
    body = ""
    for toy in range(TOYS):
        values = heap_values(s.heap[toy])
        inner = f"<title>{esc(TOY_WORDS[toy].say(lang))}</title>"
        art = group("", toy_art(toy), 23, 30, 0.46)
        inner += art if values else f'<g opacity=".3">{art}</g>'
        if values:
            for i in range(len(values) - 1):
                edge = cut_disc(68, 34 - 3.5 * i, 17, f"heap{toy}")
                inner += shape(edge, "var(--wood)", "var(--grain)", 1.2)
            y = 34 - 3.5 * (len(values) - 1)
            coin = cut_disc(68, y, 17, f"coin{toy}")
            inner += shape(coin, "var(--cheese)", "var(--grain)", 1.2)
            inner += text(str(values[0]), 68, y + 7, 20, "var(--face)", bold=True)
        else:
            inner += shape(disc(68, 32, 15), "none", "var(--line)", 2)
        inner += text(" ".join(map(str, values[1:])), 68, 68, 14.5, "var(--quiet)", bold=True)
        x, y = 134 + 93 * (toy % 5), 2 + 74 * (toy // 5)
        body += group(f"tokens-{TOY_NAMES[toy]}", "" if dealing else inner, x, y)
    return group("tokens", body)


def spool(seat: int, left: int, x: float, y: float, size: float) -> str:
    """A spool seen from the side, as full as the thread left makes it."""
    full = 6 + 26 * left / THREAD
    wound = "".join(f"M{-26 + 8.6 * i:.1f} {-full:.1f}V{full:.1f}" for i in range(7))
    body = shape("M-36-6h72v12h-72Z", "var(--grain)")
    if left > 0:
        body += shape(cut_rect(-30, -full, 60, 2 * full, 6, f"spool{seat}"), seat_colour(seat))
        body += shape(wound, "none", "var(--cream)", 2, 0.45)
    for end in (-44, 32):
        body += shape(cut_rect(end, -42, 12, 84, 5, f"spool{end}"), "var(--wood)")
    return group("", body, x, y, size / 100)


def face_down_token(x: float, y: float, size: float) -> str:
    """A won token, face down."""
    body = paper(cut_disc(0, 0, 46, "won", 1.2), "var(--wood)", 5)
    return group("", body + group("", paw_print("var(--cream)"), 0, 0, 0.62), x, y, size / 100)


def marker(x: float, y: float, size: float) -> str:
    """The first-player marker: a paw on a cheese-coloured disc."""
    body = paper(cut_disc(0, 0, 46, "marker", 1.2), "var(--cheese)", 5)
    body += shape(disc(0, 0, 38), "none", "var(--face)", 4)
    return group("", body + group("", paw_print("var(--face)"), 0, 0, 0.6), x, y, size / 100)


def tally(s: State, seat: int, memory: bool, wide: bool) -> str:
    """What the face-down tokens are to the table: a count; their sum with memory, or once over."""
    count, points = tokens_won(s, seat), score(s, seat)
    if s.phase == DONE:
        return f"{points} points" if wide else f"{points} pts"
    return f"{count} ({points})" if memory else str(count)


def bar(
    view: Observation, seat: int, names: Sequence[str], lang: str, memory: bool, w: float
) -> str:
    """A player's line: name, marker, spool and tokens; two lines where there is little room."""
    s: State = view.s
    wide = w >= 500
    room = w - 300 if wide else w
    active = view.actor == seat or (s.phase == DONE and bool(view.winners) and seat in view.winners)
    name = names[seat] if seat < len(names) else Words(f"Seat {seat}", f"Siège {seat}").say(lang)
    body = plate(seat, name, 0, 0, room, active)
    if s.phase != DONE and seat == s.round % s.seats:
        body += marker(room - 24, 24, 34)
    x, y = (room + 26, 24) if wide else (16, 70)
    size = 19 if wide else 17
    body += spool(seat, s.thread[seat], x, y, 40 if wide else 30)
    body += text(figures(s.thread[seat]), x + size + 8, y + 7, size, anchor="start", bold=True)
    five_figures = s.thread[seat] >= 10_000  # they need more room beside a small nursery
    x += 148 if wide else max(106.0 if five_figures else 88.0, w * 0.5)
    body += face_down_token(x, y, 34 if wide else 26)
    told = tally(s, seat, memory, wide)
    body += text(told, x + size + 4, y + 7, size, anchor="start", bold=True)
    return group(f"bar-{seat}", body)


def hand(view: Observation, seat: int, lang: str, w: float) -> str:
    """One's own hand, face up; a tile that may be played glows."""
    legal = set(view.legal())
    body = ""
    size, step = 76.0, 86.0
    tiles = hand_tiles(view.s, seat)
    left = (w - step * len(tiles) + step - size) / 2
    for i, tile in enumerate(tiles):
        plays = [a for a in (PLAY + tile,) if a in legal]
        label = view.describe(plays[0], lang) if plays else ""
        inner = f"<title>{esc(PIECES[tile].say(lang))}</title>" + tile_front(tile, size)
        inner += glow_rect(-3, -3, size + 6, size + 6, 11, f"tile{tile}")
        card = hot(plays, inner, label)
        body += group(f"tile-{FURNITURE[tile]}", card, left + step * i, 0)
    return group("hand", body)


def hidden_hand(view: Observation, seat: int, w: float) -> str:
    """Another's hand: backs, whose colours all see; open once the game is over."""
    s: State = view.s
    size = min(30.0, (w - 6) / 7 - 4)
    body = ""
    if s.phase == DONE:
        for i, tile in enumerate(hand_tiles(s, seat)):
            body += group("", tile_front(tile, size), 4 + (size + 4) * i, 0)
        return group(f"hand-{seat}", body)
    backs = [colour for colour in range(COLOURS) for _ in range(s.holds[seat][colour])]
    for i, colour in enumerate(backs):
        body += group("", tile_back(colour, size, f"back{seat}{i}"), 4 + (size + 4) * i, 0)
    return group(f"hand-{seat}", body)
