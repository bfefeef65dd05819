"""The notation of Clocktowers: ``F2c+``, ``K>2``, ``xF1m``, ``<R``, ``=R3``."""

import re
from functools import cache

from matou.core.position import Secret
from matou.games.clocktowers.components import CODES, PILE_LETTERS, TOWERS
from matou.games.clocktowers.rules import DISCARD, DRAW, NEW, PLACES, SHOW, State
from matou.games.clocktowers.say.messages import tell

KIND = {code: kind for kind, code in enumerate(CODES)}
PATTERN = re.compile(
    r"(?P<new>\w+)\+|(?P<card>\w+)>(?P<tower>[1-9]\d?)|x(?P<away>\w+)"
    r"|<(?P<pile>[RKF])|=(?P<shown>\w+)",
    re.ASCII,
)


def name(s: State, a: int) -> str:
    if a >= SHOW:
        return f"={CODES[a - SHOW]}"
    if a >= DRAW:
        return f"<{PILE_LETTERS[a - DRAW]}"
    kind, place = divmod(a, PLACES)
    if place == NEW:
        return f"{CODES[kind]}+"
    if place == DISCARD:
        return f"x{CODES[kind]}"
    return f"{CODES[kind]}>{place}"


def read(s: State, text: str) -> int:
    match = PATTERN.fullmatch(text)
    if match is None:
        return -1
    if match["pile"]:
        return DRAW + PILE_LETTERS.index(match["pile"])
    code = match["new"] or match["card"] or match["away"] or match["shown"]
    if code not in KIND:
        return -1
    kind = KIND[code]
    if match["shown"]:
        return SHOW + kind
    if match["new"]:
        return kind * PLACES + NEW
    if match["away"]:
        return kind * PLACES + DISCARD
    tower = int(match["tower"])
    return kind * PLACES + tower if tower <= TOWERS else -1


@cache
def face_down(seat: int) -> Secret:
    """CT9: the others see that a card left, not which."""
    says = tell(seat, "{who} discards a card, face down", "You discard a card, face down")
    return Secret(seat, "x?", says)


def secret(s: State, a: int) -> Secret | None:
    return face_down(s.turn % s.seats) if a < DRAW and a % PLACES == DISCARD else None
