"""The notation of Chop! Chop!: ``@Tc4``, ``a4-b5``, ``a3-a4*``, ``^c6``, ``3``, ``=knife``."""

import re

from matou.core.position import Secret
from matou.games.chopchop.components import COLUMNS, FACES, NAMES, PLACE_OF, PLACES, ROWS, TILES
from matou.games.chopchop.rules import CATCH, PUT, ROLL, TAKE, TURN
from matou.games.chopchop.state import State

SQUARE = rf"T?[{COLUMNS}][1-{ROWS}]|[WENS]"
PATTERN = re.compile(
    rf"(?P<start>{SQUARE})-(?P<end>{SQUARE})(?P<star>\*?)"
    rf"|@(?P<put>{SQUARE})|\^(?P<take>{SQUARE})|(?P<face>[1-{FACES}])|=(?P<tile>[a-z]+|\+[12])",
    re.ASCII,
)


def name(s: State, a: int) -> str:
    if a >= TURN:
        return f"={TILES[a - TURN]}"
    if a >= ROLL:
        return str(a - ROLL + 1)
    if a >= TAKE:
        return f"^{NAMES[a - TAKE]}"
    if a >= PUT:
        return f"@{NAMES[a - PUT]}"
    start, end = divmod(a % CATCH, PLACES)
    star = "*" if a >= CATCH else ""
    return f"{NAMES[start]}-{NAMES[end]}{star}"


def read(s: State, text: str) -> int:
    match = PATTERN.fullmatch(text)
    if match is None:
        return -1
    if match["face"]:
        return ROLL + int(match["face"]) - 1
    if match["tile"]:
        return TURN + TILES.index(match["tile"]) if match["tile"] in TILES else -1
    squares = [match[part] for part in ("start", "end", "put", "take") if match[part]]
    if any(square not in PLACE_OF for square in squares):  # a leg, or Ta1
        return -1
    places = [PLACE_OF[square] for square in squares]
    if match["put"]:
        return PUT + places[0]
    if match["take"]:
        return TAKE + places[0]
    return (CATCH if match["star"] else 0) + places[0] * PLACES + places[1]


def secret(s: State, a: int) -> Secret | None:
    return None
