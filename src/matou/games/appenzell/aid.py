"""The player's aid: what wins, and what each action does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matou import paper as p
from matou.core.game import Aid
from matou.core.words import Words
from matou.games.appenzell.components import GOALS


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
            Words(
                f"Two of your mice on the same cheese: it is yours. {goal} different ones win.",
                "Deux de tes souris sur le même fromage : "
                f"il est à toi. {goal} différents gagnent.",
            ),
        ),
        Aid(
            roof,
            Words(
                "Lift a roof that touches one of your mice. "
                "Empty rooms are covered again after your turn.",
                "Soulève un toit qui touche une de tes souris. "
                "Les pièces vides se recouvrent après ton tour.",
            ),
        ),
        Aid(
            p.shape(tower, "var(--stone)", "var(--quiet)", 3) + p.mouse_piece(0, 0, 14, 56),
            Words(
                "Enter: a mouse from outside goes into a free tower.",
                "Entre : une souris du dehors va dans une tour libre.",
            ),
        ),
        Aid(
            jump,
            Words(
                "Step to a neighbouring open square, or jump "
                "straight over mice: an action for each, "
                "and one to land.",
                "Avance sur une case voisine découverte, ou saute "
                "droit par-dessus des souris : une action "
                "par souris, et une pour se poser.",
            ),
        ),
        Aid(
            p.slot(0, 0, 96, "east"),
            Words(
                "Push, once a turn: the spare goes in, the "
                "line slides, mice stay where they stand.",
                "Pousse, une fois par tour : la réserve entre, la "
                "ligne glisse, les souris restent où elles sont.",
            ),
        ),
        Aid(
            p.trap(0, 0, 92),
            Words(
                "A trap pushed under a mouse: it falls. "
                "With three fallen you can no longer win, "
                "and the game ends.",
                "Une trappe poussée sous une souris : elle tombe. "
                "À trois tombées, tu ne peux plus gagner, "
                "et la partie finit.",
            ),
        ),
    ]
