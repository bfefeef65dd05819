"""``matou verify``: recomputes every chance event of a record from its seed."""

import argparse

from matou.cli.declaring import FAILED, OK, Arg, Command
from matou.cli.files import load
from matou.cli.terminal.screen import Screen
from matou.core.fairness import origin_among, prove
from matou.core.messages import say
from matou.play.results import proved

TAKEN_OVER = say(
    "Everything up to action {count} comes from game {id}; the record of that game proves it."
)


def run(args: argparse.Namespace, screen: Screen) -> int:
    record = load(args.file)
    origins = [load(file) for file in args.origin]
    proof = prove(record, origins)
    # The game may continue one that continues another: find the first whose record is missing.
    known = [record]
    while (before := origin_among(known[-1], origins)) is not None and before not in known:
        known.append(before)
    colour = "green" if proof.whole else "yellow" if proof.proved else "red"
    origin = record.origin if len(known) > 1 else None
    screen.line(proved(proof, origin, screen.lang), f"bold {colour}")
    if proof.wrong is not None:
        return FAILED
    for file, other in zip(args.origin, origins, strict=True):
        if other not in known:
            says = say("{file} is game {id}, but this record does not continue that game.")
            screen.say(says, "yellow", file=file, id=other.id or "?")
    if not proof.whole and (farthest := known[-1].origin) is not None:
        says = say("To check the rest, give the record of game {id} as well: --origin FILE")
        screen.say(says, id=farthest.id)
    if record.result == "unfinished":
        says = say("The game is not over; this applies up to action {count}.")
        screen.say(says, count=len(record.actions))
    return OK if proof.whole else FAILED


COMMAND = Command(
    "verify",
    say("check that every draw was fair"),
    say(
        "Recomputes every die, card and tile of a finished game from its secret number, the seed, "
        "and checks the seed against the fingerprint published before the game. A game that "
        "continues another one is proved only together with it (--origin). Exit code 0: everything "
        "is proved; 1: something does not match or is not proved; 2: a file cannot be read."
    ),
    (
        Arg("file FILE", say("the recorded game")),
        Arg(
            "--origin FILE",
            say(
                "the record of the game that this one continues; repeat it if that game "
                "continues another"
            ),
            many=True,
        ),
    ),
    {
        "verify game.matou": say("check a game"),
        "verify on.matou --origin game.matou": say("check a game and the one it continues"),
    },
    run,
)
