"""The player's aid: how each side wins, and what each tile does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matou import paper as p
from matou.core.game import Aid
from matou.core.words import Words
from matou.games.chopchop import kitchen
from matou.games.chopchop.components import (
    ARROW,
    CHEESE,
    CHEESES,
    DISHES,
    FORK,
    KNIFE,
    MICE,
    PLUS_ONE,
)


def _of(kind: int) -> str:
    return kitchen.face(kind, 0, 0, 92)


def aid(chosen: Mapping[str, Any]) -> list[Aid]:
    return [
        Aid(
            p.matou_head("pouncing", 0, 0, 92),
            Words(
                f"The cat wins by catching all {MICE} mice: it ends its move on them.",
                f"Le chat gagne s’il attrape les {MICE} souris : il finit sa marche sur elles.",
            ),
        ),
        Aid(
            p.mouse_head("proud", 0, 0, 88),
            Words(
                f"The mice win when one ends in a hole, all {CHEESES} "
                "cheeses are theirs and all have been out.",
                "Les souris gagnent quand l’une finit dans un trou, "
                f"que les {CHEESES} fromages sont à elles et "
                "que toutes sont sorties.",
            ),
        ),
        Aid(
            _of(CHEESE),
            Words(
                "Cheese: a mouse wins it; the cat leaves it lying, and cannot come back to it.",
                "Fromage : une souris le gagne ; le chat le laisse là et n’y revient pas.",
            ),
        ),
        Aid(_of(DISHES), Words("Broken dishes: nothing.", "Vaisselle cassée : rien.")),
        Aid(
            _of(PLUS_ONE),
            Words(
                "+1, +2: the same piece goes on by exactly that much.",
                "+1, +2 : la même pièce avance encore d’autant, exactement.",
            ),
        ),
        Aid(
            _of(ARROW),
            Words(
                "Arrow: the same piece goes wherever it may "
                "stand, but to no cheese, hole or mouse.",
                "Flèche : la même pièce va où elle peut se "
                "tenir, mais ni fromage, ni trou, ni souris.",
            ),
        ),
        Aid(
            _of(FORK),
            Words(
                "Fork: the mice take a cheese that lies in sight; nothing for the cat.",
                "Fourchette : les souris prennent un fromage visible ; rien pour le chat.",
            ),
        ),
        Aid(
            _of(KNIFE),
            Words(
                "Knife: the turn ends, and the other side plays twice.",
                "Couteau : le tour s’arrête, et l’autre camp joue deux fois.",
            ),
        ),
    ]
