"""The notation of Château d'Appenzell: ``^E``, ``@a1``, ``b1-b4``, ``>2``, ``+d``, ``b4=gouda``."""

from matou.core.position import Secret
from matou.games.appenzell import castle
from matou.games.appenzell import components as box
from matou.games.appenzell.rules import ACTIONS
from matou.games.appenzell.state import State

SQUARES = [box.square_name(square) for square in range(box.SQUARES)]
# A string means the same in every state, so the whole notation is one list.
WRITTEN = (
    *(f"^{letter}" for letter in box.ROOM_LETTERS),
    *(f"@{SQUARES[tower]}" for tower in box.TOWERS),
    *(
        f"{SQUARES[start]}-{SQUARES[to]}"
        for start, to in zip(castle.MOVE_FROM, castle.MOVE_TO, strict=True)
    ),
    *box.SLOT_NAMES,
    ".",
    *(f"{box.square_name(at)}={kind}" for at in castle.PLACE_SQUARE for kind in box.KIND_NAMES),
)
ACTION = {text: a for a, text in enumerate(WRITTEN)}
assert len(ACTION) == ACTIONS


def name(s: State, a: int) -> str:
    return WRITTEN[a]


def read(s: State, text: str) -> int:
    return ACTION.get(text, -1)


def secret(s: State, a: int) -> Secret | None:
    return None
