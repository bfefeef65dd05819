"""The leaderboard: our bots, OpenSpiel's and your own, at equal time, in one match a game."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from labs.studies.pages import made_by, put, table
from matou.arena import players
from matou.arena.report import interval
from matou.arena.tally import Tally
from matou.core.refusals import BadChoice
from matou.core.registry import find

SECONDS = 0.05  # for a decision of the bots that think as long as they may
OURS = ("random", "level1", "greedy", "level3", "level4")
TIMED = ("level5", "openspiel:mcts", "openspiel:ismcts")
HEADS = ("", "player", "score", "Elo", "against random", "against level1", "ms a decision")

ABOUT = (
    "Games for two, everybody against everybody. Seats alternate, and all pairs of a round have "
    "the same luck. The score is the mean return: 1 for a win, one half for a draw. Intervals are "
    "95%. Players with a time in their name, `level5@0.05s`, use that time of one core for each "
    "decision; the others need less. `greedy` is level 2. `openspiel:mcts` and `openspiel:ismcts` "
    "are OpenSpiel's searches with its default settings, through `matou.research.open_spiel`; "
    "`ismcts` plays only games with secrets."
)


def entrants(game: str, seconds: float, own: Sequence[str]) -> list[str]:
    """Returns the players of a game; raises Missing if OpenSpiel is not installed."""
    import matou.research.rivals  # noqa: F401

    found = list(OURS)
    for name in TIMED:
        with contextlib.suppress(BadChoice):  # ismcts plays only games with hidden information
            found.append(players.entry(find(game), f"{name}@{seconds:g}s").spec)
    return found + list(own)


def write(out: Path, tallies: Sequence[Tally], command: str, machines: Sequence[str]) -> None:
    """Writes the page: a table for each game, the best player first."""
    parts = [ABOUT, made_by(command, machines)]
    for tally in tallies:
        standings = sorted(tally.standings(), key=lambda standing: -standing.score.mean)
        rows = []
        for place, one in enumerate(standings, 1):
            beside = [
                interval(one.against[other]) if other in one.against else ""
                for other in ("random", "level1")
            ]
            elo = f"{one.elo.mean:+.0f} ({one.elo.low:+.0f} to {one.elo.high:+.0f})"
            cells = (f"{place}", one.name, interval(one.score), elo, *beside)
            rows.append(f"| {' | '.join(cells)} | {1000 * one.seconds:.1f} |")
        title = tally.match.having().words.TITLE.say()
        parts += [f"**{title}**, {len(tally.results)} games", table(HEADS, rows)]
    put("leaderboard", out, *parts)
