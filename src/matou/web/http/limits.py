"""Rate limits for requests with lasting effects, shared by all servers of a site.

Each request counts for the person and for the network: someone who deletes their cookie is a new
person in the same network, and a person who uses many networks is still one person.

Requests without lasting effects (pages, messages, API calls, connections) are counted by each
server alone.
"""

import contextlib
import hashlib
import hmac

from matou.play.keeping import StoreFailed
from matou.web.db.database import Repository
from matou.web.http.security import Buckets

Rate = tuple[float, float]  # rate per second, and burst
STORED_SECONDS = 86400  # for which a bucket is stored: afterwards each is full again


def unnamed(key: str, who: str) -> str:
    """Returns a hash for a person or network, which cannot be reversed without the site's key."""
    return hmac.new(key.encode(), who.encode(), hashlib.sha256).hexdigest()[:32]


class LimitCounters(Repository):
    """Token buckets, stored under a hash of the person or network."""

    EXPIRED = (f"DELETE FROM limits WHERE at < NOW - {STORED_SECONDS}",)

    async def admit(self, who: str, rate: float, burst: float) -> bool:
        """Counts a request. Allows ``rate`` requests per second and ``burst`` at once."""
        left = "(limits.taken - (NOW - limits.at) * $2)"
        since = f"(CASE WHEN {left} > 0 THEN {left} ELSE 0 END)"
        found = await self.db.execute(
            f"INSERT INTO limits (who, taken, at) VALUES ($1, 1, NOW)"
            f" ON CONFLICT (who) DO UPDATE SET taken = {since} + 1, at = excluded.at"
            f" WHERE {since} + 1 <= $3 RETURNING who",
            *(who, float(rate), float(burst)),
            light=True,
        )
        return bool(found)

    async def give_back(self, who: str) -> None:
        await self.db.execute(
            "UPDATE limits SET taken = CASE WHEN taken > 1 THEN taken - 1 ELSE 0 END"
            " WHERE who = $1",
            who,
            light=True,
        )


class SharedBuckets(Buckets):
    """Buckets shared by all servers of a site. A single server holds them in memory."""

    def __init__(self, counters: LimitCounters, name: str, rate: float, burst: float) -> None:
        super().__init__(rate, burst)
        self.counters = counters
        self.name = name

    async def admits(self, who: str) -> bool:
        """Takes a token from the shared bucket, or from this server's own if the store fails."""
        if not self.counters.db.shared:
            return self.take(who)
        try:
            return await self.counters.admit(self._hashed(who), self.rate, self.burst)
        except StoreFailed:
            return self.take(who)

    async def give_back(self, who: str) -> None:
        self.put_back(who)
        if self.counters.db.shared:
            with contextlib.suppress(StoreFailed):
                await self.counters.give_back(self._hashed(who))

    def _hashed(self, who: str) -> str:
        return unnamed(self.counters.db.key, f"{self.name} {who}")


class Limits:
    """The limits of all features, which declare them (``Feature.LIMITS``)."""

    def __init__(self, counters: LimitCounters) -> None:
        self.counters = counters
        self.of_person: dict[str, SharedBuckets] = {}
        self.of_network: dict[str, SharedBuckets] = {}

    def add(self, what: str, person: Rate | None, network: Rate | None) -> None:
        if person is not None:
            self.of_person[what] = SharedBuckets(self.counters, what, *person)
        if network is not None:
            self.of_network[what] = SharedBuckets(self.counters, f"{what} at", *network)

    def _counted(self, what: str, owner: str, network: str) -> list[tuple[SharedBuckets, str]]:
        """Returns the buckets of the person, if known, and the network."""
        people = [(self.of_person[what], owner)] if owner and what in self.of_person else []
        return people + ([(self.of_network[what], network)] if what in self.of_network else [])

    async def admits(self, what: str, owner: str, network: str) -> bool:
        """Takes a token for the person and one for the network."""
        for buckets, who in self._counted(what, owner, network):
            if not await buckets.admits(who):
                return False
        return True

    async def give_back(self, what: str, owner: str, network: str) -> None:
        for buckets, who in self._counted(what, owner, network):
            await buckets.give_back(who)
