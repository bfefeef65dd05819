"""What is proved of a table's chance, with what lies at this site of the games before it."""

from __future__ import annotations

import asyncio

from matou.core.fairness import Proof, prove
from matou.core.record import Record
from matou.core.words import BadRecord
from matou.play.proof import Before, Origin, origins_of
from matou.play.refusals import Refused
from matou.play.table import Table
from matou.web.tables.manager import TableManager

OPENED = "record"  # the kind of paper that an opened record is kept as
BEGUN = "begun elsewhere"  # the record of a game that goes on at a table: its name comes first


async def prove_table(manager: TableManager, table: Table) -> Proof:
    """What is proved of a finished table."""
    return await proved_from(manager, table.record({}), table.kept.settings.get("origin"))


async def prove_record(manager: TableManager, record: Record) -> Proof:
    """What is proved of a record; the game that it goes on from may be a table here."""
    origin = {"path": f"/t/{record.origin.id}/back"} if record.origin is not None else None
    return await proved_from(manager, record, origin)


async def proved_from(manager: TableManager, record: Record, origin: Origin | None) -> Proof:
    async def find(place: str) -> Before | None:  # /t/TABLE/back, /open/KEY or /before/KEY
        room, id = place.split("/")[1:3]
        if room != "t":
            kept = await manager.store.paper(OPENED if room == "open" else BEGUN, id)
            if kept is None:
                return None
            told = kept[0] if room == "open" else kept[0].partition("\n")[2]
            try:
                return Record.loads(told), None
            except BadRecord:  # the rules have moved on since it was opened
                return None
        try:
            before = await manager.table(id)
        except Refused:
            return None
        if before is None or not before.state.over:
            return None
        return before.record({}), before.kept.settings.get("origin")

    origins = await origins_of(origin, find)
    # Replaying several games takes a while, and nobody else is to wait for it.
    return await asyncio.to_thread(prove, record, origins)
