"""The notation of Château d'Appenzell: ``^E``, ``@a1``, ``b1-b4``, ``>2``, ``+d``, ``b4=gouda``."""

from __future__ import annotations

import re

from matou.core.words import Secret
from matou.games.appenzell.components import (
    COLUMNS,
    KIND_NAMES,
    KINDS,
    ROOM_LETTERS,
    SIDE,
    SLOT_NAMES,
    SPARE,
    TOWERS,
    square_name,
)
from matou.games.appenzell.plan import (
    MOVE_BETWEEN,
    MOVE_FROM,
    MOVE_TO,
    NOWHERE,
    PLACE_SQUARE,
    SQUARE_PLACE,
)
from matou.games.appenzell.state import END, ENTER, LIFT, MOVE, PUSH, REVEAL, State

PATTERN = re.compile(
    r"\^(?P<room>[A-R])|@(?P<tower>[ag][17])|(?P<start>[a-g][1-7])-(?P<to>[a-g][1-7])"
    r"|(?P<slot>[<>][246]|[-+][bdf])|(?P<end>\.)|(?P<place>[a-g][1-7]|spare)=(?P<kind>[a-z]+)"
)


def name(s: State, a: int) -> str:
    if a >= REVEAL:
        place, kind = divmod(a - REVEAL, KINDS)
        return f"{square_name(PLACE_SQUARE[place])}={KIND_NAMES[kind]}"
    if a == END:
        return "."
    if a >= PUSH:
        return SLOT_NAMES[a - PUSH]
    if a >= MOVE:
        return f"{square_name(MOVE_FROM[a - MOVE])}-{square_name(MOVE_TO[a - MOVE])}"
    if a >= ENTER:
        return f"@{square_name(TOWERS[a - ENTER])}"
    return f"^{ROOM_LETTERS[a - LIFT]}"


def read(s: State, text: str) -> int:
    match = PATTERN.fullmatch(text)
    if match is None:
        return -1
    if match["room"]:
        return LIFT + ROOM_LETTERS.index(match["room"])
    if match["tower"]:
        return ENTER + TOWERS.index(square(match["tower"]))
    if match["start"]:
        move = MOVE_BETWEEN[square(match["start"]) * (NOWHERE + 1) + square(match["to"])]
        return MOVE + move if move >= 0 else -1
    if match["slot"]:
        return PUSH + SLOT_NAMES.index(match["slot"])
    if match["end"]:
        return END
    place = SQUARE_PLACE[square(match["place"])]
    if place < 0 or match["kind"] not in KIND_NAMES:
        return -1
    return REVEAL + place * KINDS + KIND_NAMES.index(match["kind"])


def square(text: str) -> int:
    """The number of ``b4``, or of the spare's place."""
    if text == "spare":
        return SPARE
    return (int(text[1]) - 1) * SIDE + COLUMNS.index(text[0])


def secret(s: State, a: int) -> Secret | None:
    """Everything is done in the open."""
    return None
