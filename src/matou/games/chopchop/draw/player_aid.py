"""The player's aid: how each side wins, and what each tile does."""

from collections.abc import Mapping
from typing import Any

from matou import paper as p
from matou.core.game import Aid
from matou.games.chopchop import components as box
from matou.games.chopchop.draw import kitchen
from matou.games.chopchop.say.messages import say


def _of(kind: int) -> str:
    return kitchen.face(kind, 0, 0, 92)


def aid(chosen: Mapping[str, Any]) -> list[Aid]:
    return [
        Aid(
            p.matou_head("pouncing", 0, 0, 92),
            say(
                "The cat wins by catching all {mice} mice. It catches a mouse by ending a "
                "move on its square.",
                mice=box.MICE,
            ),
        ),
        Aid(
            p.mouse_head("proud", 0, 0, 88),
            say(
                "The mice win when one of them ends a move in a hole, once they have all "
                "{cheeses} cheeses and every mouse has left its home plate.",
                cheeses=box.CHEESES,
            ),
        ),
        Aid(
            _of(box.CHEESE),
            say(
                "Cheese: a mouse wins it. The cat leaves it there, face up, and cannot come "
                "back to it."
            ),
        ),
        Aid(_of(box.DISHES), say("Broken dishes: nothing happens.")),
        Aid(_of(box.PLUS_ONE), say("+1, +2: the same piece moves exactly that many squares more.")),
        Aid(
            _of(box.ARROW),
            say(
                "Arrow: the same piece goes to any square it may stand on. A mouse cannot "
                "choose a visible cheese or a hole, and the cat cannot choose a mouse."
            ),
        ),
        Aid(_of(box.FORK), say("Fork: a mouse wins a visible cheese. The cat gets nothing.")),
        Aid(_of(box.KNIFE), say("Knife: the turn ends, and the other side plays twice.")),
    ]
