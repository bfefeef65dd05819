"""Clocktowers in a terminal: everybody's street of towers, and how high each colour stands."""

from collections.abc import Sequence

from matou.core.observation import Observation
from matou.core.phrases import seat_labels
from matou.core.sketch import SEAT_MARKS, SEAT_STYLES, Row, beside
from matou.games.clocktowers import components as box
from matou.games.clocktowers.rules import State
from matou.games.clocktowers.say.messages import say
from matou.games.clocktowers.say.words import all_towers

# A roof's colour and the pattern that says the same: scales, stripes, dots, chevrons, lozenges.
ROOFS = (("red", "≈"), ("blue", "∥"), ("green", "∴"), ("magenta", "^"), ("yellow", "◊"))
FACES = {0: " ", box.CAT: "ʌ", box.MOUSE: "ᴗ"}
IN_A_ROW = 8  # towers
KEY = say("ʌ cat  ᴗ mouse  ◷ clock")


def sketch(view: Observation, lang: str, names: Sequence[str]) -> list[Row]:
    s: State = view.s
    rows: list[Row] = [
        [(say("Next roof:").say(lang), "dim")],
        ladder_row(s, 0 if s.one_ladder or view.seat is None else view.seat),
        [],
    ]
    for seat, name in enumerate(seat_labels(names, s.seats, lang)):
        towers = all_towers(s)[seat]
        for first in range(0, len(towers), IN_A_ROW):
            street: list[Row] = []
            for cards in towers[first : first + IN_A_ROW]:
                street = beside(street, tower(cards), 1) if street else tower(cards)
            rows += street
        style = SEAT_STYLES[seat]
        rows += [[("▔" * 28, style)], [(f"{SEAT_MARKS[seat]} {name}", f"bold {style}")], []]
    return [*rows, [(KEY.say(lang), "dim")]]


def ladder_row(s: State, owner: int) -> Row:
    row: Row = []
    for colour in range(box.COLOURS):
        last = s.ladder[owner][colour]
        style, mark = ROOFS[colour]
        high = "–" if last >= box.TALLEST_OF[colour] else "1/2" if last == 0 else str(last + 1)
        row.append((f"  {mark}▲ {high}", style))
    return row


def tower(cards: Sequence[int]) -> list[Row]:
    """Returns the rows of a tower, from its top down."""
    rows: list[Row] = []
    for kind in cards:
        if kind >= box.ROOF:
            style, mark = ROOFS[kind - box.ROOF]
            rows[:0] = [[(" ▟▙ ", style)], [(f"▟{mark}{mark}▙", style)]]
        elif kind >= box.CLOCK:
            rows.insert(0, [(f"▕◷{FACES[box.ANIMAL[kind]]}▏", "bold")])
        else:
            floor: Row = [(f"▐{FACES[box.ANIMAL[kind]]}▯▌", "")]
            rows[:0] = [floor] if box.STOREYS[kind] == 1 else [floor, [("▐▯▯▌", "")]]
    return rows
