"""How strong people are, and which cats they have beaten: each finished game is counted once.

A person who wants a rating has a row in ``wants_rating``; what they are rated stays when they stop
wanting one, so that nobody loses a bad game by that, and goes when all of theirs does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from matou.rating import Rating
from matou.web.store.jobs import Jobs, Missed, one


class Rated(NamedTuple):
    """A person's rating in a game, and after how many that counted."""

    rating: Rating
    games: int


class Counted(NamedTuple):
    """What a finished game has made of somebody's rating."""

    owner: str
    before: Rated | None  # None: it is their first that counts
    now: Rating
    place: int  # 0 the best
    places: int


class Met(NamedTuple):
    """Somebody has played alone against cats."""

    owner: str
    level: int  # of the weakest of them
    won: bool
    margin: int  # points more than the best of them, where the game has points


class Past(NamedTuple):
    """A game that counted."""

    table: str
    rating: Rating
    place: int
    places: int
    at: float


class Fared(NamedTuple):
    """How somebody has fared against a cat."""

    games: int = 0
    won: int = 0
    best: int = 0  # the most points more that they ever won by


class Ratings(Jobs):
    """The ratings that a store keeps."""

    async def want_rating(self, owner: str, wants: bool) -> None:
        """Somebody wants a rating from now on, or none."""
        drop = "DELETE FROM wants_rating WHERE owner = $1"
        add = f"INSERT INTO wants_rating (owner, since) VALUES ($1, {self.NOW})"
        await self._write(one(f"{add} ON CONFLICT DO NOTHING" if wants else drop, owner))

    async def who_wants_rating(self, owners: Iterable[str]) -> set[str]:
        """Those among them who want one."""
        asked = f"SELECT owner FROM wants_rating WHERE owner {self.AMONG}"
        (found,) = await self._read((asked, self._list(sorted({*owners} - {""}))))
        return {row[0] for row in found}

    async def wants_rating(self, owner: str) -> bool:
        return bool(owner) and bool(await self.who_wants_rating([owner]))

    async def ratings(self, owners: Iterable[str], game: str) -> dict[str, Rated]:
        """What people are rated in a game; nothing of those who have not played."""
        asked = (
            f"SELECT owner, mu, sigma, games FROM ratings WHERE owner {self.AMONG} AND game = $2"
        )
        (found,) = await self._read((asked, self._list(sorted({*owners} - {""})), game))
        return {row[0]: Rated(Rating(row[1], row[2]), row[3]) for row in found}

    async def ratings_of(self, owner: str) -> dict[str, Rated]:
        """What somebody is rated, by game."""
        asked = "SELECT game, mu, sigma, games FROM ratings WHERE owner = $1"
        (found,) = await self._read((asked, owner))
        return {row[0]: Rated(Rating(row[1], row[2]), row[3]) for row in found}

    async def rated_games(self, owner: str, game: str, most: int) -> list[Past]:
        """Somebody's games that counted, the latest first."""
        asked = (
            "SELECT table_id, mu, sigma, place, places, at FROM rated"
            " WHERE owner = $1 AND game = $2 ORDER BY at DESC, table_id LIMIT $3"
        )
        (found,) = await self._read((asked, owner, game, most))
        return [Past(id, Rating(mu, s), place, of, at) for id, mu, s, place, of, at in found]

    async def ladder(self, owner: str, game: str) -> dict[int, Fared]:
        """How somebody has fared against each cat, by level."""
        asked = "SELECT level, games, won, best FROM ladder WHERE owner = $1 AND game = $2"
        (found,) = await self._read((asked, owner, game))
        return {row[0]: Fared(*row[1:]) for row in found}

    async def to_count(self, most: int) -> list[str]:
        """Tables whose games are over and not counted, those first that have waited longest."""
        asked = (
            f"SELECT id FROM tables {self._by('tables_to_rate')} WHERE over = 1 AND rated = 0"
            " ORDER BY touched LIMIT $1"
        )
        (found,) = await self._read((asked, most))
        return [row[0] for row in found]

    async def count(
        self, table: str, game: str, counted: Sequence[Counted], met: Sequence[Met] = ()
    ) -> bool:
        """Count a finished game, once; False if it was, or if a rating has changed meanwhile."""
        fence = "UPDATE tables SET rated = 1 WHERE id = $1 AND over = 1 AND rated = 0 RETURNING id"
        statements = [one(fence, table, must=True)]
        for owner, before, now, place, places in sorted(counted, key=lambda c: c.owner):
            values = (owner, game, now.mu, now.sigma)
            if before is None:
                statements.append(
                    one(
                        "INSERT INTO ratings (owner, game, mu, sigma, games)"
                        " VALUES ($1, $2, $3, $4, 1) ON CONFLICT DO NOTHING RETURNING owner",
                        *values,
                        must=True,
                    )
                )
            else:
                statements.append(
                    one(
                        "UPDATE ratings SET mu = $3, sigma = $4, games = games + 1"
                        " WHERE owner = $1 AND game = $2 AND games = $5 RETURNING owner",
                        *values,
                        before.games,
                        must=True,
                    )
                )
            statements.append(
                one(
                    "INSERT INTO rated (table_id, owner, game, mu, sigma, place, places, at)"
                    f" VALUES ($5, $1, $2, $3, $4, $6, $7, {self.NOW})",
                    *values,
                    *(table, place, places),
                )
            )
        statements += [
            one(
                "INSERT INTO ladder (owner, game, level, games, won, best)"
                " VALUES ($1, $2, $3, 1, $4, $5) ON CONFLICT (owner, game, level) DO UPDATE SET"
                " games = ladder.games + 1, won = ladder.won + excluded.won,"
                " best = CASE WHEN excluded.best > ladder.best THEN excluded.best"
                " ELSE ladder.best END",
                *(who, game, level, int(won), max(0, margin) if won else 0),
            )
            for who, level, won, margin in met
        ]
        try:
            await self._write(*statements)
        except Missed:
            return False
        return True
