"""Handlers for games, tables, actions and streams.

The API and the pages use the same tables, seats, errors and durability guarantees, so people and
programs can play at the same table.
"""

import math
import time
from collections import Counter
from typing import Any

from starlette.responses import Response

from matou.core.messages import Message, say
from matou.core.observation import Observation
from matou.play import daily, keeping, listing, requests, seating, seats, views
from matou.play.protocol import program_requests as asked, programs
from matou.play.refusals import TOO_FAST, Refused, refusal
from matou.play.table import Table
from matou.play.timeline import UNDO
from matou.web.api import stream
from matou.web.api.endpoint import MAY, MUST, OPEN, ApiRequest, get, no_token, post
from matou.web.api.errors import KINDS, ApiError, about
from matou.web.http import address, answers, security
from matou.web.site import Site

PICTURES_RATE, PICTURES_BURST = 4.0, 40.0  # drawings per second, and burst, for one network
LISTED = 30
MOST_STREAMS = 40  # open streams of one token
NETWORK_STREAMS = 120  # for all tokens of a network
TOO_MANY_PICTURES = say(
    "Too many pictures requested from your network. Wait a moment, or leave out svg=1."
)
NETWORK_FOLLOWS = say("Your network already follows {most} tables. Close one first.")


class ApiCalls:
    def __init__(self, site: Site) -> None:
        self.site = site
        self.open_tables, self.manager = site.open_tables, site.manager
        self.people, self.live = site.people, site.live

    async def count(self, what: str, asking: ApiRequest, slow: Message) -> None:
        """Counts a request against a limit that pages share. Raises Refused at the limit."""
        if not await self.site.limits.admits(what, asking.owner, asking.network):
            raise Refused("rate", slow)

    def no_such_game(self) -> Message:
        return say("Unknown game. Choose from: {games}.", games=", ".join(self.manager.games))

    async def table(self, asking: ApiRequest) -> Table:
        table = await self.manager.table(asking.request.path_params["table"])
        if table is None:
            raise ApiError(404, "table", say("This table does not exist."))
        table.touched = time.monotonic()
        table.presence.saw(asking.owner)
        return table

    async def watched(self, asking: ApiRequest) -> Table:
        """Returns the requested table. Raises an error if the client may not watch it."""
        table = await self.table(asking)
        if not requests.may_watch(table, asking.owner):
            if not asking.owner:
                raise no_token()
            raise Refused("private", say("This is a private table."))
        # Finishes what a server left undone when it crashed: the opening chance events or a bot's
        # move.
        await table.begin()
        return table

    def seat(self, table: Table, asking: ApiRequest, wanted: int | None) -> int | None:
        """Returns the requested seat. Raises Refused if it does not belong to the client."""
        if wanted is not None and wanted not in table.seats_of(asking.owner):
            raise requests.not_your_seat()
        return wanted


def page_of(asking: ApiRequest, table: Table) -> str:
    return f"{address.root(asking.request)}/t/{table.id}"


class Calls(ApiCalls):
    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.pictures = security.Buckets(PICTURES_RATE, PICTURES_BURST)

    # Games

    @get("/games", say("List the games with their seats and options"))
    async def list_games(self, asking: ApiRequest) -> programs.Games:
        games = self.manager.games.values()
        return programs.Games(games=[listing.game_info(game, asking.lang) for game in games])

    @get("/games/{game}", say("Show one game with its seats and options"), OPEN, 404)
    async def one_game(self, asking: ApiRequest) -> programs.GameInfo:
        game = self.manager.games.get(asking.request.path_params["game"])
        if game is None:
            raise ApiError(404, "game", self.no_such_game())
        return listing.game_info(game, asking.lang)

    # Tables

    @get("/tables", say("List your tables and the tables you can watch"), MAY)
    async def list_tables(self, asking: ApiRequest) -> programs.Tables:
        store, owner, lang = self.manager.store, asking.owner, asking.lang
        yours = await store.games.all_of(owner, LISTED) if owner else []
        watch = await store.tables.to_watch(LISTED)
        games, now = self.manager.games, self.manager.time.now()

        def rows(tables: list[keeping.TableRow]) -> list[programs.Row]:
            return [
                listing.program_row(row, owner, lang, games.get(row.game), now) for row in tables
            ]

        return programs.Tables(yours=rows(yours), watch=rows(watch))

    @get("/tables/{table}", say("Show a table as your seat sees it"), MAY)
    async def observe(self, asking: ApiRequest, query: asked.Look) -> programs.Observed:
        table = await self.watched(asking)
        wanted = self.seat(table, asking, query.seat)
        if query.svg == 1 and not self.pictures.take(asking.network):
            raise Refused("rate", TOO_MANY_PICTURES)
        async with table.lock:  # do not show events before they are durable
            return views.observed(
                table,
                self._view(table, asking, wanted),
                asking.owner,
                asking.lang,
                with_state=query.state == 1,
                with_svg=query.svg == 1,
                page=page_of(asking, table),
            )

    def _view(self, table: Table, asking: ApiRequest, wanted: int | None = None) -> Observation:
        return table.state.observe(stream.seat_of(table, table.timeline, asking.owner, wanted))

    # Acting

    @post("/tables/{table}/actions", say("Take an action"), MUST, 409)
    async def act(self, asking: ApiRequest, body: asked.Play) -> programs.Position:
        table = await self.watched(asking)
        held = requests.seats_held(table, asking.owner)
        actor = table.state.actor
        seat = actor if actor in held else held[0]
        at = table.number if body.at is None else body.at
        if at >= table.number or not self._was_done(table, held, body.action, at):
            action = body.action
            if isinstance(action, str):
                action = self._meant(table, seat, action, at)
            try:
                await table.act(seat, action, at, body.took)
            except Refused as late:  # another server may have done it already
                if late.code != "stale" or not self._was_done(table, held, body.action, at):
                    raise
        return await self._now(table, asking)

    def _meant(self, table: Table, seat: int, notation: str, at: int) -> int:
        """Returns the action that a notation stands for, or -1 if the table will refuse it."""
        if at != table.number or table.state.actor != seat or not table.full:
            return -1
        view = table.state.observe(seat)
        action = table.game.notation.read(view.s, notation)
        if action < 0:
            raise refusal(view, notation)
        return action

    def _was_done(self, table: Table, held: list[int], action: int | str, at: int) -> bool:
        """Returns whether the client already took this action, so that a retry is harmless."""
        if at not in table.timeline.standing:
            return False
        entry = table.state.history[table.timeline.standing.index(at)]
        return entry.actor in held and action in (entry.action, entry.name)

    @post("/tables/{table}/undo", say("Take back your last action"), MUST, 409, body_needed=False)
    async def undo(self, asking: ApiRequest, body: asked.TakeBack) -> programs.Position:
        table = await self.watched(asking)
        held = requests.seats_held(table, asking.owner)
        at = table.number if body.at is None else body.at
        if at >= table.number or not await self._was_undone(table, held, at):
            seat = next((s for s in held if table.can_undo(s)), held[0])
            try:
                await table.undo(seat, at)
            except Refused as late:
                if late.code != "stale" or not await self._was_undone(table, held, at):
                    raise
        return await self._now(table, asking)

    async def _was_undone(self, table: Table, held: list[int], at: int) -> bool:
        """Returns whether the client already took this action back, so that a retry is harmless."""
        events = (await self.manager.store.tables.events(table.id))[: at + 1]
        if len(events) <= at or events[-1] != UNDO:
            return False
        then = await stream.timeline_of(table, events[:-1])  # before the undo
        return then.state.history[-1].actor in held

    @post("/tables/{table}/resign", say("Resign: you lose the game"), MUST, 409)
    async def resign(self, asking: ApiRequest) -> programs.Position:
        table = await self.watched(asking)
        await seating.resign(table, requests.resigning(table, asking.owner, None))
        return await self._now(table, asking)

    async def _now(self, table: Table, asking: ApiRequest) -> programs.Position:
        async with table.lock:
            return views.position(table, table.timeline, self._view(table, asking), asking.lang)

    @get(
        "/tables/{table}/record", say("Get the record of a finished game, with its seed"), MAY, 409
    )
    async def record(self, asking: ApiRequest) -> Response:
        table = await self.watched(asking)
        async with table.lock:
            if not table.state.over:
                raise Refused("playing", say("The record is available once the game is over."))
            if daily.is_closed(table.row):
                raise Refused("playing", daily.CLOSED)
            names = dict(enumerate(seats.names_of(table.seats, asking.lang)))
            return answers.record_file(table.record(names), table.id)


class Following(ApiCalls):
    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.new_streams = security.Buckets(rate=4, burst=60)
        self.streams: Counter[str] = Counter()
        self.streams_from: Counter[str] = Counter()  # by network

    @get(
        "/tables/{table}/stream",
        say("Stream every new position, one JSON object per line (or as server-sent events)"),
        MAY,
    )
    async def stream(self, asking: ApiRequest, query: asked.Follow) -> Any:
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
            raise Refused("rate", TOO_FAST)
        if self.streams[who] >= MOST_STREAMS:
            raise Refused(
                "rate", say("You already follow {most} tables. Close one first.", most=MOST_STREAMS)
            )
        network = asking.network
        if self.streams_from[network] >= NETWORK_STREAMS:
            raise Refused("rate", NETWORK_FOLLOWS.filled(most=NETWORK_STREAMS))
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

        seconds = math.inf if query.seconds is None else query.seconds
        return stream.Streaming(follower.events(past, seconds), as_events, left)


def last_seen(header: str | None) -> int | None:
    """Returns the position to start from: the one after ``Last-Event-ID``."""
    if header is None:
        return None
    if not (header.isascii() and header.isdigit() and len(header) < 10):
        raise about("Last-Event-ID", say("it must be {wanted}.", wanted=KINDS["int"]))
    return int(header) + 1
