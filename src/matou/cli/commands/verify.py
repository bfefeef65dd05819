"""``matou verify``: recompute every chance event of a record from its seed."""

from __future__ import annotations

import argparse

from matou.cli.complaint import FINE, NEGATIVE
from matou.cli.files import load
from matou.cli.terminal.screen import Screen
from matou.core.fairness import check, draws
from matou.core.words import Words

FITS = Words(
    "All {count} chance events fit the seed, and the seed fits the promise made before the game.",
    "Les {count} tirages concordent avec la graine, et la graine avec la promesse faite avant la "
    "partie.",
)
SO_FAR = Words(
    "The game is not over; this holds for its {count} actions so far.",
    "La partie n’est pas finie ; cela vaut pour ses {count} actions jusqu’ici.",
)
TAKEN_OVER = Words(
    "Its first {count} actions were taken over from game {id}, whose record answers for them.",
    "Ses {count} premières actions viennent de la partie {id}, dont l’enregistrement répond.",
)
MISFIT = Words("This does not fit: {why}.", "Cela ne concorde pas : {why}.")


def run(args: argparse.Namespace, screen: Screen) -> int:
    record = load(args.file)
    misfit = check(record)
    if misfit is not None:
        screen.say(MISFIT, "bold red", why=misfit)
        return NEGATIVE
    screen.say(FITS, "bold green", count=draws(record))
    if record.origin is not None:
        screen.say(TAKEN_OVER, count=record.origin.count, id=record.origin.id)
    if record.result == "unfinished":
        screen.say(SO_FAR, count=len(record.actions))
    return FINE
