"""``matou verify``: recomputes every chance event of a record from its seed."""

from __future__ import annotations

import argparse

from matou.cli.declaring import FILE, Arg, Command
from matou.cli.errors import FAILED, OK
from matou.cli.files import load
from matou.cli.terminal.screen import Screen
from matou.core.fairness import Proof, origin_among, prove
from matou.core.messages import say
from matou.core.record import Origin

FITS = say(
    "Every chance event matches the seed ({count} in all), and the seed matches "
    "the fingerprint published before the game."
)
FITS_WITH_ORIGIN = say(
    "Every chance event matches ({count} in all): those after action {taken} "
    "match this game’s seed, earlier ones match the seed of game {id}, and both "
    "seeds match the fingerprints published before the games."
)
SO_FAR = say("The game is not over; this applies up to action {count}.")
TAKEN_OVER = say(
    "Everything up to action {count} comes from game {id}; the record of that game proves it."
)
PART = say(
    "This game is only partly proved. Every chance event after action {taken} "
    "matches the seed ({proved} in all), and the seed matches the fingerprint "
    "published before the game."
)
NOTHING = say("Nothing is proved about chance in this game: no draw came from its seed.")
UNPROVED = say(
    "The chance events up to action {taken} ({unproved} in all) come from game "
    "{id} and are not proved here. Give the record of that game too: --origin "
    "FILE"
)
NOT_THE_ORIGIN = say("{file} is game {id}, but this record does not continue that game.")
MISFIT = say("The record does not match: {why}.")


def run(args: argparse.Namespace, screen: Screen) -> int:
    record = load(args.file)
    origins = [load(file) for file in args.origin]
    proof = prove(record, origins)
    if proof.wrong is not None:
        screen.say(MISFIT, "bold red", why=proof.wrong)
        return FAILED
    # The game may continue one that continues another: find the first whose record is missing.
    known = [record]
    while (before := origin_among(known[-1], origins)) is not None and before not in known:
        known.append(before)
    for file, other in zip(args.origin, origins, strict=True):
        if other not in known:
            screen.say(NOT_THE_ORIGIN, "yellow", file=file, id=other.id or "?")
    if proof.whole:
        show_whole(proof, record.origin if len(known) > 1 else None, screen)
    else:
        farthest = known[-1].origin
        assert farthest is not None
        show_part(proof, farthest, screen)
    if record.result == "unfinished":
        screen.say(SO_FAR, count=len(record.actions))
    return OK if proof.whole else FAILED


def show_whole(proof: Proof, origin: Origin | None, screen: Screen) -> None:
    if origin is None:
        screen.say(FITS, "bold green", count=proof.proved)
    else:
        count, taken, id = proof.proved, origin.count, origin.id
        screen.say(FITS_WITH_ORIGIN, "bold green", count=count, taken=taken, id=id)


def show_part(proof: Proof, origin: Origin, screen: Screen) -> None:
    if proof.proved:
        screen.say(PART, "bold yellow", proved=proof.proved, taken=proof.taken)
    else:
        screen.say(NOTHING, "bold red")
    screen.say(UNPROVED, taken=proof.taken, unproved=proof.unproved, id=origin.id)


COMMAND = Command(
    "verify",
    say("check that chance was fair"),
    say(
        "Recomputes every die, card and tile of a finished game from its seed, and "
        "checks the seed against the fingerprint published before the game. A game "
        "that continues another one is proved only together with it (--origin). Exit "
        "code 0: everything is proved; 1: something does not match or is not proved; "
        "2: a file cannot be read."
    ),
    (
        Arg("file", say("the recorded game"), FILE),
        Arg(
            "--origin",
            say(
                "the record of the game that this one continues; repeat it if that game "
                "continues another"
            ),
            FILE,
            many=True,
        ),
    ),
    (
        ("verify game.matou", say("check a game")),
        ("verify on.matou --origin game.matou", say("check a game and the one it continues")),
    ),
    run,
)
