"""The player's aid: what scores, and what a run costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matou.core.game import Aid
from matou.core.words import Words
from matou.games.catymini.components import ALL_TOYS_BONUS, FURNITURE, ROUNDS, TOY_NAMES
from matou.games.catymini.elements import face_down_token, spool, tile_front
from matou.games.catymini.toys import toy_art
from matou.paper import cat_head, group


def aid(chosen: Mapping[str, Any]) -> list[Aid]:
    tile = group("", tile_front(FURNITURE.index("armchair"), 88), -44, -44)
    told = [
        Aid(
            toy_art(TOY_NAMES.index("rocket")),
            Words(
                "Every toy your new thread touches: you take its top token, if one is left.",
                "Chaque jouet que touche ton nouveau fil : "
                "tu prends son premier jeton, s’il en reste.",
            ),
        ),
        Aid(
            face_down_token(0, 0, 92),
            Words(
                f"After round {ROUNDS} the tokens are added up: "
                "the highest total wins, then the longest thread left.",
                f"Après le tour {ROUNDS}, on additionne les jetons : "
                "le plus grand total gagne, puis le plus long fil restant.",
            ),
        ),
        Aid(
            tile,
            Words(
                "Whoever has the paw plays a tile of another colour "
                "than the last; all cats run to it.",
                "Qui a la patte joue une tuile d’une autre couleur "
                "que la dernière ; tous les chats y courent.",
            ),
        ),
        Aid(
            spool(0, 8000, 0, 0, 96),
            Words(
                "A run costs its length and the width of the furniture.",
                "Une course coûte sa longueur et la largeur du meuble.",
            ),
        ),
        Aid(
            cat_head("asleep", 0, 0, 92),
            Words(
                "Too little thread for both notches: the cat sleeps this round.",
                "Pas assez de fil pour les deux encoches : le chat dort ce tour-ci.",
            ),
        ),
    ]
    if chosen.get("expert", False):
        told.append(
            Aid(
                toy_art(TOY_NAMES.index("ball")),
                Words(
                    "Expert: a point for each kind of toy, "
                    f"{ALL_TOYS_BONUS} for all {len(TOY_NAMES)}.",
                    "Expert : un point par sorte de jouet, "
                    f"{ALL_TOYS_BONUS} pour les {len(TOY_NAMES)}.",
                ),
            )
        )
    return told
