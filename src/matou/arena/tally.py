"""Statistics of a match: scores and Elo with 95% intervals, seats, lengths, endings."""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from matou.arena.one_game import Result
from matou.arena.plan import Match

Z = 1.959964  # 95%
RESAMPLES = 300
COLUMNS = (
    *("game", "round", "seat", "player", "return", "score"),
    *("actions", "decisions", "seconds", "luck", "ended_by"),
)


@dataclass(frozen=True)
class Share:
    """A mean between 0 and 1 with its 95% interval."""

    mean: float
    low: float
    high: float
    count: int

    def data(self) -> dict[str, Any]:
        return {name: round(value, 4) for name, value in vars(self).items()}


@dataclass(frozen=True)
class Standing:
    """What a player of a match has reached."""

    name: str
    score: Share  # its mean return
    elo: Share  # its rating, where all players of the match have 0 on average
    seconds: float  # per decision
    against: dict[str, Share]  # its mean return in games with each other player
    without_luck: Share | None = None  # its luck-adjusted mean return

    def data(self) -> dict[str, Any]:
        rating, low, high = (round(x, 1) for x in (self.elo.mean, self.elo.low, self.elo.high))
        return {
            "name": self.name,
            "score": self.score.data(),
            **adjusted(self.without_luck),
            "elo": {"rating": rating, "low": low, "high": high},
            "seconds_per_decision": round(self.seconds, 5),
            "against": {name: share.data() for name, share in self.against.items()},
        }


def adjusted(share: Share | None) -> dict[str, Any]:
    return {} if share is None else {"without_luck": share.data()}


def share(groups: Iterable[Sequence[float]]) -> Share:
    """Returns the mean of values whose groups share their luck.

    Uses Wilson's interval for the number of independent games that has the variance seen between
    the groups.
    """
    each = [list(group) for group in groups]
    values = [v for group in each for v in group]
    n = len(values)
    if n == 0:
        return Share(0.0, 0.0, 1.0, 0)
    mean = sum(values) / n
    worth = float(n)
    spread = mean * (1 - mean)
    if len(each) >= 10 and spread > 0:
        # The variance of a cluster sample's mean.
        residue = sum((sum(g) - mean * len(g)) ** 2 for g in each)
        variance = residue * len(each) / (len(each) - 1) / n**2
        if variance > 0:
            worth = min(max(spread / variance, n / 4), 4.0 * n)
    middle = (mean + Z * Z / (2 * worth)) / (1 + Z * Z / worth)
    half = Z / (1 + Z * Z / worth) * math.sqrt(spread / worth + Z * Z / (4 * worth * worth))
    return Share(mean, max(0.0, middle - half), min(1.0, middle + half), n)


def without_luck(groups: Iterable[tuple[Sequence[float], Sequence[float]]]) -> Share | None:
    """Returns the luck-adjusted mean of grouped results, or None if there are fewer than 10 groups.

    The coefficient of luck comes from least squares over the groups, so that a search that
    evaluates badly does not widen the interval. The estimate is cut off at 0 and 1, where every
    share lies.
    """
    each = [(sum(results), sum(luck), len(results)) for results, luck in groups]
    n = sum(count for *_, count in each)
    if len(each) < 10:
        return None
    mean, lucky = (sum(group[i] for group in each) / n for i in range(2))
    apart = [(won - mean * count, luck - lucky * count) for won, luck, count in each]
    spread = sum(luck * luck for _, luck in apart)
    part = sum(won * luck for won, luck in apart) / spread if spread > 0 else 0.0
    residue = sum((won - part * luck) ** 2 for won, luck in apart)
    error = math.sqrt(residue * len(each) / (len(each) - 2)) / n
    middle = min(max(mean - part * lucky, 0.0), 1.0)
    return Share(middle, max(0.0, middle - Z * error), min(1.0, middle + Z * error), n)


def elo_of(p: float) -> float:
    p = min(max(p, 1e-4), 1 - 1e-4)
    return 400 * math.log10(p / (1 - p))


def ratings(k: int, results: Sequence[Result]) -> list[float]:
    """Returns Elo ratings with mean 0 (Bradley-Terry); each pair at a table is a comparison."""
    won = [[0.0] * k for _ in range(k)]
    for result in results:
        for i, a in enumerate(result.lineup):
            for j, b in enumerate(result.lineup):
                if a != b:
                    x, y = result.returns[i], result.returns[j]
                    won[a][b] += 1.0 if x > y else 0.5 if x == y else 0.0
    for a in range(k):  # half a drawn game per pair keeps ratings finite
        for b in range(k):
            if a != b and won[a][b] + won[b][a] > 0:
                won[a][b] += 0.25
    strength = [1.0] * k
    for _ in range(200):
        for a in range(k):
            wins = sum(won[a])
            met = sum(
                (won[a][b] + won[b][a]) / (strength[a] + strength[b])
                for b in range(k)
                if b != a and won[a][b] + won[b][a] > 0
            )
            if met > 0 and wins > 0:
                strength[a] = wins / met
        scale = math.exp(sum(math.log(x) for x in strength) / k)
        strength = [x / scale for x in strength]
    return [400 * math.log10(x) for x in strength]


class Tally:
    """The result of a match. ``results`` has every game, ``standings`` every player.

    ``print(tally)`` shows a table, ``data`` is everything as JSON, ``table`` a row for each seat of
    each game.
    """

    def __init__(self, match: Match, results: Iterable[Result]) -> None:
        self.match = match
        self.results = sorted(results, key=lambda r: r.number)

    def __repr__(self) -> str:
        names = range(len(self.match.names))
        shares = ", ".join(f"{self.match.names[b]} {self.score(b).mean:.1%}" for b in names)
        return f"<{self.match.game}, {len(self.results)} games: {shares}>"

    def __str__(self) -> str:
        from matou.arena.report import text

        return text(self)

    def standings(self) -> list[Standing]:
        """Returns what each player has reached, in the order in which they were given."""
        names = self.match.names
        return [
            Standing(
                name,
                self.score(b),
                elo,
                self.seconds(b),
                {names[o]: self.score(b, o) for o in range(len(names)) if o != b},
                self.without_luck(b),
            )
            for (b, name), elo in zip(enumerate(names), self.elo(), strict=True)
        ]

    def table(self) -> dict[str, list[Any]]:
        """Returns columns with a row for each seat of each game, for pandas or Polars."""
        columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
        for r in self.results:
            for seat, which in enumerate(r.lineup):
                luck = r.luck[seat] if r.luck else None
                row = (
                    *(r.number, r.round, seat, self.match.names[which], r.returns[seat]),
                    *(r.scores[seat], r.actions, r.decisions[seat], r.seconds[seat], luck),
                    r.ended_by,
                )
                for column, value in zip(columns.values(), row, strict=True):
                    column.append(value)
        return columns

    def rounds(self) -> list[list[Result]]:
        found: dict[int, list[Result]] = defaultdict(list)
        for result in self.results:
            found[result.round].append(result)
        return list(found.values())

    def score(self, bot: int, against: int | None = None, seat: int | None = None) -> Share:
        """Returns a bot's mean return, against one other or in one seat if asked."""
        return share(
            [
                value
                for r in games
                if against is None or against in r.lineup
                for at, value in enumerate(r.returns)
                if r.lineup[at] == bot and seat in (None, at)
            ]
            for games in self.rounds()
        )

    def without_luck(self, bot: int | None = None, seat: int | None = None) -> Share | None:
        """Returns the luck-adjusted mean of a bot or a seat, or None if luck was not measured."""
        if not all(r.luck for r in self.results):
            return None
        groups = []
        for games in self.rounds():
            sat = [
                (r.returns[at], r.luck[at])
                for r in games
                for at, which in enumerate(r.lineup)
                if bot in (None, which) and seat in (None, at)
            ]
            groups.append(([won for won, _ in sat], [luck for _, luck in sat]))
        return without_luck(groups)

    def elo(self) -> list[Share]:
        """Returns the Elo rating (``mean``) and interval of each bot."""
        k = len(self.match.bots)
        n = len(self.results)
        if k == 1 or n == 0:
            return [Share(0.0, 0.0, 0.0, n)] * k
        if k == 2 and self.match.seats == 2:
            s = self.score(0)
            mean, low, high = (elo_of(x) / 2 for x in (s.mean, s.low, s.high))
            return [Share(mean, low, high, n), Share(-mean, -high, -low, n)]
        rounds = self.rounds()
        if len(rounds) < 10:  # too few rounds to resample: resample games
            rounds = [[r] for r in self.results]
        rated = ratings(k, self.results)
        rng = random.Random(1)
        again = [
            ratings(k, [r for games in rng.choices(rounds, k=len(rounds)) for r in games])
            for _ in range(RESAMPLES if len(rounds) > 1 else 1)
        ]
        found = []
        for bot in range(k):
            values = sorted(x[bot] for x in again)
            cut = int(0.025 * len(values))
            found.append(Share(rated[bot], values[cut], values[-1 - cut], n))
        return found

    def seats(self) -> list[Share]:
        """Returns the mean return of each seat over all bots."""
        return [
            share([r.returns[seat] for r in games] for games in self.rounds())
            for seat in range(self.match.seats)
        ]

    def endings(self) -> dict[str, int]:
        """Returns how many games each rule ended."""
        return dict(sorted(Counter(r.ended_by for r in self.results).items()))

    def seconds(self, bot: int) -> float:
        """Returns a bot's mean thinking time per decision."""
        sat = [(r, i) for r in self.results for i, which in enumerate(r.lineup) if which == bot]
        decisions = sum(r.decisions[seat] for r, seat in sat)
        return sum(r.seconds[seat] for r, seat in sat) / decisions if decisions else 0.0

    def running(self, bot: int) -> list[float]:
        """Returns a bot's score after each round."""
        total, count, line = 0.0, 0, []
        for games in self.rounds():
            seated = (zip(r.lineup, r.returns, strict=True) for r in games)
            won = [x for seats in seated for which, x in seats if which == bot]
            total, count = total + sum(won), count + len(won)
            line.append(total / count if count else 0.0)
        return line

    def data(self) -> dict[str, Any]:
        """Returns all statistics as JSON."""
        lengths = sorted(r.actions for r in self.results)
        n = len(lengths)
        actions = n and {
            "mean": round(sum(lengths) / n, 2),
            "least": lengths[0],
            "median": lengths[n // 2],
            "most": lengths[-1],
        }
        return {
            "match": self.match.header(),
            "games": n,
            "bots": [
                {"bot": bot, **standing.data()}
                for bot, standing in zip(self.match.bots, self.standings(), strict=True)
            ],
            "seats": [
                {**s.data(), **adjusted(self.without_luck(seat=i))}
                for i, s in enumerate(self.seats())
            ],
            "actions": actions or None,
            "endings": self.endings(),
        }
