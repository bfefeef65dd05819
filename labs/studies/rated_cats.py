"""Rates the bots from their games, and writes the file that the site reads and a page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import mean

from labs.studies.pages import made_by, put, table
from matou.arena.tally import Tally
from matou.bots.levels import LEVELS
from matou.core.game import Game
from matou.core.registry import find
from matou.rating import MU, Rating, by_side, places, rate

MIDDLE = "level3"  # it has a newcomer's rating
PASSES = 30  # over all games; then ratings no longer change

ABOUT = (
    "The cats' ratings, by the model that rates people (Weng and Lin's, `openskill`), from games "
    "against each other with every number of seats. Level 5 has 1,000 iterations per move here "
    "with a network and 5,000 without, a fraction of its second, so it is stronger at a site. The "
    "third cat has 1500 in each game, like a newcomer. A player who is 120 points better wins "
    "three games of four. In 19 of 20 cases the true rating is within the range of ±. If the games "
    "rate a level below a weaker one, both get their mean."
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
        shown = " | ".join(str(rating) for rating in ratings)
        title, count = game.words.TITLE.say(), len(tally.results)
        rows.append(f"| {title} | {match.seats} | {count} | {shown} |")
    made = f"{command}; {'; '.join(machines)}"
    data.write_text(written(found, made))
    heads = ("game", "seats", "games", *(str(i) for i in range(1, len(LEVELS) + 1)))
    put("cats", folder, ABOUT, made_by(command, machines), table(heads, rows))


# A game of a match: which bot sat at each seat (0 the weakest), returns, scores.
Played = tuple[Sequence[int], Sequence[float], Sequence[int]]


def rated(game: Game, seats: int, played: Iterable[Played]) -> list[Rating]:
    """Returns the bots' ratings that explain a match best, by the model used for people.

    Goes through the games again and again with less and less uncertainty until the ratings settle;
    their final uncertainty is what one pass leaves. If a level is rated below a weaker one, the
    games cannot separate the two, and both get their mean. Then all are shifted so that the middle
    bot has a newcomer's rating.
    """
    games = list(played)
    levels = 1 + max(who for lineup, _, _ in games for who in lineup)
    sides = game.teams(seats)
    now = [Rating() for _ in range(levels)]
    sure = [r.sigma for r in now]
    for number in range(PASSES):
        for lineup, returns, scores in games:
            best = max(returns)
            winners = [s for s, x in enumerate(returns) if x == best and min(returns) < best]
            table = by_side(sides, [now[who] for who in lineup])
            after = rate(table, places(sides, winners, scores), drifts=False)
            for side, members in enumerate(after):
                there = [s for s in range(seats) if sides[s] == side]
                for seat, rating in zip(there, members, strict=True):
                    now[lineup[seat]] = rating
        if number == 0:
            sure = [r.sigma for r in now]
        now = [Rating(r.mu, s * 3 / (number + 3)) for r, s in zip(now, sure, strict=True)]
    mus = ascending([r.mu for r in now])
    shift = MU - mus[[level.key for level in LEVELS].index(MIDDLE)]
    return [Rating(mu + shift, s) for mu, s in zip(mus, sure, strict=True)]


def ascending(values: Sequence[float]) -> list[float]:
    """Returns the nearest ascending values: neighbours out of order get their mean.

    >>> ascending([1.0, 4.0, 2.0])
    [1.0, 3.0, 3.0]
    """
    groups: list[list[float]] = []
    for value in values:
        groups.append([value])
        while len(groups) > 1 and mean(groups[-2]) > mean(groups[-1]):
            last = groups.pop()
            groups[-1] += last
    return [mean(group) for group in groups for _ in group]


def written(found: Mapping[tuple[str, int], Sequence[Rating]], made: str) -> str:
    """Returns the file's text, with a line for each game and number of seats."""
    games: dict[str, list[str]] = {}
    keys = [level.key for level in LEVELS]
    for (game, seats), ratings in sorted(found.items()):
        values = ([round(r.mu, 2), round(r.sigma, 2)] for r in ratings)
        by_bot = json.dumps(dict(zip(keys, values, strict=True)))
        games.setdefault(game, []).append(f'      "{seats}": {by_bot}')
    tables = (f'    "{game}": {{\n' + ",\n".join(rows) + "\n    }" for game, rows in games.items())
    head = f'{{\n  "made": {json.dumps(made, ensure_ascii=False)},\n  "games": {{\n'
    return head + ",\n".join(tables) + "\n  }\n}\n"
