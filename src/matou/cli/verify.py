"""``matou verify``: recompute every chance event of a record from its seed."""

from __future__ import annotations

import argparse

from matou.cli.complaint import FINE, NEGATIVE
from matou.cli.files import load
from matou.cli.screen import Screen
from matou.core.fairness import check
from matou.core.kit import CHANCE
from matou.core.record import Record
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
MISFIT = Words("This does not fit: {why}.", "Cela ne concorde pas : {why}.")


def run(args: argparse.Namespace, screen: Screen) -> int:
    record = load(args.file)
    misfit = check(record)
    if misfit is not None:
        screen.say(MISFIT, "bold red", why=misfit)
        return NEGATIVE
    screen.say(FITS, "bold green", count=chance_events(record))
    if record.result == "unfinished":
        screen.say(SO_FAR, count=len(record.actions))
    return FINE


def chance_events(record: Record) -> int:
    """How many of a record's actions are chance."""
    return sum(entry.actor == CHANCE for entry in record.replay().history)
