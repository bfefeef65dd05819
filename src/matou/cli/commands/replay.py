"""``matou replay``: shows a recorded game move by move, or one position of it."""

import argparse
from pathlib import Path

from matou.cli.commands.play import MOST
from matou.cli.commands.verify import TAKEN_OVER
from matou.cli.declaring import FILE, OK, Arg, Command, CommandError, N
from matou.cli.files import cannot_write, load, write_new
from matou.cli.lookup import check_seat
from matou.cli.terminal.naming import Names, show_board, show_result, tell_all
from matou.cli.terminal.screen import Screen
from matou.cli.terminal.session import COMMANDS, means
from matou.core.game import Game, Value
from matou.core.messages import Message, Verbatim, count, say
from matou.core.record import Record, shown
from matou.core.state import State
from matou.play.timeline import Timeline, timeline_of

UNFINISHED = say("The game is unfinished: it stops here, after move {count}.")
OPTION = say("{name:cap}: {value}")
YES, NO = say("yes"), say("no")
TOO_FAR = say("--at is {at}, but must be from 0 to {count}, the number of moves in the game.")
STEP = say("Enter: next   board   quit ")


def run(args: argparse.Namespace, screen: Screen) -> int:
    record = load(args.file)
    length = len(record.actions)
    at = length if args.at is None else args.at
    if at > length:
        raise CommandError(TOO_FAR, at=at, count=length)
    seat = args.seat
    if seat is not None:
        check_seat(seat, record.seats)
    names = Names.of(screen, record)
    title = record.game.words.TITLE.say(screen.lang)
    head = count(
        length,
        "{title} · {seats} players · {n} move",
        "{title} · {seats} players · {n} moves",
    )
    screen.heading(screen.text(head, title=title, seats=record.seats))
    screen.say(say("At the table: {all}."), all=", ".join(names.list))
    then = timeline_of(record, at)
    state = then.state
    if args.at is not None:
        one_position(screen, names, record, then, seat)
    else:
        whole(screen, names, record, then, seat, step=args.step)
    if args.svg is not None:
        draw(Path(args.svg), screen, names, state, eyes(record, state, seat))
    return OK


def eyes(record: Record, state: State, seat: int | None) -> int | None:
    """Returns the seat whose view is shown. An unfinished game still has secrets."""
    if seat is not None or record.result == "unfinished" or state.actor < 0:
        return seat
    return state.actor


def whole(
    screen: Screen, names: Names, record: Record, then: Timeline, seat: int | None, *, step: bool
) -> None:
    """Shows every action in words and notation, then the last board and the result."""
    for name, value in record.game.settings(record.seats).items():
        said = record.game.words.OPTION_NAMES[name]
        screen.say(OPTION, "dim", name=said, value=chosen(record.game, value))
    if record.origin is not None:
        screen.say(TAKEN_OVER, "dim", count=record.origin.count, id=record.origin.id)
    end = then.state
    lines = [line.read_by(seat, end.over) for line in then.lines]
    screen.line()
    if not step:
        tell_all(screen, names, lines, notation=True)
    for i, line in enumerate(lines if step else [], 1):
        tell_all(screen, names, [line], i, notation=True)
        if not stepped(screen, names, record, i, seat):
            return
    screen.line()
    view = end.observe(eyes(record, end, seat))
    show_board(screen, names, view)
    screen.line()
    if end.over:
        show_result(screen, names, end)
    else:
        screen.say(UNFINISHED, count=len(lines))


def chosen(game: Game, value: Value) -> Message:
    """Returns an option's value for people: 'yes', 'the whole table'."""
    if isinstance(value, bool):
        return YES if value else NO
    return game.words.CHOICES.get(value) or Verbatim(shown(value))


def stepped(screen: Screen, names: Names, record: Record, at: int, seat: int | None) -> bool:
    """Waits for Enter; returns False if the reader quits."""
    while True:
        typed = screen.ask(screen.text(STEP))
        if typed is None or means(typed, COMMANDS["quit"], screen.lang):
            return False
        if not means(typed, COMMANDS["board"], screen.lang):
            return True
        state = timeline_of(record, at).state
        view = state.observe(eyes(record, state, seat))
        show_board(screen, names, view)


def one_position(
    screen: Screen, names: Names, record: Record, then: Timeline, seat: int | None
) -> None:
    """Shows the board after some actions, the last of them, and what is to be done."""
    state = then.state
    at = len(state.history)
    screen.say(say("After move {count} of {all}:"), "bold", count=at, all=len(record.actions))
    viewer = eyes(record, state, seat)
    if at:
        last = then.lines[-1].read_by(viewer, state.over)
        what = names.say(last.says)
        screen.say(say("Last move: {what}   {name}"), what=what, name=last.name)
    view = state.observe(viewer)
    screen.line()
    show_board(screen, names, view)
    screen.line()
    if state.over:
        show_result(screen, names, state)
    else:
        screen.line(view.prompt(screen.lang, names.list), "bold")


def draw(path: Path, screen: Screen, names: Names, state: State, viewer: int | None) -> None:
    picture = state.observe(viewer).svg(lang=screen.lang, names=names.list)
    try:
        write_new(path, picture, private=False)
    except FileExistsError:
        raise CommandError(say("{file} already exists. Choose another name.", file=path)) from None
    except OSError as error:
        raise cannot_write(error, path) from None
    screen.say(say("Picture saved to {file}."), file=path)


COMMAND = Command(
    "replay",
    say("replay a recorded game"),
    say(
        "Replays a recorded game move by move, in words and notation, then shows the "
        "final board and the result."
    ),
    (
        Arg("file", say("the recorded game"), FILE),
        Arg("--step", say("wait for Enter after every move")),
        Arg(
            "--at", say("show only the position after N moves (0: the start)"), N, number=(0, MOST)
        ),
        Arg("--svg", say("write the picture to this file"), say("OUT.svg")),
        Arg(
            "--seat",
            say(
                "show the game as this seat sees it (default: everything if the game is "
                "finished, otherwise what a spectator sees)"
            ),
            N,
            number=(0, MOST),
        ),
    ),
    (
        ("replay game.matou", say("the whole game")),
        ("replay game.matou --at 20 --svg there.svg", say("one position and its picture")),
    ),
    run,
)
