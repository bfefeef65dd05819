"""What Château d'Appenzell says about itself and a position."""

from collections.abc import Sequence
from functools import cache, lru_cache

from matou.core.messages import Message, Seat, listed
from matou.core.observation import Observation
from matou.core.phrases import joined, lines, under, winning
from matou.games.appenzell import castle as plan, components as box, state
from matou.games.appenzell.say import names
from matou.games.appenzell.say.messages import count, say, tell
from matou.kit.linking import CHANCE
from matou.kit.sets import members

TITLE = say("Château d’Appenzell")
TAGLINE = say(
    "Lift roofs, remember what lies beneath, and slide the floor from under each other’s paws."
)
MINUTES = 30
OPTION_NAMES = {
    "castle": say("side of the castle"),
    "goal": say("cheeses to win"),
    "push_back": say("pushing back"),
}
OPTIONS = {
    "castle": say(
        "Which side of the castle: the front, or the back, where the rooms are different"
    ),
    "goal": say(
        "How many different cheeses you need to win: {goal}, or {longer} for a "
        "longer game, recommended for two or three players",
        goal=box.GOALS[0],
        longer=listed([str(goal) for goal in box.GOALS[1:]], "or"),
    ),
    "push_back": say("May the line that was just pushed be pushed straight back?"),
}
CHOICES = {"front": say("the front"), "back": say("the back")}
PUZZLES = {
    "cheese": say("Win a cheese"),
    "enter": say("One more mouse"),
    "fall": say("Make a mouse fall"),
    "lift": say("The roof to lift"),
    "memory": say("What lies under the roof?"),
    "push": say("The best push"),
    "step": say("The safest step"),
    "stop": say("Know when to stop"),
}


def describe(s: state.State, a: int) -> Message:
    if state.MOVE <= a < state.PUSH:
        to = plan.MOVE_TO[a - state.MOVE]
        is_tile = s.open_squares & plan.SLIDING_SET & 1 << to != 0
        return _described(a, s.castle, s.tile[to] if is_tile else box.NO_TILE)
    return _described(a, s.castle, s.tile[box.SPARE])


@lru_cache(maxsize=4096)
def _described(a: int, castle: int, tile: int) -> Message:
    """``tile``: the one that a mouse goes to, or the spare."""
    if a >= state.REVEAL:
        where, kind = divmod(a - state.REVEAL, box.KINDS)
        return names.shown_at(plan.PLACE_SQUARE[where], kind)
    if a == state.END:
        return say("End the turn")
    if a >= state.PUSH:
        line = names.LINES[a - state.PUSH]
        return say(
            "Push {line} with the spare tile ({tile})", line=line, tile=names.KIND_WORDS[tile]
        )
    if a >= state.MOVE:
        start, to = plan.MOVE_FROM[a - state.MOVE], plan.MOVE_TO[a - state.MOVE]
        move, far = say("Step from {start} to {to}"), box.how_far(start, to)
        if far > 1:
            move = say("Jump from {start} to {to} ({actions})", actions=names.actions(far))
        move = move.filled(start=box.square_name(start), to=box.square_name(to))
        known = tile != box.NO_TILE
        return say("{move}: {tile}", move=move, tile=names.KIND_WORDS[tile]) if known else move
    if a >= state.ENTER:
        tower = box.square_name(box.TOWERS[a - state.ENTER])
        return say("Put a mouse into tower {tower}", tower=tower)
    return say("Lift {roof}", roof=names.roof(castle, a - state.LIFT))


def prompt(view: Observation) -> Message:
    s: state.State = view.s
    if view.over:
        return result(view)
    if view.actor == CHANCE:
        return say("A tile is being revealed: {place}.", place=names.PLACES[s.reveal])
    if view.seat != s.seat:
        if s.placing:
            return say("{who} chooses a tower.", who=Seat(s.seat))
        return count(
            s.left, "{who} has {n} action left.", "{who} has {n} actions left.", who=Seat(s.seat)
        )
    return PUT_A_MOUSE if s.placing else _asked(s.left, s.pushed == 1)


PUT_A_MOUSE = say("Put a mouse into a free tower.")


@cache
def _asked(left: int, pushed: bool) -> Message:
    if left == box.ACTIONS_A_TURN:
        return count(
            left,
            "Your turn: {n} action. Lift a roof, enter, move or push.",
            "Your turn: {n} actions. Lift a roof, enter, move or push.",
        )
    asked = count(
        left,
        "You have {n} action left. You may also end your turn.",
        "You have {n} actions left. You may also end your turn.",
    )
    return joined([asked, say("You have already pushed.")]) if pushed else asked


def result(view: Observation) -> Message:
    s: state.State = view.s
    if view.stopped:
        return winning(view.winners)
    if s.ending == state.MICE_LOST:
        mice = count(box.LOST, "{n:words} mouse", "{n:words} mice")
        losers = [seat for seat in range(s.seats) if s.fallen[seat] >= box.LOST]
        if len(losers) == 1:
            end = tell(
                losers, "{who} has {mice} in the cellar", "you have {mice} in the cellar", mice=mice
            )
        else:
            who = tuple(map(Seat, losers))
            end = say("{who} have {mice} in the cellar", who=who, mice=mice)
    elif view.ended_by == "AP15":
        end = count(box.TURNS, "{n} turn has been played", "{n} turns have been played")
    else:
        end = count(s.goal, "{n} different cheese", "{n} different cheeses")
    return winning(view.winners, end)


def tally(s: state.State, seat: int, memory: bool) -> Message:
    return _tally(s.cheeses[seat].bit_count(), s.goal)


@cache
def _tally(held: int, goal: int) -> Message:
    return count(held, "{n} of {goal} cheeses", goal=goal)


def cheeses_of(s: state.State, seat: int) -> list[Message]:
    return [names.KIND_WORDS[kind] for kind in members(s.cheeses[seat])]


def score_lines(s: state.State, seat: int) -> list[Message]:
    held = cheeses_of(s, seat)
    return [say("{cheese:cap}", cheese=cheese) for cheese in held] or [say("No cheese")]


def margin(s: state.State, seat: int) -> tuple[bool, Message] | None:
    """Says how many mice fell on either side, if that ended the game and was close or clear."""
    mine, theirs = s.fallen[seat], max(s.fallen[i] for i in range(s.seats) if i != seat)
    least = min(mine, theirs)
    if s.ending != state.MICE_LOST or least not in (0, box.LOST - 1):
        return None
    return least > 0, say("{a}–{b} mice in the cellar", a=mine, b=theirs)


# --- the board in words


CHEESES = listed(names.KIND_WORDS[: box.CHEESES], "comma")


def board(view: Observation) -> Message:
    s: state.State = view.s
    spare = say("Spare tile: {tile}", tile=names.SPARE_WORDS[s.tile[box.SPARE]])
    players = (player_line(view, seat) for seat in range(s.seats))
    cheeses = say("Kinds of cheese: {cheeses}", cheeses=CHEESES)
    return lines([spare, *room_lines(s), cheeses, *players, turn_line(view)])


def room_lines(s: state.State) -> list[Message]:
    """Lists open rooms with their floor, and covered rooms, for screen readers."""
    lifted: list[Message] = []
    covered: list[Message] = []
    for room in range(box.ROOMS):
        if s.open_rooms >> room & 1:
            squares = squares_of(s.castle, room)
            lifted.append(room_line(s.castle, room, [standing(s, i) for i in squares]))
        else:
            squares = squares_of(s.castle, room)
            covered.append(room_line(s.castle, room, [box.square_name(i) for i in squares]))
    headed = (say("Open rooms:"), lifted), (say("Covered rooms:"), covered)
    return [under(heading, rooms) for heading, rooms in headed if rooms]


@cache
def squares_of(castle: int, room: int) -> list[int]:
    return members(plan.ROOM_SET[castle * box.ROOMS + room])


def room_line(castle: int, room: int, squares: Sequence[Message | str]) -> Message:
    letter, roof = box.ROOM_LETTERS[room], names.ROOF_WORDS[names.material(castle, room)]
    line = say("room {room}, {roof}: {squares}", room=letter, roof=roof)
    return line.filled(squares=listed(squares, "comma"))


def player_line(view: Observation, seat: int) -> Message:
    s: state.State = view.s
    spots = [standing(s, square) for square in members(s.mice[seat])]
    mice = [
        listed(spots) if spots else say("none in the castle"),
        say("{n} outside", n=s.outside[seat]),
        say("{n} in the cellar", n=s.fallen[seat]),
    ]
    won = tally(s, seat, memory=False)
    if s.cheeses[seat]:
        won = say("{tally} ({cheeses})", tally=won, cheeses=listed(cheeses_of(s, seat)))
    line = say("{who}: {cheeses}; mice: {mice}.", who=Seat(seat), cheeses=won)
    return line.filled(mice=listed(mice, "semicolon"))


def standing(s: state.State, square: int) -> Message:
    return _standing(square, s.tile[square] if plan.SLIDING_SET >> square & 1 else 0)


@cache
def _standing(square: int, kind: int) -> Message:
    name = box.square_name(square)
    if square in box.TOWERS:
        return say("tower {square}", square=name)
    if plan.SLIDING_SET >> square & 1 == 0:
        return say("{square} (stone)", square=name)
    return say("{square} ({tile})", square=name, tile=names.KIND_WORDS[kind])


def turn_line(view: Observation) -> Message:
    s: state.State = view.s
    said = prompt(view)
    if s.placing or view.over:
        return said
    turn = min(s.turn + 1, box.TURNS)
    parts = [say("Turn {turn} of {turns}.", turn=turn, turns=box.TURNS), said]
    if view.actor == CHANCE:
        parts.append(count(s.left, "{n} action left.", "{n} actions left."))
    if s.pushed and (view.seat != s.seat or view.actor == CHANCE):
        parts.append(say("A line has been pushed this turn."))
    if s.closed >= 0:
        parts.append(say("Closed: {line}.", line=names.LINES[s.closed]))
    return joined(parts)


def memory(view: Observation) -> Message:
    """Says what was seen under the roofs, and what nobody has seen yet."""
    s: state.State = view.s
    known = []
    for room in range(box.ROOMS):
        if s.open_rooms >> room & 1:
            continue
        squares = [i for i in squares_of(s.castle, room) if s.tile[i] < box.UNKNOWN]
        if squares:
            line = say("Under the roof of room {room}: {tiles}", room=box.ROOM_LETTERS[room])
            known.append(line.filled(tiles=listed([standing(s, i) for i in squares])))
    unseen = [
        say("{n} × {tile}", n=s.unseen[kind], tile=names.KIND_WORDS[kind])
        for kind in range(box.TRAP + 1)
        if s.unseen[kind] > 0
    ]
    if unseen:
        known.append(say("Never seen: {tiles}", tiles=listed(unseen)))
    return lines(known)


def board_and_memory(view: Observation) -> Message:
    return lines([board(view), memory(view)])
