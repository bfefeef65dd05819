"""Jobs that one process at a time does, stored as rows with leases, and texts that expire."""

from collections.abc import Sequence
from dataclasses import dataclass

from matou.web.db.database import Repository, one

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


def free(lease: str) -> str:
    """Returns SQL for "no process has a lease on this job".

    All leases on a kind of job have the same length. A lease that ends later than one starting now
    was taken before the database's clock was set back, and is ignored.
    """
    return f"(jobs.until < NOW OR jobs.until > NOW + {lease} + 1)"


class Jobs(Repository):
    EXPIRED = ("DELETE FROM jobs WHERE failed = 1 AND until < NOW - 86400",)

    async def put(self, kind: str, key: str, payload: str) -> None:
        """Adds a job, unless it is already queued. A failed job is queued again."""
        await self.db.execute(
            "INSERT INTO jobs (kind, key, payload, due, taker, until, part, failed)"
            " VALUES ($1, $2, $3, NOW, '', 0, 0, 0) ON CONFLICT (kind, key) DO UPDATE SET"
            " payload = excluded.payload, due = excluded.due, taker = '', until = 0, part = 0,"
            " failed = 0 WHERE jobs.failed = 1",
            *(kind, key, payload),
        )

    async def get(self, kind: str, key: str) -> Job | None:
        found = await self.db.first(
            "SELECT kind, key, payload, part,"
            f" CASE WHEN taker <> '' AND NOT {free(LONGEST)} THEN 1 ELSE 0 END, failed,"
            " (SELECT count(*) FROM jobs AS other WHERE other.kind = jobs.kind"
            " AND other.failed = 0 AND other.due < jobs.due)"
            " FROM jobs WHERE kind = $1 AND key = $2",
            *(kind, key),
        )
        if found is None:
            return None
        kind, key, payload, part, taken, failed, ahead = found
        return Job(kind, key, payload, part, bool(taken), bool(failed), ahead)

    async def count(self, kind: str) -> int:
        query = "SELECT count(*) FROM jobs WHERE kind = $1 AND failed = 0"
        return int((await self.db.column(query, kind))[0])

    async def take_next(self, kind: str, seconds: float, most: int) -> list[Job]:
        """Leases free jobs, the oldest first."""
        found = await self.db.execute(
            "UPDATE jobs SET taker = $2, until = NOW + $3 WHERE kind = $1 AND key IN"
            f" (SELECT key FROM jobs WHERE kind = $1 AND failed = 0 AND {free('$3')}"
            " ORDER BY due LIMIT $4 FOR UPDATE SKIP LOCKED) RETURNING kind, key, payload, part",
            *(kind, self.db.server, float(seconds), most),
            light=True,
        )
        return [Job(kind, key, payload, part, is_taken=True) for kind, key, payload, part in found]

    async def take(self, kind: str, key: str, seconds: float) -> bool:
        """Leases a job, creating it if needed. Returns False if another process has the lease."""
        found = await self.db.execute(
            "INSERT INTO jobs (kind, key, payload, due, taker, until, part, failed)"
            " VALUES ($1, $2, '', NOW, $3, NOW + $4, 0, 0)"
            " ON CONFLICT (kind, key) DO UPDATE SET taker = excluded.taker, until = excluded.until"
            f" WHERE jobs.taker = excluded.taker OR {free('$4')} RETURNING key",
            *(kind, key, self.db.server, float(seconds)),
            light=True,
        )
        return bool(found)

    async def renew(self, kind: str, key: str, seconds: float, part: float = 0) -> bool:
        """Renews a lease, or ends it if the time is negative. Returns False if it was lost."""
        found = await self.db.execute(
            "UPDATE jobs SET until = NOW + $4, part = $5"
            " WHERE kind = $1 AND key = $2 AND taker = $3 RETURNING key",
            *(kind, key, self.db.server, float(seconds), float(part)),
            light=True,
        )
        return bool(found)

    async def renew_all(self, kind: str, keys: Sequence[str], seconds: float) -> None:
        await self.db.execute_many(
            "UPDATE jobs SET until = NOW + $4 WHERE kind = $1 AND key = $2 AND taker = $3",
            [(kind, key, self.db.server, float(seconds)) for key in sorted(keys)],
            light=True,
        )

    async def end(self, kind: str, key: str, failed: bool = False) -> None:
        """Ends a job of this process: deletes it, or marks it as failed."""
        change = "UPDATE jobs SET failed = 1, taker = '', until = NOW"
        await self.db.execute(
            f"{change if failed else 'DELETE FROM jobs'}"
            " WHERE kind = $1 AND key = $2 AND taker = $3",
            *(kind, key, self.db.server),
            light=True,
        )


class ExpiringTexts(Repository):
    EXPIRED = ("DELETE FROM papers WHERE until < NOW",)

    async def put(self, kind: str, key: str, text: str, days: float, most: int) -> None:
        """Stores a text for some days. Deletes the oldest texts of its kind beyond ``most``."""
        await self.db.write(
            *map(one, self.EXPIRED),
            one(
                "INSERT INTO papers (kind, key, text, until)"
                " VALUES ($1, $2, $3, NOW + $4 * 86400.0) ON CONFLICT (kind, key)"
                " DO UPDATE SET text = excluded.text, until = excluded.until",
                *(kind, key, text, float(days)),
            ),
            one(
                "DELETE FROM papers WHERE kind = $1 AND key NOT IN"
                " (SELECT key FROM papers WHERE kind = $1 ORDER BY until DESC LIMIT $2)",
                *(kind, most),
            ),
        )

    async def get(self, kind: str, key: str) -> str | None:
        query = "SELECT text FROM papers WHERE kind = $1 AND key = $2 AND until >= NOW"
        found = await self.db.first(query, kind, key)
        return None if found is None else str(found[0])

    async def extend(self, kind: str, key: str, days: float) -> None:
        """Stores a text for some days more, if half of its days are over."""
        sql = (
            "UPDATE papers SET until = NOW + $3 * 86400.0 WHERE kind = $1 AND key = $2"
            " AND until BETWEEN NOW AND NOW + $3 * 43200.0"
        )
        await self.db.execute(sql, kind, key, float(days))
