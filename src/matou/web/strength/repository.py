"""Ratings and the ladder of the cats in the database, and which games are rated.

A person who wants a rating has a row in ``wants_rating``. Turning the rating off does not delete
it, so that nobody can erase a bad game. It is deleted with the rest of their data.

Whether a game is rated is decided once, when its table fills. This is final. The number of rated
games per day is limited between two people, and between a person and all people from one network.
Otherwise a player could collect points from a friend or from new browser profiles.
"""

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from matou.play.keeping import TableRow
from matou.play.ladder import CatGame, CatResults
from matou.rating import Rating
from matou.web.db.database import Repository, Statement, one
from matou.web.http.limits import unnamed

NETWORK_SECONDS = 30 * 86400.0  # seconds for which a rated seat stores the hash of a network
DAY = 86400.0  # seconds
PER_PAIR = 5  # rated games of one kind per day between two people…
PER_NETWORK = 10  # …and between a person and all others from one network


class Rated(NamedTuple):
    """A person's rating in a game, and the number of rated games."""

    rating: Rating
    games: int


class Meeting(NamedTuple):
    table: str
    other: str  # owner; '' if they deleted their data
    network: str  # a hash; '' if unknown


class Counted(NamedTuple):
    """The change of a person's rating after a finished game."""

    owner: str
    before: Rated | None  # None for their first rated game
    now: Rating
    place: int  # 0 is the best
    places: int


class Past(NamedTuple):
    table: str
    rating: Rating
    place: int
    places: int
    at: float


class Ratings(Repository):
    EXPIRED = (
        f"UPDATE seats SET network = '' WHERE network <> '' AND rated_at < NOW - {NETWORK_SECONDS}",
    )

    # Who wants a rating

    async def want(self, owner: str, wants: bool, network: str = "") -> None:
        """Stores whether a person wants a rating, and a hash of their network for its limit."""
        if not wants:
            await self.db.execute("DELETE FROM wants_rating WHERE owner = $1", owner)
            return
        network = network and unnamed(self.db.key, f"rated {network}")
        await self.db.execute(
            "INSERT INTO wants_rating (owner, since, network) VALUES ($1, NOW, $2)"
            " ON CONFLICT (owner) DO UPDATE SET network = excluded.network",
            *(owner, network),
        )

    async def wants(self, owner: str) -> bool:
        return bool(owner) and bool(await self.who_wants([owner]))

    async def who_wants(self, owners: Iterable[str]) -> set[str]:
        return {*await self.networks(owners)}

    async def networks(self, owners: Iterable[str]) -> dict[str, str]:
        """Returns the network hashes of those who want a rating, by owner."""
        query = "SELECT owner, network FROM wants_rating WHERE owner = ANY($1)"
        found = await self.db.fetch(query, [*owners])
        return {row[0]: row[1] for row in found}

    async def meetings(
        self, owner: str, game: str, table: str, since: float, until: float
    ) -> list[Meeting]:
        """Returns a person's opponents at rated tables that filled before ``table`` did."""
        query = (
            "SELECT theirs.tbl, theirs.owner, theirs.network"
            " FROM seats AS mine INDEXED BY seats_rated"
            " JOIN tables ON tables.id = mine.tbl"
            " JOIN seats AS theirs ON theirs.tbl = mine.tbl AND theirs.seat <> mine.seat"
            " WHERE mine.owner = $1 AND tables.game = $2 AND mine.rated_at > 0"
            " AND mine.rated_at > $4 AND theirs.rated_at > 0"
            " AND (mine.rated_at < $5 OR (mine.rated_at = $5 AND mine.tbl < $3))"
        )
        found = await self.db.fetch(query, owner, game, table, since, until)
        return [Meeting(*row) for row in found]

    async def decide_rated(self, row: TableRow) -> None:
        """Marks the players' seats as rated, if the table is full and its game counts."""
        if not can_count(row):
            return
        owners = [seat.owner for seat in row.seats if seat.owner]
        networks = await self.networks(owners)
        if sorted(owners) != sorted(networks):  # a player wants no rating or has two seats
            return
        now = time.time()
        if await self.meet_too_often(row, networks, now):
            return
        for seat in row.seats:
            if seat.owner:
                seat.rated_at, seat.network = now, networks[seat.owner]

    async def meet_too_often(
        self, row: TableRow, networks: Mapping[str, str], filled: float
    ) -> bool:
        """Returns whether these people (with networks) reached a daily limit before ``filled``."""
        for owner in networks if len(networks) > 1 else ():
            met = await self.meetings(owner, row.game, row.id, filled - DAY, filled)
            with_person = Counter(one.other for one in met)
            from_network = Counter(
                network for _, network in {(one.table, one.network) for one in met}
            )
            for other, network in networks.items():
                if other == owner:
                    continue
                if with_person[other] >= PER_PAIR:
                    return True
                if network and from_network[network] >= PER_NETWORK:
                    return True
        return False

    # Ratings

    async def of_people(self, owners: Iterable[str], game: str) -> dict[str, Rated]:
        query = "SELECT owner, mu, sigma, games FROM ratings WHERE owner = ANY($1) AND game = $2"
        found = await self.db.fetch(query, [*owners], game)
        return {row[0]: Rated(Rating(row[1], row[2]), row[3]) for row in found}

    async def by_game(self, owners: Iterable[str]) -> dict[str, dict[str, Rating]]:
        query = "SELECT game, owner, mu, sigma FROM ratings WHERE owner = ANY($1)"
        ratings: dict[str, dict[str, Rating]] = {}
        for game, owner, mu, sigma in await self.db.fetch(query, [*owners]):
            ratings.setdefault(game, {})[owner] = Rating(mu, sigma)
        return ratings

    async def of(self, owner: str) -> dict[str, Rated]:
        query = "SELECT game, mu, sigma, games FROM ratings WHERE owner = $1"
        found = await self.db.fetch(query, owner)
        return {row[0]: Rated(Rating(row[1], row[2]), row[3]) for row in found}

    async def history(self, owner: str, game: str, most: int) -> list[Past]:
        query = (
            "SELECT table_id, mu, sigma, place, places, at FROM rated"
            " WHERE owner = $1 AND game = $2 ORDER BY at DESC, table_id LIMIT $3"
        )
        found = await self.db.fetch(query, owner, game, most)
        return [Past(id, Rating(mu, s), place, of, at) for id, mu, s, place, of, at in found]

    async def ladder(self, owner: str, game: str) -> dict[int, CatResults]:
        query = "SELECT level, games, won, best, hinted FROM ladder WHERE owner = $1 AND game = $2"
        return {row[0]: CatResults(*row[1:]) for row in await self.db.fetch(query, owner, game)}

    async def has_won(self, owner: str) -> bool:
        query = "SELECT 1 FROM ladder WHERE owner = $1 AND won > 0 LIMIT 1"
        return bool(await self.db.fetch(query, owner))

    # Counting games

    async def uncounted(self, most: int) -> list[str]:
        """Returns finished tables that are not counted yet, the longest waiting first."""
        query = (
            "SELECT id FROM tables INDEXED BY tables_to_rate"
            " WHERE over = 1 AND rated = 0 ORDER BY touched LIMIT $1"
        )
        return await self.db.column(query, most)

    async def count(
        self, table: str, game: str, counted: Sequence[Counted], met: Sequence[CatGame] = ()
    ) -> bool:
        """Counts a finished game. Returns False if it was counted already or a rating changed."""
        fence = "UPDATE tables SET rated = 1 WHERE id = $1 AND over = 1 AND rated = 0 RETURNING id"
        statements = [one(fence, table, must=True)]
        for change in sorted(counted, key=lambda c: c.owner):
            statements += self._counted(table, game, change)
        statements += [
            one(
                "INSERT INTO ladder (owner, game, level, games, won, best, hinted)"
                " VALUES ($1, $2, $3, 1, $4, $5, $6) ON CONFLICT (owner, game, level) DO UPDATE SET"
                " games = ladder.games + 1, won = ladder.won + excluded.won,"
                " hinted = ladder.hinted + excluded.hinted,"
                " best = CASE WHEN excluded.best > ladder.best THEN excluded.best"
                " ELSE ladder.best END",
                *(who, game, level, int(won)),
                *(max(0, margin) if won and not hinted else 0, int(won and hinted)),
            )
            for who, level, won, margin, hinted in met
        ]
        return await self.db.try_write(*statements)

    def _counted(self, table: str, game: str, change: Counted) -> list[Statement]:
        owner, before, now, place, places = change
        values = (owner, game, now.mu, now.sigma)
        if before is None:
            rated = one(
                "INSERT INTO ratings (owner, game, mu, sigma, games)"
                " VALUES ($1, $2, $3, $4, 1) ON CONFLICT DO NOTHING RETURNING owner",
                *values,
                must=True,
            )
        else:
            rated = one(
                "UPDATE ratings SET mu = $3, sigma = $4, games = games + 1"
                " WHERE owner = $1 AND game = $2 AND games = $5 RETURNING owner",
                *(*values, before.games),
                must=True,
            )
        past = one(
            "INSERT INTO rated (table_id, owner, game, mu, sigma, place, places, at)"
            " VALUES ($5, $1, $2, $3, $4, $6, $7, NOW)",
            *(*values, table, place, places),
        )
        return [rated, past]


def can_count(row: TableRow) -> bool:
    """Returns whether a table is full, set up as rated, and not continued from another game."""
    settings = row.settings
    is_full = all(seat.kind != "open" for seat in row.seats)
    return is_full and bool(settings.get("rated")) and "origin" not in settings
