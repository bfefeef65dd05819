"""Jobs that one process at a time does, stored as rows with leases, and texts that expire."""

from collections.abc import Sequence
from dataclasses import dataclass

from matou.web.db.database import Repository, Statement, one

LONGEST = "3600"  # seconds; the longest lease


@dataclass(frozen=True)
class Job:
    """Work for one process at a time. If that process dies, another one takes over."""

    kind: str
    key: str
    payload: str = ""
    part: float = 0.0  # the fraction that is done
    is_taken: bool = False
    failed: bool = False
    ahead: int = 0  # how many jobs of the same kind are before it in the queue


class Jobs(Repository):
    def _free(self, lease: str) -> str:
        """Returns SQL for "no process has a lease on this job".

        All leases on a kind of job have the same length. A lease that ends later than one starting
        now was taken before the database's clock was set back, and is ignored.
        """
        now = self.db.NOW
        return f"(jobs.until < {now} OR jobs.until > {now} + {lease} + 1)"

    async def put(self, kind: str, key: str, payload: str = "") -> None:
        """Adds a job, unless it is already queued. A failed job is queued again."""
        await self.db.execute(
            "INSERT INTO jobs (kind, key, payload, due, taker, until, part, failed)"
            f" VALUES ($1, $2, $3, {self.db.NOW}, '', 0, 0, 0)"
            " ON CONFLICT (kind, key) DO UPDATE SET payload = excluded.payload,"
            " due = excluded.due, taker = '', until = 0, part = 0, failed = 0"
            " WHERE jobs.failed = 1",
            *(kind, key, payload),
        )

    async def get(self, kind: str, key: str) -> Job | None:
        found = await self.db.fetch(
            "SELECT kind, key, payload, part,"
            f" CASE WHEN taker <> '' AND NOT {self._free(LONGEST)} THEN 1 ELSE 0 END, failed,"
            " (SELECT count(*) FROM jobs AS other WHERE other.kind = jobs.kind"
            " AND other.failed = 0 AND other.due < jobs.due)"
            " FROM jobs WHERE kind = $1 AND key = $2",
            *(kind, key),
        )
        if not found:
            return None
        kind, key, payload, part, taken, failed, ahead = found[0]
        return Job(kind, key, payload, part, bool(taken), bool(failed), ahead)

    async def count(self, kind: str) -> int:
        asked = "SELECT count(*) FROM jobs WHERE kind = $1 AND failed = 0"
        return int((await self.db.fetch(asked, kind))[0][0])

    async def take_next(self, kind: str, seconds: float, most: int) -> list[Job]:
        """Leases free jobs, the oldest first."""
        found = await self.db.execute(
            f"UPDATE jobs SET taker = $2, until = {self.db.NOW} + $3 WHERE kind = $1 AND key IN"
            " (SELECT key FROM jobs WHERE kind = $1 AND failed = 0"
            f" AND {self._free('$3')} ORDER BY due LIMIT $4 {self.db.SKIP_LOCKED})"
            " RETURNING kind, key, payload, part",
            *(kind, self.db.server, float(seconds), most),
            light=True,
        )
        return [Job(kind, key, payload, part, is_taken=True) for kind, key, payload, part in found]

    async def take(self, kind: str, key: str, seconds: float) -> bool:
        """Leases a job, creating it if needed. Returns False if another process has the lease."""
        found = await self.db.execute(
            "INSERT INTO jobs (kind, key, payload, due, taker, until, part, failed)"
            f" VALUES ($1, $2, '', {self.db.NOW}, $3, {self.db.NOW} + $4, 0, 0)"
            " ON CONFLICT (kind, key) DO UPDATE SET taker = excluded.taker,"
            f" until = excluded.until WHERE jobs.taker = excluded.taker OR {self._free('$4')}"
            " RETURNING key",
            *(kind, key, self.db.server, float(seconds)),
            light=True,
        )
        return bool(found)

    async def renew(self, kind: str, key: str, seconds: float, part: float = 0) -> bool:
        """Renews a lease. Returns False if another process has taken the job."""
        found = await self.db.execute(
            f"UPDATE jobs SET until = {self.db.NOW} + $4, part = $5"
            " WHERE kind = $1 AND key = $2 AND taker = $3 RETURNING key",
            *(kind, key, self.db.server, float(seconds), float(part)),
            light=True,
        )
        return bool(found)

    async def renew_all(self, kind: str, keys: Sequence[str], seconds: float) -> None:
        await self.db.execute_many(
            f"UPDATE jobs SET until = {self.db.NOW} + $4"
            " WHERE kind = $1 AND key = $2 AND taker = $3",
            [(kind, key, self.db.server, float(seconds)) for key in sorted(keys)],
            light=True,
        )

    async def end(self, kind: str, key: str, failed: bool = False) -> None:
        """Ends a job of this process: deletes it, or marks it as failed."""
        mine = "WHERE kind = $1 AND key = $2 AND taker = $3"
        change = f"UPDATE jobs SET failed = 1, taker = '', until = {self.db.NOW}"
        await self.db.execute(
            f"{change if failed else 'DELETE FROM jobs'} {mine}",
            *(kind, key, self.db.server),
            light=True,
        )

    def expired(self) -> list[Statement]:
        return [one(f"DELETE FROM jobs WHERE failed = 1 AND until < {self.db.NOW} - 86400")]


class ExpiringTexts(Repository):
    async def put(self, kind: str, key: str, text: str, days: float, most: int) -> None:
        """Stores a text for some days. Deletes the oldest texts of its kind beyond ``most``."""
        await self.db.write(
            *self.expired(),
            one(
                "INSERT INTO papers (kind, key, text, until)"
                f" VALUES ($1, $2, $3, {self.db.NOW} + $4 * 86400.0)"
                " ON CONFLICT (kind, key) DO UPDATE SET text = excluded.text,"
                " until = excluded.until",
                *(kind, key, text, float(days)),
            ),
            one(
                "DELETE FROM papers WHERE kind = $1 AND key NOT IN"
                " (SELECT key FROM papers WHERE kind = $1 ORDER BY until DESC LIMIT $2)",
                *(kind, most),
            ),
        )

    async def get(self, kind: str, key: str) -> tuple[str, float] | None:
        found = await self.db.fetch(
            "SELECT text, until FROM papers"
            f" WHERE kind = $1 AND key = $2 AND until >= {self.db.NOW}",
            *(kind, key),
        )
        return (found[0][0], found[0][1]) if found else None

    def expired(self) -> list[Statement]:
        return [one(f"DELETE FROM papers WHERE until < {self.db.NOW}")]
