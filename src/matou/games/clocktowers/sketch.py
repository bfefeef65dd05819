"""Clocktowers in a terminal: everybody's street of towers, and how high each colour stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matou.core.sketch import SEAT_MARKS, SEAT_STYLES, Row, beside
from matou.core.words import called
from matou.games.clocktowers.components import (
    ANIMAL,
    CAT,
    CLOCK,
    COLOURS,
    MOUSE,
    ROOF,
    STOREYS,
    TALLEST_OF,
)
from matou.games.clocktowers.rules import State
from matou.games.clocktowers.words import tower_cards

if TYPE_CHECKING:
    from matou.core.state import Observation

# A roof's colour and the pattern that says the same: scales, stripes, dots, chevrons, lozenges.
ROOFS = (("red", "≈"), ("blue", "∥"), ("green", "∴"), ("magenta", "^"), ("yellow", "◊"))
FACES = {0: " ", CAT: "ʌ", MOUSE: "ᴗ"}
IN_A_ROW = 8  # towers
KEY = {"en": "ʌ cat  ᴗ mouse  ◷ clock", "fr": "ʌ chat  ᴗ souris  ◷ horloge"}


def sketch(view: Observation, lang: str, names: Sequence[str]) -> list[Row]:
    s: State = view.s
    rows: list[Row] = [
        [("Prochain toit :" if lang == "fr" else "Next roof:", "dim")],
        ladder_row(s, 0 if s.one_ladder or view.seat is None else view.seat),
        [],
    ]
    for seat, name in enumerate(called(names, s.seats, lang)):
        towers = tower_cards(s, seat)
        for first in range(0, len(towers), IN_A_ROW):
            street: list[Row] = []
            for cards in towers[first : first + IN_A_ROW]:
                street = beside(street, tower(cards), 1) if street else tower(cards)
            rows += street
        style = SEAT_STYLES[seat]
        rows += [[("▔" * 28, style)], [(f"{SEAT_MARKS[seat]} {name}", f"bold {style}")], []]
    return [*rows, [(KEY[lang], "dim")]]


def ladder_row(s: State, owner: int) -> Row:
    """What each colour asks for next."""
    row: Row = []
    for colour in range(COLOURS):
        last = s.ladder[owner][colour]
        style, mark = ROOFS[colour]
        high = "–" if last >= TALLEST_OF[colour] else "1/2" if last == 0 else str(last + 1)
        row.append((f"  {mark}▲ {high}", style))
    return row


def tower(cards: Sequence[int]) -> list[Row]:
    """A tower from its top down to the ground."""
    rows: list[Row] = []
    for kind in cards:
        if kind >= ROOF:
            style, mark = ROOFS[kind - ROOF]
            rows[:0] = [[(" ▟▙ ", style)], [(f"▟{mark}{mark}▙", style)]]
        elif kind >= CLOCK:
            rows.insert(0, [(f"▕◷{FACES[ANIMAL[kind]]}▏", "bold")])
        else:
            floor: Row = [(f"▐{FACES[ANIMAL[kind]]}▯▌", "")]
            rows[:0] = [floor] if STOREYS[kind] == 1 else [floor, [("▐▯▯▌", "")]]
    return rows
