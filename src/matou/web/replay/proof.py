"""Proves that a game's draws were fair, with the records of earlier games on this site."""

import asyncio
import re
from typing import Any

from matou.core.fairness import Proof, prove
from matou.core.record import FIRST, Record
from matou.core.refusals import BadRecord
from matou.play.refusals import Refused
from matou.play.replay import Found, origins_of
from matou.web.tables.manager import TableManager

OPENED = "record"  # kind of an expiring text: an uploaded record
# Kind of an expiring text: the id of a table on the first line, then the record of the game that
# the table continues, then the records that this one continues.
BEGUN = "begun elsewhere"


async def prove_record(
    manager: TableManager, record: Record, origin: dict[str, Any] | None
) -> Proof:
    """Checks the draws of a record. The game that it continues may be on this site."""

    async def find(place: str) -> Found | None:  # /t/TABLE/back, /open/KEY or /before/KEY[/n]
        room, id, *after = place.split("/")[1:]
        if room != "t":
            stored = await manager.store.texts.get(OPENED if room == "open" else BEGUN, id)
            if stored is None:
                return None
            records = [stored] if room == "open" else begun(stored)[1]
            nth = int(after[0]) if room == "before" and after else 0
            further = {"path": f"/before/{id}/{nth + 1}"} if nth + 1 < len(records) else None
            try:
                return Record.loads(records[nth]), further
            except BadRecord:  # the rules have changed since it was uploaded
                return None
        try:
            before = await manager.table(id)
        except Refused:
            return None
        if before is None or not before.state.over:
            return None
        return before.record({}), before.row.settings.get("origin")

    origins = await origins_of(origin, find)
    # Replaying several games is slow, so it runs outside the event loop.
    return await asyncio.to_thread(prove, record, origins)


def split_records(text: str) -> list[str]:
    return [one for one in re.split(f"^(?={FIRST} )", text, flags=re.MULTILINE) if one.strip()]


def begun(stored: str) -> tuple[str, list[str]]:
    """Splits a stored text of the kind ``BEGUN`` into the table's id and the records."""
    table, _, records = stored.partition("\n")
    return table, split_records(records)
