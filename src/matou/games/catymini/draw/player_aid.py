"""The player's aid: what scores, and what a run costs."""

from collections.abc import Mapping
from typing import Any

from matou.core.game import Aid
from matou.games.catymini.components import ALL_TOYS_BONUS, FURNITURE, ROUNDS, TOY_NAMES
from matou.games.catymini.draw.artwork import toy_art
from matou.games.catymini.draw.parts import face_down_token, spool, tile_front
from matou.games.catymini.say.messages import say
from matou.paper import cat_head, group


def aid(chosen: Mapping[str, Any]) -> list[Aid]:
    tile = group("", tile_front(FURNITURE.index("armchair"), 88), -44, -44)
    found = [
        Aid(
            toy_art(TOY_NAMES.index("rocket")),
            say(
                "For every toy your new stretch of thread touches, take its top token, if "
                "one is left."
            ),
        ),
        Aid(
            face_down_token(0, 0, 92),
            say(
                "After round {n}, add up your tokens: the highest total wins. If there is a "
                "tie, the most thread left wins.",
                n=ROUNDS,
            ),
        ),
        Aid(
            tile,
            say(
                "The player with the marker plays a tile of a different colour from the last "
                "one; all cats run there."
            ),
        ),
        Aid(
            spool(0, 8000, 0, 0, 96), say("A run costs its length plus the width of the furniture.")
        ),
        Aid(
            cat_head("asleep", 0, 0, 92),
            say("Not enough thread for either notch: your cat sleeps this round."),
        ),
    ]
    if chosen.get("expert", False):
        found.append(
            Aid(
                toy_art(TOY_NAMES.index("ball")),
                say(
                    "For experts: one extra point for each kind of toy, {bonus} for all {toys}.",
                    bonus=ALL_TOYS_BONUS,
                    toys=len(TOY_NAMES),
                ),
            )
        )
    return found
