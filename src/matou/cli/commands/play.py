"""``matou play``: from the arguments to a table, and what is said when one leaves it."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from matou.cli.catalogue import called, catalogue, check_fits, option_of
from matou.cli.complaint import Complaint
from matou.cli.declaring import FILE, GAME, OPTION, Arg, Command, N
from matou.cli.files import load
from matou.cli.parsing import near, number, prog
from matou.cli.terminal import opponents, text
from matou.cli.terminal.game import Table
from matou.cli.terminal.screen import Screen
from matou.cli.terminal.session import Sitting
from matou.core.fairness import check
from matou.core.game import Game
from matou.core.words import Words

LONGEST_NAME = 40
MOST = 9999  # a number that somebody could mean


def run(args: argparse.Namespace, screen: Screen) -> int:
    table = resumed(args) if args.resume is not None else begun(args)
    if args.save is not None:
        table.file = Path(args.save)
        table.may_replace = may_replace(table, screen)
    return Sitting(table, screen, memory=args.memory, lang_asked=args.lang).run()


def begun(args: argparse.Namespace) -> Table:
    """A new game, as the arguments want it."""
    if args.game is None:
        names = [g.name for g in catalogue().games]
        raise Complaint(
            text.WHICH_GAME.filled(all=", ".join(names), prog=prog(), game=(names or ["GAME"])[0])
        )
    game = called(args.game)
    chosen = dict(option_of(game, text) for text in args.option)
    game = game.having(**{option.name: value for option, value in chosen.items()})
    sitters = [seat_of(given) for given in args.seat]
    you = [int(number("--you", text, 0, MOST)) for text in args.you.split(",")] if args.you else []
    named = [seat for seat, _ in sitters] + you
    seats = game.min_seats
    if args.seats is not None:
        seats = args.seats
    elif named:
        seats = max(seats, 1 + max(named))
    if not game.min_seats <= seats <= game.max_seats:
        raise Complaint(
            text.SEATS_RANGE.filled(
                title=game.words.TITLE,
                least=game.min_seats,
                most=game.max_seats,
                seats=seats,
            )
        )
    check_fits(game, seats)
    return Table.new(game, seats, seating(game, seats, sitters, you), seed_of(args.seed))


def resumed(args: argparse.Namespace) -> Table:
    """A saved game, where it stopped."""
    for flag in ("seats", "seed", "you", "option"):
        if getattr(args, flag):
            raise Complaint(text.RESUME_ALONE.filled(flag=f"--{flag}"))
    record = load(args.resume)
    if args.game is not None and called(args.game).name != record.game.name:
        raise Complaint(text.OTHER_GAME.filled(file=args.resume, game=record.game.name))
    if record.result != "unfinished":
        raise Complaint(text.IS_OVER.filled(prog=prog(), file=args.resume))
    if not (record.seed and record.id and record.commitment):
        raise Complaint(text.NO_SEED_IN_SAVE.filled(file=args.resume))
    misfit = check(record)
    if misfit is not None:
        raise Complaint(text.ALTERED_SAVE.filled(file=args.resume, why=misfit))
    seated = dict(seat_of(given) for given in args.seat)
    for seat in seated:
        if seat >= record.seats:
            raise Complaint(text.NO_SEAT.filled(seat=seat, last=record.seats - 1))
    table = Table.from_save(record, seated)
    table.file = Path(args.resume)
    return table


def seating(
    game: Game, seats: int, sitters: list[tuple[int, str]], you: list[int]
) -> dict[int, str]:
    """Who sits where: a kind of player, a person's name, or '' for a person without one."""
    who: dict[int, str] = {}
    for seat, name in sitters:
        if seat in who:
            raise Complaint(text.SEAT_TWICE.filled(seat=seat))
        who[seat] = name
    for seat in you:
        if who.get(seat, "") in opponents.KINDS:
            raise Complaint(text.SEAT_TWICE.filled(seat=seat))
        who.setdefault(seat, "")
    for seat in who:
        if seat >= seats:
            raise Complaint(text.NO_SEAT.filled(seat=seat, last=seats - 1))
    if all(name in opponents.KINDS for name in who.values()):
        who.setdefault(0, "")  # unless somebody else was asked for, you sit in seat 0
    return {seat: who.get(seat, opponents.DEFAULT) for seat in range(seats)}


def seat_of(given: str) -> tuple[int, str]:
    """'1=random' or '0=Anna'."""
    match = re.fullmatch(r"(\d{1,2})=(.*)", given, re.DOTALL)
    if match is None:
        raise Complaint(
            Words(
                "“{text}” should read N=WHO, for example 0=Anna or 1=random.",
                "« {text} » devrait s’écrire N=QUI, par exemple 0=Anna ou 1=random.",
            ).filled(
                text=given,
            )
        )
    name = match[2].strip()
    for kind in opponents.KINDS:
        if name.lower() == kind:
            return int(match[1]), kind
    almost = near(name, [*opponents.KINDS]) if len(name) > 4 else Words("", "")
    if almost.en or re.fullmatch(r"level ?\d+|bot\d*", name, re.IGNORECASE):
        raise Complaint(
            text.NO_KIND.filled(kind=name, meant=almost, all=", ".join(opponents.KINDS))
        )
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise Complaint(text.BAD_NAME.filled(name=name[:60]))
    return int(match[1]), name


def seed_of(given: str | None) -> str | None:
    """A chosen seed, filled up with zeros."""
    if given is None:
        return None
    if not re.fullmatch(r"[0-9a-fA-F]{1,64}", given):
        raise Complaint(text.BAD_SEED.filled(seed=given[:80]))
    return given.lower().zfill(64)


def may_replace(table: Table, screen: Screen) -> bool:
    """Ask before a file that holds something else is written over."""
    assert table.file is not None
    if not table.file.exists() or table.is_own(table.file):
        return False
    if screen.asks:
        answer = screen.ask(screen.tell(text.REPLACE, file=table.file))
        if answer is not None and answer.strip().lower() in ("y", "yes", "o", "oui"):
            return True
    raise Complaint(text.EXISTS.filled(file=table.file))


COMMAND = Command(
    "play",
    Words("play a game in the terminal", "jouer dans le terminal"),
    Words(
        "A whole game, here in the terminal, for people and programs. Each turn shows the "
        "board, drawn and in words, and a numbered list of what you can do: type a number. "
        "You need no notation, but you may use it. Ctrl-C or “quit” saves the game.",
        "Une partie entière, ici dans le terminal, avec des personnes et des programmes. "
        "Chaque tour montre le plateau, dessin et mots, et une liste numérotée de ce que tu peux "
        "faire : tape un numéro. La notation n’est jamais nécessaire, mais elle marche aussi. "
        "Ctrl-C ou « quit » enregistre la partie.",
    ),
    (
        Arg(
            "game",
            "which game (see: matou games)",
            "quel jeu (voir : matou games)",
            GAME,
            optional=True,
        ),
        Arg("--seats", "how many play", "à combien on joue", N, number=(0, MOST)),
        Arg(
            "--seat --player",
            "who sits there: a name for a person, or a program: random, level1 … level5; "
            "seats count from 0, and the option may be repeated",
            "qui s’assoit là : un nom pour une personne, ou un programme : random, level1 "
            "… level5 ; les sièges se comptent à partir de 0, et l’option se répète",
            Words("N=WHO", "N=QUI"),
            many=True,
        ),
        Arg(
            "--you",
            "which seats are people, e.g. 0,2 (otherwise: seat 0)",
            "les sièges tenus par des personnes, p. ex. 0,2 (sinon : le siège 0)",
            Words("SEATS", "SIÈGES"),
        ),
        OPTION,
        Arg(
            "--memory",
            "memory help: show what was seen once and is hidden now",
            "aide-mémoire : montrer ce qu’on a vu et qui est caché à présent",
        ),
        Arg(
            "--seed",
            "the secret of all chance, up to 64 hexadecimal digits: the same seed and the "
            "same choices make the same game, so it is for study, not for a fair table",
            "le secret de tout le hasard, jusqu’à 64 chiffres hexadécimaux : même graine et "
            "mêmes choix, même partie ; c’est donc pour étudier, pas pour une table loyale",
            Words("HEX", "HEX"),
        ),
        Arg(
            "--save",
            "where the game is saved (otherwise: a new file here)",
            "où la partie s’enregistre (sinon : un nouveau fichier ici)",
            FILE,
        ),
        Arg("--resume", "go on with a saved game", "reprendre une partie enregistrée", FILE),
    ),
    (
        (
            "play {game}",
            Words(
                "you against Gourmand, a cat of level 2", "toi contre Gourmand, un chat de niveau 2"
            ),
        ),
        (
            "play {game} --seat 1=level4",
            Words("you against a strong program", "toi contre un programme fort"),
        ),
        (
            "play {game} --seat 0=Anna --seat 1=Ben",
            Words("two people, passing the device", "deux personnes qui se passent l’appareil"),
        ),
        (
            "play {game} --seats {most} --you 1",
            Words("a full table, and you sit in seat 1", "une table pleine, et toi au siège 1"),
        ),
        (
            "play --resume {game}-6d2f0c9a11be.matou",
            Words("go on where you stopped", "reprendre où tu t’es arrêté"),
        ),
    ),
    run,
)
