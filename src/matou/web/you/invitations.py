"""People whom somebody has played with, and invitations to play again, in the database.

The list of people is a query over the results of games. An invitation asks one person to a table
with an open seat. It goes only to people who allow it (``invitable``), and `valid` decides whether
it still stands: for the pages, and for notifications.
"""

from typing import NamedTuple

from matou.web.db.database import Database, Repository, one
from matou.web.tables.player_games import NOT_COUNTED

SECONDS = 3 * 86400.0  # for which an invitation stands
MOST_WAITING = 20  # invitations to one person
INVITATION = -1  # the ``turned`` and ``seat`` of a notice about an invitation
# The games that $1 played with others, with the result of each of the others.
_TOGETHER = (
    " JOIN results AS theirs ON theirs.tbl = mine.tbl AND theirs.owner <> mine.owner"
    " JOIN seats ON seats.tbl = theirs.tbl AND seats.seat = theirs.seat"
    " WHERE mine.owner = $1 AND mine.owner <> '' AND mine.people > 0"
    f" AND mine.outcome <> {NOT_COUNTED} AND theirs.outcome <> {NOT_COUNTED}"
)


class Met(NamedTuple):
    """The results against a person in one game, under one name."""

    owner: str
    name: str
    game: str
    games: int
    won: int
    lost: int
    last: float


def valid(db: Database) -> str:
    """Returns SQL that finds invitations which still stand; queries add conditions on ``i``."""
    return (
        " FROM invitations AS i JOIN tables AS asked ON asked.id = i.tbl"
        " WHERE i.declined = 0 AND i.until > NOW AND asked.over = 0 AND asked.host <> ''"
        " AND EXISTS (SELECT 1 FROM invitable WHERE invitable.owner = i.owner)"
        " AND EXISTS (SELECT 1 FROM seats WHERE seats.tbl = i.tbl AND seats.kind = 'open')"
        " AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.tbl = i.tbl AND seats.owner = i.owner)"
        " AND NOT EXISTS (SELECT 1 FROM sanctions WHERE sanctions.owner = asked.host)"
        " AND NOT EXISTS (SELECT 1 FROM avoided"
        " WHERE (avoided.owner = i.owner AND avoided.other = asked.host) OR"
        " (avoided.owner = asked.host AND avoided.other = i.owner AND avoided.kind = 'block'))"
    )


class Invitations(Repository):
    EXPIRED = ("DELETE FROM invitations WHERE until < NOW",)

    # People

    async def met(self, owner: str) -> list[Met]:
        """Returns a person's results against everybody they played with, the latest first."""
        found = await self.db.fetch(
            "SELECT theirs.owner, seats.name, mine.game, count(*),"
            " sum(CASE WHEN mine.outcome > theirs.outcome THEN 1 ELSE 0 END),"
            " sum(CASE WHEN mine.outcome < theirs.outcome THEN 1 ELSE 0 END), max(mine.ended)"
            f" FROM results AS mine INDEXED BY results_by_owner{_TOGETHER}"
            " GROUP BY theirs.owner, seats.name, mine.game ORDER BY max(mine.ended) DESC",
            owner,
        )
        return [Met(*row) for row in found]

    async def last_table(self, owner: str, other: str, game: str) -> str:
        """Returns the latest table where two people finished a game, or ''."""
        found = await self.db.column(
            f"SELECT mine.tbl FROM results AS mine{_TOGETHER} AND theirs.owner = $2"
            " AND mine.game = $3 ORDER BY mine.ended DESC LIMIT 1",
            *(owner, other, game),
        )
        return found[0] if found else ""

    # Consent

    async def allow(self, owner: str, may: bool) -> None:
        """Stores whether people may invite somebody whom they played with."""
        sql = "DELETE FROM invitable WHERE owner = $1"
        if may:
            values = "VALUES ($1, NOW) ON CONFLICT DO NOTHING"
            sql = f"INSERT INTO invitable (owner, since) {values}"
        await self.db.execute(sql, owner)

    async def allowed(self, owner: str) -> bool:
        return bool(await self.db.fetch("SELECT 1 FROM invitable WHERE owner = $1", owner))

    # Invitations

    async def invite(self, table: str, owner: str, after: str) -> bool:
        """Invites a person to a table. Returns False if they do not allow it.

        The notice goes to the channels they chose, chat rooms of the earlier game included.
        """
        waiting = "SELECT count(*) FROM invitations WHERE owner = $2 AND until > NOW"
        return await self.db.try_write(
            one(
                "INSERT INTO invitations (tbl, owner, until, declined)"
                f" SELECT $1, $2, NOW + {SECONDS}, 0 WHERE EXISTS"
                f" (SELECT 1 FROM invitable WHERE owner = $2) AND ({waiting}) < {MOST_WAITING}"
                " RETURNING tbl",
                *(table, owner),
                must=True,
            ),
            one(
                "INSERT INTO notices (channel, tbl, turned, seat, state, due, tries, batch)"
                f" SELECT id, $1, {INVITATION}, {INVITATION}, 0,"
                f" CASE WHEN rest > NOW THEN rest ELSE NOW END, 0, '' FROM channels"
                " WHERE owner = $2 AND tbl IN ('', $3) AND confirmed = 1"
                f" AND EXISTS (SELECT 1{valid(self.db)} AND i.tbl = $1 AND i.owner = $2)",
                *(table, owner, after),
            ),
        )

    async def waiting_for(self, owner: str) -> list[str]:
        """Returns the tables to which a person is invited, the latest first."""
        query = f"SELECT i.tbl{valid(self.db)} AND i.owner = $1 ORDER BY i.until DESC, i.tbl"
        return await self.db.column(query, owner)

    async def asked(self, host: str, owner: str, game: str) -> str:
        """Returns the table to which a host has invited a person already, or ''.

        It does not depend on the answer, so that a host cannot ask again after a refusal.
        """
        found = await self.db.column(
            "SELECT i.tbl FROM invitations AS i JOIN tables AS t ON t.id = i.tbl"
            " WHERE i.owner = $2 AND t.host = $1 AND t.game = $3 AND i.until > NOW"
            " AND t.over = 0 AND EXISTS"
            " (SELECT 1 FROM seats WHERE seats.tbl = t.id AND seats.kind = 'open')",
            *(host, owner, game),
        )
        return found[0] if found else ""

    async def decline(self, table: str, owner: str) -> None:
        sql = "UPDATE invitations SET declined = 1 WHERE tbl = $1 AND owner = $2"
        await self.db.execute(sql, table, owner)
