"""``matou replay``: shows a recorded game move by move, or one position of it."""

import argparse
from pathlib import Path

from matou.cli.commands.play import MOST
from matou.cli.commands.verify import TAKEN_OVER
from matou.cli.declaring import OK, Arg, Command, CommandError
from matou.cli.files import load, write_new, writing
from matou.cli.lookup import check_seat
from matou.cli.terminal.narration import Narrator
from matou.cli.terminal.screen import Screen
from matou.cli.terminal.session import COMMANDS, means
from matou.core.game import Game, Value
from matou.core.messages import Message, Verbatim, count, say
from matou.core.record import Record, shown
from matou.core.state import State
from matou.play.timeline import Timeline, timeline_of

STEP = say("Enter: next   board   quit ")


def run(args: argparse.Namespace, screen: Screen) -> int:
    record = load(args.file)
    length = len(record.actions)
    at = length if args.at is None else args.at
    if at > length:
        says = say("--at is {at}, but must be from 0 to {count}, the number of moves in the game.")
        raise CommandError(says, at=at, count=length)
    seat = args.seat
    if seat is not None:
        check_seat(seat, record.seats)
    narrator = Narrator.of(screen, record)
    head = count(
        length,
        "{title} · {seats} players · {n} move",
        "{title} · {seats} players · {n} moves",
        title=record.game.words.TITLE,
    )
    screen.heading(screen.text(head, seats=record.seats))
    screen.say(say("At the table: {all}."), all=", ".join(narrator.names))
    then = timeline_of(record, at)
    if args.at is not None:
        one_position(narrator, record, then, seat)
    else:
        whole(narrator, record, then, seat, step=args.step)
    if args.svg is not None:
        view = then.state.observe(eyes(record, then.state, seat))
        draw(Path(args.svg), screen, view.svg(lang=screen.lang, names=narrator.names))
    return OK


def eyes(record: Record, state: State, seat: int | None) -> int | None:
    """Returns the seat whose view is shown. An unfinished game still has secrets."""
    if seat is not None or record.result == "unfinished" or state.actor < 0:
        return seat
    return state.actor


def whole(
    narrator: Narrator, record: Record, then: Timeline, seat: int | None, *, step: bool
) -> None:
    """Shows every action in words and notation, then the last board and the result."""
    screen = narrator.screen
    for name, value in record.game.settings(record.seats).items():
        option = say("{name:cap}: {value}", name=record.game.words.OPTION_NAMES[name])
        screen.say(option, "dim", value=chosen(record.game, value))
    if record.origin is not None:
        screen.say(TAKEN_OVER, "dim", count=record.origin.count, id=record.origin.id)
    end = then.state
    lines = [line.read_by(seat, end.over) for line in then.lines]
    screen.line()
    if not step:
        narrator.log(lines, notation=True)
    for i, line in enumerate(lines if step else [], 1):
        narrator.log([line], i, notation=True)
        if not stepped(narrator, record, i, seat):
            return
    screen.line()
    narrator.board(end.observe(eyes(record, end, seat)))
    screen.line()
    if end.over:
        narrator.result(end)
    else:
        says = say("The game is unfinished: it stops here, after move {count}.")
        screen.say(says, count=len(lines))


def chosen(game: Game, value: Value) -> Message:
    """Returns an option's value for people: 'yes', 'the whole table'."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return game.words.CHOICES.get(value) or Verbatim(shown(value))


def stepped(narrator: Narrator, record: Record, at: int, seat: int | None) -> bool:
    """Waits for Enter; returns False if the reader quits."""
    screen = narrator.screen
    while True:
        typed = screen.ask(screen.text(STEP))
        if typed is None or means(typed, COMMANDS["quit"], screen.lang):
            return False
        if not means(typed, COMMANDS["board"], screen.lang):
            return True
        state = timeline_of(record, at).state
        narrator.board(state.observe(eyes(record, state, seat)))


def one_position(narrator: Narrator, record: Record, then: Timeline, seat: int | None) -> None:
    """Shows the board after some actions, the last of them, and what is to be done."""
    screen, state = narrator.screen, then.state
    at = len(state.history)
    screen.say(say("After move {count} of {all}:"), "bold", count=at, all=len(record.actions))
    view = state.observe(eyes(record, state, seat))
    if at:
        last = then.lines[-1].read_by(view.seat, state.over)
        says = say("Last move: {what}   {name}", what=narrator.say(last.says))
        screen.say(says, name=last.name)
    screen.line()
    narrator.board(view)
    screen.line()
    if state.over:
        narrator.result(state)
    else:
        screen.line(view.prompt(screen.lang, narrator.names), "bold")


def draw(path: Path, screen: Screen, picture: str) -> None:
    with writing(path):
        try:
            write_new(path, picture, private=False)
        except FileExistsError:
            says = say("{file} already exists. Choose another name.")
            raise CommandError(says, file=path) from None
    screen.say(say("Picture saved to {file}."), file=path)


COMMAND = Command(
    "replay",
    say("replay a recorded game"),
    say(
        "Replays a recorded game move by move, in words and notation, then shows the final board "
        "and the result."
    ),
    (
        Arg("file FILE", say("the recorded game")),
        Arg("--step", say("wait for Enter after every move")),
        Arg("--at N", say("show only the position after N moves (0: the start)"), (0, MOST)),
        Arg("--svg OUT.svg", say("write the picture to this file")),
        Arg(
            "--seat N",
            say(
                "show the game as this seat sees it (default: everything if the game is "
                "finished, otherwise what a spectator sees)"
            ),
            (0, MOST),
        ),
    ),
    {
        "replay game.matou": say("the whole game"),
        "replay game.matou --at 20 --svg there.svg": say("one position and its picture"),
    },
    run,
)
