"""The rule book of Clocktowers: its story, its cards, what to know; all of it is ``BOOK``."""

from __future__ import annotations

from collections.abc import Callable

from matou import paper as p
from matou.core.book import Book, Credits, Piece
from matou.core.words import Words
from matou.games.clocktowers.book_lesson import LESSON
from matou.games.clocktowers.book_rules import SECTIONS
from matou.games.clocktowers.bricks import height, part
from matou.games.clocktowers.components import CODES


def icon(code: str) -> Callable[[], str]:
    """What a card adds to a tower."""
    kind = CODES.index(code)
    scale = 0.84

    def draw() -> str:
        return p.group("", part(kind), 0, height(kind) * scale / 2, scale)

    return draw


PIECES = (
    Piece(
        Words("One-storey floor", "Étage simple"),
        Words(
            "Adds one storey. There are 14: 4 plain, 5 with a cat, 5 with a mouse.",
            "Ajoute un étage. Il y en a 14 : 4 vides, 5 avec un chat, 5 avec une souris.",
        ),
        icon("F1c"),
        (
            Words(
                "The 28 floors are 14 of each height: 4 plain, 5 with a cat, 5 with a mouse.",
                "Les 28 étages sont 14 de chaque hauteur : 4 vides, 5 avec un chat, 5 avec une "
                "souris.",
            ),
        ),
    ),
    Piece(
        Words("Two-storey floor", "Étage double"),
        Words(
            "One card that adds two storeys at once. There are 14: 4 plain, 5 with a cat, 5 with a "
            "mouse.",
            "Une seule carte qui ajoute deux étages. Il y en a 14 : 4 vides, 5 avec un chat, 5 "
            "avec une souris.",
        ),
        icon("F2m"),
    ),
    Piece(
        Words("Clock", "Horloge"),
        Words(
            "Every tower needs one, and one only. It adds no storey. There are 18, and a mouse "
            "lives in 9 of them.",
            "Chaque clocher en veut une, et une seule. Elle n’ajoute pas d’étage. Il y en a 18, "
            "dont 9 habitées par une souris.",
        ),
        icon("Km"),
    ),
    Piece(
        Words("Roof", "Toit"),
        Words(
            "Closes a tower and gives it its colour. Five colours, each with its own pattern, four "
            "roofs of each.",
            "Ferme un clocher et lui donne sa couleur. Cinq couleurs, chacune avec son motif, "
            "quatre toits de chaque.",
        ),
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
            "A tower of more than five storeys can never get a roof, for a colour has only four. "
            "You may build it, but it will score nothing.",
            "Un clocher de plus de cinq étages n’aura jamais de toit, car une couleur n’en a que "
            "quatre. Tu peux le bâtir, mais il ne rapportera rien.",
        ),
        Words(
            "Before you add the clock, ask which colours can still use that height: afterwards the "
            "height is fixed.",
            "Avant de poser l’horloge, demande-toi quelles couleurs veulent encore de cette "
            "hauteur : ensuite elle ne change plus.",
        ),
        Words(
            "The clock you choose may bring in a mouse. A plain one keeps a tower at 4 or 5 "
            "points.",
            "L’horloge que tu choisis peut amener une souris. Une horloge vide garde au clocher "
            "ses 4 ou 5 points.",
        ),
        Words(
            "Not every seat has the same number of turns: 29 each for two, 20, 19 and 19 for "
            "three, 15, 15, 14 and 14 for four. One turn more helps a little, so change who begins "
            "from game to game.",
            "Toutes les places n’ont pas le même nombre de tours : 29 chacun à deux, 20, 19 et 19 "
            "à trois, 15, 15, 14 et 14 à quatre. Un tour de plus aide un peu : d’une partie à "
            "l’autre, laisse débuter quelqu’un d’autre.",
        ),
    ),
    lesson=LESSON,
)
