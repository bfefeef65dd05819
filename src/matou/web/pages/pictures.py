"""Pictures for pages, drawn with the same kit as the boards: cards, icons, scenes."""

import re
from functools import lru_cache

from matou import paper
from matou.bots.levels import LEVELS
from matou.core import registry
from matou.paper import Mood, portraits
from matou.play.card import NAMES, sample

SHAPE = 1.24  # height to width of a card's picture
REACTION_MOODS: tuple[Mood, ...] = ("proud", "pouncing", "dizzy", "asleep")


@lru_cache(maxsize=64)
def card_picture(name: str, theme: str) -> str:
    """Returns a game's cover, which has no text, or else the upper part of a board."""
    game = registry.find(name)
    if game.cover is not None:
        return lightened(game.cover(game.words.TITLE.say()), theme)
    for seats in range(game.min_seats, game.max_seats + 1):
        view = sample(game, seats)
        sheet = view.sheet()
        if sheet.height >= SHAPE * sheet.width:  # enough players to fill the card
            break
    high = min(sheet.height, SHAPE * sheet.width)
    drawn = view.svg(theme=theme, names=NAMES[:seats])
    size = f'viewBox="0 0 {sheet.width:g} {high:g}" width="{sheet.width:g}" height="{high:g}"'
    return re.sub(r'viewBox="[^"]*"( (width|height)="[^"]*")*', size, drawn, count=1)


@lru_cache(maxsize=32)
def portrait(name: str, letter: str, theme: str) -> str:
    draw = registry.find(name).portrait
    assert draw is not None
    return lightened(draw(letter), theme)


def lightened(sheet: paper.Sheet, theme: str) -> str:
    """Returns a small drawing in a fifth fewer bytes: without style, title and decimals."""
    svg = re.sub(r"<(style|title)>.*?</\1>", "", paper.paint(str(sheet), theme), flags=re.DOTALL)
    return re.sub(r' d="[^"]*"', lambda d: re.sub(r"(\d)\.\d+", r"\1", d[0]), svg)


def inline(body: str, box: str, cls: str = "pic") -> str:
    """Returns a picture to embed in a page, where it uses the page's colours."""
    return f'<svg class="{cls}" viewBox="{box}" aria-hidden="true">{body}</svg>'


@lru_cache(maxsize=1)
def marks() -> str:
    """Returns an SVG sprite with the seat marks, the reactions and other symbols for scripts."""
    symbols = "".join(
        symbol(f"mark-{i}", paper.seat_mark(i, 0, 0, 100, "currentColor")) for i in range(5)
    )
    for i, mood in enumerate(REACTION_MOODS):
        symbols += symbol(f"react-{i}", paper.cat_head(mood, 0, 0, 100))
    symbols += symbol("bot-head", paper.matou_head("watching", 0, 0, 100))
    symbols += symbol("chair", chair(), "0 0 100 100")
    symbols += symbol("cable", cable(), "0 0 220 100")
    return f'<svg class="sprite" aria-hidden="true">{symbols}</svg>'


@lru_cache(maxsize=1)
def faces() -> str:
    """Returns an SVG sprite with the players' portraits: the bots by level, and people."""
    looks = {str(i): (level.portrait, level.coats[0]) for i, level in enumerate(LEVELS, 1)}
    looks |= {figure: (figure, "var(--ginger)") for figure in portraits.FIGURES}
    symbols = "".join(
        symbol(f"face-{who}", portraits.portrait(look, f"var(--coat,{coat})", 0, 0, 100))
        for who, (look, coat) in looks.items()
    )
    symbols += symbol("wedge", paper.cheese_wedge(0, 0, 100))
    return f'<svg class="sprite" aria-hidden="true">{symbols}</svg>'


def symbol(id: str, body: str, box: str = "-54 -54 108 108") -> str:
    return f'<symbol id="{id}" viewBox="{box}">{body}</symbol>'


def chair() -> str:
    return (
        paper.paper(paper.cut_rect(22, 12, 56, 52, 16, "chair-back"), "var(--rose)")
        + paper.paper(paper.cut_rect(24, 50, 52, 26, 8, "chair-seat"), "var(--blush)")
        + paper.paper(paper.cut_rect(10, 42, 18, 40, 8, "chair-arm-l"), "var(--rose)")
        + paper.paper(paper.cut_rect(72, 42, 18, 40, 8, "chair-arm-r"), "var(--rose)")
        + paper.shape(paper.cut_rect(18, 82, 7, 9, 2, "leg-l"), "var(--grain)")
        + paper.shape(paper.cut_rect(75, 82, 7, 9, 2, "leg-r"), "var(--grain)")
    )


def cable() -> str:
    """Draws a chewed cable and the mouse that did it, for a lost connection."""
    line = "fill='none' stroke='var(--ink)' stroke-width='5' stroke-linecap='round'".replace(
        "'", '"'
    )
    return (
        f'<path d="M4 74C30 74 34 52 62 56S84 62 92 58" {line}/>'
        f'<path d="M92 58l7-5M92 58l8 1M92 58l6 6" {line} stroke-width="2.5"/>'
        f'<path d="M216 74C196 74 190 56 170 60" {line}/>'
        f'<path d="M170 60l-7-4M170 60l-8 3" {line} stroke-width="2.5"/>'
        + paper.mouse("proud", 132, 52, 70)
    )


@lru_cache(maxsize=16)
def scene(kind: str) -> str:
    """Returns the picture for a page that has no other content, an error page for example."""
    if kind == "lost":
        body = (
            paper.hole(56, 66, 100)
            + paper.mouse("watching", 56, 82, 56)
            + paper.matou("watching", 152, 60, 104)
        )
    elif kind == "private":
        body = "".join(
            paper.paper(paper.cut_rect(18 + 34 * i, 8, 32, 96, 6, f"curtain{i}"), "var(--tomato)")
            for i in range(5)
        ) + paper.mouse("asleep", 100, 84, 46)
    elif kind == "stretching":
        body = paper.matou_stretching(104, 62, 96)
    elif kind == "hello":
        body = (
            paper.matou("proud", 62, 60, 108)
            + paper.mouse("watching", 150, 80, 56)
            + paper.cheese_wedge(186, 92, 32)
        )
    else:
        body = (
            paper.matou("dizzy", 70, 60, 108)
            + paper.cheese_wedge(150, 92, 40)
            + paper.mouse("proud", 178, 76, 46)
        )
    return inline(body, "0 0 210 116", cls="scene")


def app_icon(size: int, free: float) -> str:
    """Returns the app icon, ``size`` pixels wide, with ``free`` percent padding on each side."""
    half = 50 * 50 / (50 - free)
    box = f"{-half:g} {-half:g} {2 * half:g} {2 * half:g}"
    ground = f'<rect x="{-half:g}" y="{-half:g}" width="{2 * half:g}" height="{2 * half:g}"'
    return paper.paint(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{size}" height="{size}">'
        f'{ground} fill="var(--paper)"/>{paper.matou_head("proud", 0, 0, 96)}</svg>'
    )


@lru_cache(maxsize=1)
def favicon() -> str:
    return paper.paint(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-52 -52 104 104">'
        f"{paper.matou_head('proud', 0, 0, 100)}</svg>"
    )
