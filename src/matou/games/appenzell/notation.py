"""The notation of Château d'Appenzell: ``^E``, ``@a1``, ``b1-b4``, ``>2``, ``+d``, ``b4=gouda``."""

from matou.core.notation import fixed, public
from matou.games.appenzell import castle, components as box
from matou.games.appenzell.rules import ACTIONS

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
name, read = fixed(WRITTEN, ACTIONS)
secret = public
