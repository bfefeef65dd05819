"""What is proved of a table's chance: by its seed, and by records of the games it goes on from."""

from __future__ import annotations

import asyncio

from matou.core.fairness import Proof, prove
from matou.core.record import Record
from matou.core.words import BadRecord
from matou.play.table import Refused, Table
from matou.web.tables.manager import TableManager

OPENED = "record"  # the kind of paper that an opened record is kept as
FARTHEST = 20  # games back; who plays on from so many in a row may verify them from their records


async def prove_table(manager: TableManager, table: Table) -> Proof:
    """What is proved of a finished table, with what lies here of the games before it."""
    origins = await origins_of(manager, table)
    # Replaying several games takes a while, and nobody else is to wait for it.
    return await asyncio.to_thread(prove, table.record({}), origins)


async def origins_of(manager: TableManager, table: Table) -> list[Record]:
    """The records of the games that a table goes on from, the nearest first, while they are here.

    They are only proved, not shown: whoever plays on from a private game has seen it.
    """
    found: list[Record] = []
    origin = table.kept.settings.get("origin")
    while origin is not None and len(found) < FARTHEST:
        place = str(origin["path"])  # /t/TABLE/back or /open/KEY
        id, origin = place.split("/")[2], None
        if place.startswith("/open/"):
            kept = manager.store.paper(OPENED, id)
            try:
                found += [Record.loads(kept[0])] if kept is not None else []
            except BadRecord:  # the rules have moved on since it was opened
                break
        else:
            try:
                before = await manager.table(id)
            except Refused:
                break
            if before is not None and before.state.over:
                found.append(before.record({}))
                origin = before.kept.settings.get("origin")
    return found
