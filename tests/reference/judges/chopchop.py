"""Finds the rules of Chop! Chop! that a notation breaks, independently of the game."""

from __future__ import annotations

import random
import re
from typing import Any

from reference import chopchop as game

NAMED = "CC1 CC2 CC3 CC4 CC5 CC6 CC7 CC9 CC13 CC14 CC15 CC16"  # rules that refusals must name
CAT_WORLD = game.FLOOR - game.TUNNEL | game.TOPS  # CC6
MOUSE_WORLD = game.FLOOR | set(game.HOLES)  # CC7
MOVES_BY = {"die": "CC3", "extra": "CC13", "arrow": "CC14"}
SQUARE = r"T?[a-z]\d|[A-Z]"
SORTS = {r"\d+": "CC3", r"=\S+": "CC3", rf"@({SQUARE})": "CC1", rf"\^({SQUARE})": "CC15"}


class Table(game.Table):
    """The second implementation; also remembers the reason and length of the current move."""

    by, pips = "die", 0

    def __init__(self, seats: int) -> None:
        super().__init__(seats)

    def rolled(self, pips: int) -> None:
        self.by, self.pips = "die", pips
        super().rolled(pips)

    def tile(self, kind: str) -> None:
        if kind in ("+1", "+2"):
            self.by, self.pips = "extra", int(kind)
        elif kind == "arrow":
            self.by = "arrow"
        super().tile(kind)


def current_rule(table: Table) -> str:
    """Returns the rule of the current decision or event."""
    if table.ended_by:
        return table.ended_by
    if table.waits == "move":
        return MOVES_BY[table.by]
    return {"place": "CC1", "fork": "CC15"}.get(table.waits, "CC3")


def broken(table: Table, text: str) -> set[str]:
    """Returns the rules that an illegal notation breaks."""
    if table.ended_by:
        return {table.ended_by}
    if table.waits in ("die", "tile") and not re.match(r"[@^]", text):
        return {"CC3"}
    for pattern, rule in SORTS.items():
        if re.fullmatch(pattern, text, re.ASCII):
            # The wrong time, or a wrong choice.
            return {rule, current_rule(table)}
    way = re.fullmatch(rf"({SQUARE})-({SQUARE})(\*?)", text, re.ASCII)
    if not way or table.waits != "move":
        return {current_rule(table)}
    start, end, star = way[1], way[2], bool(way[3])
    cats = table.side == "cat"
    mice = {m for m in table.mice if m}
    if start not in ({table.cat} if cats else mice):
        return {"CC2"} if start in {table.cat, *mice} else {"CC3"}
    return wrong_cat(table, end, star) if cats else wrong_mouse(table, start, end, star)


def wrong_mouse(table: Table, start: str, end: str, star: bool) -> set[str]:
    wrong = set()
    if table.by == "die" and table.bound >= 0 and start != table.mice[table.bound]:
        wrong.add("CC16")
    if table.by != "die" and start != table.mice[table.mover]:
        wrong.add(MOVES_BY[table.by])
    if star:
        wrong.add("CC9")
    if end not in MOUSE_WORLD:
        return wrong | {"CC7"}
    others = {table.cat, *table.mice} - {start}
    if end in others:
        wrong |= {"CC5", "CC7"} if end in game.HOLES else {"CC5"}
    if table.by == "arrow":
        if end == start or end in table.visible or end in game.HOLES:
            wrong.add("CC14")
        return wrong
    if end == start:
        return wrong | {"CC4"}
    if end not in walks(game.mouse_steps, start, table.pips, set()):
        return wrong | {"CC4", MOVES_BY[table.by]}
    if end not in walks(game.mouse_steps, start, table.pips, others):
        wrong.add("CC5")
    return wrong


def wrong_cat(table: Table, end: str, star: bool) -> set[str]:
    wrong = set()
    if star != (end in table.mice and end in CAT_WORLD):
        wrong.add("CC9")
    if end not in CAT_WORLD or end in table.visible - {table.cat}:
        wrong.add("CC6")
    if end in table.barred():
        wrong.add("CC10")
    if table.by == "arrow":
        return wrong | {"CC14"} if end == table.cat or end in table.mice else wrong
    if end == table.cat:
        return wrong | {"CC4"}
    if end not in CAT_WORLD:
        return wrong
    cheese, mice = table.visible, set(table.mice)
    free, stopped = (
        end in walks(game.cat_steps, table.cat, table.pips, barred)
        for barred in (set[str](), cheese | mice)
    )
    if not free:
        return wrong | {"CC4", MOVES_BY[table.by]}
    if not stopped:
        by_cheese, by_mice = (
            end not in walks(game.cat_steps, table.cat, table.pips, barred)
            for barred in (cheese, mice)
        )
        # If neither alone blocks every way, they do so together.
        if by_cheese or not by_mice:
            wrong.add("CC6")
        if by_mice or not by_cheese:
            wrong.add("CC5")
    return wrong


def walks(steps: Any, start: str, pips: int, barred: set[str]) -> set[str]:
    """Returns the ends of walks of this length that never return to their start (CC4).

    Walks do not pass through barred places, but may end on one.
    """
    reached = {start}
    for _ in range(pips):
        reached = {b for a in reached - (barred - {start}) for b in steps(a)} - {start}
        if steps is game.cat_steps:
            reached &= CAT_WORLD
    return reached


def attempt(table: Table, rng: random.Random) -> str:
    """Returns a notation to try: mostly the move of a piece, to a place nearby or anywhere."""
    anywhere = rng.choice([*sorted(MOUSE_WORLD | game.TOPS), "c3", "d5", "Ta1", "g4", "a8", "Q"])
    sort = rng.random()
    if table.waits == "place" and sort < 0.3:
        return "@" + anywhere
    if table.waits == "fork" and sort < 0.3:
        return "^" + rng.choice([table.cat, anywhere])
    if sort > 0.85:
        signs = ["@" + anywhere, "^" + anywhere, str(rng.randint(0, 12)), "x", "a1", ""]
        tile = rng.choice([*game.TILES, "tea"])
        return rng.choice([*signs, f"={tile}", f"={tile}"])
    pieces = [p for p in (table.cat, *table.mice) if p]
    own = [table.cat] if table.side == "cat" else [m for m in table.mice if m]
    start = rng.choice(own if own != [""] and sort < 0.7 else [*pieces, anywhere])
    star = "*" if rng.random() < (0.3 if start == table.cat else 0.05) else ""
    near = {start}
    for _ in range(table.pips if rng.random() < 0.6 else rng.randint(0, 4)):
        near = {b for a in near for b in beside(a)}
    there = {*pieces, *table.visible, *game.HOLES, anywhere}
    goals = sorted(near if rng.random() < 0.7 else there)
    return f"{start}-{rng.choice(goals)}{star}"


def beside(place: str) -> set[str]:
    """Returns the places around a place, including the table's legs and top."""
    if place in game.HOLES:
        return {game.HOLES[place]}
    square = place.removeprefix("T")
    if square[0] not in game.COLUMNS or square[1:] not in game.ROWS:
        return {place}
    around = game.around(square)
    return around | {"T" + sq for sq in around & game.TABLE} | game.mouse_steps(square)
