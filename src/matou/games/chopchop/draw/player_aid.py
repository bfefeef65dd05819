"""The pictures of the player's aid: how each side wins, and what each tile does."""

from collections.abc import Mapping
from typing import Any

from matou import paper as p
from matou.games.chopchop import components as box
from matou.games.chopchop.draw import kitchen


def aid(chosen: Mapping[str, Any]) -> dict[str, str]:
    tiles = {
        "cheese": box.CHEESE,
        "dishes": box.DISHES,
        "more": box.PLUS_ONE,
        "arrow": box.ARROW,
        "fork": box.FORK,
        "knife": box.KNIFE,
    }
    return {
        "cat": p.matou_head("pouncing", 0, 0, 92),
        "mice": p.mouse_head("proud", 0, 0, 88),
        **{name: kitchen.face(kind, 0, 0, 92) for name, kind in tiles.items()},
    }
