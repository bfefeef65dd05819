"""The notation of Château d'Appenzell: ``^E``, ``@a1``, ``b1-b4``, ``>2``, ``+d``, ``b4=gouda``."""

import re

from matou.core.position import Secret
from matou.games.appenzell import castle
from matou.games.appenzell import components as box
from matou.games.appenzell.state import END, ENTER, LIFT, MOVE, PUSH, REVEAL, State

PATTERN = re.compile(
    r"\^(?P<room>[A-R])|@(?P<tower>[ag][17])|(?P<start>[a-g][1-7])-(?P<to>[a-g][1-7])"
    r"|(?P<slot>[<>][246]|[-+][bdf])|(?P<end>\.)|(?P<place>[a-g][1-7]|spare)=(?P<kind>[a-z]+)"
)


def name(s: State, a: int) -> str:
    if a >= REVEAL:
        place, kind = divmod(a - REVEAL, box.KINDS)
        return f"{box.square_name(castle.PLACE_SQUARE[place])}={box.KIND_NAMES[kind]}"
    if a == END:
        return "."
    if a >= PUSH:
        return box.SLOT_NAMES[a - PUSH]
    if a >= MOVE:
        start, end = castle.MOVE_FROM[a - MOVE], castle.MOVE_TO[a - MOVE]
        return f"{box.square_name(start)}-{box.square_name(end)}"
    if a >= ENTER:
        return f"@{box.square_name(box.TOWERS[a - ENTER])}"
    return f"^{box.ROOM_LETTERS[a - LIFT]}"


def read(s: State, text: str) -> int:
    match = PATTERN.fullmatch(text)
    if match is None:
        return -1
    if match["room"]:
        return LIFT + box.ROOM_LETTERS.index(match["room"])
    if match["tower"]:
        return ENTER + box.TOWERS.index(square(match["tower"]))
    if match["start"]:
        move = castle.move_between(square(match["start"]), square(match["to"]))
        return MOVE + move if move >= 0 else -1
    if match["slot"]:
        return PUSH + box.SLOT_NAMES.index(match["slot"])
    if match["end"]:
        return END
    place = castle.SQUARE_PLACE[square(match["place"])]
    if place < 0 or match["kind"] not in box.KIND_NAMES:
        return -1
    return REVEAL + place * box.KINDS + box.KIND_NAMES.index(match["kind"])


def square(text: str) -> int:
    """Returns the number of ``b4``, or of the spare's place."""
    if text == "spare":
        return box.SPARE
    return (int(text[1]) - 1) * box.SIDE + box.COLUMNS.index(text[0])


def secret(s: State, a: int) -> Secret | None:
    return None
