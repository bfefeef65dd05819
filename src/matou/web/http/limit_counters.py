"""Token buckets for rate limits, in the database and shared by all servers of a site."""

from __future__ import annotations

from matou.web.db.database import Database, Statement, one


class LimitCounters:
    """Token buckets, stored under a hash of the person or network."""

    def __init__(self, db: Database) -> None:
        self.db = db

    async def admit(self, who: str, rate: float, burst: float) -> bool:
        """Counts a request and returns whether it is within the limit.

        ``rate`` is the number allowed per second, ``burst`` the number allowed at once.
        """
        now = self.db.NOW
        left = f"(limits.taken - ({now} - limits.at) * $2)"
        since = f"(CASE WHEN {left} > 0 THEN {left} ELSE 0 END)"
        found = await self.db.execute(
            f"INSERT INTO limits (who, taken, at) VALUES ($1, 1, {now})"
            f" ON CONFLICT (who) DO UPDATE SET taken = {since} + 1, at = excluded.at"
            f" WHERE {since} + 1 <= $3 RETURNING who",
            *(who, float(rate), float(burst)),
            light=True,
        )
        return bool(found)

    async def give_back(self, who: str) -> None:
        """Takes back the last count."""
        await self.db.execute(
            "UPDATE limits SET taken = CASE WHEN taken > 1 THEN taken - 1 ELSE 0 END"
            " WHERE who = $1",
            who,
            light=True,
        )

    def expired(self) -> list[Statement]:
        return [one(f"DELETE FROM limits WHERE at < {self.db.NOW} - 3600")]
