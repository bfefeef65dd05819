"""The rule book of Château d'Appenzell: its story, its pieces, what to know: ``BOOK``."""

from __future__ import annotations

from matou import paper as p
from matou.core.book import Book, Credits, Piece
from matou.core.words import Words
from matou.games.appenzell import pieces
from matou.games.appenzell.book_lesson import LESSON
from matou.games.appenzell.book_rules import SECTIONS
from matou.games.appenzell.components import BARE, UNKNOWN

PIECES = (
    Piece(
        Words("The castle", "Le château"),
        Words(
            "Seven by seven squares, columns a to g, rows 1 to 7. Rows 2, 4, 6 and columns b, d, f "
            "slide: 33 squares with a tile beneath. The 12 others are fixed stone, bare and safe.",
            "Sept cases sur sept, colonnes a à g, rangées 1 à 7. Les rangées 2, 4, 6 et les "
            "colonnes b, d, f coulissent : 33 cases avec une tuile dessous. Les 12 autres sont de "
            "pierre, fixes, nues et sûres.",
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
            "Four for each player. You win cheese with two on the same kind; lose three and you "
            "have lost.",
            "Quatre par personne. Deux sur la même sorte de fromage te font gagner un jeton ; "
            "trois de perdues, et c’est perdu.",
        ),
        lambda: p.group("", pieces.mouse(0, "watching"), 0, -3, 0.86),
    ),
    Piece(
        Words("Cheese tile", "Tuile fromage"),
        Words(
            "21 sliding tiles: three of each of seven kinds, appenzeller, brie, cheddar, edam, "
            "emmental, gouda and gruyère.",
            "21 tuiles coulissantes : trois de chacune des sept sortes, appenzeller, brie, "
            "cheddar, édam, emmental, gouda et gruyère.",
        ),
        lambda: p.cheese("emmental", 0, 0, 90),
        (
            Words(
                "The seven kinds bear names of our choice.",
                "Les noms des sept sortes sont de notre choix.",
            ),
        ),
    ),
    Piece(
        Words("Bare tile", "Dalle nue"),
        Words(
            "Ten sliding tiles with nothing on them. Good to walk on, no good to eat.",
            "Dix tuiles coulissantes sans rien dessus. Bonnes pour marcher, pas pour manger.",
        ),
        lambda: p.group("", pieces.tile(BARE, "icon"), -34, -34),
    ),
    Piece(
        Words("Trap", "Trappe"),
        Words(
            "Three sliding tiles. Nobody steps on one; pushed beneath a mouse, it drops the mouse.",
            "Trois tuiles coulissantes. Personne n’y met la patte ; poussée sous une souris, elle "
            "la fait tomber.",
        ),
        lambda: p.trap(0, 0, 90),
    ),
    Piece(
        Words("Spare", "Réserve"),
        Words(
            "The 34th tile, outside the castle. Whoever pushes, pushes it in.",
            "La 34e tuile, hors du château. Quand tu pousses, c’est elle qui entre.",
        ),
        lambda: p.group("", pieces.tile(UNKNOWN, "icon"), -34, -34),
    ),
    Piece(
        Words("Roof", "Toit"),
        Words(
            "18 of them cover the 45 squares that are not towers: 11 of tile over two squares, 5 "
            "of thatch over three in a row, 2 of copper over four. The option “castle” chooses "
            "between two plans of the rooms, front and back.",
            "18 toits couvrent les 45 cases qui ne sont pas des tours : 11 de tuiles sur deux "
            "cases, 5 de chaume sur trois en ligne, 2 de cuivre sur quatre. L’option « castle » "
            "choisit entre deux plans des pièces : « front » et « back ».",
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
            "28: four of each cheese, one for each player. Yours lie where all can see them.",
            "28 : quatre de chaque fromage, un par personne. Les tiens sont visibles de tous.",
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
        "and its traps, under everybody’s paws. The first player with four different cheeses wins.",
        "Tes souris se faufilent dans un château, soulèvent les toits et retiennent ce qu’ils "
        "cachent. Mets-en deux sur la même sorte de fromage et tu gagnes son jeton, pendant que "
        "des poussées font glisser le sol, et ses trappes, sous toutes les pattes. La première "
        "personne à avoir quatre fromages différents gagne.",
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
            "Think twice before you drop a player’s third mouse: it ends the game, and perhaps "
            "somebody else has more cheese.",
            "Réfléchis avant d’envoyer une troisième souris à la cave : cela clôt la partie, et "
            "quelqu’un d’autre a peut-être plus de fromage.",
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
