"""Work that one process at a time does, as rows that are leased: the same SQL for both stores."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

PRESENT = 120.0  # seconds for which it is worth knowing that somebody was at a table
SIGNALLED = 10.0  # seconds for which a signal can be heard
MOST_HINTED = 200  # tables in one hint
LONGEST = "3600"  # seconds; no lease is longer


@dataclass(frozen=True)
class Job:
    """Work that one process at a time does, and another if it dies: a row, leased for a while."""

    kind: str
    key: str
    payload: str = ""
    part: float = 0.0  # how much of it is done
    is_taken: bool = False
    failed: bool = False
    ahead: int = 0  # how many of its kind wait before it


class Statement(NamedTuple):
    """One statement of a transaction."""

    sql: str
    rows: Sequence[Sequence[Any]]  # carried out once for each
    must: bool = False  # return something, or nothing of the transaction is done


class Missed(Exception):
    """A statement that had to find something did not."""


def one(sql: str, *values: Any, must: bool = False) -> Statement:
    return Statement(sql, [values], must)


class Jobs:
    """The jobs of a store."""

    NOW = ""  # seconds since 1970, by the database's own clock
    SKIP_LOCKED = ""  # leave what another process is just taking
    AMONG = ""  # "is one of the list $1", after the name of a column

    def __init__(self) -> None:
        self.server = secrets.token_hex(6)  # what this process is called in jobs

    # What a store brings

    def _by(self, index: str) -> str:  # noqa: ARG002
        """Read the table named before by that index, where the database may choose a worse one."""
        return ""

    def _list(self, values: Sequence[str]) -> Any:
        """A list as ``AMONG`` reads it."""
        raise NotImplementedError

    async def _read(self, *asked: tuple[Any, ...]) -> list[list[Sequence[Any]]]:
        """The rows of each statement with its values, all of one moment."""
        raise NotImplementedError

    async def _write(
        self, *statements: Statement, hint: str = "", light: bool = False
    ) -> list[Sequence[Any]]:
        """Carry out all or none, and tell others of a table; the rows of the first.

        Durable when it returns, unless it is ``light``: not worth waiting for the disk.
        """
        raise NotImplementedError

    def _free(self, lease: str) -> str:
        """Has nobody taken a job, or has whoever did been silent for too long?

        All take a kind of job for the same time, a lease: one that ends later than a lease that
        began now was made before the database's clock was put back, and nobody may wait for it.
        """
        return f"(jobs.until < {self.NOW} OR jobs.until > {self.NOW} + {lease} + 1)"

    async def put_job(self, kind: str, key: str, payload: str = "") -> None:
        """Have something done, unless it waits already; one that failed is tried again.

        ``due`` says who came first, and nothing else: a clock that is put back holds nobody up.
        """
        await self._write(
            one(
                "INSERT INTO jobs (kind, key, payload, due, taker, until, part, failed)"
                f" VALUES ($1, $2, $3, {self.NOW}, '', 0, 0, 0)"
                " ON CONFLICT (kind, key) DO UPDATE SET payload = excluded.payload,"
                " due = excluded.due, taker = '', until = 0, part = 0, failed = 0"
                " WHERE jobs.failed = 1",
                *(kind, key, payload),
            )
        )

    async def job(self, kind: str, key: str) -> Job | None:
        (found,) = await self._read(
            (
                "SELECT kind, key, payload, part,"
                f" CASE WHEN taker <> '' AND NOT {self._free(LONGEST)} THEN 1 ELSE 0 END, failed,"
                " (SELECT count(*) FROM jobs AS other WHERE other.kind = jobs.kind"
                " AND other.failed = 0 AND other.due < jobs.due)"
                " FROM jobs WHERE kind = $1 AND key = $2",
                *(kind, key),
            )
        )
        if not found:
            return None
        kind, key, payload, part, taken, failed, ahead = found[0]
        return Job(kind, key, payload, part, bool(taken), bool(failed), ahead)

    async def count_jobs(self, kind: str) -> int:
        """How many of a kind wait or are being done."""
        asked = "SELECT count(*) FROM jobs WHERE kind = $1 AND failed = 0"
        (found,) = await self._read((asked, kind))
        return int(found[0][0])

    async def take_jobs(self, kind: str, seconds: float, most: int) -> list[Job]:
        """Take what nobody else has: for so long, unless renewed."""
        found = await self._write(
            one(
                f"UPDATE jobs SET taker = $2, until = {self.NOW} + $3 WHERE kind = $1 AND key IN"
                " (SELECT key FROM jobs WHERE kind = $1 AND failed = 0"
                f" AND {self._free('$3')} ORDER BY due LIMIT $4 {self.SKIP_LOCKED})"
                " RETURNING kind, key, payload, part",
                *(kind, self.server, float(seconds), most),
            ),
            light=True,
        )
        return [Job(row[0], row[1], row[2], row[3], is_taken=True) for row in found]

    async def take_job(self, kind: str, key: str, seconds: float) -> bool:
        """Take one that may not be there yet; not if another process has it."""
        found = await self._write(
            one(
                "INSERT INTO jobs (kind, key, payload, due, taker, until, part, failed)"
                f" VALUES ($1, $2, '', {self.NOW}, $3, {self.NOW} + $4, 0, 0)"
                " ON CONFLICT (kind, key) DO UPDATE SET taker = excluded.taker,"
                f" until = excluded.until WHERE jobs.taker = excluded.taker OR {self._free('$4')}"
                " RETURNING key",
                *(kind, key, self.server, float(seconds)),
            ),
            light=True,
        )
        return bool(found)

    async def renew_job(self, kind: str, key: str, seconds: float, part: float = 0) -> bool:
        """Keep what one has taken; False if it is another's by now."""
        found = await self._write(
            one(
                f"UPDATE jobs SET until = {self.NOW} + $4, part = $5"
                " WHERE kind = $1 AND key = $2 AND taker = $3 RETURNING key",
                *(kind, key, self.server, float(seconds), float(part)),
            ),
            light=True,
        )
        return bool(found)

    async def renew_jobs(self, kind: str, keys: Sequence[str], seconds: float) -> None:
        """Keep all of those that one has taken."""
        if keys:
            await self._write(
                Statement(
                    f"UPDATE jobs SET until = {self.NOW} + $4"
                    " WHERE kind = $1 AND key = $2 AND taker = $3",
                    [(kind, key, self.server, float(seconds)) for key in sorted(keys)],
                ),
                light=True,
            )

    async def end_job(self, kind: str, key: str, failed: bool = False) -> None:
        """It is done, or cannot be."""
        mine = "WHERE kind = $1 AND key = $2 AND taker = $3"
        change = f"UPDATE jobs SET failed = 1, taker = '', until = {self.NOW}"
        await self._write(
            one(f"{change if failed else 'DELETE FROM jobs'} {mine}", kind, key, self.server),
            light=True,
        )

    async def clean_up(self) -> None:
        """Delete what is no longer worth knowing."""
        await self._write(
            one(f"DELETE FROM papers WHERE until < {self.NOW}"),
            one(f"DELETE FROM presence WHERE seen < {self.NOW} - {PRESENT}"),
            one(f"DELETE FROM signals WHERE at < {self.NOW} - {SIGNALLED}"),
            one(f"DELETE FROM limits WHERE at < {self.NOW} - 3600"),
            one(f"DELETE FROM tickets WHERE until < {self.NOW}"),
            one(f"DELETE FROM jobs WHERE failed = 1 AND until < {self.NOW} - 86400"),
            light=True,
        )


def storable(asked: Iterable[tuple[Any, ...]]) -> bool:
    """Can what is asked for be in a database at all? An address may hold anything."""
    for _, *values in asked:
        for value in values:
            if isinstance(value, str):
                try:
                    value.encode()
                except UnicodeEncodeError:
                    return False
                if "\x00" in value:
                    return False
    return True
