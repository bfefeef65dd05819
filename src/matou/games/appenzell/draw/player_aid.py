"""The player's aid: what wins, and what each action does."""

from collections.abc import Mapping
from typing import Any

from matou import paper as p
from matou.core.game import Aid
from matou.games.appenzell.components import GOALS
from matou.games.appenzell.say.messages import say


def aid(chosen: Mapping[str, Any]) -> list[Aid]:
    goal = chosen.get("goal", GOALS[0])
    two = p.cheese("gouda", 0, 10, 84, label=False)
    two += p.mouse_piece(0, -26, -14, 56) + p.mouse_piece(0, 26, -14, 56)
    jump = p.mouse_piece(1, 0, 14, 70) + p.shape("M-42 20Q0-70 42 20", "none", "var(--ink)", 6)
    roof = p.castle_roof("tiled", -46, -34, 92, 68, "aid")
    roof += p.shape("M-46-34L-12 0H12L46-34Z", "var(--cream)", opacity=0.3)
    roof += p.shape("M-46 34L-12 0H12L46 34Z", "var(--shadow)", opacity=0.34)
    tower = "M-40 44V-26H-26V-40H-10V-26H10V-40H26V-26H40V44Z"
    return [
        Aid(
            two,
            say(
                "Two of your mice on the same kind of cheese: you win it. {goal} different "
                "cheeses win the game.",
                goal=goal,
            ),
        ),
        Aid(
            roof,
            say(
                "Lift a roof that touches one of your mice. "
                "Empty rooms are covered again after your turn."
            ),
        ),
        Aid(
            p.shape(tower, "var(--stone)", "var(--quiet)", 3) + p.mouse_piece(0, 0, 14, 56),
            say("Enter: bring a mouse from outside into a free tower."),
        ),
        Aid(
            jump,
            say(
                "Step to an open square next to you, or jump straight over mice: one action "
                "for each mouse, one for the landing."
            ),
        ),
        Aid(
            p.slot(0, 0, 96, "east"),
            say(
                "Push once a turn: the spare goes in, the line slides, and the mice stay "
                "where they are."
            ),
        ),
        Aid(
            p.trap(0, 0, 92),
            say(
                "A trap pushed under a mouse drops it into the cellar. If three of your mice "
                "fall, the game ends and you cannot win."
            ),
        ),
    ]
