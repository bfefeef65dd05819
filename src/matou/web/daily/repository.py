"""Tries at the cats of the day in the database, and daily reminders.

A try is stored together with its table. The first table of a person, day and game counts. A person
can have several after a device has joined an account.

A reminder is a notice (``web/notify``) whose table is the date. It is stored together with the day,
so that nobody gets two.
"""

from typing import NamedTuple

from matou.core.game import Game
from matou.play.daily import end_of, hour, result_words, streak_words, today
from matou.web.db.database import Repository, Statement, one

LISTED = 50  # results of a game
PAST = 60  # days whose results are listed
REMINDER = -2  # the ``turned`` and ``seat`` of a notice that reminds a person
EARLIER = (
    "SELECT 1 FROM daily_games AS earlier WHERE earlier.owner = daily_games.owner"
    " AND earlier.day = daily_games.day AND earlier.game = daily_games.game"
    " AND (earlier.opened < daily_games.opened OR earlier.opened = daily_games.opened"
    " AND earlier.table_id < daily_games.table_id)"
)

NOT_PLAYED = "NOT EXISTS (SELECT 1 FROM daily_games AS g WHERE g.owner = r.owner AND g.day = $1)"
# Finds the person whom a notice may still remind today ($1).
REMINDED = (
    "SELECT 1 FROM daily_reminders AS r WHERE r.channel = notices.channel"
    f" AND notices.turned = {REMINDER} AND notices.tbl = $1 AND {NOT_PLAYED}"
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
    table: str  # '' if it has been deleted
    outcome: int
    score: int
    against: int


class Reminder(NamedTuple):
    channel: str
    hour: int  # UTC


TRY = ", ".join(Try._fields)


class DailyGames(Repository):
    def opening(self, table: str, owner: str, day: str, game: str) -> Statement:
        """Returns a fence that stores a try. It misses if the person has had one.

        The id of the table follows from the person, day and game, so that of two servers only one
        can store it.
        """
        return one(
            "INSERT INTO daily_games (table_id, owner, day, game, opened)"
            " SELECT $1, $2, $3, $4, NOW WHERE NOT EXISTS"
            " (SELECT 1 FROM daily_games WHERE owner = $2 AND day = $3 AND game = $4)"
            " ON CONFLICT DO NOTHING RETURNING table_id",
            *(table, owner, day, game),
            must=True,
        )

    async def of(self, owner: str) -> list[Try]:
        """Returns all tries of a person. The first of a day and game counts."""
        query = f"SELECT {TRY} FROM daily_games WHERE owner = $1 ORDER BY opened, table_id"
        return [Try(*row) for row in await self.db.fetch(query, owner)]

    async def streak(self, owner: str, lang: str) -> str:
        """Returns the length of a person's streak in words, or ''."""
        return streak_words({one.day for one in await self.of(owner) if one.counts}, lang)

    async def first(self, owner: str, day: str, game: str) -> Try | None:
        """Returns the try that counts, or None."""
        tries = await self.of(owner)
        return next((one for one in tries if (one.day, one.game) == (day, game)), None)

    async def results(self, day: str, game: str, reader: str) -> list[Listed]:
        """Returns the results of people with a name, the best first.

        Leaves out people whom the reader blocks, or who block the reader.
        """
        found = await self.db.fetch(
            "SELECT kept_names.name, daily_games.owner, coalesce(tables.id, ''), outcome, score,"
            " against FROM daily_games JOIN kept_names ON kept_names.owner = daily_games.owner"
            " LEFT JOIN tables ON tables.id = table_id WHERE day = $1 AND daily_games.game = $2"
            f" AND outcome IS NOT NULL AND ended < $3 AND NOT EXISTS ({EARLIER}) AND NOT EXISTS"
            " (SELECT 1 FROM avoided WHERE avoided.kind = 'block'"
            " AND (avoided.owner = $4 AND avoided.other = daily_games.owner"
            " OR avoided.other = $4 AND avoided.owner = daily_games.owner))"
            f" ORDER BY outcome DESC, score - against DESC, ended LIMIT {LISTED}",
            *(day, game, end_of(day), reader),
        )
        return [Listed(*row) for row in found]

    async def past_days(self) -> list[str]:
        """Returns the latest days that have ended and on which somebody finished a game."""
        return await self.db.column(
            "SELECT day FROM daily_games WHERE day < $1 AND outcome IS NOT NULL"
            f" GROUP BY day ORDER BY day DESC LIMIT {PAST}",
            today(),
        )

    # Reminders

    async def remind(self, owner: str, channel: str, at: int) -> None:
        """Stores by which channel ('' for none) and at which hour to remind a person each day."""
        day = today() if at <= hour() else ""  # not at once, if that hour has passed
        await self.db.execute(
            "INSERT INTO daily_reminders (owner, channel, hour, day) VALUES ($1, $2, $3, $4)"
            " ON CONFLICT (owner) DO UPDATE SET channel = $2, hour = $3,"
            " day = CASE WHEN daily_reminders.day < $4 THEN $4 ELSE daily_reminders.day END",
            *(owner, channel, at, day),
        )

    async def reminder(self, owner: str) -> Reminder | None:
        query = "SELECT channel, hour FROM daily_reminders WHERE owner = $1"
        found = await self.db.fetch(query, owner)
        return Reminder(*found[0]) if found else None

    async def find_reminders(self) -> bool:
        """Adds a notice for each person to remind now, and returns whether there may be any."""
        due, when = "WHERE day < $1 AND hour <= $2", (today(), hour())
        if not await self.db.fetch(f"SELECT 1 FROM daily_reminders {due} LIMIT 1", *when):
            return False
        await self.db.write(
            one(
                "INSERT INTO notices (channel, tbl, turned, seat, state, due, tries, batch)"
                f" SELECT c.id, $1, {REMINDER}, {REMINDER}, 0,"
                f" CASE WHEN c.rest > NOW THEN c.rest ELSE NOW END, 0, ''"
                f" FROM daily_reminders AS r JOIN channels AS c ON c.id = r.channel {due}"
                f" AND c.owner = r.owner AND c.confirmed = 1 AND {NOT_PLAYED}"
                " ON CONFLICT DO NOTHING",
                *when,
            ),
            one(f"UPDATE daily_reminders SET day = $1 {due}", *when),
        )
        return True
