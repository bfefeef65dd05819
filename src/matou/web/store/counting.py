"""What a store holds in numbers, and what was cleared out of it: the same for both."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

BATCH = 500  # tables deleted at a time, so that a running server never waits long


def counted(
    data: str,
    schema: int,
    size: int,
    tables: Iterable[Sequence[Any]],
    actions: Iterable[Sequence[Any]],
    people: int,
    latest: float | None,
) -> dict[str, Any]:
    """``tables``: game, version, over, how many; ``actions``: game, how many."""
    games: dict[str, dict[str, Any]] = {}
    for game, version, over, number in tables:
        of = games.setdefault(
            game, {"tables": 0, "open": 0, "over": 0, "actions": 0, "versions": {}}
        )
        of["tables"] += number
        of["over" if over else "open"] += number
        of["versions"][str(version)] = of["versions"].get(str(version), 0) + number
    for game, number in actions:
        games[game]["actions"] = number
    total = {
        key: sum(of[key] for of in games.values()) for key in ("tables", "open", "over", "actions")
    }
    return {
        "data": data,
        "schema": schema,
        "bytes": size,
        **total,
        "people": people,
        "latest": latest and time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(latest)),
        "games": dict(sorted(games.items())),
    }


@dataclass
class Purged:
    """What was (or would be) deleted."""

    over: Counter[str] = field(default_factory=Counter)  # by game
    abandoned: Counter[str] = field(default_factory=Counter)
    actions: int = 0
    bytes_freed: int = 0
    compact: bool = False  # was the file made smaller? Not while a server has it open.

    @property
    def tables(self) -> int:
        return self.over.total() + self.abandoned.total()

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """Rows as ``doomed`` finds them."""
        for _id, game, is_over, actions in rows:
            (self.over if is_over else self.abandoned)[game] += 1
            self.actions += actions


def doomed(kinds: Sequence[int], before: str) -> str:
    """The statement that lists tables, of kinds of ``over``, untouched since a moment."""
    return (
        "SELECT id, game, over, (SELECT count(*) FROM actions WHERE tbl = id) FROM tables"
        f" WHERE touched < {before} AND over IN ({','.join(map(str, kinds))})"
    )
