"""Tries at the cats of the day in the database.

A row is stored together with its table. The first table of a person, day and game counts. A person
can have several after a device has joined an account.
"""

from __future__ import annotations

from typing import NamedTuple

from matou.core.game import Game
from matou.play.daily import end_of, result_words
from matou.web.db.database import Repository, Statement, one

LISTED = 50  # results of a game
EARLIER = (
    "SELECT 1 FROM daily_games AS earlier WHERE earlier.owner = daily_games.owner"
    " AND earlier.day = daily_games.day AND earlier.game = daily_games.game"
    " AND (earlier.opened < daily_games.opened OR earlier.opened = daily_games.opened"
    " AND earlier.table_id < daily_games.table_id)"
)


class Try(NamedTuple):
    table_id: str
    day: str
    game: str
    outcome: int | None  # None while the game is in play
    score: int | None
    against: int | None  # the best score of the others
    ended: float | None

    @property
    def counts(self) -> bool:
        """Returns whether the game was over when its day ended."""
        return self.ended is not None and self.ended < end_of(self.day)

    def says(self, game: Game, lang: str) -> str:
        """Returns the result in words, or '' while the game is in play."""
        if self.outcome is None or self.score is None or self.against is None:
            return ""
        return result_words(game, self.outcome, self.score, self.against, lang)


class Listed(NamedTuple):
    """A result in the table of a day."""

    name: str
    owner: str
    outcome: int
    score: int
    against: int


TRY = ", ".join(Try._fields)


class DailyGames(Repository):
    def opening(self, table: str, owner: str, day: str, game: str) -> Statement:
        """Returns a fence that stores a try. It misses if the person has had one."""
        return one(
            "INSERT INTO daily_games (table_id, owner, day, game, opened)"
            f" SELECT $1, $2, $3, $4, {self.db.NOW} WHERE NOT EXISTS"
            " (SELECT 1 FROM daily_games WHERE owner = $2 AND day = $3 AND game = $4)"
            " RETURNING table_id",
            *(table, owner, day, game),
            must=True,
        )

    async def of(self, owner: str) -> list[Try]:
        """Returns all tries of a person. The first of a day and game counts."""
        query = f"SELECT {TRY} FROM daily_games WHERE owner = $1 ORDER BY opened, table_id"
        return [Try(*row) for row in await self.db.fetch(query, owner)]

    async def first(self, owner: str, day: str, game: str) -> Try | None:
        """Returns the try that counts, or None."""
        tries = await self.of(owner)
        return next((one for one in tries if (one.day, one.game) == (day, game)), None)

    async def results(self, day: str, game: str) -> list[Listed]:
        """Returns the results of people with a name, the best first."""
        found = await self.db.fetch(
            "SELECT kept_names.name, daily_games.owner, outcome, score, against FROM daily_games"
            " JOIN kept_names ON kept_names.owner = daily_games.owner WHERE day = $1"
            f" AND game = $2 AND outcome IN (-1, 0, 1) AND ended < $3 AND NOT EXISTS ({EARLIER})"
            f" ORDER BY outcome DESC, score - against DESC, ended LIMIT {LISTED}",
            *(day, game, end_of(day)),
        )
        return [Listed(*row) for row in found]
