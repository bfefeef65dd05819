"""The rule book of Clocktowers: its story, its cards, what to know; all of it is ``BOOK``."""

from __future__ import annotations

from collections.abc import Callable

from matou import paper as p
from matou.core.book import Book, Credits, Piece
from matou.core.numerals import capital, row, spelt
from matou.core.words import Words, figures
from matou.games.clocktowers.book_lesson import LESSON
from matou.games.clocktowers.book_rules import SECTIONS
from matou.games.clocktowers.bricks import height, part
from matou.games.clocktowers.components import (
    CARDS_IN,
    CAT,
    CLOCK,
    CLOCKS,
    CODES,
    COLOURS,
    COUNTS,
    FEWEST,
    POINTS,
    ROOF,
    SEATS,
    TALLEST,
    TURNS,
)


def icon(code: str) -> Callable[[], str]:
    """What a card adds to a tower."""
    kind = CODES.index(code)
    scale = 0.84

    def draw() -> str:
        return p.group("", part(kind), 0, height(kind) * scale / 2, scale)

    return draw


def floors(first: int) -> Words:
    """How many floors of a height there are, and how many of each sort."""
    plain, cat, mouse = COUNTS[first : first + 3]
    return Words(
        f"There are {plain + cat + mouse}: {plain} plain, {cat} with a cat, {mouse} with a mouse.",
        f"Il y en a {plain + cat + mouse} : {plain} vides, {cat} avec un chat, {mouse} avec une "
        "souris.",
    )


def split() -> Words:
    """Our ruling on how many floors there are, and how many have which animal."""
    low, high = COUNTS[: CLOCK // 2], COUNTS[CLOCK // 2 : CLOCK]
    if low == high:
        of = Words(f"{sum(low)} of each height", f"{sum(low)} de chaque hauteur")
        plain, cat, mouse = (figures(n) for n in low)
    else:
        of = Words(
            f"{sum(low)} low and {sum(high)} high", f"{sum(low)} simples et {sum(high)} doubles"
        )
        plain, cat, mouse = (row(pair) for pair in zip(low, high, strict=True))
    return Words(
        f"The {sum(low + high)} floors are {of.en}: {plain.en} plain, {cat.en} with a cat, "
        f"{mouse.en} with a mouse.",
        f"Les {sum(low + high)} étages sont {of.fr} : {plain.fr} vides, {cat.fr} avec un chat, "
        f"{mouse.fr} avec une souris.",
    )


def roofs() -> Words:
    """How many roofs each colour has."""
    colours = capital(spelt(COLOURS))
    if len({*COUNTS[ROOF:]}) > 1:
        each = row(COUNTS[ROOF:])
        en, fr = f"{each.en} roofs", f"{each.fr} toits"
    else:
        each = spelt(COUNTS[ROOF])
        en, fr = f"{each.en} roofs of each", f"{each.fr} toits de chaque"
    return Words(
        "Closes a tower and gives it its colour. "
        f"{colours.en} colours, each with its own pattern, {en}.",
        "Ferme un clocher et lui donne sa couleur. "
        f"{colours.fr} couleurs, chacune avec son motif, {fr}.",
    )


def shares() -> tuple[Words, ...]:
    """How many turns each seat has, where they differ."""
    said = []
    for seats in range(FEWEST, SEATS + 1):
        turns = [len(range(seat, TURNS, seats)) for seat in range(seats)]
        en, fr = row(turns)
        if len({*turns}) == 1:
            en, fr = f"{turns[0]} each", f"{turns[0]} chacun"
        said.append((f"{en} for {spelt(seats).en}", f"{fr} à {spelt(seats).fr}"))
    if all(TURNS % seats == 0 for seats in range(FEWEST, SEATS + 1)):
        return ()
    return (
        Words(
            f"Not everybody has the same number of turns: {', '.join(en for en, _ in said)}. One "
            "turn more helps a little, so change who begins from game to game.",
            f"Tout le monde n’a pas le même nombre de tours : "
            f"{', '.join(fr for _, fr in said)}. Un tour de plus aide un peu : d’une partie à "
            "l’autre, laisse débuter quelqu’un d’autre.",
        ),
    )


PIECES = (
    Piece(
        Words("One-storey floor", "Étage simple"),
        Words(
            f"Adds one storey. {floors(CODES.index('F1')).en}",
            f"Ajoute un étage. {floors(CODES.index('F1')).fr}",
        ),
        icon("F1c"),
        (split(),),
    ),
    Piece(
        Words("Two-storey floor", "Étage double"),
        Words(
            f"One card that adds two storeys at once. {floors(CODES.index('F2')).en}",
            f"Une seule carte qui ajoute deux étages. {floors(CODES.index('F2')).fr}",
        ),
        icon("F2m"),
    ),
    Piece(
        Words("Clock", "Horloge"),
        Words(
            "Every tower needs one, and one only. It adds no storey. There are "
            f"{CARDS_IN[CLOCKS]}, and a mouse lives in {COUNTS[CODES.index('Km')]} of them.",
            "Chaque clocher en veut une, et une seule. Elle n’ajoute pas d’étage. Il y en a "
            f"{CARDS_IN[CLOCKS]}, dont {COUNTS[CODES.index('Km')]} habitées par une souris.",
        ),
        icon("Km"),
    ),
    Piece(
        Words("Roof", "Toit"),
        roofs(),
        icon("R1"),
    ),
)

BOOK = Book(
    credits=Credits(
        authors=("Alan R. Moon", "Aaron Weissblum"),
        illustrators=("Jacob Elijah Walker",),
        publishers=("Jolly Roger Games",),
        year=2004,
    ),
    overview=Words(
        "You build clock towers: floors at the bottom, then a clock, then a coloured roof. Each "
        "colour climbs a ladder shared by the whole table, so every new tower must be one storey "
        "higher than the last of its colour. Most points win, and towers without mice are worth "
        "most.",
        "Tu bâtis des clochers : des étages en bas, puis une horloge, puis un toit de couleur. "
        "Chaque couleur gravit une échelle commune à toute la table, si bien que chaque nouveau "
        "clocher a un étage de plus que le précédent de sa couleur. Le plus grand total de points "
        "l’emporte, et les clochers sans souris valent le plus.",
    ),
    pieces=PIECES,
    sections=SECTIONS,
    tips=(
        Words(
            f"A tower of more than {spelt(TALLEST).en} storeys can never get a roof, for a colour "
            f"has only {spelt(max(COUNTS[ROOF:])).en}. You may build it, but it will score "
            "nothing.",
            f"Un clocher de plus de {spelt(TALLEST).fr} étages n’aura jamais de toit, car une "
            f"couleur n’en a que {spelt(max(COUNTS[ROOF:])).fr}. Tu peux le bâtir, mais il ne "
            "rapportera rien.",
        ),
        Words(
            "Before you add the clock, ask which colours can still use that height: afterwards the "
            "height is fixed.",
            "Avant de poser l’horloge, demande-toi quelles couleurs veulent encore de cette "
            "hauteur : ensuite elle ne change plus.",
        ),
        Words(
            "The clock you choose may bring in a mouse. A plain one keeps a tower at "
            f"{POINTS[CAT]} or {POINTS[0]} points.",
            "L’horloge que tu choisis peut amener une souris. Une horloge vide garde au clocher "
            f"ses {POINTS[CAT]} ou {POINTS[0]} points.",
        ),
        *shares(),
    ),
    lesson=LESSON,
)
