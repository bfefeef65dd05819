"""Château d'Appenzell in a terminal: the castle from above, as far as its roofs are off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matou.core.sketch import SEAT_MARKS, SEAT_STYLES, Piece, Row
from matou.core.words import called
from matou.games.appenzell.components import (
    BARE,
    CHEESES,
    COLUMNS,
    ROOM_LETTERS,
    SIDE,
    SPARE,
    SQUARES,
    TOWERS,
    TRAP,
)
from matou.games.appenzell.names import KIND_WORDS
from matou.games.appenzell.plan import ROOM_OF, SLIDING_SET
from matou.games.appenzell.state import State
from matou.games.appenzell.words import CODES

if TYPE_CHECKING:
    from matou.core.state import Observation

KEY = {
    "en": ("░A░ roofs  ╳ trap  [ ] tower  ▫ stone", "› ‹ ˅ ˄ where one pushes"),
    "fr": ("░A░ toits  ╳ trappe  [ ] tour  ▫ pierre", "› ‹ ˅ ˄ où l’on pousse"),
}


def sketch(view: Observation, lang: str, names: Sequence[str]) -> list[Row]:
    s: State = view.s
    owner = {
        square: seat
        for seat in range(s.seats)
        for square in range(SQUARES)
        if s.mice[seat] >> square & 1
    }
    slots = "".join(f"  {'˅' if column % 2 else ' '}  " for column in range(SIDE))
    rows: list[Row] = [[(f"   {slots}".rstrip(), "dim")]]
    for row in reversed(range(SIDE)):
        slides = row % 2 == 1
        line: Row = [(f"{row + 1} {'›' if slides else ' '}", "dim")]
        for column in range(SIDE):
            at = row * SIDE + column
            line += [*ground(s, at), mark(owner, at)]
        rows.append([*line, ("‹" if slides else "", "dim")])
    rows.append([(f"   {slots}".rstrip().replace("˅", "˄"), "dim")])
    rows.append([("   " + "".join(f"  {letter}  " for letter in COLUMNS), "dim")])
    spare = KIND_WORDS[s.tile[SPARE]].say(lang)
    rows.append([("Réserve : " if lang == "fr" else "Spare: ", "dim"), (spare, "yellow")])
    for seat, name in enumerate(called(names, s.seats, lang)):
        rows.append([(f"{SEAT_MARKS[seat]} {name}", f"bold {SEAT_STYLES[seat]}")])
    return [*rows, *([(key, "dim")] for key in KEY[lang])]


def mark(owner: dict[int, int], square: int) -> Piece:
    """Whose mouse stands there."""
    if square not in owner:
        return " ", ""
    return SEAT_MARKS[owner[square]], f"bold {SEAT_STYLES[owner[square]]}"


def ground(s: State, square: int) -> Row:
    """Four columns of floor, never what lies under a roof."""
    if square in TOWERS:
        return [(" [ ]", "bold")]
    if not s.open_squares >> square & 1:
        return [(f" ░{ROOM_LETTERS[ROOM_OF[s.castle * SQUARES + square]]}░", "blue")]
    if not SLIDING_SET >> square & 1:
        return [("  ▫ ", "dim")]
    kind = s.tile[square]
    if kind == TRAP:
        return [("  ╳ ", "bold red")]
    if kind == BARE:
        return [("  · ", "dim")]
    return [(f" {CODES[kind]:>2} ", "bold yellow" if kind < CHEESES else "dim")]
