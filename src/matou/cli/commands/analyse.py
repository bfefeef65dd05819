"""``matou analyse``: finds turning points and mistakes of a recorded game, and draws a chart."""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from matou.cli.declaring import OK, Arg, Command
from matou.cli.files import load, writing
from matou.cli.terminal.narration import Narrator, warn_if_slow
from matou.cli.terminal.screen import Bar, Screen
from matou.core.messages import say
from matou.core.phrases import percent, winning
from matou.play.log import blanked
from matou.play.timeline import timeline_of

if TYPE_CHECKING:
    from matou.bots.analyse import Analysis

ITERATIONS = 1500


def run(args: argparse.Namespace, screen: Screen) -> int:
    from matou.bots.analyse import analyse

    record = load(args.file)
    warn_if_slow(record.game, screen)
    if args.json:
        screen.raw(json.dumps(analyse(record, iterations=args.iterations).data()))
        return OK
    with Bar(len(record.actions)) as bar:
        show_bar = partial(bar.show, says=screen.text(record.game.words.TITLE))
        analysis = analyse(record, iterations=args.iterations, progress=show_bar)
    narrator = Narrator.of(screen, record)
    turnings = show(narrator, analysis)
    if analysis.moments:
        path = Path(args.svg or Path(args.file).with_suffix(".svg"))
        picture = analysis.svg(screen.lang, narrator.names, turnings)
        with writing(path):
            path.write_text(picture, encoding="utf-8")
        screen.line()
        screen.say(say("Chart saved to {path}."), path=path)
    return OK


def show(narrator: Narrator, analysis: Analysis) -> list[str]:
    """Shows who won, the mistakes and the turning points; returns what happened at the latter."""
    screen, record = narrator.screen, analysis.record
    game = timeline_of(record)
    moves = [narrator.say(line.own.says) for line in game.lines]
    won = winning(game.state.winners, team=record.game.team is not None)
    screen.line(narrator.say(won if game.state.over else say("The game is not over yet.")))
    screen.line()
    screen.say(say("Clear mistakes") if analysis.mistakes else say("No clear mistakes."), "bold")
    for m in analysis.mistakes:
        before = timeline_of(record, m.number - 1).state
        seen, best = blanked(before, m.seat), before.parse(m.best)
        said = say(
            "Best move: {best}. Chances of winning: {best_chance} instead of {chance}.",
            best=narrator.say(record.game.words.describe(seen, best)),
            best_chance=percent(m.best_chance),
            chance=percent(m.chance),
        )
        screen.item(str(m.number), moves[m.number - 1], 4)
        screen.item("", screen.text(said), 4, "dim")
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
        swing = say("{who}: from {before} to {after}", who=narrator.names[t.seat])
        screen.item(str(t.number), turnings[-1], 4)
        swing = swing.filled(before=percent(t.before), after=percent(t.after))
        screen.item("", screen.text(swing), 4, "dim")
    if analysis.luck:
        screen.line()
        screen.say(say("Luck and skill"), "bold")
    for seat, (luck, lost) in enumerate(zip(analysis.lucky, analysis.given_away, strict=True)):
        says = say("{who}: luck brought {luck}, mistakes cost {lost}", who=narrator.names[seat])
        screen.say(says, luck=signed(screen, luck), lost=percent(lost))
    if analysis.luck:
        screen.say(
            say(
                "These are estimates by one search; another could differ by a few percentage "
                "points over a game."
            ),
            "dim",
        )
    for one, seat in analysis.strokes:
        screen.item(str(one.number), moves[one.number - 1], 4)
        screen.item("", f"{narrator.names[seat]} {signed(screen, one.gains[seat])}", 4, "dim")
    return turnings


def signed(screen: Screen, x: float) -> str:
    return f"{'−' if round(100 * x) < 0 else '+'}{screen.text(percent(abs(x)))}"


COMMAND = Command(
    "analyse",
    say("find the turning points and mistakes of a game"),
    say(
        "Reviews a recorded game with a strong cat. At every decision the cat knows only what the "
        "player knew. Shows turning points, clear mistakes, who was lucky and by how much, and "
        "draws a chart of everyone’s chances."
    ),
    (
        Arg("file FILE", say("the recorded game")),
        Arg("--iterations N", say("search iterations per decision"), (1, 10**9), ITERATIONS),
        Arg("--svg OUT.svg", say("file for the chart (default: next to the record)")),
        Arg("--json", say("print JSON instead of drawing a chart")),
    ),
    {
        "analyse game.matou": say("find the turning points"),
        "analyse game.matou --iterations 20000 --svg chances.svg": say("search deeper"),
    },
    run,
)
