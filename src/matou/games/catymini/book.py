"""The rule book of Caty Mini: its story, its pieces, what to know; all of it is ``BOOK``."""

from __future__ import annotations

from matou import paper as p
from matou.core.book import Book, Credits, Piece
from matou.core.words import Words
from matou.games.catymini import elements
from matou.games.catymini.book_lesson import LESSON
from matou.games.catymini.book_rules import SECTIONS
from matou.games.catymini.components import THREAD
from matou.games.catymini.furniture import furniture
from matou.games.catymini.toys import toy_art

PIECES = (
    Piece(
        Words("Nursery", "Chambre"),
        Words(
            "Your own board, a square room of 1,000 by 1,000 units. There are four, A to D, and "
            "seats play them in this order; the option “boards” chooses otherwise. Walls: "
            "turquoise in the north, yellow in the east, red in the south, violet in the west.",
            "Ton plateau à toi, une pièce carrée de 1 000 unités sur 1 000. Il y en a quatre, A à "
            "D, attribuées dans l’ordre des sièges ; l’option « boards » en décide autrement. Murs "
            ": turquoise au nord, jaune à l’est, rouge au sud, violet à l’ouest.",
        ),
        rulings=(
            Words(
                "The four nurseries are our own: where furniture and toys are, and in which order "
                "along each wall. They are balanced, so that every room crosses as many toys.",
                "Les quatre chambres sont de nous : la place des meubles et des jouets, et leur "
                "ordre le long de chaque mur. Elles sont équilibrées : on croise autant de jouets "
                "dans chacune.",
            ),
        ),
    ),
    Piece(
        Words("Furniture", "Meuble"),
        Words(
            "Five pieces on each wall, the same in every room but in another order. Turquoise: "
            "chair, bed, wardrobe, lamp, mirror. Yellow: table, stool, bookcase, clock, desk. Red: "
            "sofa, armchair, chest, rug-stand, piano. Violet: cot, dresser, shelf, bench, "
            "coat-rack.",
            "Cinq meubles par mur, les mêmes dans chaque chambre mais dans un autre ordre. "
            "Turquoise : chaise, lit, armoire, lampe, miroir. Jaune : table, tabouret, "
            "bibliothèque, pendule, bureau. Rouge : canapé, fauteuil, coffre, porte-tapis, piano. "
            "Violet : berceau, commode, étagère, banc, portemanteau.",
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
            "One on either side of each piece of furniture, 40 in a room. Threads go in and come "
            "out there. Clockwise round the room, the furniture of a wall stands at 150, 325, 500, "
            "675 and 850, its notches 70 units to either side.",
            "Une de chaque côté de chaque meuble, 40 par chambre. Les fils y entrent et en "
            "sortent. Dans le sens horaire, les meubles d’un mur sont à 150, 325, 500, 675 et "
            "850, leurs encoches à 70 unités de part et d’autre.",
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
            "12,800 units for each player. What you lay is used up.",
            "12 800 unités par personne. Ce que tu poses est consommé.",
        ),
        lambda: elements.spool(0, THREAD, 0, 0, 90),
        (Words("The thread is 12,800 units long.", "Le fil mesure 12 800 unités."),),
    ),
    Piece(
        Words("Furniture tile", "Tuile meuble"),
        Words(
            "20, one for each piece of furniture, its colour on the back.",
            "20, une par meuble, avec sa couleur au dos.",
        ),
        lambda: p.group("", elements.tile_front(5, 92), -46, -46),
    ),
    Piece(
        Words("Toy", "Jouet"),
        Words(
            "Ten kinds, each once on every floor, a disc of radius 60: block, ball, bear, car, "
            "drum, duck, kite, rocket, top, train.",
            "Dix sortes, chacune une fois par chambre, un disque de rayon 60 : cube, ballon, ours, "
            "voiture, tambour, canard, cerf-volant, fusée, toupie, train.",
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
            "50: for each toy the values 2, 2, 3, 3 and 4.",
            "50 : pour chaque jouet, les valeurs 2, 2, 3, 3 et 4.",
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
        lambda: elements.marker(0, 0, 90, 1),
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
        "next. In each of twelve rounds one player chooses the furniture for all, and you win a "
        "token of every toy that your new stretch of thread crosses. The highest sum of tokens "
        "wins.",
        "Dans la chambre de chacun, un chat déroule son fil d’un meuble à l’autre. À chacun des "
        "douze tours, quelqu’un choisit le meuble pour tout le monde, et tu gagnes un jeton de "
        "chaque jouet que croise ton nouveau bout de fil. La plus grande somme de jetons "
        "l’emporte.",
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
        Words(
            "Twelve runs right across the room are too long for your thread. About 1,070 a round "
            "is what you have, the width of the furniture included.",
            "Douze courses en travers de la chambre sont trop longues pour ton fil. Tu disposes "
            "d’environ 1 070 par tour, largeur du meuble comprise.",
        ),
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
