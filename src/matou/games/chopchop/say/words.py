"""What Chop! Chop! says about itself and a position."""

from functools import cache, lru_cache
from itertools import islice

from matou.core.messages import Message, Seat, listed
from matou.core.observation import Observation
from matou.core.phrases import joined, lines, under, winning
from matou.games.chopchop import components as box, rules, state
from matou.games.chopchop.say import names
from matou.games.chopchop.say.messages import count, each, say
from matou.kit.layout import as_bytes
from matou.kit.linking import CHANCE, OVER

TITLE = say("Chop! Chop!")
TAGLINE = say(
    "One cat, {mice:words} mice, {cheeses:words} cheeses and a kitchen floor full of surprises.",
    mice=box.MICE,
    cheeses=box.CHEESES,
)
MINUTES = 15
OPTION_NAMES: dict[str, Message] = {}
OPTIONS: dict[str, Message] = {}
CHOICES: dict[str, Message] = {}
PUZZLES = {
    "catch": say("Catch a mouse"),
    "cheese": say("Win a cheese"),
    "escape": say("Escape the cat"),
    "hunt": say("The cat on the hunt"),
    "step": say("The safest square"),
}


def side(seat: int) -> Message:
    return say("the mice too") if seat > 1 else names.seat_role(seat)


def describe(s: state.State, a: int) -> Message:
    if a >= rules.TURN:
        return turned(s, a - rules.TURN)
    if a >= rules.ROLL:
        return _done(a, state.NOBODY, s.side == box.CAT, False, False)
    if a >= rules.PUT:
        return _done(a, state.NOBODY, False, False, False)
    start, end = divmod(a % rules.CATCH, box.PLACES)
    if a >= rules.CATCH:
        return _done(a, names.mouse_at(s, end), False, False, False)
    on_tile, on_cheese = names.has_tile(s, end), s.cheese & box.SET[end] != 0
    if s.side == box.CAT:
        return _done(a, state.NOBODY, True, on_tile, False)
    return _done(a, names.mouse_at(s, start), False, on_tile, on_cheese)


TURNED = (
    say("The tile shows a cheese: the mice win it"),
    say("The tile shows broken dishes: nothing happens"),
    say("The tile shows +1: one square more"),
    say("The tile shows +2: two squares more"),
    say("The tile shows an arrow: off to another square"),
    say("The tile shows a fork: it wins a visible cheese"),
    say("The tile shows a knife: the other side plays twice"),
)
TURNED_BY_CAT = {
    box.CHEESE: say("The tile shows a cheese: the cat leaves it there"),
    box.FORK: say("The tile shows a fork: the cat gets nothing"),
}
FORK_IN_VAIN = say("The tile shows a fork, but there is no cheese to take")


def turned(s: state.State, kind: int) -> Message:
    """Says what a tile shows, and what it does for the side that turns it over."""
    if s.side == box.CAT:
        return TURNED_BY_CAT.get(kind, TURNED[kind])
    if kind == box.FORK and not s.cheese & ~box.SET[s.cat]:  # CC15
        return FORK_IN_VAIN
    return TURNED[kind]


@lru_cache(maxsize=8192)
def _done(a: int, mouse: int, is_cat: bool, on_tile: bool, wins: bool) -> Message:
    if a >= rules.ROLL:
        face = a - rules.ROLL + 1
        if is_cat:
            return say("The cat rolls a {face}", face=face)
        return say("The mice roll a {face}", face=face)
    if a >= rules.TAKE:
        return say("Take the cheese on {square} with the fork", square=box.NAMES[a - rules.TAKE])
    if a >= rules.PUT:
        return say("Put the cat on the table, at {square}", square=box.NAMES[a - rules.PUT][1:])
    end = a % rules.CATCH % box.PLACES
    if a >= rules.CATCH:
        return say("Catch mouse {mouse} on {square}", mouse=mouse + 1, square=box.NAMES[end])
    said = say("Move mouse {mouse} {aim}")
    if is_cat:
        said = say("Move the cat {aim}")
    elif wins:
        said = say("Move mouse {mouse} {aim} and win a cheese")
    said = said.filled(mouse=mouse + 1, aim=names.onto(end))
    return say("{aim}, onto a tile", aim=said) if on_tile else said


DIE_ROLLS, TILE_TURNS = each("The die is rolling. | A tile is being turned over.")
CAT_THINKS, MICE_THINK = each("The cat is thinking. | The mice are thinking.")
PUT_CAT, CHOOSE_CHEESE = each("Put your cat on the table. | Fork! Choose a visible cheese to win.")


def prompt(view: Observation) -> Message:
    s: state.State = view.s
    if view.actor == OVER:
        return verdict(s)
    if view.actor == CHANCE:
        return DIE_ROLLS if s.phase == state.ROLLING else TILE_TURNS
    if view.actor != view.seat:
        return CAT_THINKS if s.phase == state.PLACING or s.side == box.CAT else MICE_THINK
    return asked(s)


def asked(s: state.State) -> Message:
    """Says what the player to act may do now."""
    if s.phase == state.PLACING:
        return PUT_CAT
    if s.phase == state.FORKING:
        return CHOOSE_CHEESE
    return _asked(s.phase, s.side == box.CAT, s.mover, s.steps, s.rolls)


@cache
def _asked(phase: int, is_cat: bool, mover: int, steps: int, rolls: int) -> Message:
    mouse = mover + 1
    if phase == state.FLYING:
        if is_cat:
            return say("Arrow! Send your cat to any square.")
        return say("Arrow! Send mouse {mouse} to any square.", mouse=mouse)
    if phase == state.EXTRA:
        if is_cat:
            return count(
                steps,
                "+{n}: move your cat exactly {n} square more.",
                "+{n}: move your cat exactly {n} squares more.",
            )
        return count(
            steps,
            "+{n}: move mouse {mouse} exactly {n} square more.",
            "+{n}: move mouse {mouse} exactly {n} squares more.",
            mouse=mouse,
        )
    if is_cat:
        move = count(
            steps, "Move your cat exactly {n} square.", "Move your cat exactly {n} squares."
        )
    elif mover == state.NOBODY:
        move = count(steps, "Move a mouse exactly {n} square.", "Move a mouse exactly {n} squares.")
    else:
        move = count(
            steps,
            "Move mouse {mouse} exactly {n} square.",
            "Move mouse {mouse} exactly {n} squares.",
            mouse=mouse,
        )
    return joined([move, say("You roll twice this turn.")]) if rolls == 2 else move


VERDICTS = (  # by the ending
    say("The cat has caught all {mice:words} mice!", mice=box.MICE),
    say("The mice are home with all {cheeses:words} cheeses!", cheeses=box.CHEESES),
    say("Nothing has happened for {turns} turns: the game is a draw.", turns=box.QUIET_TURNS),
)


def verdict(s: state.State) -> Message:
    return VERDICTS[s.ending]


PLAYERS = [say("{who}: {side}", who=Seat(i), side=names.seat_role(i)) for i in range(box.SEATS)]


def board(view: Observation) -> Message:
    s: state.State = view.s
    now = winning(view.winners, team=True) if view.stopped else standing(s)
    said = [now, *PLAYERS[: s.seats], *turned_line(view), *passed_line(view), cat_line(s)]
    said += [mouse_line(s, i) for i in range(box.MICE)]
    said += [holes_line(s), cheeses_line(s), unseen_line(as_bytes(s.unseen)), *floor_lines(s.down)]
    if s.quiet:
        line = say("Quiet turns in a row: {quiet} (a draw at {draw})", draw=box.QUIET_TURNS)
        said.append(line.filled(quiet=s.quiet))
    return lines(said)


def cat_line(s: state.State) -> Message:
    if s.cat == state.NOWHERE:
        return say("The cat is waiting beside the table.")
    if s.cheese & box.SET[s.cat] and box.NAMES[s.cat][0] != "T":
        return say("Cat: {where}, on a cheese", where=names.on(s, s.cat))
    return say("Cat: {where}", where=names.on(s, s.cat))


def mouse_line(s: state.State, mouse: int) -> Message:
    if s.mouse[mouse] == state.CAUGHT:
        return say("Mouse {mouse}: caught", mouse=mouse + 1)
    return say("Mouse {mouse}: {where}", mouse=mouse + 1, where=names.on(s, s.mouse[mouse]))


def turned_line(view: Observation) -> list[Message]:
    _, tiles = since_the_die(view)
    if not tiles:
        return []
    shown = listed([names.TILE_NAMES[kind] for kind in tiles], "comma")
    return [say("Tiles turned over since the roll: {tiles}", tiles=shown)]


def since_the_die(view: Observation) -> tuple[int, list[int]]:
    """Returns the last roll (0 before the first) and the tiles turned since."""
    tiles: list[int] = []
    for seen in view.backwards():
        if seen.action >= rules.TURN:
            tiles.insert(0, seen.action - rules.TURN)
        elif seen.action >= rules.ROLL:
            return seen.action - rules.ROLL + 1, tiles
    return 0, tiles


def passed(view: Observation) -> tuple[int, int]:
    """Returns the side whose roll has just passed (CC3), and the roll; (NOBODY, 0) otherwise."""
    last = [seen.action for seen in islice(view.backwards(), 2)]
    if view.s.phase != state.ROLLING or not last or not rules.ROLL <= last[0] < rules.TURN:
        return state.NOBODY, 0
    # After a knife another roll is due; otherwise it is the other side's turn by now.
    is_first_of_two = last[1:] == [rules.TURN + box.KNIFE]
    side = view.s.side if is_first_of_two else box.CAT + box.MOUSE - view.s.side
    return side, last[0] - rules.ROLL + 1


def passed_line(view: Observation) -> list[Message]:
    side, value = passed(view)
    if side == state.NOBODY:
        return []
    if side == box.CAT:
        return [say("The cat rolled a {face} and could not move.", face=value)]
    return [say("The mice rolled a {face}, and none of them could move.", face=value)]


@lru_cache(maxsize=1024)
def floor_lines(down: int) -> tuple[Message, ...]:
    """Lists the squares that still have their tile, row by row, for screen readers."""
    rows = []
    for row in range(box.ROWS, 0, -1):
        squares = [f"{column}{row}" for column in box.COLUMNS if f"{column}{row}" in box.PLACE_OF]
        if covered := [square for square in squares if down & box.SET[box.PLACE_OF[square]]]:
            rows.append(listed(covered, "comma"))
    return (under(say("Squares with a face-down tile:"), rows),) if rows else ()


DUE = {
    state.FLYING: say("An arrow: the piece goes to any square."),
    state.FORKING: say("A fork: the mice choose a visible cheese."),
    state.ROLLING: say("The die is about to be rolled."),
    state.TURNING: say("A tile is about to be turned over."),
}


def standing(s: state.State) -> Message:
    """Says whose turn it is and what happens next."""
    if s.phase == state.FINISHED:
        return verdict(s)
    if s.phase == state.PLACING:
        return say("The cat is about to choose its square on the table.")
    return joined([whose_turn(s), due(s)])


TURN_OF = each("It is the cat’s turn. | It is the mice’s turn. | It is the mice’s turn ({who}).")
TURN_OF_TWO_ROLLS = (
    say("It is the cat’s turn, with two rolls after a knife."),
    say("It is the mice’s turn, with two rolls after a knife."),
    say("It is the mice’s turn ({who}), with two rolls after a knife."),
)


def whose_turn(s: state.State) -> Message:
    which = 0 if s.side == box.CAT else 1 if s.seats == 2 else 2
    turn = (TURN_OF_TWO_ROLLS if s.rolls == 2 else TURN_OF)[which]
    return turn.filled(who=Seat(s.player)) if which == 2 else turn


def due(s: state.State) -> Message:
    if s.phase == state.EXTRA:
        return say("An extra move: +{steps}.", steps=s.steps)
    if s.steps:
        return say("The die shows {steps}.", steps=s.steps)
    return DUE[s.phase]


def holes_line(s: state.State) -> Message:
    turned: list[Message] = []
    plated: list[Message] = []
    for name, side in zip(box.HOLES, names.SIDES, strict=True):
        is_plate = s.plates & box.SET[box.PLACE_OF[name]]
        (plated if is_plate else turned).append(side)
    holes, plates = listed(turned, "comma"), listed(plated, "comma")
    if not turned:
        return say("Holes: none; home plates: {plates}", plates=plates)
    if not plated:
        return say("Holes: {holes}; home plates: none", holes=holes)
    return say("Holes: {holes}; home plates: {plates}", holes=holes, plates=plates)


def cheeses_line(s: state.State) -> Message:
    line = count(s.won, "The mice have {n} of {cheeses} cheeses; visible: none")
    if seen := names.visible(s):
        squares = listed([box.NAMES[place] for place in seen], "comma")
        line = count(s.won, "The mice have {n} of {cheeses} cheeses; visible: {squares}")
        line = line.filled(squares=squares)
    return line.filled(cheeses=box.CHEESES)


@lru_cache(maxsize=1024)
def unseen_line(unseen: bytes) -> Message:
    named = zip(names.TILE_NAMES, unseen, strict=True)
    kinds = [say("{tile} ×{left}", tile=tile, left=left) for tile, left in named if left]
    if not kinds:
        return say("Tiles still face down: none")
    line = say("Tiles still face down: {left} ({kinds})", left=sum(unseen))
    return line.filled(kinds=listed(kinds, "comma"))


def tally(s: state.State, seat: int, memory: bool) -> None:
    """Nothing is counted: the cat catches all mice or it does not (CC2)."""


FEW_CHEESES = 4  # with which the mice lose clearly


def mice_caught(s: state.State) -> tuple[int, Message]:
    caught = sum(1 for i in range(box.MICE) if s.mouse[i] == state.CAUGHT)
    return caught, count(caught, "{n} of {mice} mice caught", mice=box.MICE)


def margin(s: state.State, seat: int) -> tuple[bool, Message] | None:
    """Says how near the losers came: by the mice they caught, or by the cheeses they won."""
    if s.ending == rules.HOME_SAFE:
        caught, says = mice_caught(s)
        return (caught > 0, says) if caught in (0, box.MICE - 1) else None
    if s.ending == rules.ALL_CAUGHT and not FEW_CHEESES < s.won < box.CHEESES - 1:
        says = count(s.won, "{n} of {cheeses} cheeses for the mice", cheeses=box.CHEESES)
        return s.won > FEW_CHEESES, says
    return None


def score_lines(s: state.State, seat: int) -> list[Message]:
    if seat == 0:
        return [mice_caught(s)[1]]
    out = sum(1 for name in box.HOLES if not s.plates & box.SET[box.PLACE_OF[name]])
    return [
        count(s.won, "{n} of {cheeses} cheeses", cheeses=box.CHEESES),
        count(
            out,
            "{n} of {mice} mice has left its home plate",
            "{n} of {mice} mice have left their home plates",
            mice=box.MICE,
        ),
    ]
