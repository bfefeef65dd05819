"""What Caty Mini says about itself and a position."""

from functools import cache

from matou.core.messages import Message, Seat, listed
from matou.core.observation import Observation
from matou.core.phrases import figures, in_points, lines, turn_line, under
from matou.games.catymini import components as box, position, state
from matou.games.catymini.geometry import NOTCH_AT, TOY_AT
from matou.games.catymini.rules import score
from matou.games.catymini.say import names
from matou.games.catymini.say.messages import count, counting, say, tell
from matou.kit.layout import numbers
from matou.kit.linking import CHANCE

TITLE = say("Caty Mini")
TAGLINE = say(
    "Run your thread from one piece of furniture to the next, and win the toys it crosses."
)
MINUTES = 30
OPTION_NAMES = {"boards": say("nurseries"), "expert": say("for experts")}
OPTIONS = {
    "boards": say("Who plays in which nursery"),
    "expert": say(
        "One extra point for each kind of toy, {bonus:words} for all {toys:words}",
        bonus=box.ALL_TOYS_BONUS,
        toys=box.TOYS,
    ),
}
CHOICES = {letter: say("nursery {letter}", letter=letter) for letter in box.BOARD_LETTERS}
PUZZLES = {"thread": say("The best thread"), "tile": say("The best tile")}
in_tokens = counting("{n} token", "{n} tokens")


def describe(s: state.State, a: int) -> Message:
    if a < state.PLAY:
        if s.phase == state.SHOWING:
            return say("In the middle: {tile}", tile=names.COLOURED[a])
        return tell(s.turn, "{who} draws {tile}", "You draw {tile}", tile=names.COLOURED[a])
    if a < state.ENTER:
        return PLAYS[a - state.PLAY]
    if a < state.START:
        return describe_run(s, a - state.ENTER)
    if a < state.TAKE:
        where = names.notch_words(s.board[s.turn], a - state.START)
        return say("Start the thread at {where}", where=where)
    if a < state.REMOVE:
        return TAKES[a - state.TAKE]
    if a < state.SLEEP:
        token = names.a_toy(
            (a - state.REMOVE) // box.VALUES, (a - state.REMOVE) % box.VALUES + box.LEAST
        )
        return say("A token is removed: {token}", token=token)
    return say("Let the cat sleep: the thread left reaches neither notch")


PLAYS = [say("Play {tile}", tile=names.COLOURED[tile]) for tile in range(box.TILES)]
TAKES = [say("Take an extra tile from {pile}", pile=pile) for pile in names.PILES]


def describe_run(s: state.State, notch: int) -> Message:
    where = names.notch_words(s.board[s.turn], notch)
    cost = figures(position.would_cost(s, s.turn, notch))
    won = [names.a_toy(toy, value) for toy, value in position.would_win(s, s.turn, notch)]
    run = say("Run to {where}: costs {cost} units of thread, wins no toy")
    if won:
        run = say("Run to {where}: costs {cost} units of thread, wins {toys}", toys=listed(won))
    return run.filled(where=where, cost=cost)


def prompt(view: Observation) -> Message:
    s: state.State = view.s
    if s.phase == state.DONE:
        return say("The game is over.")
    if view.actor == CHANCE:
        return CHANCE_ACTS.get(s.phase, TILES_DEALT)
    if view.actor != view.seat:
        return say("{who} is thinking.", who=Seat(view.actor))
    if s.phase == state.TAKING:
        extras = box.EXTRAS[s.seats]
        if extras == 1:
            return say("Choose a pile for your extra tile.")
        return say("Choose a pile for your extra tile ({n} of {all}).", n=s.step + 1, all=extras)
    piece = names.PIECES[position.tile_of_round(s)]
    if s.phase == state.STARTING:
        return say("Start your thread at one of the two notches of {piece}.", piece=piece)
    if s.phase == state.PLAYING:
        return say("Play a tile: all cats will run there.")
    if view.legal() == [state.SLEEP]:
        return say("Your thread is too short: your cat sleeps this round.")
    if len(view.legal()) == 1:
        return say("Run to {piece}: your thread reaches only one of its notches.", piece=piece)
    return say("Run to {piece}: choose one of its two notches.", piece=piece)


CHANCE_ACTS = {
    state.SHOWING: say("The first tile is being shown."),
    state.REMOVING: say("Some tokens are being removed."),
}
TILES_DEALT = say("Tiles are being dealt.")


# --- the board in words


def board(view: Observation) -> Message:
    s: state.State = view.s
    nurseries = [nursery(view, seat) for seat in range(s.seats)]
    return lines([*turn_line(view), *middle_lines(s), *nurseries])


def middle_lines(s: state.State) -> list[Message]:
    found = []
    if s.phase >= state.PLAYING:
        found.append(say("Round {n} of {all}", n=min(s.round + 1, box.ROUNDS), all=box.ROUNDS))
    if s.phase != state.SHOWING:
        found.append(say("In the middle: {tile}", tile=names.COLOURED[position.tile_of_round(s)]))
        played = s.round + (1 if s.phase == state.RUNNING else 0)
        if played:
            before = listed([names.PIECES[s.middle[i]] for i in range(played)], "comma")
            found[-1] = under(found[-1], [say("under it: {pieces:bare}", pieces=before)])
    if s.phase in (state.SHOWING, state.DEALING, state.DRAWING, state.TAKING):
        found += [pile_line(colour, position.pile_left(s, colour)) for colour in range(box.COLOURS)]
    heaps = [heap_line(toy, s.heap[toy]) for toy in range(box.TOYS)]
    return [*found, under(say("Tokens left, top one first:"), heaps)]


@cache
def pile_line(colour: int, left: int) -> Message:
    return count(
        left,
        "{pile:cap}: {n} tile, face down",
        "{pile:cap}: {n} tiles, face down",
        pile=names.PILES[colour],
    )


@cache
def heap_line(toy: int, heap: int) -> Message:
    values = " ".join(map(str, box.heap_values(heap)))
    if not values:
        return say("{toy}: none", toy=names.TOY_WORDS[toy])
    return say("{toy}: {values}", toy=names.TOY_WORDS[toy], values=values)


def nursery(view: Observation, seat: int) -> Message:
    s: state.State = view.s
    said = [in_points(score(s, seat))] if s.phase == state.DONE else []
    said.append(hand_line(view, seat))
    if position.has_started(s, seat):
        said += thread_lines(s, seat)
    return under(seat_line(s, seat), [*said, *room_lines(s.board[seat])])


def seat_line(s: state.State, seat: int) -> Message:
    line = count(
        position.tokens_won(s, seat),
        "{who}, nursery {letter}: {thread}, {n} token won",
        "{who}, nursery {letter}: {thread}, {n} tokens won",
    )
    if s.phase != state.DONE and seat == s.round % s.seats:
        line = count(
            position.tokens_won(s, seat),
            "{who}, nursery {letter}: {thread}, {n} token won, first-player marker",
            "{who}, nursery {letter}: {thread}, {n} tokens won, first-player marker",
        )
    letter, thread = box.BOARD_LETTERS[s.board[seat]], thread_left(s.thread[seat])
    return line.filled(who=Seat(seat), letter=letter, thread=thread)


def thread_left(units: int) -> Message:
    return count(units, "{n} unit of thread left", "{n} units of thread left", n=figures(units))


def hand_line(view: Observation, seat: int) -> Message:
    s: state.State = view.s
    is_open = seat == view.seat or s.phase == state.DONE
    if is_open:
        held = [names.COLOURED[tile] for tile in position.hand_tiles(s, seat)]
    else:
        held = [
            names.tiles_of_colour(n, colour) for colour, n in enumerate(numbers(s.holds[seat])) if n
        ]
    tiles = listed(held, "comma") if held else say("empty")
    if seat == view.seat:
        return say("your hand: {tiles}", tiles=tiles)
    line = say("hand: {tiles}") if is_open else say("hand, face down: {tiles}")
    return line.filled(tiles=tiles)


def thread_lines(s: state.State, seat: int) -> list[Message]:
    room, run = s.board[seat], position.rounds_run(s, seat)
    stops = [
        say("asleep") if notch == state.ASLEEP else names.notch_words(room, notch)
        for notch in numbers(s.path[seat])[: run + 1]
    ]
    return [
        say("thread so far: {notches}", notches=listed(stops, "semicolon")),
        say("it will leave from: {notch}", notch=names.notch_words(room, s.exit[seat])),
    ]


@cache
def room_lines(room: int) -> tuple[Message, ...]:
    toys = [
        say("{toy} {x} {y}", toy=names.TOY_WORDS[toy], x=x, y=y)
        for toy, (x, y) in enumerate(TOY_AT[room])
    ]
    line = say("toys, with their distance from the west and north walls: {toys}")
    walls = (wall_line(room, wall) for wall in range(box.COLOURS))
    return (*walls, line.filled(toys=listed(toys, "comma")))


def wall_line(room: int, wall: int) -> Message:
    tiles = [tile for tile in range(box.TILES) if box.COLOUR_OF[tile] == wall]
    # Clockwise round the room: east, south, west and north along each wall.
    x, y = ((1, 0), (0, 1), (-1, 0), (0, -1))[wall]
    tiles.sort(key=lambda t: NOTCH_AT[room][2 * t][0] * x + NOTCH_AT[room][2 * t][1] * y)
    return names.WALLS[wall].filled(pieces=listed([names.PIECES[tile] for tile in tiles], "comma"))


def memory(view: Observation) -> Message:
    """Says which face-down tokens each player has won."""
    return lines([won_line(view.s, seat) for seat in range(view.s.seats)])


def won_line(s: state.State, seat: int) -> Message:
    heaps = enumerate(numbers(s.won[seat]))
    won = [
        say("{toy} {values}", toy=names.TOY_WORDS[toy], values=summed(heap))
        for toy, heap in heaps
        if heap
    ]
    if not won:
        return tell(seat, "{who} has not won any tokens yet", "You have not won any tokens yet")
    return tell(
        seat,
        "{who} has won {tokens}: {points}",
        "You have won {tokens}: {points}",
        tokens=listed(won, "comma"),
        points=in_points(score(s, seat)),
    )


def summed(heap: int) -> str:
    return " + ".join(map(str, box.heap_values(heap)))


def tally(s: state.State, seat: int, memory: bool) -> Message:
    """Everybody sees how many tokens there are; their values count at the end."""
    if s.phase == state.DONE:
        return in_points(score(s, seat))
    tokens = in_tokens(position.tokens_won(s, seat))
    return listed([tokens, in_points(score(s, seat))], "comma") if memory else tokens


def score_lines(s: state.State, seat: int) -> list[Message]:
    heaps = [(toy, heap) for toy, heap in enumerate(numbers(s.won[seat])) if heap]
    found = [score_line(toy, heap) for toy, heap in heaps]
    if s.expert:
        kinds = len(heaps)
        bonus = in_points(box.ALL_TOYS_BONUS if kinds == box.TOYS else kinds)
        found.append(
            count(kinds, "{n} kind of toy: {points}", "{n} kinds of toy: {points}", points=bonus)
        )
    return [
        *found,
        say("total: {points}", points=in_points(score(s, seat))),
        say("to break a tie: {thread}", thread=thread_left(s.thread[seat])),
    ]


@cache
def score_line(toy: int, heap: int) -> Message:
    name, points = names.TOY_WORDS[toy], in_points(box.WORTH[heap])
    if len(box.heap_values(heap)) == 1:
        return say("{toy}: {points}", toy=name, points=points)
    return say("{toy}: {values} = {points}", toy=name, values=summed(heap), points=points)
