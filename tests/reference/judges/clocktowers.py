"""Finds the rules of Clocktowers that a notation breaks, independently of the game."""

from __future__ import annotations

import random
import re
from typing import Any

from reference import clocktowers as game
from reference.clocktowers import CARD, PILES

NAMED = "CT2 CT4 CT5 CT6 CT7 CT8 CT10"  # rules that refusals must name
CODES = [*CARD, "R6", "F3", "Kc"]  # the last three do not exist
PLACING_RULE = {"F": "CT5", "K": "CT6", "R": "CT7"}  # the rules for floors, clocks and roofs


class Table(game.Table):
    """The second implementation; also remembers whether a card has been played."""

    begun = False

    def play(self, name: str) -> None:
        self.begun |= not self.game.chance
        super().play(name)


def current_rule(table: Table) -> str:
    """Returns the rule of the current decision or event."""
    if table.game.over:
        return "CT10"
    return "CT2" if table.game.chance and not table.begun else "CT4"


def broken(table: Table, text: str) -> set[str]:
    """Returns the rules that an illegal notation breaks."""
    if table.game.over:
        return {"CT10"}
    shown = re.fullmatch(r"=(\w+)", text)
    if shown and shown[1] in CARD and table.game.chance:
        card = CARD[shown[1]]
        # CT2: none of this card is unseen
        return {"CT2"} if card.pile == table.game.to_show[0] else {current_rule(table)}
    played = re.fullmatch(r"(\w+)(?:\+|>(\d+))", text)
    if table.game.chance or not played or played[1] not in CARD:
        return {current_rule(table)}  # draws, discards, reveals, and cards that do not exist
    card, player = CARD[played[1]], table.game.players[table.game.seat]
    of_sort = PLACING_RULE[card.pile]
    wrong = {"CT4"} if table.game.drawing or not player.hand[card] else set()
    if played[2] is None:
        return wrong if card.pile == "F" else wrong | {of_sort}
    if not 1 <= int(played[2]) <= len(player.towers):
        return wrong | {of_sort}
    tower = player.towers[int(played[2]) - 1]
    if tower.complete:
        return wrong | {of_sort, "CT7"}
    if card.pile == "F" and tower.has_clock and not table.game.floors_above_clock:
        wrong.add("CT5")
    if card.pile == "K" and tower.has_clock:
        wrong.add("CT6")
    if card.pile == "R":
        if not tower.has_clock:
            wrong.add("CT7")
        last = player.ladder.get(card, 0)
        if tower.storeys not in ((last + 1,) if last else (1, 2)):
            wrong.add("CT8")
    return wrong


def attempt(table: Table, rng: random.Random) -> str:
    """Returns a notation to try: often a card in hand, and a tower that exists or nearly."""
    player: Any = table.game.players[table.game.seat]
    held = [card.code for card in player.hand]
    code = rng.choice(held if held and rng.random() < 0.8 else CODES)
    tower = rng.randint(0, len(player.towers) + 2) if rng.random() < 0.9 else rng.randint(20, 120)
    towers = [*[f"{code}>{tower}"] * 5, f"{code}+", f"{code}+"]
    return rng.choice([*towers, f"x{code}", f"={code}", f"<{rng.choice(PILES + 'X')}"])
