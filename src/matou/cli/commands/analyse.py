"""``matou analyse``: turning points and mistakes of a recorded game, and a chart of it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from matou.cli.complaint import FINE, Complaint
from matou.cli.declaring import FILE, Arg, Command, N
from matou.cli.files import UNWRITABLE, load
from matou.cli.terminal.naming import Names, as_seen
from matou.cli.terminal.screen import Bar, Screen
from matou.cli.terminal.slowness import warn_if_slow
from matou.core.words import Words, winning
from matou.play.log import blanked
from matou.play.timeline import timeline_of

if TYPE_CHECKING:
    from matou.bots.analyse import Analysis

ITERATIONS = 1500
WRITTEN = Words("The chart is in {path}.", "Le graphique est dans {path}.")
NOT_OVER = Words("The game is not over yet.", "La partie n’est pas encore finie.")
NOTHING = Words("No clear mistakes.", "Pas d’erreur nette.")
MISTAKES = Words("Clear mistakes", "Erreurs nettes")
TURNINGS = Words("Turning points", "Tournants")
BETTER = Words(
    "Better was: {best}. Chances of winning: {best_chance} instead of {chance}.",
    "Mieux valait : {best}. Chances de gagner : {best_chance} au lieu de {chance}.",
)
SWING = Words("{who}: from {before} to {after}", "{who} : de {before} à {after}")
LUCK = Words("Luck and skill", "Chance et adresse")
LUCK_OF = Words(
    "{who}: luck brought {luck}, mistakes cost {lost}",
    "{who} : la chance a apporté {luck}, les erreurs ont coûté {lost}",
)
LUCK_ROUGHLY = Words(
    "As a search sees it; another one would differ by some points over a game.",
    "Comme une recherche le voit ; une autre différerait de quelques points sur une partie.",
)
PERCENT = Words("{n}%", "{n}\u202f%")


def run(args: argparse.Namespace, screen: Screen) -> int:
    from matou.bots.analyse import analyse

    record = load(args.file)
    warn_if_slow(record.game, screen)
    if args.json:
        screen.raw(json.dumps(analyse(record, iterations=args.iterations).data()))
        return FINE
    with Bar(len(record.actions)) as bar:
        title = record.game.words.TITLE.say(screen.lang)
        analysis = analyse(record, iterations=args.iterations, told=lambda n: bar.tell(n, title))
    names = Names(screen, as_seen(record))
    turnings = tell(screen, names, analysis)
    if analysis.moments:
        path = Path(args.svg or Path(args.file).with_suffix(".svg"))
        picture = analysis.svg(screen.lang, names.list, turnings)
        try:
            path.write_text(picture, encoding="utf-8")
        except OSError as error:
            why = error.strerror or error
            raise Complaint(UNWRITABLE.filled(file=path, why=why)) from None
        screen.line()
        screen.say(WRITTEN, path=path)
    return FINE


def tell(screen: Screen, names: Names, analysis: Analysis) -> list[str]:
    """Who won, the mistakes and the turning points, as sentences; what happened at the latter."""
    record = analysis.record
    game = timeline_of(record)
    told = [names.told(line.own) for line in game.lines]
    screen.line(
        names.told(winning(game.state.winners)) if game.state.over else screen.tell(NOT_OVER)
    )
    screen.line()
    screen.say(MISTAKES if analysis.mistakes else NOTHING, "bold")
    for m in analysis.mistakes:
        before = timeline_of(record, m.number - 1).state
        seen, best = blanked(before, m.seat), before.parse(m.best)
        better = names.told(record.game.words.describe(seen, best))
        chance, best_chance = (percent(screen, x) for x in (m.chance, m.best_chance))
        said = screen.tell(BETTER, best=better, best_chance=best_chance, chance=chance)
        screen.item(str(m.number), told[m.number - 1], 4)
        screen.item("", said, 4, "dim")
    if analysis.turnings:
        screen.line()
        screen.say(TURNINGS, "bold")
    decided = [m.number for m in analysis.moments]
    turnings = []
    for t in analysis.turnings:
        # The decision, and what chance made of it before the next.
        until = min((n for n in decided if n > t.number), default=len(told) + 1)
        lucky = [i for i in range(t.number, until - 1) if game.lines[i].actor < 0][:2]
        turnings.append(" · ".join(told[i] for i in (t.number - 1, *lucky)))
        before_, after = percent(screen, t.before), percent(screen, t.after)
        screen.item(str(t.number), turnings[-1], 4)
        who = names.label(t.seat)
        screen.item("", screen.tell(SWING, who=who, before=before_, after=after), 4, "dim")
    if analysis.luck:
        screen.line()
        screen.say(LUCK, "bold")
    for seat, (luck, lost) in enumerate(zip(analysis.lucky, analysis.given_away, strict=True)):
        brought, cost = signed(screen, luck), percent(screen, lost)
        screen.line(screen.tell(LUCK_OF, who=names.label(seat), luck=brought, lost=cost))
    if analysis.luck:
        screen.say(LUCK_ROUGHLY, "dim")
    for one, seat in analysis.strokes:
        screen.item(str(one.number), told[one.number - 1], 4)
        screen.item("", f"{names.label(seat)} {signed(screen, one.gains[seat])}", 4, "dim")
    return turnings


def percent(screen: Screen, x: float) -> str:
    return screen.tell(PERCENT, n=round(100 * x))


def signed(screen: Screen, x: float) -> str:
    return f"{'−' if round(100 * x) < 0 else '+'}{percent(screen, abs(x))}"


COMMAND = Command(
    "analyse",
    Words("turning points and mistakes of a game", "tournants et erreurs d’une partie"),
    Words(
        "Goes through a recorded game with a strong cat, who is told at every decision what the "
        "player knew then: turning points, clear mistakes, who was lucky and by how much, and a "
        "chart of everybody’s chances.",
        "Parcourt une partie enregistrée avec un chat fort, qui n’apprend à chaque décision que ce "
        "que savait alors la personne à qui c’était le tour : tournants, erreurs nettes, qui a eu "
        "de la chance et combien, et un graphique des chances de chacun.",
    ),
    (
        Arg("file", "the record", "la partie enregistrée", FILE),
        Arg(
            "--iterations",
            "how many times it looks ahead at each decision",
            "combien de fois il regarde plus loin à chaque décision",
            N,
            number=(1, 10**9),
            otherwise=ITERATIONS,
        ),
        Arg(
            "--svg",
            "where the chart is written (otherwise: beside the record)",
            "où s’écrit le graphique (sinon : à côté de la partie)",
            Words("OUT.svg", "IMAGE.svg"),
        ),
        Arg("--json", "for machines; writes no chart", "pour machines ; n’écrit pas de graphique"),
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
