"""Which players are at a table, or were a moment ago."""

import math
from collections.abc import Mapping

from matou.play.host import Host, Watcher
from matou.play.keeping import TableRow

RELOAD = 3.0  # seconds for which a player still counts as present after closing the page
GRACE = 60.0  # seconds for which nobody may replace a player who has left


class Presence:
    def __init__(self, host: Host, row: TableRow) -> None:
        self.host = host
        self.row = row
        self.watchers: set[Watcher] = set()
        self.last_seen: dict[str, float] = {}  # when players were last at the table, by owner
        self.arrived: set[str] = set()  # owners who have been at this copy of the table
        self.left: dict[str, float] = {}  # when owners closed their last page
        self._elsewhere: set[str] = set()  # owners at other copies of the table
        self._shown: list[tuple[bool, bool]] = []

    def here(self, seat: int) -> bool:
        """Returns whether the owner of a seat is at the table, or about to be back."""
        owner = self.row.seats[seat].owner
        if self.watched_by(owner):
            return True
        if owner in self.left:
            return self.host.monotonic() < self.left[owner] + RELOAD
        return not self.gone(seat)

    def gone(self, seat: int) -> bool:
        """Returns whether the owner of a seat left so long ago that others may replace them."""
        owner, host = self.row.seats[seat].owner, self.host
        if not owner:
            return True
        if self.watched_by(owner):
            return False
        return host.monotonic() >= max(self.last_seen.get(owner, -math.inf), host.began) + GRACE

    def watched_by(self, owner: str) -> bool:
        """Returns whether a person has an open page that answers."""
        return any(watcher.owner == owner and watcher.answers for watcher in self.watchers)

    def seen_by(self, owner: str) -> bool:
        """Returns whether a person has the table open and visible."""
        return any(watcher.owner == owner and watcher.seen for watcher in self.watchers)

    def saw(self, owner: str) -> None:
        """Notes that a person came or called the API."""
        if self.expect(owner):
            self.arrived.add(owner)
        self.tell()

    def expect(self, owner: str) -> bool:
        """Counts a player as present for a moment, since they are on their way.

        Returns whether they play here.
        """
        plays = self._plays(owner)
        if plays:
            self.last_seen[owner] = self.host.monotonic()
            self.left.pop(owner, None)
            self.host.peers.player_came(self.row.id, owner)
        return plays

    def closed(self, owner: str) -> None:
        if self._plays(owner) and not self.watched_by(owner):
            self.last_seen[owner] = self.left[owner] = self.host.monotonic()
        self.tell()

    def _plays(self, owner: str) -> bool:
        return bool(owner) and any(seat.owner == owner for seat in self.row.seats)

    def seen_elsewhere(self, seen: Mapping[str, float]) -> None:
        """Notes who was at another copy of the table, and how many seconds ago."""
        now = self.host.monotonic()
        for owner, ago in seen.items():
            known = self.last_seen.get(owner, -math.inf)
            self.last_seen[owner] = max(known, now - max(0.0, ago))
            if self.last_seen[owner] > self.left.get(owner, math.inf):
                del self.left[owner]
        for owner in self._elsewhere - seen.keys():
            self.left.setdefault(owner, now - RELOAD)
        self._elsewhere = set(seen)
        self.tell()

    def misses_somebody(self) -> bool:
        """Returns whether a player has no page here that answers."""
        owners = {watcher.owner for watcher in self.watchers if watcher.answers}
        # Called for every table: a plain loop takes a third of the time of any().
        for seat in self.row.seats:
            if seat.owner and seat.owner not in owners:
                return True
        return False

    def tell(self) -> None:
        """Tells the watchers who is present, if that has changed."""
        for watcher in self.watchers:  # a page that vanished was never closed
            owner = watcher.owner
            if not watcher.answers and self._plays(owner) and not self.watched_by(owner):
                self.left.setdefault(owner, self.host.monotonic() - RELOAD)
        seats = range(len(self.row.seats))
        now = [(self.here(seat), self.gone(seat)) for seat in seats]
        before, self._shown = self._shown, now
        if now == before:
            return
        for seat in seats:
            owner = self.row.seats[seat].owner
            if before and before[seat][0] and not now[seat][0] and owner in self.arrived:
                self.host.peers.player_left(self.row.id, owner)
        for watcher in list(self.watchers):
            watcher.presence_changed()
