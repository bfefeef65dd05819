"""Which players are at a table, or were a moment ago."""

from __future__ import annotations

import math
from collections.abc import Mapping

from matou.play.host import Host, Watcher
from matou.play.keeping import TableRow

GRACE = 60.0  # seconds for which a player still counts as present after leaving


class Presence:
    def __init__(self, host: Host, row: TableRow) -> None:
        self.host = host
        self.row = row
        self.watchers: set[Watcher] = set()
        self.last_seen: dict[str, float] = {}  # when players were last at the table, by owner
        self.arrived: set[str] = set()  # owners who have been at this copy of the table
        self._shown: list[bool] = []

    def here(self, seat: int) -> bool:
        """Returns whether the owner of a seat is at the table, or was a moment ago."""
        owner = self.row.seats[seat].owner
        if not owner:
            return False
        if self.watched_by(owner):
            return True
        host = self.host
        return host.monotonic() < max(self.last_seen.get(owner, -math.inf), host.began) + GRACE

    def watched_by(self, owner: str) -> bool:
        return any(watcher.owner == owner for watcher in self.watchers)

    def seen_by(self, owner: str) -> bool:
        """Returns whether a person has the table open and visible."""
        return any(watcher.owner == owner and watcher.seen for watcher in self.watchers)

    def saw(self, owner: str) -> None:
        """Notes that a person came, left, or called the API."""
        if self.expect(owner):
            self.arrived.add(owner)
        self.tell()

    def expect(self, owner: str) -> bool:
        """Counts a player as present for a moment, since they are on their way.

        Returns whether they play here.
        """
        plays = bool(owner) and any(seat.owner == owner for seat in self.row.seats)
        if plays:
            self.last_seen[owner] = self.host.monotonic()
            self.host.player_came(self.row.id, owner)
        return plays

    def seen_elsewhere(self, seen: Mapping[str, float]) -> None:
        """Notes who was at another copy of the table, and how many seconds ago."""
        now = self.host.monotonic()
        for owner, ago in seen.items():
            known = self.last_seen.get(owner, -math.inf)
            self.last_seen[owner] = max(known, now - max(0.0, ago))
        self.tell()

    def misses_somebody(self) -> bool:
        """Returns whether a player has no page open here."""
        owners = {watcher.owner for watcher in self.watchers}
        # Called for every table: a plain loop takes a third of the time of any().
        for seat in self.row.seats:
            if seat.owner and seat.owner not in owners:
                return True
        return False

    def tell(self) -> None:
        """Tells the watchers who is present, if that has changed."""
        here = [self.here(seat) for seat in range(len(self.row.seats))]
        if here != self._shown:
            self._shown = here
            for watcher in list(self.watchers):
                watcher.presence_changed()
