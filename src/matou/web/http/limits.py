"""Limits that hold over all servers of a site: how much somebody may ask for that lasts.

Each is counted for the person and for the address: one who throws a cookie away is somebody new,
but comes from where they came from; and who comes from many addresses is still one person.

What is only asked (pages, messages, calls of the API, connections) each server counts for itself.
"""

from __future__ import annotations

import hashlib
import hmac

from matou.play.keeping import StoreFailed
from matou.web.http.connections import household
from matou.web.http.security import Buckets
from matou.web.store.interface import Store

# What is counted: how many a second and how many at once, for a person and for an address.
PERSON = {
    "tables": (0.1, 40.0),
    "joins": (0.1, 12.0),
    "chat": (0.5, 12.0),
    "avoid": (0.2, 30.0),
    "reports": (1 / 300, 4.0),
    "operator": (0.05, 10.0),  # tries to be the operator
}
ADDRESS = {
    "tables": (0.5, 40.0),
    "joins": (0.5, 40.0),
    "chat": (4.0, 80.0),
    "avoid": (1.0, 100.0),
    "reports": (1 / 60, 12.0),
    "operator": (0.05, 10.0),
}


class SharedBuckets(Buckets):
    """Buckets that servers with one store have in common; a server that is alone asks nobody."""

    def __init__(self, store: Store, name: str, rate: float, burst: float) -> None:
        super().__init__(rate, burst)
        self.store = store
        self.name = name

    async def admits(self, who: str) -> bool:
        """One more, for who knocks? Where the store does not answer, as far as is known here."""
        if not self.store.shared:
            return self.take(who)
        # No visitor's address is kept: the hash cannot be turned back without the site's key.
        asked = hmac.new(self.store.key.encode(), f"{self.name} {who}".encode(), hashlib.sha256)
        try:
            return await self.store.admit(asked.hexdigest()[:32], self.rate, self.burst)
        except StoreFailed:
            return self.take(who)


class Limits:
    """What each person and each address may ask for that lasts."""

    def __init__(self, store: Store) -> None:
        self.of_person = {what: SharedBuckets(store, what, *PERSON[what]) for what in PERSON}
        self.of_address = {
            what: SharedBuckets(store, f"{what} at", *ADDRESS[what]) for what in ADDRESS
        }

    async def admits(self, what: str, owner: str, address: str) -> bool:
        """One more of something, for a person (where we know who it is) and their address?"""
        if owner and not await self.of_person[what].admits(owner):
            return False
        return await self.of_address[what].admits(household(address) if address else "")
