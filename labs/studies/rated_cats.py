"""Rates the bots from their games, and writes the file that the site reads and a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from labs.studies.pages import made_by, put, table
from matou.arena.tally import Tally
from matou.bots.levels import LEVELS
from matou.core.registry import find
from matou.rating.cats import rated, written

ABOUT = (
    "What the cats are rated, by the model that people are rated by (Weng and Lin's, "
    "`openskill`), from games among each other at every number of seats. Level 5 has 1,000 "
    "iterations a move here where it asks a network, and 5,000 elsewhere: a fraction of its "
    "second, so at a site it is rather stronger than this. The third cat has 1500 in each game, "
    "like somebody who has not played; 120 points more are three games of four; ± holds 19 times "
    "in 20. Where games put a level below a weaker one, both have their mean."
)


def write(
    folder: Path, data: Path, tallies: Sequence[Tally], command: str, machines: Sequence[str]
) -> None:
    """Writes the ratings to ``data`` and a page to ``folder``."""
    found = {}
    rows = []
    for tally in tallies:
        if not tally.results:
            continue
        match = tally.match
        game = find(match.game)
        ratings = rated(game, match.seats, [(r.lineup, r.returns, r.scores) for r in tally.results])
        found[match.game, match.seats] = ratings
        told = " | ".join(str(rating) for rating in ratings)
        title, count = game.words.TITLE.say(), len(tally.results)
        rows.append(f"| {title} | {match.seats} | {count} | {told} |")
    made = f"{command}; {'; '.join(machines)}"
    data.write_text(written(found, made))
    heads = ("game", "seats", "games", *(str(i) for i in range(1, len(LEVELS) + 1)))
    put("cats", folder, ABOUT, made_by(command, machines), table(heads, rows))
