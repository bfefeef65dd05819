"""Strangers in a store: tables that anybody may join, whom somebody avoids, reports, sanctions.

The same statements for both stores. People are named by their ``owner``, as everywhere.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from typing import Literal, NamedTuple

from matou.play.keeping import Kept, Said
from matou.web.store.jobs import Statement, one
from matou.web.store.tables import Tables

DONE_KEPT = 90 * 86400.0  # seconds that a report which was seen to is kept
Avoiding = Literal["mute", "block"]  # not read, or not met either
Sanction = Literal["mute", "ban"]  # may not write anywhere, or not sit at public tables


class Offered(NamedTuple):
    """A table that anybody may join."""

    kept: Kept
    number: int  # how many events it has seen
    waited: float  # for how many seconds


class Stance(NamedTuple):
    """What somebody has said of themselves."""

    program: bool = False  # a program plays for them
    only_people: bool = False  # they want to meet no programs


class Avoided(NamedTuple):
    """Somebody whom somebody does not want to read, or to meet."""

    other: str
    kind: Avoiding
    name: str  # as they were called then


class Sanctioned(NamedTuple):
    """Somebody who may not write, or not sit at public tables."""

    owner: str
    kind: Sanction
    name: str
    at: float


class Report(NamedTuple):
    """What somebody tells the operator of somebody else."""

    table: str
    owner: str  # of whom
    name: str
    reporter: str
    reporter_name: str
    reason: str
    lines: list[Said]  # what was written at the table
    id: str = ""  # this and what follows is the store's to say
    at: float = 0.0
    done: bool = False


class Strangers(Tables):
    """The part of a store that is about people who do not know each other."""

    # Tables that anybody may join

    async def offer(self, tables: Iterable[str], seconds: float) -> None:
        """Anybody may join those tables, for so many seconds from now."""
        rows = [(table, float(seconds)) for table in sorted(set(tables))]
        if rows:
            await self._write(
                Statement(
                    "INSERT INTO offers (tbl, since, until)"
                    f" VALUES ($1, {self.NOW}, {self.NOW} + $2)"
                    " ON CONFLICT (tbl) DO UPDATE SET until = excluded.until",
                    rows,
                ),
                light=True,
            )

    async def withdraw(self, tables: Iterable[str]) -> None:
        """Nobody else may join those tables."""
        rows = [(table,) for table in sorted(set(tables))]
        if rows:
            await self._write(Statement("DELETE FROM offers WHERE tbl = $1", rows), light=True)

    async def offered(self, most: int) -> list[Offered]:
        """The tables that anybody may join, those that have waited longest first."""
        now = f"SELECT tbl FROM offers WHERE until > {self.NOW} ORDER BY since LIMIT $1"
        # The sign keeps SQLite from going through all tables in play, by their index.
        tables = await self._tables(f"WHERE +over = 0 AND id IN ({now})", most)
        (found,) = await self._read(
            (
                f"SELECT id, number, {self.NOW} - since FROM offers JOIN tables ON id = tbl"
                f" WHERE until > {self.NOW} ORDER BY since, tbl LIMIT $1",
                most,
            )
        )
        by_id = {kept.id: kept for kept in tables}
        return [Offered(by_id[id], number, s) for id, number, s in found if id in by_id]

    # What people say of themselves

    async def stances(self, owners: Iterable[str]) -> dict[str, Stance]:
        """What people have said of themselves; who has said nothing is not in it."""
        asked = f"SELECT owner, program, only_people FROM strangers WHERE owner {self.AMONG}"
        (found,) = await self._read((asked, self._list(sorted(set(owners)))))
        return {owner: Stance(bool(program), bool(only)) for owner, program, only in found}

    async def set_stance(self, owner: str, stance: Stance) -> None:
        await self._write(
            one(
                "INSERT INTO strangers (owner, program, only_people) VALUES ($1, $2, $3)"
                " ON CONFLICT (owner) DO UPDATE SET program = excluded.program,"
                " only_people = excluded.only_people",
                *(owner, int(stance.program), int(stance.only_people)),
            )
        )

    # Whom somebody avoids

    async def avoid(self, owner: str, other: str, kind: Avoiding, name: str) -> None:
        """Somebody does not want to read somebody else, or not to meet them either."""
        await self._write(
            one(
                "INSERT INTO avoided (owner, other, kind, name, at)"
                f" VALUES ($1, $2, $3, $4, {self.NOW})"
                " ON CONFLICT (owner, other) DO UPDATE SET kind = excluded.kind,"
                " name = excluded.name, at = excluded.at",
                *(owner, other, kind, name),
            )
        )

    async def bear(self, owner: str, other: str) -> None:
        """Somebody minds somebody else no longer."""
        await self._write(one("DELETE FROM avoided WHERE owner = $1 AND other = $2", owner, other))

    async def avoided(self, owner: str) -> list[Avoided]:
        """Whom somebody avoids, the latest first."""
        (found,) = await self._read(
            ("SELECT other, kind, name FROM avoided WHERE owner = $1 ORDER BY at DESC", owner)
        )
        return [Avoided(*row) for row in found]

    async def kept_apart(self, owners: Iterable[str]) -> set[tuple[str, str]]:
        """Who of those is not to meet whom: pairs, both ways."""
        asked = (
            f"SELECT owner, other FROM avoided WHERE kind = 'block' AND owner {self.AMONG}"
            f" UNION SELECT owner, other FROM avoided WHERE kind = 'block' AND other {self.AMONG}"
        )
        (found,) = await self._read((asked, self._list(sorted(set(owners)))))
        return {pair for one, other in found for pair in ((one, other), (other, one))}

    # What the operator is told, and does

    async def report(self, report: Report) -> None:
        lines = json.dumps([[*vars(line).values()] for line in report.lines])
        await self._write(
            one(
                "INSERT INTO reports (id, about, owner, name, reporter, reporter_name, reason,"
                f" lines, at, done) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, {self.NOW}, 0)",
                *(secrets.token_hex(8), report.table, report.owner, report.name),
                *(report.reporter, report.reporter_name, report.reason, lines),
            )
        )

    async def reports(self, most: int) -> list[Report]:
        """What was reported, what nobody has seen to first, the latest first."""
        (found,) = await self._read(
            (
                "SELECT about, owner, name, reporter, reporter_name, reason, lines, id, at, done"
                " FROM reports ORDER BY done, at DESC LIMIT $1",
                most,
            )
        )
        reports = [Report(*row) for row in found]
        return [
            r._replace(lines=[Said(*line) for line in json.loads(str(r.lines))], done=bool(r.done))
            for r in reports
        ]

    async def see_to(self, report: str) -> None:
        """A report has been seen to."""
        await self._write(one("UPDATE reports SET done = 1 WHERE id = $1", report))

    async def sanction(self, owner: str, kind: Sanction, name: str) -> None:
        await self._write(
            one(
                "INSERT INTO sanctions (owner, kind, name, at)"
                f" VALUES ($1, $2, $3, {self.NOW}) ON CONFLICT (owner, kind) DO NOTHING",
                *(owner, kind, name),
            )
        )

    async def lift(self, owner: str, kind: Sanction) -> None:
        await self._write(one("DELETE FROM sanctions WHERE owner = $1 AND kind = $2", owner, kind))

    async def sanctions(self) -> list[Sanctioned]:
        """Everybody who may not do something, the latest first."""
        asked = "SELECT owner, kind, name, at FROM sanctions ORDER BY at DESC"
        return [Sanctioned(*row) for row in (await self._read((asked,)))[0]]

    async def sanctioned(self, owners: Iterable[str], kind: Sanction) -> set[str]:
        """Who of those may not do something."""
        asked = f"SELECT owner FROM sanctions WHERE owner {self.AMONG} AND kind = $2"
        (found,) = await self._read((asked, self._list(sorted(set(owners))), kind))
        return {row[0] for row in found}

    async def clean_up(self) -> None:
        """Delete what is no longer worth knowing."""
        await super().clean_up()
        await self._write(
            one(f"DELETE FROM offers WHERE until < {self.NOW}"),
            one(f"DELETE FROM reports WHERE done = 1 AND at < {self.NOW} - {DONE_KEPT}"),
            light=True,
        )
