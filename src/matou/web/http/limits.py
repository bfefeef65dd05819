"""Limits that hold over all servers of a site: how much one address may ask for that lasts.

What is only asked (pages, messages, calls of the API, connections) each server counts for itself.
"""

from __future__ import annotations

import hashlib
import hmac

from matou.play.keeping import StoreFailed
from matou.web.http.security import Buckets
from matou.web.store.interface import Store


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
