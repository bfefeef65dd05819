"""``matou verify``: recompute every chance event of a record from its seed."""

from __future__ import annotations

import argparse

from matou.cli.complaint import FINE, NEGATIVE
from matou.cli.declaring import FILE, Arg, Command
from matou.cli.files import load
from matou.cli.terminal.screen import Screen
from matou.core.fairness import Proof, origin_among, prove
from matou.core.record import Origin
from matou.core.words import Words

FITS = Words(
    "All {count} chance events fit the seed, and the seed fits the promise made before the game.",
    "Les {count} tirages concordent avec la graine, et la graine avec la promesse faite avant la "
    "partie.",
)
FITS_WITH_ORIGIN = Words(
    "All {count} chance events fit: those after action {taken} its own seed, those before that of "
    "game {id}, and both seeds fit the promises made before the games.",
    "Les {count} tirages concordent : ceux d’après l’action {taken} avec sa propre graine, ceux "
    "d’avant avec celle de la partie {id}, et les deux graines avec les promesses faites avant "
    "les parties.",
)
SO_FAR = Words(
    "The game is not over; this holds for its {count} actions so far.",
    "La partie n’est pas finie ; cela vaut pour ses {count} actions jusqu’ici.",
)
TAKEN_OVER = Words(
    "Its first {count} actions were taken over from game {id}, whose record answers for them.",
    "Ses {count} premières actions viennent de la partie {id}, dont l’enregistrement répond.",
)
PART = Words(
    "Only a part of this game is proved. Its {proved} chance events after action {taken} fit the "
    "seed, and the seed fits the promise made before the game.",
    "Une partie du jeu seulement est prouvée. Ses {proved} tirages d’après l’action {taken} "
    "concordent avec la graine, et la graine avec la promesse faite avant la partie.",
)
NOTHING = Words(
    "Nothing is proved of this game’s chance: its seed drew none of it.",
    "Rien n’est prouvé du hasard de cette partie : sa graine n’en a rien tiré.",
)
UNPROVED = Words(
    "Its first {taken} actions, with {unproved} chance events, were taken over from game {id}: "
    "for those nothing here answers. Give the record of that game too: --origin FILE",
    "Ses {taken} premières actions, avec {unproved} tirages, viennent de la partie {id} : rien "
    "ici n’en répond. Donne aussi l’enregistrement de cette partie-là : --origin FICHIER",
)
NOT_THE_ORIGIN = Words(
    "{file} is game {id}, which this record does not go on from.",
    "{file} est la partie {id}, que cet enregistrement ne reprend pas.",
)
MISFIT = Words("This does not fit: {why}.", "Cela ne concorde pas : {why}.")


def run(args: argparse.Namespace, screen: Screen) -> int:
    record = load(args.file)
    origins = [load(file) for file in args.origin]
    proof = prove(record, origins)
    if proof.wrong is not None:
        screen.say(MISFIT, "bold red", why=proof.wrong)
        return NEGATIVE
    # A game that goes on from one that goes on from another: the farthest that is missing.
    known = [record]
    while (before := origin_among(known[-1], origins)) is not None and before not in known:
        known.append(before)
    for file, other in zip(args.origin, origins, strict=True):
        if other not in known:
            screen.say(NOT_THE_ORIGIN, "yellow", file=file, id=other.id or "?")
    if proof.whole:
        tell_whole(proof, record.origin if len(known) > 1 else None, screen)
    else:
        farthest = known[-1].origin
        assert farthest is not None
        tell_part(proof, farthest, screen)
    if record.result == "unfinished":
        screen.say(SO_FAR, count=len(record.actions))
    return FINE if proof.whole else NEGATIVE


def tell_whole(proof: Proof, origin: Origin | None, screen: Screen) -> None:
    if origin is None:
        screen.say(FITS, "bold green", count=proof.proved)
    else:
        told, count, id = FITS_WITH_ORIGIN, proof.proved, origin.id
        screen.say(told, "bold green", count=count, taken=origin.count, id=id)


def tell_part(proof: Proof, origin: Origin, screen: Screen) -> None:
    if proof.proved:
        screen.say(PART, "bold yellow", proved=proof.proved, taken=proof.taken)
    else:
        screen.say(NOTHING, "bold red")
    screen.say(UNPROVED, taken=proof.taken, unproved=proof.unproved, id=origin.id)


COMMAND = Command(
    "verify",
    Words("check that chance was honest", "vérifier que le hasard était loyal"),
    Words(
        "Recomputes every die, card and tile of a finished game from its seed, and checks that "
        "the seed is the one promised before the game. A game that goes on from another is "
        "proved only together with it (--origin). Exit code 0: all of it is proved; 1: something "
        "does not fit, or a part is not proved; 2: a file cannot be read.",
        "Recalcule chaque dé, carte et tuile d’une partie finie à partir de sa graine, et "
        "vérifie que cette graine est celle promise avant la partie. Une partie qui en reprend "
        "une autre n’est prouvée qu’avec elle (--origin). Code de sortie 0 : tout est prouvé ; "
        "1 : quelque chose ne va pas, ou n’est pas prouvé ; 2 : un fichier ne se lit pas.",
    ),
    (
        Arg("file", "the record", "la partie enregistrée", FILE),
        Arg(
            "--origin",
            "the record of the game that this one goes on from; again, if that one does too",
            "l’enregistrement de la partie que celle-ci reprend ; plusieurs fois, si celle-là "
            "en reprend une aussi",
            FILE,
            many=True,
        ),
    ),
    (
        ("verify game.matou", Words("check a game", "vérifier une partie")),
        (
            "verify on.matou --origin game.matou",
            Words("check a game and the one it goes on from", "vérifier une partie et son origine"),
        ),
    ),
    run,
)
