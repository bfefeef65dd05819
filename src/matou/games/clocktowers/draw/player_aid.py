"""The pictures of the player's aid: what a tower scores, and what each card does."""

from collections.abc import Mapping
from typing import Any

from matou import paper as p
from matou.games.clocktowers.components import CLOCK, FLOOR, ROOF
from matou.games.clocktowers.draw import pieces


def _of(kind: int) -> str:
    return p.group("", pieces.picture(kind), -36, -50, 0.72)


def aid(chosen: Mapping[str, Any]) -> dict[str, str]:
    is_anywhere, is_own = chosen.get("floors_above_clock"), chosen.get("ladder") == "player"
    pair = p.cat_head("watching", -22, -12, 62) + p.mouse_head("watching", 24, 20, 54)
    return {
        "empty": pieces.window(-20, 32, 28, 64) + pieces.window(20, 32, 28, 64),
        "cats": p.cat_head("watching", 0, 0, 88),
        "both": pair,
        "mice": p.mouse_head("watching", 0, 0, 84),
        "floor-anywhere" if is_anywhere else "floor": _of(FLOOR + 1),
        "clock": _of(CLOCK),
        "roof-own" if is_own else "roof": _of(ROOF),
        "discard": p.card_back(-36, -50, 72, 100, "aid"),
    }
