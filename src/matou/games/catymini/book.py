"""The rule book of Caty Mini: its story, its pieces, what to know; all of it is ``BOOK``."""

from __future__ import annotations

from matou import paper as p
from matou.core.book import Book, Credits, Piece
from matou.core.numerals import capital, row, spelt
from matou.core.words import Words, figures
from matou.games.catymini import elements
from matou.games.catymini.book_lesson import LESSON
from matou.games.catymini.book_rules import SECTIONS
from matou.games.catymini.components import (
    BOARD_LETTERS,
    BOARDS,
    COLOUR_OF,
    NOTCH,
    NOTCHES,
    PER_COLOUR,
    PLACES,
    ROOM,
    ROUNDS,
    THREAD,
    TILES,
    TOKENS,
    TOY_RADIUS,
    TOYS,
    WIDTH,
)
from matou.games.catymini.furniture import furniture
from matou.games.catymini.geometry import TOUCHED
from matou.games.catymini.toys import toy_art

# How many toys the threads between different walls cross, board by board.
CROSSINGS = [
    sum(
        toys.bit_count()
        for a, line in enumerate(board)
        for b, toys in enumerate(line)
        if COLOUR_OF[a // 2] != COLOUR_OF[b // 2]
    )
    for board in TOUCHED
]
BALANCED = (
    Words(
        " They are balanced, so that every room crosses as many toys.",
        " Elles sont équilibrées : on croise autant de jouets dans chacune.",
    )
    if len({*CROSSINGS}) == 1
    else Words("", "")
)
FLOOR, LENGTH = figures(ROOM), figures(THREAD)


def too_long() -> tuple[Words, ...]:
    """What a thread is enough for, if it is not enough for running right across."""
    if ROUNDS * (ROOM + WIDTH) <= THREAD:
        return ()
    runs, each = capital(spelt(ROUNDS)), figures((THREAD + 5 * ROUNDS) // (10 * ROUNDS) * 10)
    return (
        Words(
            f"{runs.en} runs right across the room are too long for your thread. About {each.en} a "
            "round is what you have, the width of the furniture included.",
            f"{runs.fr} courses en travers de la chambre sont trop longues pour ton fil. Tu "
            f"disposes d’environ {each.fr} par tour, largeur du meuble comprise.",
        ),
    )


PIECES = (
    Piece(
        Words("Nursery", "Chambre"),
        Words(
            f"Your own board, a square room of {FLOOR.en} by {FLOOR.en} units. There are "
            f"{spelt(BOARDS).en}, {BOARD_LETTERS[0]} to {BOARD_LETTERS[-1]}, and seats play them "
            "in this order; the variant “nurseries” chooses otherwise. Walls: turquoise in the "
            "north, yellow in the east, red in the south, violet in the west.",
            f"Ton plateau à toi, une pièce carrée de {FLOOR.fr} unités sur {FLOOR.fr}. Il y en a "
            f"{spelt(BOARDS).fr}, {BOARD_LETTERS[0]} à {BOARD_LETTERS[-1]}, attribuées dans "
            "l’ordre des places ; la variante « chambres » en décide autrement. Murs : turquoise "
            "au nord, jaune à l’est, rouge au sud, violet à l’ouest.",
        ),
        rulings=(
            Words(
                f"The {spelt(BOARDS).en} nurseries are our own: where furniture and toys are, and "
                f"in which order along each wall.{BALANCED.en}",
                f"Les {spelt(BOARDS).fr} chambres sont de nous : la place des meubles et des "
                f"jouets, et leur ordre le long de chaque mur.{BALANCED.fr}",
            ),
        ),
    ),
    Piece(
        Words("Furniture", "Meuble"),
        Words(
            f"{capital(spelt(PER_COLOUR)).en} pieces on each wall, the same in every room but in "
            "another order. Turquoise: chair, bed, wardrobe, lamp, mirror. Yellow: table, stool, "
            "bookcase, clock, desk. Red: sofa, armchair, chest, rug-stand, piano. Violet: cot, "
            "dresser, shelf, bench, coat-rack.",
            f"{capital(spelt(PER_COLOUR)).fr} meubles par mur, les mêmes dans chaque chambre mais "
            "dans un autre ordre. Turquoise : chaise, lit, armoire, lampe, miroir. Jaune : table, "
            "tabouret, bibliothèque, pendule, bureau. Rouge : canapé, fauteuil, coffre, "
            "porte-tapis, piano. Violet : berceau, commode, étagère, banc, portemanteau.",
        ),
        lambda: furniture(0),
        (
            Words(
                "All the furniture but the chair and the table is our choice.",
                "Tous les meubles sauf la chaise et la table sont de notre choix.",
            ),
        ),
    ),
    Piece(
        Words("Notch", "Encoche"),
        Words(
            f"One on either side of each piece of furniture, {NOTCHES} in a room. Threads go in "
            "and come out there. Clockwise round the room, the furniture of a wall stands at "
            f"{row(PLACES).en}, its notches {NOTCH} units to either side.",
            f"Une de chaque côté de chaque meuble, {NOTCHES} par chambre. Les fils y entrent et en "
            "sortent. Dans le sens horaire, les meubles d’un mur sont à "
            f"{row(PLACES).fr}, leurs encoches à {NOTCH} unités de part et d’autre.",
        ),
        rulings=(
            Words(
                "The places of furniture and notches along a wall are ours.",
                "La place des meubles et des encoches le long d’un mur est notre choix.",
            ),
        ),
    ),
    Piece(
        Words("Thread", "Fil"),
        Words(
            f"{LENGTH.en} units for each player. What you lay is used up.",
            f"{LENGTH.fr} unités par personne. Ce que tu poses est consommé.",
        ),
        lambda: elements.spool(0, THREAD, 0, 0, 90),
        (Words(f"The thread is {LENGTH.en} units long.", f"Le fil mesure {LENGTH.fr} unités."),),
    ),
    Piece(
        Words("Furniture tile", "Tuile meuble"),
        Words(
            f"{TILES}, one for each piece of furniture, its colour on the back.",
            f"{TILES}, une par meuble, avec sa couleur au dos.",
        ),
        lambda: p.group("", elements.tile_front(5, 92), -46, -46),
    ),
    Piece(
        Words("Toy", "Jouet"),
        Words(
            f"{capital(spelt(TOYS)).en} kinds, each once on every floor, a disc of radius "
            f"{TOY_RADIUS}: block, ball, bear, car, drum, duck, kite, rocket, top, train.",
            f"{capital(spelt(TOYS)).fr} sortes, chacune une fois par chambre, un disque de rayon "
            f"{TOY_RADIUS} : cube, ballon, ours, voiture, tambour, canard, cerf-volant, fusée, "
            "toupie, train.",
        ),
        lambda: toy_art(2),
        (
            Words(
                "All the toys but the block are our choice, and so are their size and that there "
                "is one of each on every floor.",
                "Tous les jouets sauf le cube sont de notre choix, ainsi que leur taille et le "
                "fait qu’il y en ait un de chaque par chambre.",
            ),
        ),
    ),
    Piece(
        Words("Token", "Jeton"),
        Words(
            f"{TOYS * len(TOKENS)}: for each toy the values {row(TOKENS).en}.",
            f"{TOYS * len(TOKENS)} : pour chaque jouet, les valeurs {row(TOKENS).fr}.",
        ),
        lambda: p.token(3, 0, 0, 90),
    ),
    Piece(
        Words("First-player marker", "Marqueur"),
        Words(
            "Whoever has it chooses where the cats run, and runs first. It moves on every round.",
            "Qui l’a choisit où courent les chats, et court en premier. Il change de mains à "
            "chaque tour.",
        ),
        lambda: elements.marker(0, 0, 90, 1, 0),
    ),
)

BOOK = Book(
    credits=Credits(
        authors=("Jeffrey D. Allers",),
        illustrators=("Maciej Szymanowicz",),
        publishers=("Nasza Księgarnia", "MJ Games"),
        year=2020,
    ),
    overview=Words(
        "In everybody’s own nursery a cat unrolls its thread from one piece of furniture to the "
        f"next. In each of {spelt(ROUNDS).en} rounds one player chooses the furniture for all, and "
        "you win a token of every toy that your new stretch of thread crosses. The highest sum of "
        "tokens wins.",
        "Dans la chambre de chacun, un chat déroule son fil d’un meuble à l’autre. À chacun des "
        f"{spelt(ROUNDS).fr} tours, quelqu’un choisit le meuble pour tout le monde, et tu gagnes "
        "un jeton de chaque jouet que croise ton nouveau bout de fil. La plus grande somme de "
        "jetons l’emporte.",
    ),
    pieces=PIECES,
    sections=SECTIONS,
    tips=(
        Words(
            "Each entrance also decides where you leave from next time: the line you draw now is "
            "half of the next one.",
            "Chaque entrée décide aussi d’où tu repars : le trait d’aujourd’hui prépare celui de "
            "demain.",
        ),
        *too_long(),
        Words(
            "Low tokens lie on top: who comes later to a toy wins more, as long as its pile lasts.",
            "Les petites valeurs sont dessus : qui vient plus tard à un jouet gagne plus, tant que "
            "sa pile dure.",
        ),
        Words(
            "When you hold the marker, look at the other rooms too: a piece that is good for you "
            "and bad for them is worth twice as much.",
            "Quand tu as le marqueur, regarde aussi les autres chambres : un meuble bon pour toi "
            "et mauvais pour elles compte double.",
        ),
    ),
    lesson=LESSON,
)
