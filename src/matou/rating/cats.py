"""What the five cats are rated: from matches between them in the arena, and held fixed.

``cats.json`` is made by ``python -m matou.studies cats`` and says how. Each number of seats has its
own ratings: against four others even the best wins less often.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import mean
from typing import Any

from matou.core.game import Game
from matou.rating import MU, Rating, by_side, places, rate

FILE = Path(__file__).with_name("cats.json")
MIDDLE_CAT = 3  # whose rating is that of somebody who has not played
PASSES = 30  # over all games, until none moves anybody any more


@cache
def known() -> dict[str, Any]:
    return dict(json.loads(FILE.read_text()))


def cat(game: str, seats: int, level: int) -> Rating:
    """A cat's rating; that of somebody unknown in a game that has no study."""
    rated = known()["games"].get(game, {}).get(str(seats))
    return Rating(*rated[level - 1]) if rated else Rating()


def cats(game: str, seats: int) -> list[Rating]:
    """All five, the weakest first."""
    return [cat(game, seats, level) for level in range(1, 6)]


# A game of a match: who sat at each seat (a level less one), what it was worth to each, scores.
Played = tuple[Sequence[int], Sequence[float], Sequence[int]]


def rated(game: Game, seats: int, played: Iterable[Played]) -> list[Rating]:
    """The ratings of the five that explain a match best, by the same model as people's.

    The games are gone through again and again, each time a little less sure, until the ratings
    stand; how sure they are is what one time through all games leaves. Where the games rate a
    level below a weaker one they cannot tell the two apart, and both are given their mean. Then all
    are shifted so that the middle cat's is that of whoever has not played.
    """
    games = list(played)
    sides = [seat if game.team is None else game.team(seat) for seat in range(seats)]
    now = [Rating() for _ in range(5)]
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
    shift = MU - mus[MIDDLE_CAT - 1]
    return [Rating(mu + shift, s) for mu, s in zip(mus, sure, strict=True)]


def ascending(values: Sequence[float]) -> list[float]:
    """The nearest values that never fall: neighbours that do are given their mean.

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
    """The file, a line for each game and number of seats."""
    games: dict[str, dict[str, Any]] = {}
    for (game, seats), ratings in sorted(found.items()):
        told = [[round(r.mu, 2), round(r.sigma, 2)] for r in ratings]
        games.setdefault(game, {})[str(seats)] = told
    lines = ["{", f'  "made": {json.dumps(made, ensure_ascii=False)},', '  "games": {']
    for i, (game, tables) in enumerate(games.items()):
        lines.append(f'    "{game}": {{')
        last = list(tables)[-1]
        for table, told in tables.items():
            lines.append(f'      "{table}": {json.dumps(told)}{"" if table == last else ","}')
        lines.append("    }" + ("" if i == len(games) - 1 else ","))
    return "\n".join([*lines, "  }", "}"]) + "\n"
