"""The player's aid: what a tower scores, and what each card does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matou import paper as p
from matou.core.game import Aid
from matou.core.words import Words
from matou.games.clocktowers import bricks
from matou.games.clocktowers.components import CAT, CLOCK, FLOOR, MOUSE, POINTS, ROOF


def _of(kind: int) -> str:
    return p.group("", bricks.picture(kind), -36, -50, 0.72)


def aid(chosen: Mapping[str, Any]) -> list[Aid]:
    none, cats, both, mice = (POINTS[marks] for marks in (0, CAT, CAT | MOUSE, MOUSE))
    windows = bricks.window(-20, 32, 28, 64) + bricks.window(20, 32, 28, 64)
    pair = p.cat_head("watching", -22, -12, 62) + p.mouse_head("watching", 24, 20, 54)
    above = chosen.get("floors_above_clock", False)
    shared = chosen.get("ladder", "table") == "table"
    whose = Words("for the whole table", "pour toute la table")
    if not shared:
        whose = Words("for each player", "pour chaque joueur")
    return [
        Aid(
            windows,
            Words(f"Finished, no animal: {none} points", f"Achevé, sans animal : {none} points"),
        ),
        Aid(
            p.cat_head("watching", 0, 0, 88),
            Words(f"Only cats: {cats} points", f"Des chats seuls : {cats} points"),
        ),
        Aid(pair, Words(f"Cats and mice: {both} points", f"Chats et souris : {both} points")),
        Aid(
            p.mouse_head("watching", 0, 0, 84),
            Words(f"Only mice: {mice} points", f"Des souris seules : {mice} points"),
        ),
        Aid(
            _of(FLOOR + 1),
            Words(
                "A floor begins a tower or goes on one of yours"
                + ("." if above else " without a clock."),
                "Un étage commence un clocher ou se pose sur un des tiens"
                + ("." if above else " sans horloge."),
            ),
        ),
        Aid(
            _of(CLOCK),
            Words(
                "A clock goes on a tower that has a floor and no clock; it is no storey.",
                "Une horloge se pose sur un clocher qui a un étage "
                "et pas d’horloge ; elle ne compte pas d’étage.",
            ),
        ),
        Aid(
            _of(ROOF),
            Words(
                "A roof closes a tower with a clock. A colour’s "
                "first has 1 or 2 storeys, each next one exactly "
                f"one more, {whose.en}.",
                "Un toit achève un clocher à horloge. Le premier "
                "d’une couleur a 1 ou 2 étages, chaque suivant un "
                f"de plus exactement, {whose.fr}.",
            ),
        ),
        Aid(
            p.card_back(-36, -50, 72, 100, "aid"),
            Words(
                "A card may always be discarded, face down.",
                "On peut toujours défausser une carte, face cachée.",
            ),
        ),
    ]
