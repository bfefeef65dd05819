"""The books give the facts of the publishers' rules in other words."""

from __future__ import annotations

import pytest
from conformance import publishers
from conformance.books import GAMES, in_all, text_at
from conformance.support import RULES

from matou.core.grammar import grammar

tied = grammar("fr").typeset

# Facts of the publishers' rules: game, place in the book, text in English and in French.
FACTS = (
    ("clocktowers", "CT4", "begins and ends with three cards", "main de trois cartes"),
    ("clocktowers", "CT5", "any number of floors", "autant d’étages que tu veux"),
    ("clocktowers", "CT5", "any number of towers", "autant de clochers que tu veux"),
    ("clocktowers", "CT7", "of any colours", "de toutes les couleurs"),
    ("chopchop", "CC2", "one after another, the youngest first", "en commençant par le plus jeune"),
    ("appenzell", "AP11", "several kinds in one turn", "plusieurs sortes en un seul tour"),
    ("appenzell", "AP13", "recommended for two or three", "se conseille à deux ou à trois"),
    ("catymini", "CM2", "seven tiles with two players, five tiles with three players "
     "and four tiles with four players",
     "sept tuiles à deux, cinq tuiles à trois et quatre tuiles à quatre"),
    ("catymini", "CM9", "The same toy may be won several times", "jouet se gagne plusieurs fois"),
    ("clocktowers", "credits",
     "By Alan R. Moon and Aaron Weissblum. Illustrated by Jacob Elijah Walker. Published by Jolly "
     "Roger Games, 2004.",
     "Auteurs : Alan R. Moon et Aaron Weissblum. Illustrations : Jacob Elijah Walker. Édition : "
     "Jolly Roger Games, 2004."),
    ("chopchop", "credits", "By Alexandre Droit. Published by Djeco, 2017. Ages 6 and up.",
     "Auteur : Alexandre Droit. Édition : Djeco, 2017. À partir de 6 ans."),
    ("appenzell", "credits",
     "By Jens-Peter Schliemann and Bernhard Weber. Published by Zoch, 2007.",
     "Auteurs : Jens-Peter Schliemann et Bernhard Weber. Édition : Zoch, 2007."),
    ("catymini", "credits",
     "By Jeffrey D. Allers. Illustrated by Maciej Szymanowicz. Published by Nasza Księgarnia and "
     "MJ Games, 2020.",
     "Auteur : Jeffrey D. Allers. Illustrations : Maciej Szymanowicz. Édition : Nasza Księgarnia "
     "et MJ Games, 2020."),
    ("clocktowers", "rulings", "go on your own towers only", "que sur tes propres clochers"),
    ("clocktowers", "rulings", "takes no more floors", "ne reçoit plus d’étage"),
    ("clocktowers", "rulings", "whole table shares the ladder", "table partage l’échelle"),
    ("chopchop", "rulings", "A home plate that was never left", "Une plaque jamais quittée"),
    ("chopchop", "rulings", "Extra moves and arrows", "déplacement en plus ni une flèche"),
    ("chopchop", "rulings", "the third mouse may be caught", "la troisième souris peut y être"),
    ("appenzell", "rulings", "copper roof covers four squares", "cuivre couvre quatre cases"),
    ("catymini", "rulings", "A token cannot be refused", "Un jeton ne se refuse pas"),
    ("chopchop", "tips", "in the tunnel, in a hole and on its home plate", "sur sa plaque"),
)  # fmt: skip


@pytest.mark.parametrize(("name", "where", "en", "fr"), FACTS)
def test_the_books_say_what_the_publishers_say(name: str, where: str, en: str, fr: str) -> None:
    assert en in text_at(name, where, "en")
    assert tied(fr) in text_at(name, where, "fr")


@GAMES
def test_no_sentence_is_copied_from_the_publishers(name: str) -> None:
    for place, said in in_all(name):
        for text in said.values():
            assert not publishers.copied(text), place
    assert not publishers.copied((RULES / f"{name}.md").read_text())


def test_a_copied_sentence_is_found_by_its_fingerprints() -> None:
    assert len(publishers.known()) > 1000
    text = "Le chat, très vieux, dort sur une table et ne pense à rien du tout."
    known = publishers.fingerprints(text)
    assert publishers.copied(f"Chut ! {text.upper()} Bonne nuit.", known)
    assert not publishers.copied(text.replace("table", "chaise"), known)
