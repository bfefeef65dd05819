"""The rule book of Château d'Appenzell: its story, its pieces, what to know: ``BOOK``."""

from __future__ import annotations

from matou import paper as p
from matou.core.book import Book, Credits, Piece
from matou.core.numerals import capital, nth, spelt, spelt_nth
from matou.core.words import Words, listed
from matou.games.appenzell import pieces
from matou.games.appenzell.book_lesson import LESSON
from matou.games.appenzell.book_rules import SECTIONS
from matou.games.appenzell.components import (
    BARE,
    CHEESES,
    COLUMNS,
    COUNTS,
    GOALS,
    LOST,
    MICE,
    ROOMS,
    SEATS,
    SIDE,
    SQUARES,
    TILES,
    TOWERS,
    TRAP,
    UNKNOWN,
    roofs,
)
from matou.games.appenzell.names import KIND_WORDS

SLIDING = TILES - 1
SAME = len({*COUNTS[:CHEESES]}) == 1  # as many tiles of each cheese


def cheese_tiles() -> Words:
    """How many tiles of each cheese there are."""
    total, kinds = sum(COUNTS[:CHEESES]), spelt(CHEESES)
    names = listed([*KIND_WORDS[:CHEESES]])
    if SAME:
        each = spelt(COUNTS[0])
        return Words(
            f"{total} sliding tiles: {each.en} of each of {kinds.en} kinds, {names.en}.",
            f"{total} tuiles coulissantes : {each.fr} de chacune des {kinds.fr} sortes, "
            f"{names.fr}.",
        )
    each = listed(
        [
            Words(f"{n} {words.en}", f"{n} {words.fr}")
            for n, words in zip(COUNTS, KIND_WORDS[:CHEESES], strict=False)
        ]
    )
    return Words(
        f"{total} sliding tiles of {kinds.en} kinds: {each.en}.",
        f"{total} tuiles coulissantes de {kinds.fr} sortes : {each.fr}.",
    )


PIECES = (
    Piece(
        Words("The castle", "Le château"),
        Words(
            f"{capital(spelt(SIDE)).en} by {spelt(SIDE).en} squares, columns a to {COLUMNS[-1]}, "
            f"rows 1 to {SIDE}. Rows 2, 4, 6 and columns b, d, f slide: {SLIDING} squares with a "
            f"tile beneath. The {SQUARES - SLIDING - len(TOWERS)} others are fixed stone, bare "
            "and safe.",
            f"{capital(spelt(SIDE)).fr} cases sur {spelt(SIDE).fr}, colonnes a à {COLUMNS[-1]}, "
            f"rangées 1 à {SIDE}. Les rangées 2, 4, 6 et les colonnes b, d, f coulissent : "
            f"{SLIDING} cases avec une tuile dessous. Les {SQUARES - SLIDING - len(TOWERS)} "
            "autres sont de pierre, fixes, nues et sûres.",
        ),
        lambda: p.group("", pieces.flagstone(0), -34, -34),
    ),
    Piece(
        Words("Tower", "Tour"),
        Words(
            "Four, in the corners. Mice come in through them, everybody through any of them, and "
            "never go out again.",
            "Quatre, aux coins. Les souris entrent par là, chacun par celle qu’il veut, et n’en "
            "ressortent jamais par elles.",
        ),
        lambda: pieces.tower(0),
    ),
    Piece(
        Words("Mouse", "Souris"),
        Words(
            f"{capital(spelt(MICE)).en} for each player. You win cheese with two on the same kind; "
            f"lose {spelt(LOST).en} and you have lost.",
            f"{capital(spelt(MICE)).fr} par personne. Deux sur la même sorte de fromage te font "
            f"gagner un jeton ; {spelt(LOST, feminine=True).fr} de perdues, et c’est perdu.",
        ),
        lambda: p.group("", pieces.mouse(0, "watching"), 0, -3, 0.86),
    ),
    Piece(
        Words("Cheese tile", "Tuile fromage"),
        cheese_tiles(),
        lambda: p.cheese("emmental", 0, 0, 90),
        (
            Words(
                f"The {spelt(CHEESES).en} kinds bear names of our choice.",
                f"Les noms des {spelt(CHEESES).fr} sortes sont de notre choix.",
            ),
        ),
    ),
    Piece(
        Words("Bare tile", "Dalle nue"),
        Words(
            f"{capital(spelt(COUNTS[BARE])).en} sliding tiles with nothing on them. Good to walk "
            "on, no good to eat.",
            f"{capital(spelt(COUNTS[BARE])).fr} tuiles coulissantes sans rien dessus. Bonnes pour "
            "marcher, pas pour manger.",
        ),
        lambda: p.group("", pieces.tile(BARE, "icon"), -34, -34),
    ),
    Piece(
        Words("Trap", "Trappe"),
        Words(
            f"{capital(spelt(COUNTS[TRAP])).en} sliding tiles. Nobody steps on one; pushed beneath "
            "a mouse, it drops the mouse.",
            f"{capital(spelt(COUNTS[TRAP])).fr} tuiles coulissantes. Personne n’y met la patte ; "
            "poussée sous une souris, elle la fait tomber.",
        ),
        lambda: p.trap(0, 0, 90),
    ),
    Piece(
        Words("Spare", "Réserve"),
        Words(
            f"The {nth(TILES).en} tile, outside the castle. Whoever pushes, pushes it in.",
            f"La {nth(TILES).fr} tuile, hors du château. Quand tu pousses, c’est elle qui entre.",
        ),
        lambda: p.group("", pieces.tile(UNKNOWN, "icon"), -34, -34),
    ),
    Piece(
        Words("Roof", "Toit"),
        Words(
            f"{ROOMS} of them cover the {SQUARES - len(TOWERS)} squares that are not towers: "
            f"{roofs(0)[2]} of tile over two squares, {roofs(0)[3]} of thatch over three in a "
            f"row, {roofs(0)[4]} of copper over four. The variant “side of the "
            "castle” chooses between two plans of the rooms, front and back.",
            f"{ROOMS} toits couvrent les {SQUARES - len(TOWERS)} cases qui ne sont pas des tours : "
            f"{roofs(0)[2]} de tuiles sur deux cases, {roofs(0)[3]} de chaume sur trois en ligne, "
            f"{roofs(0)[4]} de cuivre sur quatre. La variante « côté du château » "
            "choisit entre deux plans des pièces, la face et le dos.",
        ),
        lambda: p.castle_roof("thatched", -46, -30, 92, 60, "icon"),
        (
            Words(
                "Both plans of the rooms, front and back, are ours.",
                "Les deux plans des pièces sont les nôtres.",
            ),
            Words(
                "A copper roof covers four squares: with five, as the text has it, the roofs "
                "would not fit.",
                "Un toit de cuivre couvre quatre cases : avec cinq, comme le dit le texte, "
                "les toits ne tiendraient pas.",
            ),
        ),
    ),
    Piece(
        Words("Token", "Jeton"),
        Words(
            f"{SEATS * CHEESES}: {spelt(SEATS).en} of each cheese, one for each player. Yours lie "
            "where all can see them.",
            f"{SEATS * CHEESES} : {spelt(SEATS).fr} de chaque fromage, un par personne. Les tiens "
            "sont visibles de tous.",
        ),
        lambda: p.cheese("brie", 0, 0, 84, label=False),
    ),
)

BOOK = Book(
    credits=Credits(
        authors=("Jens-Peter Schliemann", "Bernhard Weber"),
        publishers=("Zoch",),
        year=2007,
    ),
    overview=Words(
        "Your mice slip into a castle, lift its roofs and remember what lies beneath. Put two of "
        "them on the same kind of cheese and you win a token of it, while pushes slide the floor, "
        "and its traps, under everybody’s paws. The first player with "
        f"{spelt(GOALS[0]).en} different cheeses wins.",
        "Tes souris se faufilent dans un château, soulèvent les toits et retiennent ce qu’ils "
        "cachent. Mets-en deux sur la même sorte de fromage et tu gagnes son jeton, pendant que "
        "des poussées font glisser le sol, et ses trappes, sous toutes les pattes. La première "
        f"personne à avoir {spelt(GOALS[0]).fr} fromages différents gagne.",
    ),
    pieces=PIECES,
    sections=SECTIONS,
    tips=(
        Words(
            "Stone squares (such as a3 or c5) never move: no trap can reach a mouse there, and no "
            "cheese either.",
            "Les cases de pierre (comme a3 ou c5) ne bougent jamais : aucune trappe n’y atteint "
            "une souris, aucun fromage non plus.",
        ),
        Words(
            "Before you end your turn, look at the spare. If it is a trap, whoever plays next can "
            "use it.",
            "Avant de finir ton tour, regarde la réserve. Si c’est une trappe, la personne "
            "suivante peut s’en servir.",
        ),
        Words(
            f"Think twice before you drop a player’s {spelt_nth(LOST).en} mouse: it ends the game, "
            "and perhaps somebody else has more cheese.",
            f"Réfléchis avant d’envoyer une {spelt_nth(LOST).fr} souris à la cave : cela clôt la "
            "partie, et quelqu’un d’autre a peut-être plus de fromage.",
        ),
        Words(
            "A push can move cheese under mice that stand still: two of your mice side by side on "
            "a sliding line are an invitation.",
            "Une poussée amène le fromage sous des souris immobiles : deux des tiennes sur une "
            "même ligne coulissante, c’est prometteur.",
        ),
    ),
    lesson=LESSON,
)
