"""Chop! Chop! in a terminal: the kitchen floor, square by square."""

from collections.abc import Sequence

from matou.core.observation import Observation
from matou.core.sketch import Piece, Row
from matou.games.chopchop.components import COLUMNS, HOLES, PLACE_OF, ROWS, SET
from matou.games.chopchop.say.messages import say
from matou.games.chopchop.say.names import mouse_at
from matou.games.chopchop.state import NOBODY, NOWHERE, State

KEY = (
    say("^ᴗ^ cat  ‹1~ mouse  ▒▒▒ tile"),
    say("◣ cheese  ▓▓▓ table"),
    say("( ) hole  [ ] home plate"),
)
NOTHING: Piece = ("   ", "")


def sketch(view: Observation, lang: str, names: Sequence[str]) -> list[Row]:
    s: State = view.s
    gap = {side: COLUMNS.index(HOLES[side][0]) for side in "NS"}
    rows: list[Row] = [[("  " + "    " * (gap["N"] + 1), ""), hole(s, "N")]]
    for row in range(ROWS, 0, -1):
        line: Row = [(f"{row} ", "dim")]
        line.append(hole(s, "W") if HOLES["W"] == f"{COLUMNS[0]}{row}" else NOTHING)
        for column in COLUMNS:
            line += [(" ", ""), square(s, f"{column}{row}")]
        line.append((" ", ""))
        line.append(hole(s, "E") if HOLES["E"] == f"{COLUMNS[-1]}{row}" else NOTHING)
        rows.append(line)
    rows.append([("  " + "    " * (gap["S"] + 1), ""), hole(s, "S")])
    rows.append([("       " + "   ".join(COLUMNS), "dim")])
    return [*rows, *([(key.say(lang), "dim")] for key in KEY)]


def mouse(s: State, place: int) -> str:
    who = mouse_at(s, place)
    return "" if who == NOBODY else str(who + 1)


def hole(s: State, name: str) -> Piece:
    place = PLACE_OF[name]
    left, right = "[]" if s.plates & SET[place] else "()"
    who = mouse(s, place)
    return f"{left}{who or ' '}{right}", "bold cyan" if who else "dim"


def square(s: State, name: str) -> Piece:
    """Returns what can be seen of a square, a mouse under the table included."""
    top, floor = PLACE_OF.get(f"T{name}", NOWHERE), PLACE_OF.get(name, NOWHERE)
    if s.cat != NOWHERE and s.cat in (top, floor):
        return "^ᴗ^", "bold red"
    who = mouse(s, floor) if floor != NOWHERE else ""
    if who:
        return (f"▓{who}▓" if top != NOWHERE else f"‹{who}~"), "bold cyan"
    if top != NOWHERE:
        return "▓▓▓", "dim yellow"
    if floor == NOWHERE:
        return NOTHING
    if s.down & SET[floor]:
        return "▒▒▒", "dim"
    return (" ◣ ", "bold yellow") if s.cheese & SET[floor] else (" · ", "dim")
