"""Château d'Appenzell in a terminal: the castle from above."""

from collections.abc import Sequence

from matou.core.observation import Observation
from matou.core.phrases import seat_labels
from matou.core.sketch import SEAT_MARKS, SEAT_STYLES, Piece, Row
from matou.games.appenzell import components as box
from matou.games.appenzell.castle import ROOM_OF, SLIDING_SET
from matou.games.appenzell.say.messages import say
from matou.games.appenzell.say.names import KIND_WORDS
from matou.games.appenzell.state import State

CODES = ("A", "B", "C", "Ed", "Em", "Go", "Gr", "·", "╳", "?")
STYLES = (*["bold yellow"] * box.CHEESES, "dim", "bold red", "dim")
SPARE_IS = say("Spare:")
KEY = say("░A░ roofs  ╳ trap  [ ] tower  ▫ stone"), say("› ‹ ˅ ˄ push here")


def sketch(view: Observation, lang: str, names: Sequence[str]) -> list[Row]:
    s: State = view.s
    slots = "".join(f"  {'˅' if column % 2 else ' '}  " for column in range(box.SIDE))
    rows: list[Row] = [[(f"   {slots}".rstrip(), "dim")]]
    for row in reversed(range(box.SIDE)):
        slides = row % 2 == 1
        line: Row = [(f"{row + 1} {'›' if slides else ' '}", "dim")]
        for column in range(box.SIDE):
            at = row * box.SIDE + column
            line += [*ground(s, at), mark(s, at)]
        rows.append([*line, ("‹" if slides else "", "dim")])
    rows.append([(f"   {slots}".rstrip().replace("˅", "˄"), "dim")])
    rows.append([("   " + "".join(f"  {letter}  " for letter in box.COLUMNS), "dim")])
    spare = KIND_WORDS[s.tile[box.SPARE]].say(lang)
    rows.append([(f"{SPARE_IS.say(lang)} ", "dim"), (spare, "yellow")])
    for seat, name in enumerate(seat_labels(names, s.seats, lang)):
        rows.append([(f"{SEAT_MARKS[seat]} {name}", f"bold {SEAT_STYLES[seat]}")])
    return [*rows, *([(key.say(lang), "dim")] for key in KEY)]


def mark(s: State, square: int) -> Piece:
    """Returns the mark of the seat that has a mouse on a square."""
    for seat in range(s.seats):
        if s.mice[seat] >> square & 1:
            return SEAT_MARKS[seat], f"bold {SEAT_STYLES[seat]}"
    return " ", ""


def ground(s: State, square: int) -> Row:
    """Returns a square in four characters, never what lies under a roof."""
    if square in box.TOWERS:
        return [(" [ ]", "bold")]
    if not s.open_squares >> square & 1:
        return [(f" ░{box.ROOM_LETTERS[ROOM_OF[s.castle * box.SQUARES + square]]}░", "blue")]
    if not SLIDING_SET >> square & 1:
        return [("  ▫ ", "dim")]
    return [(f" {CODES[s.tile[square]]:>2} ", STYLES[s.tile[square]])]
