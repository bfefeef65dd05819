"""The rule book of Chop! Chop!: its story, its pieces, what to know; all of it is ``BOOK``."""

from __future__ import annotations

from collections.abc import Callable

from matou import paper as p
from matou.core.book import Book, Credits, Piece
from matou.core.words import Words
from matou.games.chopchop.book_lesson import LESSON
from matou.games.chopchop.book_rules import SECTIONS
from matou.games.chopchop.components import TILES
from matou.games.chopchop.kitchen import face, middle
from matou.games.chopchop.kitchen import tile as face_down


def tile(name: str) -> Callable[[], str]:
    """The face of a tile, on its ground."""

    def draw() -> str:
        return p.tile_front(-46, -46, 92, 92, name) + face(TILES.index(name), 0, 0, 72)

    return draw


def floor() -> str:
    """A tile as it lies on the floor at first."""
    x, y = middle("a1")
    return p.group("", face_down("a1"), -x, -y)


PIECES = (
    Piece(
        Words("The cat", "Le chat"),
        Words(
            "One, played by seat 0. Its blue die has the faces 1, 1, 2, 2, 2, 3.",
            "Un seul, joué par le siège 0. Son dé bleu porte 1, 1, 2, 2, 2, 3.",
        ),
        lambda: p.matou("watching", 0, -3, 84),
        (
            Words(
                "The faces of both dice are those that other descriptions of the game give.",
                "Les faces des deux dés sont celles que donnent d’autres descriptions du jeu.",
            ),
        ),
    ),
    Piece(
        Words("The mice", "Les souris"),
        Words(
            "Four, each with a number. Any mouse player may move any of them. Their grey die has "
            "the faces 1, 1, 2, 2, 3, 4.",
            "Quatre, chacune avec son numéro. Toute personne du camp peut bouger n’importe "
            "laquelle. Leur dé gris porte 1, 1, 2, 2, 3, 4.",
        ),
        lambda: p.mouse("watching", 0, -3, 84),
    ),
    Piece(
        Words("The kitchen", "La cuisine"),
        Words(
            "Six columns by seven rows. A tile lies face down on each of the 38 floor squares.",
            "Six colonnes sur sept rangées. Une tuile face cachée couvre chacune des 38 cases du "
            "sol.",
        ),
        floor,
        (
            Words(
                "The floor has six columns and seven rows, as other descriptions of the game "
                "show it.",
                "Le sol a six colonnes et sept rangées, comme le montrent d’autres "
                "descriptions du jeu.",
            ),
        ),
    ),
    Piece(
        Words("The table", "La table"),
        Words(
            "It stands over six squares, columns c and d, rows 3 to 5. Its legs fill c3, d3, c5 "
            "and d5; between them, c4 and d4 make a tunnel from b4 to e4 for mice.",
            "Elle couvre six cases, colonnes c et d, rangées 3 à 5. Ses pieds occupent c3, d3, c5 "
            "et d5 ; entre eux, c4 et d4 font un tunnel de b4 à e4, pour les souris.",
        ),
        rulings=(
            Words(
                "The legs close the four corner squares at floor level, and the tunnel runs from "
                "b4 to e4.",
                "Les pieds ferment au sol les quatre cases d’angle, et le tunnel va de b4 à e4.",
            ),
        ),
    ),
    Piece(
        Words("Holes and home plates", "Trous et plaques"),
        Words(
            "Four, outside the grid, one on each side. Each is reached from one square only: west "
            "from a4, east from f4, north from c7, south from d1.",
            "Quatre, hors du quadrillage, un par côté. On n’atteint chacun que d’une case : "
            "l’ouest depuis a4, l’est depuis f4, le nord depuis c7, le sud depuis d1.",
        ),
        lambda: p.hole(0, 0, 94),
        (
            Words(
                "The holes are reached from a4, f4, c7 and d1.",
                "Les trous se rejoignent depuis a4, f4, c7 et d1.",
            ),
        ),
    ),
    Piece(
        Words("Cheese", "Fromage"),
        Words(
            "Ten. The mice want them all; the cat only sits on them.",
            "Dix. Les souris les veulent tous ; le chat ne fait que s’asseoir dessus.",
        ),
        tile("cheese"),
    ),
    Piece(
        Words("Broken dishes", "Vaisselle cassée"),
        Words("Twelve. They do nothing.", "Douze. Sans effet."),
        tile("dishes"),
        (
            Words(
                "The 28 tiles without cheese are 12 broken dishes, 4 +1, 3 +2, 4 arrows, 3 forks, "
                "2 knives, so that both sides win about equally often.",
                "Les 28 tuiles sans fromage sont 12 vaisselles cassées, 4 +1, 3 +2, 4 flèches, 3 "
                "fourchettes, 2 couteaux, pour que chaque camp gagne à peu près aussi souvent.",
            ),
        ),
    ),
    Piece(
        Words("+1", "+1"),
        Words("Four. One square more (CC13).", "Quatre. Un pas de plus (CC13)."),
        tile("+1"),
    ),
    Piece(
        Words("+2", "+2"),
        Words("Three. Two squares more (CC13).", "Trois. Deux pas de plus (CC13)."),
        tile("+2"),
    ),
    Piece(
        Words("Arrow", "Flèche"),
        Words("Four. Off to another square (CC14).", "Quatre. En route ailleurs (CC14)."),
        tile("arrow"),
    ),
    Piece(
        Words("Fork", "Fourchette"),
        Words(
            "Three. A mouse wins a visible cheese from afar (CC15).",
            "Trois. Une souris gagne de loin un fromage visible (CC15).",
        ),
        tile("fork"),
    ),
    Piece(
        Words("Knife", "Couteau"),
        Words(
            "Two. The other side plays twice (CC16).", "Deux. L’autre camp joue deux fois (CC16)."
        ),
        tile("knife"),
    ),
)

BOOK = Book(
    credits=Credits(
        authors=("Alexandre Droit",),
        publishers=("Djeco",),
        year=2017,
        age=6,
    ),
    overview=Words(
        "One cat against four mice, at night, in a kitchen whose floor is full of surprises. The "
        "mice win when they have found all ten cheeses and one of them is back in a hole. The cat "
        "wins when it has caught all four mice.",
        "Un chat contre quatre souris, la nuit, dans une cuisine au carrelage plein de surprises. "
        "Les souris gagnent quand elles ont trouvé les dix fromages et que l’une d’elles est "
        "rentrée dans un trou. Le chat gagne quand il a pris les quatre souris.",
    ),
    pieces=PIECES,
    sections=SECTIONS,
    tips=(
        Words(
            "Mice: before you stop, count. The cat moves at most three squares on one throw, but a "
            "+1, a +2 or an arrow may add to that.",
            "Souris : avant de t’arrêter, compte. Le chat fait trois pas au plus par lancer, mais "
            "un +1, un +2 ou une flèche peuvent s’y ajouter.",
        ),
        Words(
            "A mouse is quite safe in the tunnel, in a hole and on its home plate, and nowhere "
            "else.",
            "Une souris ne craint rien dans le tunnel, dans un trou ou sur sa plaque de départ, "
            "et nulle part ailleurs.",
        ),
        Words(
            "Cat: each cheese you turn becomes a wall for you and a present for them. Stay on it "
            "as long as it pays.",
            "Chat : chaque fromage que tu retournes devient un mur pour toi et un cadeau pour "
            "elles. Reste dessus tant que cela te sert.",
        ),
        Words(
            "Bring all four mice out before the kitchen grows dangerous: as long as one plate is "
            "not turned, the mice cannot win.",
            "Fais sortir les quatre souris avant que la cuisine ne devienne dangereuse : tant "
            "qu’une plaque n’est pas retournée, les souris ne peuvent pas gagner.",
        ),
    ),
    lesson=LESSON,
)
