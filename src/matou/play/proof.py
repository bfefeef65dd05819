"""What is proved of a game's chance: by its seed, and by records of the games it goes on from."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from matou.core.record import Record

FARTHEST = 20  # games back; who plays on from so many in a row may verify them from their records
Origin = dict[str, Any]  # as a table's settings have it: the game's id, how many actions, its place
Before = tuple[Record, Origin | None]  # a game, and the one that it goes on from itself


async def origins_of(
    origin: Origin | None, find: Callable[[str], Awaitable[Before | None]]
) -> list[Record]:
    """The records of the games that one goes on from, the nearest first, while they are there.

    ``find`` knows what lies at a place. They are only proved, not shown: whoever plays on from a
    private game has seen it.
    """
    found: list[Record] = []
    while origin is not None and len(found) < FARTHEST:
        before = await find(str(origin["path"]))
        if before is None:
            break
        record, origin = before
        found.append(record)
    return found
