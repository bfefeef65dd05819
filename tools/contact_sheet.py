"""Draws every piece of the drawing kit in both themes and at several sizes, or all boards.

python tools/contact_sheet.py contact.html
python tools/contact_sheet.py boards.html --boards fr    in light and dark, for four sizes of screen
"""

import argparse
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pictures import middle

import matou
from matou import paper as p

# Drawn alike: mood, x, y, size.
Animal = Callable[[p.Mood, float, float, float], str]
WHOLE: Final[tuple[Animal, ...]] = (p.cat, p.mouse, p.matou)
HEADS: Final[tuple[Animal, ...]] = (p.cat_head, p.mouse_head, p.matou_head)


def animals() -> str:
    rows = ""
    for row, draw in enumerate(WHOLE):
        for column, mood in enumerate(p.MOODS):
            rows += draw(mood, 75 + 150 * column, 75 + 150 * row, 130)
    for column, mood in enumerate(p.MOODS):
        rows += p.text(mood, 75 + 150 * column, 466, 15, "var(--quiet)")
    return str(p.sheet(900, 475, rows, "Animals"))


def heads() -> str:
    body = ""
    for row, draw in enumerate(HEADS):
        x = 10.0
        for size in (16, 20, 28, 44):
            for mood in p.MOODS:
                body += draw(mood, x + size / 2, 30 + 55 * row, size)
                x += size + 8
            x += 10
    return str(p.sheet(900, 175, body, "Heads"))


def seats() -> str:
    body = ""
    for seat in range(5):
        x = 100 + 170 * seat
        body += p.seat_mark(seat, x - 45, 24, 16) + p.seat_mark(seat, x, 24, 32)
        body += p.mouse_piece(seat, x - 45, 85, 40) + p.mouse_piece(seat, x + 30, 85, 80)
        body += p.mouse_piece(seat, x - 45, 165, 60, "fallen")
        body += p.mouse_piece(seat, x + 30, 165, 60, "asleep")
        names = ("Ada", "Barnabé le Magnifique", "Chloé", "D", "Éléonore")
        body += p.plate(seat, names[seat], x - 75, 210, 158, active=seat == 1, extra=str(7 * seat))
    return str(p.sheet(900, 270, body, "Seats"))


def patterns() -> str:
    body = ""
    for i in range(5):
        x = 10 + 120 * i
        roof = [(x + 50, 10.0), (x + 100, 80.0), (x, 80.0)]
        body += p.roof(i, roof, f"roof{i}")
        body += p.roof(i, p.box(x, 95, 100, 40), f"wide{i}")
        body += p.roof(i, p.box(x, 150, 40, 26), f"small{i}", step=8)
    body += p.castle_roof("tiled", 10, 200, 110, 55, "tiled")
    body += p.castle_roof("thatched", 140, 200, 165, 55, "thatched")
    body += p.castle_roof("copper", 330, 200, 110, 110, "copper")
    body += p.wood(470, 200, 200, 110, "table")
    for i in range(12):
        body += p.floor_tile(700 + 45 * (i % 4), 190 + 45 * (i // 4), 45, (i + i // 4) % 2 == 1)
    return str(p.sheet(900, 335, body, "Patterns"))


def pieces() -> str:
    body = ""
    for i, kind in enumerate(p.CHEESES):
        body += p.cheese(kind, 55 + 90 * i, 50, 80) + p.cheese(kind, 55 + 90 * i, 115, 36)
    body += p.cheese_wedge(700, 50, 80) + p.cheese_wedge(700, 115, 30)
    body += p.card(770, 10, 90, 126, "front", p.text("Card", 45, 68, 18, bold=True))
    for i in range(5):
        body += p.die(i, 40 + 62 * i, 180, 54, ("var(--sky)", "var(--grey)")[i % 2])
    for i, label in enumerate(("2", "3", "4", "12", "+1")):
        body += p.token(label, 350 + 56 * i, 180, 48, p.WALLS[i % 4])
    body += p.card_back(650, 145, 90, 126, "back") + p.card_back(760, 180, 50, 70, "back2")
    body += p.trap(50, 260, 80) + p.hole(150, 260, 80) + p.hole(215, 275, 44)
    body += p.trap(215, 240, 30)
    body += p.tile_front(260, 225, 70, 70, "tf", p.cheese("gouda", 35, 35, 50))
    body += p.tile_back(345, 225, 70, 70, "tb") + p.tile_back(425, 225, 44, 44, "tb2")
    body += p.clock_face(515, 260, 80) + p.clock_face(590, 260, 36)
    for i, direction in enumerate(p.DIRECTIONS):
        body += p.slot(300 + 60 * i, 340, 48, direction)
    body += p.group("card", p.card(560, 300, 60, 80, "hot") + p.glow_rect(560, 300, 60, 80))
    body += p.group("mouse", p.glow_disc(670, 340, 24) + p.mouse_piece(0, 670, 340, 40))
    body += p.last_rect(720, 310, 60, 60) + p.last_disc(830, 340, 28)
    highlights = {"card": p.Highlight([1], "Play"), "mouse": p.Highlight([2], "Go")}
    return str(p.sheet(900, 395, body, "Pieces", highlights=highlights))


# Room for the board beside what else the site shows: width, height, and whether the layout is wide.
SCREENS: Final = ((390, 620, False), (540, 320, True), (800, 1000, False), (930, 690, True))


def boards(lang: str, theme: str) -> str:
    """Draws each game in the middle of a game."""
    names = ["Ada", "Barnabé le Magnifique", "Chloé", "Éléonore"]
    drawn = ""
    for game in matou.available():
        for seats in (2, 4):
            state = middle(game, seats)
            for width, height, wide in SCREENS:
                svg = state.svg(state.actor, lang=lang, theme=theme, names=names, wide=wide)
                data = b64encode(svg.encode()).decode()
                size = f"width:{width}px;height:{height}px;object-fit:contain"
                drawn += f'<img style="{size}" src="data:image/svg+xml;base64,{data}">'
    return f'<div style="display:flex;flex-wrap:wrap;gap:16px;width:2750px">{drawn}</div>'


def page(scenes: Callable[[str], str]) -> str:
    halves = "".join(
        f'<div style="{p.css(theme)}background:var(--paper);padding:10px">{scenes(theme)}</div>'
        for theme in ("light", "dark")
    )
    return (
        f'<!doctype html><meta charset="utf-8"><title>Contact sheet</title>'
        f'<body style="margin:0;display:flex">{halves}'
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--boards", metavar="LANG")
    args = parser.parse_args()
    kit = animals() + heads() + seats() + patterns() + pieces()
    lang = args.boards
    scenes = page((lambda theme: boards(lang, theme)) if lang else lambda _: kit)
    args.file.write_text(scenes, encoding="utf-8")
