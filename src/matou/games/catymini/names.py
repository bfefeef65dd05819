"""The names of things in Caty Mini, in French and English."""

from __future__ import annotations

from matou.core.words import Words
from matou.games.catymini.components import COLOUR_OF
from matou.games.catymini.geometry import BESIDE

COLOUR_WORDS = (
    Words("turquoise", "turquoise"),
    Words("yellow", "jaune"),
    Words("red", "rouge"),
    Words("violet", "violet"),
)
WALL_WORDS = (
    Words("north", "nord"),
    Words("east", "est"),
    Words("south", "sud"),
    Words("west", "ouest"),
)
PIECES = (
    Words("the chair", "la chaise"),
    Words("the bed", "le lit"),
    Words("the wardrobe", "l’armoire"),
    Words("the lamp", "la lampe"),
    Words("the mirror", "le miroir"),
    Words("the table", "la table"),
    Words("the stool", "le tabouret"),
    Words("the bookcase", "la bibliothèque"),
    Words("the clock", "la pendule"),
    Words("the desk", "le bureau"),
    Words("the sofa", "le canapé"),
    Words("the armchair", "le fauteuil"),
    Words("the chest", "le coffre"),
    Words("the rug-stand", "le porte-tapis"),
    Words("the piano", "le piano"),
    Words("the cot", "le berceau"),
    Words("the dresser", "la commode"),
    Words("the shelf", "l’étagère"),
    Words("the bench", "le banc"),
    Words("the coat-rack", "le portemanteau"),
)
TOY_WORDS = (
    Words("block", "cube"),
    Words("ball", "ballon"),
    Words("bear", "ours"),
    Words("car", "voiture"),
    Words("drum", "tambour"),
    Words("duck", "canard"),
    Words("kite", "cerf-volant"),
    Words("rocket", "fusée"),
    Words("top", "toupie"),
    Words("train", "train"),
)

FEMININE_TOYS = ("voiture", "fusée", "toupie")


def a_toy(toy: int, value: int) -> Words:
    """A token in a sentence: 'a bear worth 2', « une fusée de 3 points »."""
    en, fr = TOY_WORDS[toy]
    a = "une" if fr in FEMININE_TOYS else "un"
    return Words(f"a {en} worth {value}", f"{a} {fr} de {value} point{'' if value < 2 else 's'}")


def to_the(fr: str) -> str:
    """« à la table », « au lit »: French for where one goes."""
    return "au " + fr.removeprefix("le ") if fr.startswith("le ") else f"à {fr}"


def of_the(fr: str) -> str:
    """« de la table », « du lit »."""
    return "du " + fr.removeprefix("le ") if fr.startswith("le ") else f"de {fr}"


def lines_of(lines: list[Words]) -> Words:
    return Words("\n".join(w.en for w in lines), "\n".join(w.fr for w in lines))


def listed(items: list[Words], none: Words) -> Words:
    """Words with commas between them."""
    if not items:
        return none
    return Words(", ".join(w.en for w in items), ", ".join(w.fr for w in items))


def bare(tile: int) -> Words:
    """A piece's name without its article."""
    en, fr = PIECES[tile]
    return Words(en.removeprefix("the "), fr.removeprefix("l’").split(" ", 1)[-1])


def coloured(tile: int) -> Words:
    """A tile's name: 'the table (yellow)'."""
    piece, colour = PIECES[tile], COLOUR_WORDS[COLOUR_OF[tile]]
    agreed = colour.fr if piece.fr.startswith("le ") else feminine(colour.fr)
    return Words(f"{piece.en} ({colour.en})", f"{piece.fr} ({agreed})")


def notch_words(room: int, notch: int) -> Words:
    """A notch by what stands next on its side: 'the table, towards the desk'.

    Left and right, as the notation has them, are those of who faces the wall from the room: on
    three walls of a picture they are not what one sees.
    """
    piece, next_to = PIECES[notch // 2], BESIDE[room][notch]
    if next_to < 0:
        return Words(f"{piece.en}, towards the corner", f"{piece.fr}, côté coin")
    return Words(
        f"{piece.en}, towards {PIECES[next_to].en}", f"{piece.fr}, côté {bare(next_to).fr}"
    )


def feminine(colour: str) -> str:
    """A French colour beside a feminine noun: la pile violette."""
    return "violette" if colour == "violet" else colour


def tiles_of_colour(count: int, colour: int) -> Words:
    """So many tiles of a colour: '2 red', « 2 rouges »."""
    en, fr = COLOUR_WORDS[colour]
    plural = "s" if count > 1 and fr != "turquoise" else ""
    return Words(f"{count} {en}", f"{count} {feminine(fr)}{plural}")
