"""Finds the rules of Caty Mini that a notation breaks, independently of the game."""

from __future__ import annotations

import random
import re

from reference import catymini as game

NAMED = "CM1 CM2 CM3 CM4 CM6 CM7 CM8 CM11"  # rules that refusals must name
NOW = {"show": "CM1", "deal": "CM2", "choose": "CM2", "remove": "CM3"}
NOW |= {"start": "CM4", "play": "CM6", "run": "CM7", "over": "CM11"}
# The stages and the rule of each sort of notation.
SORTS = {
    r"=[a-z-]+": ("show deal", "CM2"),
    r"~[a-z]+": ("choose", "CM2"),
    r"-[a-z]+\d": ("remove", "CM3"),
    r"@[a-z-]+/[A-Z]": ("start", "CM4"),
    r"![a-z-]+": ("play", "CM6"),
    r"[a-z-]+/[A-Z]": ("run", "CM7"),
    r"zz": ("run", "CM8"),
}
PIECES = [*game.WALL_OF, "throne"]
COLOURS = [*game.COLOURS, "green"]


class Table(game.Table):
    """The second implementation."""


def current_rule(table: Table) -> str:
    """Returns the rule of the current decision or event."""
    return NOW[table.stage]


def broken(table: Table, text: str) -> set[str]:
    """Returns the rules that an illegal notation breaks."""
    if table.stage == "over":
        return {"CM11"}
    for pattern, (stages, rule) in SORTS.items():
        if re.fullmatch(pattern, text, re.ASCII):
            if table.stage not in stages.split():
                return {rule, current_rule(table)}
            if text in (f"{table.played}/L", f"{table.played}/R"):
                return {"CM8"}  # the right furniture, so the thread is too short
            return {current_rule(table)} if table.stage == "show" else {rule}
    return {current_rule(table)}


def attempt(table: Table, rng: random.Random) -> str:
    """Returns a notation to try, often with the furniture in play."""
    side = rng.choice("LRLRX")
    known = [piece for piece in (table.shown, table.played) if piece]
    held = sorted(table.hands[table.actor]) if table.actor >= 0 else []
    piece = rng.choice(known + held if known and rng.random() < 0.5 else PIECES)
    if table.stage == "run" and rng.random() < 0.3:
        return f"{table.played}/{side}"
    toys = table.to_remove[:1] if rng.random() < 0.5 else []
    token = rng.choice(toys or [*game.TOYS, "doll"]) + str(rng.randint(1, 5))
    notches = [f"{piece}/{side}", f"{piece}/{side}", f"@{piece}/{side}", f"/{side}"]
    tiles = [f"={piece}", f"!{piece}", f"!{piece}", f"~{rng.choice(COLOURS)}"]
    return rng.choice([*notches, *tiles, f"-{token}", "zz", "zzz"])
