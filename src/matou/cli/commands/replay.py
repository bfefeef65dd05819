"""``matou replay``: a recorded game told again, or one position of it."""

from __future__ import annotations

import argparse
from pathlib import Path

from matou.cli.commands.play import MOST
from matou.cli.commands.verify import TAKEN_OVER
from matou.cli.complaint import FINE, Complaint
from matou.cli.declaring import FILE, Arg, Command, N
from matou.cli.files import UNWRITABLE, load, write_new
from matou.cli.terminal import text
from matou.cli.terminal.naming import Names, as_seen, show_board, show_result, tell_all
from matou.cli.terminal.screen import Screen
from matou.core.game import Game, Value
from matou.core.numerals import capital
from matou.core.record import Record, shown
from matou.core.state import State
from matou.core.words import Words
from matou.play.timeline import Timeline, timeline_of

HEAD = Words(
    "{title} · {seats} players · {count} moves", "{title} · {seats} joueurs · {count} coups"
)
UNFINISHED = Words(
    "The game is not over: it stops here, after {count} moves.",
    "La partie n’est pas finie : elle s’arrête ici, après {count} coups.",
)
OPTION = Words("{name}: {value}", "{name} : {value}")
YES, NO = Words("yes", "oui"), Words("no", "non")
AFTER = Words("After {count} of {all} moves:", "Après {count} coups sur {all} :")
LAST = Words("Last: {what}   {name}", "En dernier : {what}   {name}")
TOO_FAR = Words(
    "--at is {at}, but the game has {count} moves: choose 0 to {count}.",
    "--at vaut {at}, mais la partie a {count} coups : choisis de 0 à {count}.",
)
STEP = Words("Enter: next   board: the board   quit ", "Entrée : suite   plateau   quitter ")
WROTE = Words("The picture is in {file}.", "L’image est dans {file}.")
EXISTS = Words(
    "{file} exists already: choose another name.", "{file} existe déjà : choisis un autre nom."
)


def run(args: argparse.Namespace, screen: Screen) -> int:
    record = load(args.file)
    count = len(record.actions)
    at = count if args.at is None else args.at
    if at > count:
        raise Complaint(TOO_FAR.filled(at=at, count=count))
    seat = args.seat
    if seat is not None and seat >= record.seats:
        raise Complaint(text.NO_SEAT.filled(seat=seat, last=record.seats - 1))
    names = Names(screen, as_seen(record))
    title = record.game.words.TITLE.say(screen.lang)
    screen.heading(screen.tell(HEAD, title=title, seats=record.seats, count=count))
    screen.say(text.TABLE, all=", ".join(names.label(seat) for seat in range(record.seats)))
    then = timeline_of(record, at)
    state = then.state
    if args.at is not None:
        one_position(screen, names, record, then, seat)
    else:
        whole(screen, names, record, then, seat, step=args.step)
    if args.svg is not None:
        draw(Path(args.svg), screen, names, state, eyes(record, state, seat))
    return FINE


def eyes(record: Record, state: State, seat: int | None) -> int | None:
    """Through whose eyes a position is shown: as asked; else whoever is to act in a finished
    game, which is open to all; else a spectator, for an unfinished one keeps its secrets."""
    if seat is not None or record.result == "unfinished" or state.actor < 0:
        return seat
    return state.actor


def whole(
    screen: Screen, names: Names, record: Record, then: Timeline, seat: int | None, *, step: bool
) -> None:
    """Every action in words and notation, then the last board and the result."""
    for name, value in record.game.settings(record.seats).items():
        said = capital(record.game.words.OPTION_NAMES[name])
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


def chosen(game: Game, value: Value) -> Words:
    """An option's value as people say it: 'yes', 'the whole table'."""
    if isinstance(value, bool):
        return YES if value else NO
    return game.words.CHOICES.get(value) or Words(shown(value), shown(value))


def stepped(screen: Screen, names: Names, record: Record, at: int, seat: int | None) -> bool:
    """Wait for Enter; False if the reader has had enough."""
    while True:
        typed = screen.ask(screen.tell(STEP))
        if typed is None or typed.strip().lower() in ("q", "quit", "quitter"):
            return False
        if typed.strip().lower() not in ("b", "board", "p", "plateau"):
            return True
        state = timeline_of(record, at).state
        view = state.observe(eyes(record, state, seat))
        show_board(screen, names, view)


def one_position(
    screen: Screen, names: Names, record: Record, then: Timeline, seat: int | None
) -> None:
    """The board after some actions, the last of them, and what is to be done."""
    state = then.state
    at = len(state.history)
    screen.say(AFTER, "bold", count=at, all=len(record.actions))
    viewer = eyes(record, state, seat)
    if at:
        last = then.lines[-1].read_by(viewer, state.over)
        what = names.told(last.says)
        screen.say(LAST, what=what, name=last.name)
    view = state.observe(viewer)
    screen.line()
    show_board(screen, names, view)
    screen.line()
    if state.over:
        show_result(screen, names, state)
    else:
        screen.line(view.prompt(screen.lang, names.list), "bold")


def draw(path: Path, screen: Screen, names: Names, state: State, viewer: int | None) -> None:
    """Write the picture of a position."""
    picture = state.observe(viewer).svg(lang=screen.lang, names=names.list)
    try:
        write_new(path, picture, private=False)
    except FileExistsError:
        raise Complaint(EXISTS.filled(file=path)) from None
    except OSError as error:
        raise Complaint(UNWRITABLE.filled(file=path, why=error.strerror)) from None
    screen.say(WROTE, file=path)


COMMAND = Command(
    "replay",
    Words("go through a recorded game", "revoir une partie"),
    Words(
        "Tells a recorded game move by move, in words and notation, then shows the last "
        "board and the result.",
        "Raconte une partie coup par coup, en mots et en notation, puis montre le dernier "
        "plateau et le résultat.",
    ),
    (
        Arg("file", "the record", "la partie enregistrée", FILE),
        Arg("--step", "wait for Enter after every move", "attendre Entrée après chaque coup"),
        Arg(
            "--at",
            "only the position after N moves (0: the start)",
            "seulement la position après N coups (0 : le début)",
            N,
            number=(0, MOST),
        ),
        Arg(
            "--svg",
            "write the picture to this file",
            "écrire l’image dans ce fichier",
            Words("OUT.svg", "IMAGE.svg"),
        ),
        Arg(
            "--seat",
            "through whose eyes (otherwise: a finished game is open, an unfinished one is "
            "shown as a spectator sees it)",
            "par les yeux de qui (sinon : une partie finie est ouverte, une partie en cours "
            "se montre comme à un spectateur)",
            N,
            number=(0, MOST),
        ),
    ),
    (
        ("replay game.matou", Words("the whole game", "toute la partie")),
        (
            "replay game.matou --at 20 --svg there.svg",
            Words("one position, and its picture", "une position, et son image"),
        ),
    ),
    run,
)
