"""Finds the records that prove a game's chance events: those of the games it continues."""

from collections.abc import Awaitable, Callable
from typing import Any

from matou.core.record import Record

FARTHEST = 20  # games back; longer chains can be verified from their records
Origin = dict[str, Any]  # in a table's settings: the game's id, number of actions, and path
Before = tuple[Record, Origin | None]  # a game, and its own origin


async def origins_of(
    origin: Origin | None, find: Callable[[str], Awaitable[Before | None]]
) -> list[Record]:
    """Returns the records of the games that one continues, the nearest first.

    ``find`` looks a game up by its path; the search stops at the first that is missing. The records
    are only verified, not shown, and a player who continues a private game has seen it.
    """
    found: list[Record] = []
    while origin is not None and len(found) < FARTHEST:
        before = await find(str(origin["path"]))
        if before is None:
            break
        record, origin = before
        found.append(record)
    return found
