"""Why an action of Château d'Appenzell is refused: the rule, and a sentence."""

import re
from bisect import bisect_right
from functools import lru_cache

from matou.core.messages import Message, Why, listed
from matou.core.phrases import joined
from matou.games.appenzell import castle, components as box, notation, rules, state
from matou.games.appenzell.say.messages import count, say, why, why_count
from matou.games.appenzell.say.names import KIND_WORDS, LINES, PLACES, actions
from matou.kit.layout import as_bytes

SQUARE = {box.square_name(square): square for square in range(box.SQUARES)}


def why_now(s: state.State) -> Why:
    if s.ending:
        return over(s)
    if s.reveal != state.NOTHING:
        rule = "AP1" if s.placing else "AP10"
        return why(rule, "A tile is being revealed: {place}.", place=PLACES[s.reveal])
    if s.placing:
        return why("AP2", "Put a mouse into a free tower.")
    return why_count(
        "AP3",
        s.left,
        "You have {n} action: {choices}.",
        "You have {n} actions: {choices}.",
        choices=may_do(s),
    )


# What a person may do, by the first action of its sort.
SORTS = (
    (state.LIFT, say("lift a roof")),
    (state.ENTER, say("enter")),
    (state.MOVE, say("move")),
    (state.PUSH, say("push")),
    (state.END, say("end your turn")),
)


def may_do(s: state.State) -> Message:
    """Lists the kinds of action that are possible now: 'lift a roof, move or push' (AP3)."""
    return _may_do(as_bytes(s))


@lru_cache(maxsize=256)
def _may_do(record: bytes) -> Message:
    s: state.State = state.State.from_buffer_copy(record)  # type: ignore[attr-defined]
    out = [0] * rules.MAX_LEGAL
    legal = out[: rules.legal(s, out, [])]
    firsts = [first for first, _ in SORTS]
    found = {bisect_right(firsts, a) - 1 for a in legal}
    return listed([SORTS[i][1] for i in sorted(found)], "or")


def over(s: state.State) -> Why:
    if s.ending == state.GOAL_REACHED:
        says = count(
            s.goal,
            "The game is over: a player has {n} different cheese.",
            "The game is over: a player has {n} different cheeses.",
        )
    elif s.ending == state.MICE_LOST:
        says = count(
            box.LOST,
            "The game is over: one player has {n:words} mouse in the cellar.",
            "The game is over: one player has {n:words} mice in the cellar.",
        )
    else:
        says = count(
            box.TURNS,
            "The game is over: {n} turn has been played.",
            "The game is over: {n} turns have been played.",
        )
    return Why(rules.ENDINGS[s.ending - 1], says)


def turns(s: state.State) -> str:
    """AP2: clockwise, from the placing of the first mice on."""
    return "AP2"


def why_not(s: state.State, a: int) -> Why:
    refused = why_never(s, notation.name(s, a))
    assert refused is not None
    return refused


# How actions are written. The square, room, line or tile need not exist.
WRITTEN = re.compile(
    r"\^(?P<room>[A-Z])|@(?P<tower>[a-z]\d)|(?P<start>[a-z]\d)-(?P<to>[a-z]\d)"
    r"|(?P<slot>[<>]\d|[-+][a-z])|(?P<end>\.)|(?P<place>[a-z]\d|spare)=(?P<kind>[a-z]+)",
    re.ASCII,
)


def why_never(s: state.State, text: str) -> Why | None:
    """Refuses an action as it is written, whether or not its squares and slots exist."""
    match = WRITTEN.fullmatch(text)
    if match is None:
        return None
    if s.ending:
        return over(s)
    if match["place"]:
        return why_not_reveal(s, match["place"], match["kind"])
    if s.reveal != state.NOTHING:
        now = why_now(s)
        return Why(now.rule, joined([say("Wait a moment."), now.says]))
    if match["tower"]:
        return why_not_enter(s, match["tower"])
    if s.placing:
        return why("AP2", "First everybody puts one mouse into a free tower.")
    if match["room"]:
        return why_not_lift(s, match["room"])
    if match["slot"]:
        return why_not_push(s, match["slot"])
    if match["end"]:
        return why("AP3", "You must take at least one action before you end your turn.")
    return why_not_move(s, match["start"], match["to"])


def why_not_reveal(s: state.State, where: str, kind: str) -> Why:
    """AP10, or AP1 before the game: an impossible reveal, or one that is not for players."""
    rule = "AP1" if s.placing else "AP10"
    if s.reveal == state.NOTHING:
        return why(rule, "Tiles are revealed at random, and none is being revealed now.")
    if where != box.square_name(s.reveal):
        return why(rule, "One tile at a time: {place} comes first.", place=PLACES[s.reveal])
    if kind not in box.KIND_NAMES:
        return why(rule, "There is no tile called “{kind}”.", kind=kind)
    number = box.KIND_NAMES.index(kind)
    return why_count(
        rule,
        box.COUNTS[number],
        "The only tile of this kind has already been seen: {tile}.",
        "All {n} tiles of this kind have already been seen: {tile}.",
        tile=KIND_WORDS[number],
    )


def why_not_lift(s: state.State, letter: str) -> Why:
    if letter not in box.ROOM_LETTERS:
        return why("AP4", "The castle has no room {room}.", room=letter)
    if s.open_rooms >> box.ROOM_LETTERS.index(letter) & 1:
        return why("AP4", "The roof of room {room} is already off.", room=letter)
    return why("AP4", "None of your mice touches room {room}, not even at a corner.", room=letter)


def why_not_enter(s: state.State, name: str) -> Why:
    rule = "AP2" if s.placing else "AP5"
    if s.outside[s.seat] == 0:
        return why(rule, "You have no mouse left outside.")
    if name not in map(box.square_name, box.TOWERS):
        return why(rule, "Mice enter through a tower, and {square} is not a tower.", square=name)
    return why(rule, "There is already a mouse in tower {tower}.", tower=name)


def out_of_line(start: str, to: str) -> Why:
    if start == to:
        return why("AP6", "A mouse must move to another square.")
    return why(
        "AP6",
        "Mice move in a straight line, and {to} is not in line with {start}.",
        to=to,
        start=start,
    )


def why_not_move(s: state.State, here: str, there: str) -> Why:
    for name in (here, there):
        if name not in SQUARE:
            return why("AP6", "The castle has no square {square}.", square=name)
    start, to = SQUARE[here], SQUARE[there]
    if not s.mice[s.seat] >> start & 1:
        if state.occupied(s) >> start & 1:
            return why("AP6", "The mouse on {square} is not yours.", square=here)
        return why("AP6", "You have no mouse on {square}.", square=here)
    if castle.move_between(start, to) < 0:
        return out_of_line(here, there)
    stride = 1 if start // box.SIDE == to // box.SIDE else box.SIDE
    way = stride if to > start else -stride
    for square in range(start + way, to, way):
        if state.occupied(s) >> square & 1 == 0:
            name = box.square_name(square)
            return why("AP7", "Mice only jump over other mice, and {square} is empty.", square=name)
    far = abs(to - start) // stride
    if castle.TOWER_SET >> to & 1:
        name = box.square_name(to)
        return why("AP6", "Towers are entrances only: {square} is a tower.", square=name)
    if far > s.left:  # before what lies there: to lift a roof would cost actions, too
        return why_count(
            "AP7",
            s.left,
            "The jump to {square} costs {actions}, and you have {n} left.",
            square=box.square_name(to),
            actions=actions(far),
        )
    return Why("AP6", why_not_land(s, to))


def why_not_land(s: state.State, to: int) -> Message:
    """AP6: refuses a square to end on."""
    name = box.square_name(to)
    if state.occupied(s) >> to & 1:
        return say(
            "Only one mouse fits on a square, and there is already one on {square}.", square=name
        )
    if s.open_squares >> to & 1 == 0:
        room = box.ROOM_LETTERS[castle.ROOM_OF[s.castle * box.SQUARES + to]]
        return say("Mice do not walk on roofs: lift the roof of room {room} first.", room=room)
    return say("There is a trap on {square}: no mouse will step on it.", square=name)


def why_not_push(s: state.State, name: str) -> Why:
    if s.pushed:
        return why("AP8", "You have already pushed this turn.")
    if name not in box.SLOT_NAMES:
        lines = (listed([slot[1] for slot in box.SLOT_NAMES if slot[0] == way]) for way in ">+")
        rows, columns = lines
        return why(
            "AP8", "Only rows {rows} and columns {columns} slide.", rows=rows, columns=columns
        )
    return why(
        "AP8",
        "This table does not allow pushing straight back: {line} is closed.",
        line=LINES[box.SLOT_NAMES.index(name)],
    )
