"""``matou play``: opens a table from the arguments and plays at it."""

import argparse
import re
from pathlib import Path

from matou.cli.declaring import OPTION, Arg, Command, CommandError
from matou.cli.files import load
from matou.cli.lookup import all_games, check_fits, check_seat, find_game, option_of
from matou.cli.parsing import near, number, prog
from matou.cli.terminal import narration
from matou.cli.terminal.game import Table
from matou.cli.terminal.screen import Screen
from matou.cli.terminal.session import Session, means
from matou.core.fairness import check
from matou.core.messages import say

LONGEST_NAME = 40
MOST = 9999  # the highest number of anything
REPLACE = say("{file} already exists. Replace it? [y/N] ")
YES = say("yes y", context="commands")


def run(args: argparse.Namespace, screen: Screen) -> int:
    table = resumed(args) if args.resume is not None else begun(args)
    if args.save is not None:
        table.file = Path(args.save)
        table.may_replace = may_replace(table, screen)
    return Session(table, screen, memory=args.memory, lang_asked=args.lang).run()


def begun(args: argparse.Namespace) -> Table:
    if args.game is None:
        names = [g.name for g in all_games().games] or ["GAME"]
        which = say("Which game? Choose from: {all}. For example: {prog} play {game}")
        raise CommandError(which, all=", ".join(names), prog=prog(), game=names[0])
    game = find_game(args.game)
    chosen = dict(option_of(game, text) for text in args.option)
    game = game.having(**{option.name: value for option, value in chosen.items()})
    sitters = [seat_of(given) for given in args.seat]
    you = [int(number("--you", text, 0, MOST)) for text in args.you.split(",")] if args.you else []
    named = [seat for seat, _ in sitters] + you
    seats = max([game.min_seats - 1, *named]) + 1 if args.seats is None else args.seats
    if not game.min_seats <= seats <= game.max_seats:
        raise CommandError(
            "{title} is for {least} to {most} players, not {seats}.",
            title=game.words.TITLE,
            least=game.min_seats,
            most=game.max_seats,
            seats=seats,
        )
    check_fits(game, seats)
    return Table.new(game, seats, seating(seats, sitters, you), seed_of(args.seed))


def resumed(args: argparse.Namespace) -> Table:
    for flag in ("seats", "seed", "you", "option"):
        if getattr(args, flag):
            raise CommandError(
                "{flag} cannot be used with --resume: the saved game already sets it.",
                flag=f"--{flag}",
            )
    file = args.resume
    record = load(file)
    if args.game is not None and find_game(args.game).name != record.game.name:
        raise CommandError("{file} is a game of {game}.", file=file, game=record.game.name)
    if record.result != "unfinished":
        is_over = say("This game is over. To replay it: {prog} replay {file}")
        raise CommandError(is_over, prog=prog(), file=file)
    if not (record.seed and record.id and record.commitment):
        raise CommandError(
            "{file} cannot be resumed: it does not contain its random seed.", file=file
        )
    if (misfit := check(record)) is not None:
        raise CommandError("{file} cannot be resumed: {why}.", file=file, why=misfit)
    seated = dict(seat_of(given) for given in args.seat)
    for seat in seated:
        check_seat(seat, record.seats)
    return Table.from_save(record, seated, Path(file))


def seating(seats: int, sitters: list[tuple[int, str]], you: list[int]) -> dict[int, str]:
    """Returns who is in each seat: a kind of bot, a person's name, or '' for a nameless person."""
    who: dict[int, str] = {}
    for seat, name in sitters:
        if seat in who:
            raise CommandError("Seat {seat} is assigned twice.", seat=seat)
        who[seat] = name
    for seat in you:
        if who.setdefault(seat, "") in narration.KINDS:
            raise CommandError("Seat {seat} is assigned twice.", seat=seat)
    for seat in who:
        check_seat(seat, seats)
    if all(name in narration.KINDS for name in who.values()):
        who.setdefault(0, "")  # by default, you are in seat 0
    return {seat: who.get(seat, narration.DEFAULT) for seat in range(seats)}


def seat_of(given: str) -> tuple[int, str]:
    """Reads '1=random' or '0=Anna'."""
    match = re.fullmatch(r"(\d{1,2})=(.*)", given, re.DOTALL)
    if match is None:
        raise CommandError("Write “{text}” as N=WHO, for example 0=Anna or 1=random.", text=given)
    seat, name = int(match[1]), match[2].strip()
    if name.lower() in narration.KINDS:
        return seat, name.lower()
    unknown = say(
        "Unknown kind of player “{kind}”. Choose from: {all}. Anything else is a person’s name.",
        kind=name,
        all=", ".join(narration.KINDS),
    )
    guess = near(unknown, name, narration.KINDS) if len(name) > 4 else unknown
    if guess != unknown or re.fullmatch(r"level ?\d+|bot\d*", name, re.IGNORECASE):
        raise CommandError(guess)
    if len(name) > LONGEST_NAME or not name.isprintable():
        says = say("“{name}” cannot be a name. Use one line of at most 40 characters.")
        raise CommandError(says, name=name[:60])
    return seat, name


def seed_of(given: str | None) -> str | None:
    if given is None:
        return None
    if not re.fullmatch(r"[0-9a-fA-F]{1,64}", given):
        raise CommandError(
            "A seed must be 1 to 64 hexadecimal digits (0 to 9, a to f), not “{seed}”.",
            seed=given[:80],
        )
    return given.lower().zfill(64)


def may_replace(table: Table, screen: Screen) -> bool:
    """Asks before a file with something else in it is overwritten."""
    assert table.file is not None
    if not table.file.exists() or table.is_own(table.file):
        return False
    if screen.asks:
        answer = screen.ask(screen.text(REPLACE, file=table.file))
        if answer is not None and means(answer, YES, screen.lang):
            return True
    raise CommandError(
        "{file} already exists and contains something else. Choose another name for --save.",
        file=table.file,
    )


COMMAND = Command(
    "play",
    say("play a game in the terminal"),
    say(
        "Plays a whole game in the terminal, with people and bots. Each turn shows the board, "
        "drawn and in words, and a numbered list of your choices: type a number. You can also "
        "type notation, but you never need it. Ctrl-C or “quit” saves the game."
    ),
    (
        Arg("game GAME", say("the game (see: matou games)"), optional=True),
        Arg("--seats N", say("number of players"), (0, MOST)),
        Arg(
            "--seat --player N=WHO",
            say(
                "who sits in seat N: a person’s name, or a bot (random, level1, level2 …); "
                "seats are numbered from 0; may be repeated"
            ),
            many=True,
        ),
        Arg("--you SEATS", say("seats played by people, e.g. 0,2 (default: seat 0)")),
        OPTION,
        Arg("--memory", say("show what was seen before and is hidden now, as a memory aid")),
        Arg(
            "--seed HEX",
            say(
                "secret random seed, up to 64 hexadecimal digits; the same seed and the same "
                "choices give the same game, so use it for study, not for fair play"
            ),
        ),
        Arg(
            "--save FILE",
            say("file to save the game in (default: a new file in the current folder)"),
        ),
        Arg("--resume FILE", say("resume a saved game")),
    ),
    {
        "play {game}": say("you against Gourmand, the level 2 cat"),
        "play {game} --seat 1=level4": say("you against a strong bot"),
        "play {game} --seat 0=Anna --seat 1=Ben": say("two people, passing the device"),
        "play {game} --seats {most} --you 1": say("a full table, with you in seat 1"),
        "play --resume {game}-6d2f0c9a11be.matou": say("continue where you left off"),
    },
    run,
)
