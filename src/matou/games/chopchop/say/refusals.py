"""Why an action of Chop! Chop! is refused: the rule it would break, and a sentence."""

import re

from matou.core.messages import Message, Why
from matou.games.chopchop import components as box, notation, rules, state
from matou.games.chopchop.say.messages import say, why, why_count
from matou.games.chopchop.say.names import TILE_NAMES, mouse_at, on, onto
from matou.games.chopchop.say.words import asked, verdict
from matou.games.chopchop.walks import barred, cat_walk, mouse_walk, prey
from matou.kit.linking import CHANCE, OVER

# How actions are written. The square, face or tile need not exist.
SQUARE = r"T?[a-z]\d|[A-Z]"
WRITTEN = re.compile(
    rf"(?P<start>{SQUARE})-(?P<end>{SQUARE})(?P<star>\*?)|@(?P<put>{SQUARE})|\^(?P<take>{SQUARE})"
    r"|(?P<face>0|[1-9]\d{0,9})|=(?P<tile>[a-z]+|\+\d)",
    re.ASCII,
)


DECIDED_BY = {
    state.PLACING: "CC1",
    state.FORKING: "CC15",
    state.FLYING: "CC14",
    state.EXTRA: "CC13",
}


def why_now(s: state.State) -> Why:
    if rules.actor(s) == OVER:
        return why(rules.ENDINGS[s.ending], "The game is over. {verdict}", verdict=verdict(s))
    if s.phase == state.ROLLING:
        return why("CC3", "First the die is rolled.")
    if rules.actor(s) == CHANCE:
        return why("CC3", "First the tile is turned over.")
    return Why(DECIDED_BY.get(s.phase, "CC3"), asked(s))


def turns(s: state.State) -> str:
    """CC2; before that, the cat is put down (CC1)."""
    return "CC1" if s.phase == state.PLACING else "CC2"


def why_not(s: state.State, a: int) -> Why:
    refused = why_never(s, notation.name(s, a))
    assert refused is not None
    return refused


def why_never(s: state.State, text: str) -> Why | None:
    """Refuses an action as it is written, whether or not its squares, face or tile exist."""
    match = WRITTEN.fullmatch(text)
    if match is None:
        return None
    if rules.actor(s) == OVER:
        return why_now(s)
    if match["tile"]:
        return tile_not_turned(s, match["tile"])
    if match["face"]:
        if s.phase != state.ROLLING:
            return why("CC3", "No die is being rolled now.")
        if s.side == box.CAT:
            return why("CC3", "The cat’s die has no {face}.", face=int(match["face"]))
        return why("CC3", "The mice’s die has no {face}.", face=int(match["face"]))
    if rules.actor(s) == CHANCE:
        return why_now(s)
    if match["take"]:
        return cheese_not_taken(s, match["take"])
    if match["put"]:
        return cat_not_put(s)
    if s.phase in (state.PLACING, state.FORKING):
        return why_now(s)
    wrong = wrong_piece(s, match["start"])
    if wrong is not None:
        return wrong
    if match["end"] not in box.PLACE_OF:
        return no_such_square(s, match["end"])
    start, end = box.PLACE_OF[match["start"]], box.PLACE_OF[match["end"]]
    if s.side == box.CAT:
        return cat_does_not_go(s, end, match["star"] != "")
    return mouse_does_not_go(s, start, end, match["star"] != "")


def tile_not_turned(s: state.State, tile: str) -> Why:
    if s.phase == state.ROLLING or rules.actor(s) != CHANCE:
        return why("CC3", "No tile is being turned over now.")
    if tile not in box.TILES:
        return why("CC3", "There is no tile called “{tile}”.", tile=tile)
    return why(
        "CC3",
        "Every tile of this kind has been seen: {tile}.",
        tile=TILE_NAMES[box.TILES.index(tile)],
    )


def cheese_not_taken(s: state.State, square: str) -> Why:
    if s.phase != state.FORKING:
        return why("CC15", "No fork has just been turned over.")
    where = at(s, square)
    if square == box.NAMES[s.cat]:
        return why(
            "CC15", "The cat is {where}: the fork cannot take anything from under it.", where=where
        )
    return why("CC15", "There is no visible cheese {where}.", where=where)


def cat_not_put(s: state.State) -> Why:
    if s.phase == state.PLACING:
        return why(
            "CC1",
            "The cat starts on one of the {squares:words} squares of the table.",
            squares=box.TABLE_SET.bit_count(),
        )
    return why("CC1", "The cat already has its place.")


# --- the mice


def mouse_does_not_go(s: state.State, start: int, end: int, star: bool) -> Why:
    aim = box.NAMES[end]
    if star:
        return why("CC9", "Only the cat can catch.")
    if aim[0] == "T":
        return why("CC7", "Mice never climb onto the table.")
    if end == start:
        return stays(s)
    other = mouse_at(s, end)
    if other != state.NOBODY and aim in box.HOLES:
        return why(
            "CC7", "Mouse {mouse} is in there: a hole has room for only one.", mouse=other + 1
        )
    if other != state.NOBODY:
        return why("CC5", "Mouse {mouse} is already {where}.", mouse=other + 1, where=on(s, end))
    if end == s.cat:
        return why("CC5", "The cat is on {square}!", square=aim)
    if s.phase == state.FLYING:
        if aim in box.HOLES:
            return why("CC14", "An arrow cannot take a mouse into a hole.")
        return why(
            "CC14", "An arrow cannot take a mouse onto the visible cheese on {square}.", square=aim
        )
    empty = mouse_walk(box.SET[start], s.steps, box.MOUSE_WORLD & ~box.SET[start])
    mouse = mouse_at(s, start) + 1
    if empty & box.SET[end]:
        return why(
            "CC5",
            "Another piece blocks the way of mouse {mouse} {aim}: pieces cannot pass "
            "through each other.",
            mouse=mouse,
            aim=onto(end),
        )
    return why_count(
        "CC4",
        s.steps,
        "Mouse {mouse} cannot get {aim} in exactly {n} square.",
        "Mouse {mouse} cannot get {aim} in exactly {n} squares.",
        mouse=mouse,
        aim=onto(end),
    )


def another_mouse(s: state.State) -> Why:
    """Only one mouse may move: after an extra move or an arrow, or in a double turn."""
    rule, says = "CC16", say("In a double turn the same mouse moves both times: mouse {mouse}.")
    if s.phase == state.EXTRA:
        rule = "CC13"
        says = say("Mouse {mouse} turned over the tile, so it makes the extra move.")
    elif s.phase == state.FLYING:
        rule = "CC14"
        says = say("Mouse {mouse} turned over the arrow, so it is the one to move.")
    return Why(rule, says.filled(mouse=s.mover + 1))


# --- the cat


def cat_does_not_go(s: state.State, end: int, star: bool) -> Why:
    aim = box.NAMES[end]
    if aim in box.HOLES:
        return why("CC6", "The cat cannot go into a hole or onto a home plate.")
    if aim in box.TUNNEL:
        return why("CC6", "The cat never goes under the table.")
    if end == s.cat:
        return stays(s)
    if s.cheese & box.SET[end]:
        return why(
            "CC6", "There is a visible cheese on {square}: the cat may not go there.", square=aim
        )
    mouse_there = bool(prey(s) & box.SET[end])
    if s.phase == state.FLYING and mouse_there:
        return why("CC14", "An arrow cannot take the cat onto a mouse.")
    if barred(s) & box.SET[end]:
        return why(
            "CC10",
            "The last mouse is in its hole: the cat may not end a move on {square}, "
            "right in front of it.",
            square=aim,
        )
    if star and not mouse_there:
        return why("CC9", "There is no mouse to catch {where}.", where=on(s, end))
    return cat_has_no_way(s, end, mouse_there)


def cat_has_no_way(s: state.State, end: int, mouse_there: bool) -> Why:
    aim, to, here, hunted = box.NAMES[end], onto(end), box.SET[s.cat], prey(s)
    floor = box.CAT_WORLD & ~here
    if cat_walk(here, s.steps, floor & ~s.cheese & ~hunted, hunted) & box.SET[end]:
        assert mouse_there, "only the star was missing"
        return why(
            "CC9",
            "There is a mouse on {square}: to catch it, add a star at the end of the move.",
            square=aim,
        )
    if cat_walk(here, s.steps, floor & ~hunted, hunted) & box.SET[end]:
        return why("CC6", "A visible cheese blocks the cat’s way {aim}.", aim=to)
    if cat_walk(here, s.steps, floor, 0) & box.SET[end]:
        return why(
            "CC5",
            "Another piece blocks the cat’s way {aim}: pieces cannot pass through each other.",
            aim=to,
        )
    return why_count(
        "CC4",
        s.steps,
        "The cat cannot get {aim} in exactly {n} square.",
        "The cat cannot get {aim} in exactly {n} squares.",
        aim=to,
    )


# --- either side


def wrong_piece(s: state.State, square: str) -> Why | None:
    """The start square holds no piece that may move."""
    who = mouse_at(s, box.PLACE_OF[square]) if square in box.PLACE_OF else state.NOBODY
    here = box.NAMES[s.cat]
    if s.side == box.CAT and square == here:
        return None
    if s.side == box.MOUSE and who != state.NOBODY:
        return another_mouse(s) if s.mover not in (state.NOBODY, who) else None
    if square == here or who != state.NOBODY:
        if s.side == box.CAT:
            return why("CC2", "It is the cat’s turn.")
        return why("CC2", "It is the mice’s turn.")
    there = at(s, square)
    if s.side == box.CAT:
        return why("CC3", "The cat is not {where}: it is {place}.", where=there, place=on(s, s.cat))
    return why("CC3", "There is no mouse {where}.", where=there)


def at(s: state.State, square: str) -> Message:
    """Returns the square as it was written, whether or not it exists."""
    if square in box.PLACE_OF:
        return on(s, box.PLACE_OF[square])
    return say("on {square}", square=square)


def no_such_square(s: state.State, aim: str) -> Why:
    """CC6, CC7: there is no floor, table top or hole there."""
    rule = "CC6" if s.side == box.CAT else "CC7"
    if aim not in box.LEGS:
        return why(rule, "The kitchen has no square {square}.", square=aim)
    if s.side == box.CAT:
        return why(
            rule,
            "A table leg stands on {square}: the cat walks above it, on the table.",
            square=aim,
        )
    return why(rule, "A table leg stands on {square}: mice walk around it.", square=aim)


def stays(s: state.State) -> Why:
    if s.phase == state.FLYING:
        return why("CC14", "An arrow must take the piece to another square.")
    return why("CC4", "A piece may not come back to the square it started from.")
