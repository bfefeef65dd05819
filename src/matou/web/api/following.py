"""The call that streams a table, and its limits."""

from __future__ import annotations

from collections import Counter
from typing import Any

from starlette.responses import Response

from matou.core.messages import say
from matou.play.protocol import program_requests as asked
from matou.play.refusals import Refused
from matou.web.api import stream
from matou.web.api.calls import ApiCalls
from matou.web.api.endpoint import MAY, ApiRequest, get
from matou.web.api.errors import KINDS, about
from matou.web.http.security import Buckets
from matou.web.site import Site

MOST_STREAMS = 40  # open streams of one token
NETWORK_STREAMS = 120  # for all tokens of a network


class Following(ApiCalls):
    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.new_streams = Buckets(rate=4, burst=60)
        self.streams: Counter[str] = Counter()
        self.streams_from: Counter[str] = Counter()  # by network

    @get(
        "/tables/{table}/stream",
        "stream",
        say("Stream every new position, one JSON object per line (or as server-sent events)"),
        MAY,
    )
    async def follow(self, asking: ApiRequest, query: asked.Follow) -> Any:
        table = await self.watched(asking)
        wanted = self.seat(table, asking, query.seat)
        as_events = stream.EVENTS in asking.request.headers.get("accept", "")
        first = last_seen(asking.request.headers.get("last-event-id"))
        if query.from_ is not None:
            first = query.from_
        if asking.request.method == "HEAD":
            return Response(headers=stream.headers_of(as_events))
        who = asking.who
        if not self.new_streams.take(who):
            raise Refused("rate", say("Not so fast, one thing at a time."))
        if self.streams[who] >= MOST_STREAMS:
            raise Refused(
                "rate", say("You already follow {most} tables. Close one first.", most=MOST_STREAMS)
            )
        network = asking.network
        if self.streams_from[network] >= NETWORK_STREAMS:
            raise Refused(
                "rate",
                say(
                    "Your network already follows {most} tables. Close one first.",
                    most=NETWORK_STREAMS,
                ),
            )
        device = self.people.device(asking.token)
        follower = stream.Follower(
            table, asking.owner, asking.lang, wanted, query.state == 1, device
        )
        async with table.lock:
            begins = table.number if first is None else first
            past = await follower.begin(begins, self.manager.store)
        self.streams[who] += 1
        self.streams_from[network] += 1
        self.live.followers.add(follower)
        table.presence.tell()

        def left() -> None:
            # After a fault, the watchers were moved to a new copy of the table.
            for copy in (table, self.manager.tables.get(table.id, table)):
                copy.watchers.discard(follower)
            self.live.followers.discard(follower)
            for streams, key in ((self.streams, who), (self.streams_from, network)):
                streams[key] -= 1
                if not streams[key]:
                    del streams[key]
            self.manager.tables.get(table.id, table).presence.saw(follower.owner)

        seconds = None if query.seconds is None else float(query.seconds)
        return stream.Streaming(follower, past, as_events, seconds, left)


def last_seen(header: str | None) -> int | None:
    """Returns the position to start from: the one after ``Last-Event-ID``."""
    if header is None:
        return None
    if not (header.isascii() and header.isdigit() and len(header) < 10):
        raise about("Last-Event-ID", say("it must be {wanted}.", wanted=KINDS["int"]))
    return int(header) + 1
