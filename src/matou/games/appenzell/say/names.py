"""The names of tiles, roofs, actions and lines."""

from functools import cache

from matou.core.messages import Message, Verbatim
from matou.games.appenzell import components as box
from matou.games.appenzell.castle import ROOM_SET
from matou.games.appenzell.say.messages import counting, each, say
from matou.paper import Material

KIND_WORDS = each(
    "appenzeller | brie | cheddar | edam | emmental | gouda | gruyère | bare tile | trap | "
    "never seen"
)
SPARE_WORDS = (*KIND_WORDS[:-1], say("not seen yet"))
# The same in a sentence.
A_KIND = each(
    "an appenzeller | a brie | a cheddar | an edam | an emmental | a gouda | a gruyère | "
    "a bare tile | a trap | a tile"
)

# Of squares, and last of the spare.
PLACES = [*(Verbatim(box.square_name(i)) for i in range(box.SQUARES)), say("the spare")]
MATERIALS: tuple[Material, ...] = ("tiled", "thatched", "copper")
ROOF_WORDS = each("tiled roof | thatched roof | copper roof")
ROOFS = each(
    "the tiled roof of room {room} | the thatched roof of room {room} | "
    "the copper roof of room {room}"
)


def material(castle: int, room: int) -> int:
    """AP1: returns which of the MATERIALS a roof is made of, by the size of its room."""
    return ROOM_SET[castle * box.ROOMS + room].bit_count() - 2


@cache
def roof(castle: int, room: int) -> Message:
    return ROOFS[material(castle, room)].filled(room=box.ROOM_LETTERS[room])


actions = counting("{n} action", "{n} actions")


def shown_at(square: int, kind: int) -> Message:
    """Names a revealed tile: 'There is a gouda on g2'."""
    what = A_KIND[kind]
    if square == box.SPARE:
        return say("The spare tile is {tile}", tile=what)
    return say("There is {tile} on {square}", square=box.square_name(square), tile=what)


WAYS = {
    ">": say("row {line} from the west"),
    "<": say("row {line} from the east"),
    "+": say("column {line} from the south"),
    "-": say("column {line} from the north"),
}
LINES = [WAYS[name[0]].filled(line=name[1]) for name in box.SLOT_NAMES]  # by slot
