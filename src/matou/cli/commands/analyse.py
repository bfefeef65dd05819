"""``matou analyse``: turning points and mistakes of a recorded game, and a chart of it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from matou.cli.complaint import FINE, Complaint, filled
from matou.cli.declaring import FILE, Arg, Command, N
from matou.cli.files import UNWRITABLE, load
from matou.cli.terminal.screen import Bar, Screen
from matou.core.words import Words

ITERATIONS = 1500
WRITTEN = Words("chart: {path}", "graphique : {path}")


def run(args: argparse.Namespace, screen: Screen) -> int:
    from matou.bots.analyse import analyse, tell

    record = load(args.file)
    if args.json:
        screen.raw(json.dumps(analyse(record, iterations=args.iterations).data()))
        return FINE
    with Bar(len(record.actions)) as bar:
        title = record.game.words.TITLE.say(screen.lang)
        analysis = analyse(record, iterations=args.iterations, told=lambda n: bar.tell(n, title))
    for line in tell(analysis, screen.lang):
        screen.line(line)
    if analysis.moments:
        path = Path(args.svg or Path(args.file).with_suffix(".svg"))
        try:
            path.write_text(analysis.svg(screen.lang), encoding="utf-8")
        except OSError as error:
            why = error.strerror or error
            raise Complaint(filled(UNWRITABLE, file=path, why=why)) from None
        screen.line()
        screen.say(WRITTEN, path=path)
    return FINE


COMMAND = Command(
    "analyse",
    Words("turning points and mistakes of a game", "tournants et erreurs d’une partie"),
    Words(
        "Goes through a recorded game with a search, which is given at every decision what the "
        "seat to act knew then: turning points, clear mistakes, and a chart of each seat’s "
        "chances.",
        "Parcourt une partie enregistrée avec une recherche, qui reçoit à chaque décision ce que "
        "savait alors le siège à jouer : tournants, erreurs nettes, et un graphique des chances "
        "de chacun.",
    ),
    (
        Arg(("file",), Words("the record", "la partie enregistrée"), FILE),
        Arg(
            ("--iterations",),
            Words(
                f"how long the search thinks, a decision (otherwise: {ITERATIONS})",
                f"combien la recherche réfléchit par décision (sinon : {ITERATIONS})",
            ),
            N,
            number=(1, 10**9),
            otherwise=ITERATIONS,
        ),
        Arg(
            ("--svg",),
            Words(
                "where the chart is written (otherwise: beside the record)",
                "où s’écrit le graphique (sinon : à côté de la partie)",
            ),
            Words("OUT.svg", "IMAGE.svg"),
        ),
        Arg(
            ("--json",),
            Words("for machines; writes no chart", "pour machines ; n’écrit pas de graphique"),
        ),
    ),
    (
        ("analyse game.matou", Words("where did it turn?", "où a-t-elle tourné ?")),
        (
            "analyse game.matou --iterations 20000 --svg chances.svg",
            Words("a longer look", "un regard plus long"),
        ),
    ),
    run,
)
