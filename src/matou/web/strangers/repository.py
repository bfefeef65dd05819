"""Open tables, mutes and blocks, reports and sanctions in the database."""

import json
import secrets
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from matou.play.keeping import Said, TableRow
from matou.web.db.database import Database, Repository
from matou.web.tables.repository import Tables

OPEN_OF_PERSON, OPEN_OF_NETWORK = 8, 20  # limits on open tables
NETWORK_SECONDS = 86400.0  # seconds for which a table's network is stored after its offer expired
DONE_SECONDS = 90 * 86400.0  # seconds for which a closed report is stored
Avoiding = Literal["mute", "block"]  # mute: hide their messages; block: avoid their tables, too
Sanction = Literal["mute", "ban"]  # mute: no chat; ban: no public tables


class Offered(NamedTuple):
    row: TableRow
    number: int  # of events so far
    waited: float  # seconds


class Offers(Repository):
    EXPIRED = (f"DELETE FROM offers WHERE until < NOW - {NETWORK_SECONDS}",)

    def __init__(self, db: Database, tables: Tables) -> None:
        super().__init__(db)
        self.tables = tables

    async def put(self, tables: Iterable[str], seconds: float, network: str = "") -> None:
        """Lists tables as open for ``seconds``. ``network`` is the creator's, as a hash."""
        await self.db.execute_many(
            "INSERT INTO offers (tbl, since, until, network)"
            " VALUES ($1, NOW, NOW + $2, $3)"
            " ON CONFLICT (tbl) DO UPDATE SET until = excluded.until, since ="
            " CASE WHEN offers.until > NOW THEN offers.since ELSE excluded.since END,"
            " network = CASE WHEN excluded.network = '' THEN offers.network"
            " ELSE excluded.network END",
            [(table, float(seconds), network) for table in sorted(set(tables))],
            light=True,
        )

    async def withdraw(self, tables: Iterable[str]) -> None:
        """Removes tables from the list. Their networks stay counted for a while."""
        sql = "UPDATE offers SET until = NOW WHERE tbl = $1 AND until > NOW"
        await self.db.execute_many(sql, [(table,) for table in sorted(set(tables))], light=True)

    async def newest(self, most: int) -> list[Offered]:
        """Returns open tables: those with live clocks first, then the newest first."""
        return await self._open("", "CASE WHEN clock = 'days' THEN 1 ELSE 0 END, since DESC", most)

    async def waiting(
        self, most: int, events: int, game: str = "", clock: str | None = None
    ) -> list[Offered]:
        """Returns tables for a quick game, the longest waiting first. None is any clock."""
        where, values = " AND number <= $4 * seats", list[Any]([events])
        for column, value in (("game", game or None), ("clock", clock)):
            if value is not None:
                values.append(value)
                where += f" AND {column} = ${len(values) + 3}"
        return await self._open(where, "since", most, *values)

    async def _open(self, where: str, order: str, most: int, *values: Any) -> list[Offered]:
        """Returns open tables, up to the limits for each person and network."""
        # ``+over`` keeps SQLite from scanning the index of all tables in play.
        there = (
            "SELECT tbl, since, game, number, seats, CLOCK_KIND AS clock,"
            " row_number() OVER (PARTITION BY CASE WHEN host <> '' THEN host ELSE tbl END"
            " ORDER BY since, tbl) AS of_person,"
            " row_number() OVER (PARTITION BY CASE WHEN network <> '' THEN network"
            " WHEN host <> '' THEN host ELSE tbl END ORDER BY since, tbl) AS of_network"
            " FROM offers JOIN tables ON id = tbl WHERE until > NOW AND +over = 0"
        )
        found = await self.db.fetch(
            f"SELECT tbl, number, NOW - since FROM ({there}) AS there"
            f" WHERE of_person <= $2 AND of_network <= $3{where}"
            f" ORDER BY {order}, tbl LIMIT $1",
            *(most, OPEN_OF_PERSON, OPEN_OF_NETWORK, *values),
        )
        rows = await self.tables.by_id([row[0] for row in found])
        return [Offered(rows[id], number, waited) for id, number, waited in found if id in rows]

    async def count(self, owner: str, network: str) -> tuple[int, int]:
        found = await self.db.fetch(
            "SELECT coalesce(sum(CASE WHEN host = $1 THEN 1 ELSE 0 END), 0),"
            " coalesce(sum(CASE WHEN network = $2 THEN 1 ELSE 0 END), 0)"
            " FROM offers JOIN tables ON id = tbl WHERE until > NOW AND +over = 0",
            *(owner, network),
        )
        person, of_network = found[0]
        return int(person), int(of_network)


class Stance(NamedTuple):
    program: bool = False  # a program plays for them
    only_people: bool = False  # they do not want to play against programs


class Avoided(NamedTuple):
    other: str
    kind: Avoiding
    name: str  # at that time


class Sanctioned(NamedTuple):
    """A person whom the operator has muted or banned."""

    owner: str
    kind: Sanction
    name: str
    at: float


class Report(NamedTuple):
    table: str
    owner: str  # of the reported person
    name: str
    reporter: str
    reporter_name: str
    reason: str
    lines: list[Said]  # the chat of the table
    id: str = ""  # this field and the next two are set by the database
    at: float = 0.0
    done: bool = False


class ModerationRecords(Repository):
    EXPIRED = (f"DELETE FROM reports WHERE done = 1 AND at < NOW - {DONE_SECONDS}",)

    async def stances(self, owners: Iterable[str]) -> dict[str, Stance]:
        query = "SELECT owner, program, only_people FROM strangers WHERE owner = ANY($1)"
        found = await self.db.fetch(query, [*owners])
        return {owner: Stance(bool(program), bool(only)) for owner, program, only in found}

    async def set_stance(self, owner: str, stance: Stance) -> None:
        await self.db.execute(
            "INSERT INTO strangers (owner, program, only_people) VALUES ($1, $2, $3)"
            " ON CONFLICT (owner) DO UPDATE SET program = excluded.program,"
            " only_people = excluded.only_people",
            *(owner, int(stance.program), int(stance.only_people)),
        )

    # Muting and blocking

    async def avoid(self, owner: str, other: str, kind: Avoiding, name: str) -> None:
        await self.db.execute(
            "INSERT INTO avoided (owner, other, kind, name, at)"
            " VALUES ($1, $2, $3, $4, NOW)"
            " ON CONFLICT (owner, other) DO UPDATE SET kind = excluded.kind,"
            " name = excluded.name, at = excluded.at",
            *(owner, other, kind, name),
        )

    async def stop_avoiding(self, owner: str, other: str) -> None:
        sql = "DELETE FROM avoided WHERE owner = $1 AND other = $2"
        await self.db.execute(sql, owner, other)

    async def avoided(self, owner: str) -> list[Avoided]:
        query = "SELECT other, kind, name FROM avoided WHERE owner = $1 ORDER BY at DESC"
        return [Avoided(*row) for row in await self.db.fetch(query, owner)]

    async def blocked_pairs(self, owners: Iterable[str]) -> set[tuple[str, str]]:
        """Returns all pairs with a block between them, in both orders."""
        query = (
            "SELECT owner, other FROM avoided WHERE kind = 'block' AND owner = ANY($1)"
            " UNION SELECT owner, other FROM avoided"
            " WHERE kind = 'block' AND other = ANY($1)"
        )
        found = await self.db.fetch(query, [*owners])
        return {pair for one, other in found for pair in ((one, other), (other, one))}

    # Reports and sanctions

    async def report(self, report: Report) -> None:
        lines = json.dumps([[*vars(line).values()] for line in report.lines])
        await self.db.execute(
            "INSERT INTO reports (id, about, owner, name, reporter, reporter_name, reason,"
            " lines, at, done) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NOW, 0)",
            *(secrets.token_hex(8), report.table, report.owner, report.name),
            *(report.reporter, report.reporter_name, report.reason, lines),
        )

    async def reports(self, most: int) -> list[Report]:
        """Returns reports: open ones first, then the latest first."""
        found = await self.db.fetch(
            "SELECT about, owner, name, reporter, reporter_name, reason, lines, id, at, done"
            " FROM reports ORDER BY done, at DESC LIMIT $1",
            most,
        )
        reports = [Report(*row) for row in found]
        return [
            r._replace(lines=[Said(*line) for line in json.loads(str(r.lines))], done=bool(r.done))
            for r in reports
        ]

    async def close_report(self, report: str) -> None:
        await self.db.execute("UPDATE reports SET done = 1 WHERE id = $1", report)

    async def sanction(self, owner: str, kind: Sanction, name: str) -> None:
        await self.db.execute(
            "INSERT INTO sanctions (owner, kind, name, at)"
            " VALUES ($1, $2, $3, NOW) ON CONFLICT (owner, kind) DO NOTHING",
            *(owner, kind, name),
        )

    async def lift(self, owner: str, kind: Sanction) -> None:
        sql = "DELETE FROM sanctions WHERE owner = $1 AND kind = $2"
        await self.db.execute(sql, owner, kind)

    async def sanctions(self) -> list[Sanctioned]:
        query = "SELECT owner, kind, name, at FROM sanctions ORDER BY at DESC"
        return [Sanctioned(*row) for row in await self.db.fetch(query)]

    async def sanctioned(self, owners: Iterable[str], kind: Sanction) -> set[str]:
        query = "SELECT owner FROM sanctions WHERE owner = ANY($1) AND kind = $2"
        return {*await self.db.column(query, [*owners], kind)}
