"""The pictures of the player's aid: what scores, and what a run costs."""

from collections.abc import Mapping
from typing import Any

from matou.games.catymini.components import FURNITURE, TOY_NAMES
from matou.games.catymini.draw.artwork import toy_art
from matou.games.catymini.draw.parts import face_down_token, spool, tile_front
from matou.paper import cat_head, group


def aid(chosen: Mapping[str, Any]) -> dict[str, str]:
    drawn = {
        "toy": toy_art(TOY_NAMES.index("rocket")),
        "tokens": face_down_token(0, 0, 92),
        "tile": group("", tile_front(FURNITURE.index("armchair"), 88), -44, -44),
        "thread": spool(0, 8000, 0, 0, 96),
        "asleep": cat_head("asleep", 0, 0, 92),
    }
    return drawn | {"expert": toy_art(TOY_NAMES.index("ball"))} if chosen.get("expert") else drawn
