"""The player's aid: what a tower scores, and what each card does."""

from collections.abc import Mapping
from typing import Any

from matou import paper as p
from matou.core.game import Aid
from matou.games.clocktowers.components import CAT, CLOCK, FLOOR, MOUSE, POINTS, ROOF
from matou.games.clocktowers.draw import pieces
from matou.games.clocktowers.say.messages import say
from matou.games.clocktowers.say.words import in_points


def _of(kind: int) -> str:
    return p.group("", pieces.picture(kind), -36, -50, 0.72)


def aid(chosen: Mapping[str, Any]) -> list[Aid]:
    none, cats, both, mice = (in_points(POINTS[marks]) for marks in (0, CAT, CAT | MOUSE, MOUSE))
    windows = pieces.window(-20, 32, 28, 64) + pieces.window(20, 32, 28, 64)
    pair = p.cat_head("watching", -22, -12, 62) + p.mouse_head("watching", 24, 20, 54)
    floor = say("A floor starts a new tower or goes on one of your towers that has no clock.")
    if chosen.get("floors_above_clock", False):
        floor = say("A floor starts a new tower or goes on one of your unfinished towers.")
    roof = say(
        "A roof finishes a tower with a clock. A colour’s first tower at the table "
        "has 1 or 2 storeys, and each later one has exactly one more than the last."
    )
    if chosen.get("ladder", "table") != "table":
        roof = say(
            "A roof finishes a tower with a clock. Your first tower of a colour has 1 or "
            "2 storeys, and each later one has exactly one more than the last."
        )
    clock = say("A clock goes on a tower that has a floor but no clock yet. It adds no storey.")
    return [
        Aid(windows, say("Finished tower, no animal: {points}", points=none)),
        Aid(p.cat_head("watching", 0, 0, 88), say("Cats only: {points}", points=cats)),
        Aid(pair, say("Cats and mice: {points}", points=both)),
        Aid(p.mouse_head("watching", 0, 0, 84), say("Mice only: {points}", points=mice)),
        Aid(_of(FLOOR + 1), floor),
        Aid(_of(CLOCK), clock),
        Aid(_of(ROOF), roof),
        Aid(
            p.card_back(-36, -50, 72, 100, "aid"),
            say("You may always discard a card instead, face down."),
        ),
    ]
