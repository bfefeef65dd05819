"""``matou analyse``: finds turning points and mistakes of a recorded game, and draws a chart."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from matou.cli.declaring import FILE, OK, Arg, Command, N
from matou.cli.files import cannot_write, load
from matou.cli.terminal.naming import Names, warn_if_slow
from matou.cli.terminal.screen import Bar, Screen
from matou.core.messages import say
from matou.core.phrases import percent, winning
from matou.play.log import blanked
from matou.play.timeline import timeline_of

if TYPE_CHECKING:
    from matou.bots.analyse import Analysis

ITERATIONS = 1500
NOT_OVER = say("The game is not over yet.")
BETTER = say("Best move: {best}. Chances of winning: {best_chance} instead of {chance}.")
SWING = say("{who}: from {before} to {after}")
LUCK_OF = say("{who}: luck brought {luck}, mistakes cost {lost}")
LUCK_ROUGHLY = say(
    "These are estimates by one search; another could differ by a few percentage "
    "points over a game."
)


def run(args: argparse.Namespace, screen: Screen) -> int:
    from matou.bots.analyse import analyse

    record = load(args.file)
    warn_if_slow(record.game, screen)
    if args.json:
        screen.raw(json.dumps(analyse(record, iterations=args.iterations).data()))
        return OK
    with Bar(len(record.actions)) as bar:
        title = record.game.words.TITLE.say(screen.lang)
        analysis = analyse(
            record, iterations=args.iterations, progress=lambda n: bar.show(n, title)
        )
    names = Names.of(screen, record)
    turnings = show(screen, names, analysis)
    if analysis.moments:
        path = Path(args.svg or Path(args.file).with_suffix(".svg"))
        picture = analysis.svg(screen.lang, names.list, turnings)
        try:
            path.write_text(picture, encoding="utf-8")
        except OSError as error:
            raise cannot_write(error, path) from None
        screen.line()
        screen.say(say("Chart saved to {path}."), path=path)
    return OK


def show(screen: Screen, names: Names, analysis: Analysis) -> list[str]:
    """Shows who won, the mistakes and the turning points; returns what happened at the latter."""
    record = analysis.record
    game = timeline_of(record)
    moves = [names.say(line.own.says) for line in game.lines]
    won = winning(game.state.winners, team=record.game.team is not None)
    screen.line(names.say(won if game.state.over else NOT_OVER))
    screen.line()
    screen.say(say("Clear mistakes") if analysis.mistakes else say("No clear mistakes."), "bold")
    for m in analysis.mistakes:
        before = timeline_of(record, m.number - 1).state
        seen, best = blanked(before, m.seat), before.parse(m.best)
        better = names.say(record.game.words.describe(seen, best))
        chance, best_chance = (percent(x) for x in (m.chance, m.best_chance))
        said = screen.text(BETTER, best=better, best_chance=best_chance, chance=chance)
        screen.item(str(m.number), moves[m.number - 1], 4)
        screen.item("", said, 4, "dim")
    if analysis.turnings:
        screen.line()
        screen.say(say("Turning points"), "bold")
    decided = [m.number for m in analysis.moments]
    turnings = []
    for t in analysis.turnings:
        # The decision, and the draws before the next one.
        until = min((n for n in decided if n > t.number), default=len(moves) + 1)
        lucky = [i for i in range(t.number, until - 1) if game.lines[i].own.actor < 0][:2]
        turnings.append(" · ".join(moves[i] for i in (t.number - 1, *lucky)))
        before_, after = percent(t.before), percent(t.after)
        screen.item(str(t.number), turnings[-1], 4)
        who = names.list[t.seat]
        screen.item("", screen.text(SWING, who=who, before=before_, after=after), 4, "dim")
    if analysis.luck:
        screen.line()
        screen.say(say("Luck and skill"), "bold")
    for seat, (luck, lost) in enumerate(zip(analysis.lucky, analysis.given_away, strict=True)):
        brought, cost = signed(screen, luck), percent(lost)
        screen.line(screen.text(LUCK_OF, who=names.list[seat], luck=brought, lost=cost))
    if analysis.luck:
        screen.say(LUCK_ROUGHLY, "dim")
    for one, seat in analysis.strokes:
        screen.item(str(one.number), moves[one.number - 1], 4)
        screen.item("", f"{names.list[seat]} {signed(screen, one.gains[seat])}", 4, "dim")
    return turnings


def signed(screen: Screen, x: float) -> str:
    return f"{'−' if round(100 * x) < 0 else '+'}{screen.text(percent(abs(x)))}"


COMMAND = Command(
    "analyse",
    say("find the turning points and mistakes of a game"),
    say(
        "Reviews a recorded game with a strong cat. At every decision the cat knows "
        "only what the player knew. Shows turning points, clear mistakes, who was "
        "lucky and by how much, and draws a chart of everyone’s chances."
    ),
    (
        Arg("file", say("the recorded game"), FILE),
        Arg(
            "--iterations",
            say("search iterations per decision"),
            N,
            number=(1, 10**9),
            default=ITERATIONS,
        ),
        Arg("--svg", say("file for the chart (default: next to the record)"), say("OUT.svg")),
        Arg("--json", say("print JSON instead of drawing a chart")),
    ),
    (
        ("analyse game.matou", say("find the turning points")),
        ("analyse game.matou --iterations 20000 --svg chances.svg", say("search deeper")),
    ),
    run,
)
