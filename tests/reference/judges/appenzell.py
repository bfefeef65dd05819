"""Finds the rules of Château d'Appenzell that a notation breaks, independently of the game."""

from __future__ import annotations

import random
import re

from reference.appenzell import CHEESES, COLUMNS, ROWS, SQUARES, TOWERS, Table

__all__ = ["NAMED", "Table", "attempt", "broken", "current_rule"]

NAMED = "AP1 AP2 AP3 AP4 AP5 AP6 AP7 AP8 AP10"  # rules that refusals must name


def current_rule(table: Table) -> str:
    """Returns the rule of the current decision or event."""
    if table.ended_by:
        return table.ended_by
    if table.to_reveal:
        return "AP1" if table.placing else "AP10"
    return "AP2" if table.placing else "AP3"


def broken(table: Table, text: str) -> set[str]:
    """Returns the rules that an illegal notation breaks."""
    if table.ended_by:
        return {table.ended_by}
    if re.fullmatch(r"([a-z]\d|spare)=[a-z]+", text):  # a reveal: AP1 at the start, later AP10
        return {"AP1" if table.placing else "AP10"}
    if table.to_reveal or table.placing:
        return {current_rule(table)}
    if re.fullmatch(r"\^[A-Z]", text):
        return {"AP4"}
    if re.fullmatch(r"@[a-z]\d", text):
        return {"AP5"}
    if re.fullmatch(r"[<>]\d|[-+][a-z]", text):
        return {"AP8"}
    move = re.fullmatch(r"([a-z]\d)-([a-z]\d)", text)
    return wrong_move(table, move[1], move[2]) if move else {"AP3"}


def wrong_move(table: Table, start: str, end: str) -> set[str]:
    if start not in SQUARES or end not in SQUARES:
        return {"AP6"}
    across = COLUMNS.index(end[0]) - COLUMNS.index(start[0])
    up = ROWS.index(end[1]) - ROWS.index(start[1])
    if (across == 0) == (up == 0):  # not in a straight line
        return {"AP6"}
    far = abs(across + up)
    taken = table.occupied()
    passed = {
        COLUMNS[COLUMNS.index(start[0]) + across * i // far]
        + ROWS[ROWS.index(start[1]) + up * i // far]
        for i in range(1, far)
    }
    wrong = set()
    if start not in table.mice[table.turn]:
        wrong |= {"AP6", "AP7"} if passed else {"AP6"}
    if not passed <= taken:  # too far for a step, and no mice to jump over
        wrong |= {"AP6", "AP7"}
    if far > 1 and far > table.left:
        wrong.add("AP7")
    if end in TOWERS or end in taken or table.room[end] not in table.lifted:
        wrong.add("AP6")
    if table.tile.get(end) == "trap":
        wrong.add("AP6")
    return wrong


def attempt(table: Table, rng: random.Random) -> str:
    """Returns a notation to try: mostly a mouse's move, also just off the board."""
    square = rng.choice(COLUMNS) + rng.choice(ROWS)
    mine = table.mice[table.turn]
    sort = rng.random()
    if sort < 0.55:
        start = rng.choice(mine) if mine and rng.random() < 0.8 else square
        if rng.random() < 0.3:
            near = COLUMNS.index(start[0]) + rng.randint(-1, 1)
            return f"{start}-{'abcdefgh'[near]}{int(start[1]) + rng.randint(-1, 1)}"
        end = start[0] + rng.choice(ROWS) if rng.random() < 0.4 else rng.choice(COLUMNS) + start[1]
        return f"{start}-{square if rng.random() < 0.2 else end}"
    if sort < 0.65:
        return "^" + rng.choice("ABCDEFGHIJKLMNOPQRSZ")
    if sort < 0.75:
        return "@" + rng.choice([*TOWERS, square])
    if sort < 0.85:
        return rng.choice("<>") + rng.choice(ROWS + "09")
    if sort < 0.92:
        back = {"<": ">", ">": "<", "+": "-", "-": "+"}
        if table.last_push and rng.random() < 0.5:
            return back[table.last_push[0]] + table.last_push[1]
        return rng.choice("+-") + rng.choice(COLUMNS + "hz")
    if sort < 0.96:
        place = rng.choice(["spare", square, *[str(p) for p in table.to_reveal]])
        return f"{place}={rng.choice([*CHEESES, 'bare', 'trap', 'feta'])}"
    return rng.choice([".", "..", "x", "a1", "b2-", "E"])
