"""The rule book of Chop! Chop!: its story, its pieces, what to know; all of it is ``BOOK``."""

from __future__ import annotations

from collections.abc import Callable

from matou import paper as p
from matou.core.book import Book, Credits, Piece
from matou.core.numerals import capital, spelt
from matou.core.words import Words, listed
from matou.games.chopchop.book_lesson import LESSON
from matou.games.chopchop.book_rules import SECTIONS
from matou.games.chopchop.components import (
    CAT_DIE,
    CHEESES,
    COLUMNS,
    COUNTS,
    HOLES,
    LEGS,
    MICE,
    MOUSE_DIE,
    ROWS,
    TABLE_COLUMNS,
    TABLE_ROWS,
    TABLE_SET,
    TILE_SET,
    TILES,
    TUNNEL,
)
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


def many(name: str) -> Words:
    """How many tiles of a kind there are, to begin a sentence."""
    return capital(spelt(COUNTS[TILES.index(name)], feminine=name in ("arrow", "fork")))


def faces(die: tuple[int, ...]) -> str:
    return ", ".join(str(face) for face in die)


# The open squares at either end of the tunnel.
ENDS = tuple(
    f"{COLUMNS[COLUMNS.index(column) + step]}{TUNNEL[0][1]}"
    for column, step in ((TABLE_COLUMNS[0], -1), (TABLE_COLUMNS[-1], 1))
)
OTHER_TILES = dict(zip(TILES[1:], COUNTS[1:], strict=True))
MANY_COLUMNS, MANY_ROWS = spelt(len(COLUMNS)), spelt(ROWS)
TABLE_SQUARES, LEG_SQUARES = spelt(TABLE_SET.bit_count()), spelt(len(LEGS))

PIECES = (
    Piece(
        Words("The cat", "Le chat"),
        Words(
            f"One, with a player of its own. Its blue die has the faces {faces(CAT_DIE)}.",
            f"Un seul, que joue une seule personne. Son dé bleu porte {faces(CAT_DIE)}.",
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
            f"{capital(spelt(MICE)).en}, each with a number. Any mouse player may move any of "
            f"them. Their grey die has the faces {faces(MOUSE_DIE)}.",
            f"{capital(spelt(MICE)).fr}, chacune avec son numéro. Toute personne du camp peut "
            f"bouger n’importe laquelle. Leur dé gris porte {faces(MOUSE_DIE)}.",
        ),
        lambda: p.mouse("watching", 0, -3, 84),
    ),
    Piece(
        Words("The kitchen", "La cuisine"),
        Words(
            f"{capital(MANY_COLUMNS).en} columns by {MANY_ROWS.en} rows. A tile lies face down on "
            f"each of the {TILE_SET.bit_count()} floor squares.",
            f"{capital(MANY_COLUMNS).fr} colonnes sur {MANY_ROWS.fr} rangées. Une tuile face "
            f"cachée couvre chacune des {TILE_SET.bit_count()} cases du sol.",
        ),
        floor,
        (
            Words(
                f"The floor has {MANY_COLUMNS.en} columns and {MANY_ROWS.en} rows, as other "
                "descriptions of the game show it.",
                f"Le sol a {MANY_COLUMNS.fr} colonnes et {MANY_ROWS.fr} rangées, comme le "
                "montrent d’autres descriptions du jeu.",
            ),
        ),
    ),
    Piece(
        Words("The table", "La table"),
        Words(
            f"It stands over {TABLE_SQUARES.en} squares, columns "
            f"{listed(tuple(TABLE_COLUMNS)).en}, rows {TABLE_ROWS[0]} to {TABLE_ROWS[-1]}. Its "
            f"legs fill {listed(LEGS).en}; between them, {listed(TUNNEL).en} make a tunnel from "
            f"{ENDS[0]} to {ENDS[1]} for mice.",
            f"Elle couvre {TABLE_SQUARES.fr} cases, colonnes "
            f"{listed(tuple(TABLE_COLUMNS)).fr}, rangées {TABLE_ROWS[0]} à {TABLE_ROWS[-1]}. Ses "
            f"pieds occupent {listed(LEGS).fr} ; entre eux, {listed(TUNNEL).fr} font un tunnel "
            f"de {ENDS[0]} à {ENDS[1]}, pour les souris.",
        ),
        rulings=(
            Words(
                f"The legs close the {LEG_SQUARES.en} corner squares at floor level, and the "
                f"tunnel runs from {ENDS[0]} to {ENDS[1]}.",
                f"Les pieds ferment au sol les {LEG_SQUARES.fr} cases d’angle, et le tunnel va de "
                f"{ENDS[0]} à {ENDS[1]}.",
            ),
        ),
    ),
    Piece(
        Words("Holes and home plates", "Trous et plaques"),
        Words(
            f"{capital(spelt(len(HOLES))).en}, outside the grid, one on each side. Each is reached "
            f"from one square only: west from {HOLES['W']}, east from {HOLES['E']}, north from "
            f"{HOLES['N']}, south from {HOLES['S']}.",
            f"{capital(spelt(len(HOLES))).fr}, hors du quadrillage, un par côté. On n’atteint "
            f"chacun que d’une case : l’ouest depuis {HOLES['W']}, l’est depuis {HOLES['E']}, le "
            f"nord depuis {HOLES['N']}, le sud depuis {HOLES['S']}.",
        ),
        lambda: p.hole(0, 0, 94),
        (
            Words(
                f"The holes are reached from {listed(tuple(HOLES.values())).en}.",
                f"Les trous se rejoignent depuis {listed(tuple(HOLES.values())).fr}.",
            ),
        ),
    ),
    Piece(
        Words("Cheese", "Fromage"),
        Words(
            f"{many('cheese').en}. The mice want them all; the cat only sits on them.",
            f"{many('cheese').fr}. Les souris les veulent tous ; le chat ne fait que "
            "s’asseoir dessus.",
        ),
        tile("cheese"),
    ),
    Piece(
        Words("Broken dishes", "Vaisselle cassée"),
        Words(f"{many('dishes').en}. They do nothing.", f"{many('dishes').fr}. Sans effet."),
        tile("dishes"),
        (
            Words(
                f"The {sum(OTHER_TILES.values())} tiles without cheese are "
                f"{OTHER_TILES['dishes']} broken dishes, {OTHER_TILES['+1']} +1, "
                f"{OTHER_TILES['+2']} +2, {OTHER_TILES['arrow']} arrows, {OTHER_TILES['fork']} "
                f"forks, {OTHER_TILES['knife']} knives, so that both sides win about equally "
                "often.",
                f"Les {sum(OTHER_TILES.values())} tuiles sans fromage sont "
                f"{OTHER_TILES['dishes']} vaisselles cassées, {OTHER_TILES['+1']} +1, "
                f"{OTHER_TILES['+2']} +2, {OTHER_TILES['arrow']} flèches, {OTHER_TILES['fork']} "
                f"fourchettes, {OTHER_TILES['knife']} couteaux, pour que chaque camp gagne à peu "
                "près aussi souvent.",
            ),
        ),
    ),
    Piece(
        Words("+1", "+1"),
        Words(
            f"{many('+1').en}. One square more (CC13).", f"{many('+1').fr}. Un pas de plus (CC13)."
        ),
        tile("+1"),
    ),
    Piece(
        Words("+2", "+2"),
        Words(
            f"{many('+2').en}. Two squares more (CC13).",
            f"{many('+2').fr}. Deux pas de plus (CC13).",
        ),
        tile("+2"),
    ),
    Piece(
        Words("Arrow", "Flèche"),
        Words(
            f"{many('arrow').en}. Off to another square (CC14).",
            f"{many('arrow').fr}. En route ailleurs (CC14).",
        ),
        tile("arrow"),
    ),
    Piece(
        Words("Fork", "Fourchette"),
        Words(
            f"{many('fork').en}. A mouse wins a visible cheese from afar (CC15).",
            f"{many('fork').fr}. Une souris gagne de loin un fromage visible (CC15).",
        ),
        tile("fork"),
    ),
    Piece(
        Words("Knife", "Couteau"),
        Words(
            f"{many('knife').en}. The other side plays twice (CC16).",
            f"{many('knife').fr}. L’autre camp joue deux fois (CC16).",
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
        f"One cat against {spelt(MICE).en} mice, at night, in a kitchen whose floor is full of "
        f"surprises. The mice win when they have found all {spelt(CHEESES).en} cheeses and one of "
        f"them is back in a hole. The cat wins when it has caught all {spelt(MICE).en} mice.",
        f"Un chat contre {spelt(MICE).fr} souris, la nuit, dans une cuisine au carrelage plein de "
        f"surprises. Les souris gagnent quand elles ont trouvé les {spelt(CHEESES).fr} fromages "
        "et que l’une d’elles est rentrée dans un trou. Le chat gagne quand il a pris les "
        f"{spelt(MICE).fr} souris.",
    ),
    pieces=PIECES,
    sections=SECTIONS,
    tips=(
        Words(
            f"Mice: before you stop, count. The cat moves at most {spelt(max(CAT_DIE)).en} squares "
            "on one throw, but a +1, a +2 or an arrow may add to that.",
            f"Souris : avant de t’arrêter, compte. Le chat fait {spelt(max(CAT_DIE)).fr} pas au "
            "plus par lancer, mais un +1, un +2 ou une flèche peuvent s’y ajouter.",
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
            f"Bring all {spelt(MICE).en} mice out before the kitchen grows dangerous: as long as "
            "one plate is not turned, the mice cannot win.",
            f"Fais sortir les {spelt(MICE).fr} souris avant que la cuisine ne devienne dangereuse "
            ": tant qu’une plaque n’est pas retournée, les souris ne peuvent pas gagner.",
        ),
    ),
    lesson=LESSON,
)
