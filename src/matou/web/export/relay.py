"""A relay for tables with friends: a small Nostr relay (NIP-01) in memory, as plain ASGI.

Pages find each other here, and send messages where they have no direct connection. All of it is
encrypted. The relay passes ephemeral events (kinds 20000 to 29999) on to pages that ask for them,
and stores nothing.
"""

import asyncio
import json
from typing import Any, NamedTuple, Self

from starlette.requests import HTTPConnection
from starlette.routing import WebSocketRoute

from matou.play.rate_limit import Bucket
from matou.web.http.security import same_origin

LONGEST = 65_536  # characters in a message
RATE, BURST = 40.0, 200.0  # messages of one page per second, and at once
MOST_FILTERS = 8
MOST_UNREAD = 1_000_000  # characters that a page has not read; then its connection is closed
EPHEMERAL = range(20_000, 30_000)

Tag = tuple[str, str]


class Filter(NamedTuple):
    kinds: frozenset[int]  # all if empty
    since: float
    tags: list[frozenset[Tag]]  # an event has one of each

    @classmethod
    def read(cls, asked: Any) -> Self:
        """Reads a page's filter, or raises an error that ``hear`` catches.

        It must name a tag, so that nobody gets the events of all tables.
        """
        tags = [(key[1:], wanted) for key, wanted in asked.items() if key.startswith("#")]
        if not 0 < len(tags) <= MOST_FILTERS:
            raise ValueError
        return cls(
            frozenset(asked.get("kinds", ())),
            float(asked.get("since", 0)),
            [frozenset((name, value) for value in wanted) for name, wanted in tags],
        )

    def fits(self, event: dict[str, Any], tags: frozenset[Tag]) -> bool:
        is_kind = not self.kinds or event["kind"] in self.kinds
        is_new = event["created_at"] >= self.since
        return is_kind and is_new and not any(map(tags.isdisjoint, self.tags))


class Subscriber:
    def __init__(self) -> None:
        self.filters: dict[str, list[Filter]] = {}
        self.waiting: asyncio.Queue[str] = asyncio.Queue()
        self.unread = 0  # characters
        self.is_slow = False

    def tell(self, *message: Any) -> None:
        text = json.dumps(message)
        self.is_slow = self.is_slow or self.unread + len(text) > MOST_UNREAD
        if not self.is_slow:
            self.unread += len(text)
            self.waiting.put_nowait(text)


class Relay:
    """``base_url`` is the site's; ``is_open``: whether pages of other sites may use it, too."""

    def __init__(self, base_url: str, *, is_open: bool) -> None:
        self.base_url, self.is_open = base_url, is_open
        self.here: set[Subscriber] = set()

    def routes(self) -> list[WebSocketRoute]:
        return [WebSocketRoute("/relay", self)]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        if not self.is_open and not same_origin(HTTPConnection(scope).headers, self.base_url):
            await send({"type": "websocket.close", "code": 4403})
            return
        await send({"type": "websocket.accept"})
        page = Subscriber()
        self.here.add(page)
        pump = asyncio.create_task(self.pump(page, send))
        try:
            bucket = Bucket(RATE, BURST)
            while (event := await receive())["type"] == "websocket.receive" and not pump.done():
                text = event.get("text") or ""
                if bucket.take() and len(text) <= LONGEST:
                    self.hear(page, text)
                else:
                    page.tell("NOTICE", "too much at once")
        finally:
            self.here.discard(page)
            pump.cancel()

    async def pump(self, page: Subscriber, send: Any) -> None:
        while not page.is_slow:
            text = await page.waiting.get()
            await send({"type": "websocket.send", "text": text})
            page.unread -= len(text)
        await send({"type": "websocket.close", "code": 1008})

    def hear(self, page: Subscriber, text: str) -> None:
        try:
            kind, name, *rest = json.loads(text)
            if kind == "REQ" and len(page.filters) < MOST_FILTERS and len(rest) <= MOST_FILTERS:
                page.filters[str(name)[:64]] = [Filter.read(one) for one in rest]
                page.tell("EOSE", str(name)[:64])
            elif kind == "CLOSE":
                page.filters.pop(str(name), None)
            elif kind == "EVENT" and name["kind"] in EPHEMERAL:
                self.publish(name)
                page.tell("OK", name["id"], True, "")
            elif kind == "EVENT":
                page.tell("OK", name["id"], False, "blocked: this relay stores nothing")
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
            page.tell("NOTICE", "that is not Nostr")

    def publish(self, event: dict[str, Any]) -> None:
        tags = frozenset((tag[0], tag[1]) for tag in event["tags"] if len(tag) > 1)
        for page in list(self.here):
            for name, filters in page.filters.items():
                if any(one.fits(event, tags) for one in filters):
                    page.tell("EVENT", name, event)
