"""The notation of Caty Mini: ``~red`` ``@chair/L`` ``!table``, ``table/R``, ``zz``; ``=bed``."""

from matou.core.notation import fixed
from matou.core.position import Secret
from matou.games.catymini import components as box, state
from matou.games.catymini.say.messages import tell


def notch_name(notch: int) -> str:
    """Returns the notation of a notch: 'table/L'."""
    return f"{box.FURNITURE[notch // 2]}/{box.SIDES[notch % 2]}"


# A string means the same in every state, so the whole notation is one list.
NAMES = (
    *(f"={box.FURNITURE[tile]}" for tile in range(box.TILES)),
    *(f"!{box.FURNITURE[tile]}" for tile in range(box.TILES)),
    *(notch_name(notch) for notch in range(box.NOTCHES)),
    *(f"@{notch_name(notch)}" for notch in range(box.NOTCHES)),
    *(f"~{colour}" for colour in box.COLOUR_NAMES),
    *(f"-{toy}{box.LEAST + value}" for toy in box.TOY_NAMES for value in range(box.VALUES)),
    "zz",
)
FIRSTS = (state.DEAL, state.PLAY, state.START, state.TAKE, state.REMOVE, state.SLEEP)
assert [NAMES[first][0] for first in FIRSTS] == [*"=!@~-z"]
name, read = fixed(NAMES, state.ACTIONS)


# CM2: only its owner sees a dealt tile; the others see its colour by the pile.
UNSEEN = [
    Secret(i, "=?", tell(i, "{who} draws a tile, face down", "You draw a tile, face down"))
    for i in range(box.SEATS)
]


def secret(s: state.State, a: int) -> Secret | None:
    return None if a >= state.PLAY or s.phase == state.SHOWING else UNSEEN[s.turn]
