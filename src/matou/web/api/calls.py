"""What can be asked of the API, each call checked before anything is done.

Tables, seats, refusals and durability are those of the pages: people at pages and programs at
the API sit at one table.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

import msgspec
from msgspec import UNSET
from starlette.responses import Response

from matou.core.state import Observation
from matou.core.words import BadChoice, Words
from matou.play import clock, forms, requests
from matou.play.keeping import Kept
from matou.play.refusals import Refused, refusal
from matou.play.seats import Seat, clean_name, names_of
from matou.play.table import Table
from matou.play.timeline import UNDO
from matou.web import text as site_text
from matou.web.api import questions, shapes, stream, text
from matou.web.api.endpoint import Asking, decode, no_token
from matou.web.api.errors import Wrong, about
from matou.web.api.positions import game_told, invites, observed, position, row
from matou.web.http.address import root
from matou.web.http.answers import record_file
from matou.web.http.limits import Limits
from matou.web.http.security import Buckets, People
from matou.web.strangers.matching import Asker
from matou.web.strangers.open_tables import OpenTables, Sat
from matou.web.tables.websocket import Live

MOST_STREAMS = 40  # open at once, for one token or one address
LISTED = 30


class Calls:
    """Carries out what was asked."""

    def __init__(self, open_tables: OpenTables, people: People, live: Live, limits: Limits) -> None:
        self.open_tables = open_tables
        self.manager = open_tables.manager
        self.people = people
        self.live = live
        self.limits = limits  # shared with the pages
        self.new_streams = Buckets(rate=4, burst=60)
        self.streams: Counter[str] = Counter()
        self.new_table: Any = questions.new_table_types(self.manager.games)

    async def count(self, what: str, asking: Asking, slow: Words) -> None:
        """One more of something that is counted, for whoever asks?"""
        if not await self.limits.admits(what, asking.owner, asking.address):
            raise Refused("rate", slow)

    # Games

    async def games(self, _asking: Asking) -> shapes.Games:
        return shapes.Games(games=[game_told(game) for game in self.manager.games.values()])

    async def game(self, asking: Asking) -> shapes.GameTold:
        game = self.manager.games.get(asking.request.path_params["game"])
        if game is None:
            raise Wrong(404, "game", self._no_such_game())
        return game_told(game)

    def _no_such_game(self) -> Words:
        return text.NO_SUCH_GAME.filled(games=", ".join(self.manager.games))

    # Tables

    async def tables(self, asking: Asking) -> shapes.Tables:
        store, owner, lang = self.manager.store, asking.owner, asking.lang
        yours = await store.tables_of(owner, LISTED) if owner else []
        watch = await store.tables_to_watch(LISTED)
        games, now = self.manager.games, self.manager.time.now()

        def rows(tables: list[Kept]) -> list[shapes.Row]:
            return [row(kept, owner, lang, games.get(kept.game), now) for kept in tables]

        return shapes.Tables(yours=rows(yours), watch=rows(watch))

    async def create(self, asking: Asking) -> Response:
        data = await asking.raw_body()
        try:
            wanted = decode(data, self.new_table)
        except Wrong as wrong:
            raise self._in_the_games_words(data, wrong) from None
        await self.count("tables", asking, site_text.SLOW)
        token = asking.token or self.people.new()
        owner = self.people.owner(token)
        asker = await self.open_tables.introduced(owner, wanted.bot, wanted.public)
        seats = seated(wanted.seats, asker, clean_name(wanted.name), asking.lang)
        settings = {"host": owner, "watch": wanted.watch, "hints": wanted.hints}
        if wanted.public:
            await self.open_tables.check(owner)
            settings["public"] = True
        if wanted.rated:
            settings["rated"], settings["hints"] = True, False
        if (time_asked := wanted.clock) is not None:
            settings["clock"] = clock_settings(time_asked)
        game = self.manager.games[wanted.__struct_config__.tag]
        table = await self.manager.open(game, seats, settings, questions.chosen(wanted.options))
        if table.is_public:
            await self.open_tables.offer(table)
        page = page_of(asking, table)
        told = shapes.Created(
            table=table.id,
            token=token,
            seats=table.seats_of(owner),
            page=page,
            invites=invites(table, owner, page),
        )
        place = f"{root(asking.request)}/api/tables/{table.id}"
        return Response(
            msgspec.json.encode(told),
            201,
            media_type="application/json",
            headers={"location": place},
        )

    def _in_the_games_words(self, data: bytes, wrong: Wrong) -> Wrong:
        """A game knows better than its shape what is wrong with a choice, and lists the others."""
        if not wrong.field:
            return wrong
        try:
            asked = msgspec.json.decode(data)
            game = self.manager.games.get(asked["game"])
            if game is None:
                return Wrong(422, "game", self._no_such_game(), field="game")
            if wrong.field.startswith("options"):
                game.having(**asked["options"])
            elif wrong.field == "seats":
                game.check_seats(len(asked["seats"]))
        except BadChoice as choice:
            return Wrong(422, "choice", choice.says, field=wrong.field)
        except (KeyError, TypeError, msgspec.DecodeError, RecursionError):
            return wrong
        return wrong

    async def join(self, asking: Asking) -> shapes.Joined:
        wanted = await asking.body(questions.Join)
        table = await self.table(asking)
        token = asking.token or self.people.new()
        owner = self.people.owner(token)
        is_theirs = any(seat.owner == owner for seat in table.seats)
        if wanted.invite is None and table.is_public and not is_theirs:
            await self.count("joins", asking, site_text.SLOW_JOINS)
            asker = await self.open_tables.introduced(owner, wanted.bot, is_public=True)
            sat = await self.open_tables.join(table, asker, clean_name(wanted.name))
            return joined(sat, token, asking)
        seat = self._meant_seat(table, asking.owner, wanted.invite)
        there = table.seats[seat]
        if there.kind == "open":
            name = clean_name(wanted.name) or site_text.PLAYER.say(asking.lang).format(n=seat + 1)
            taken = [s.colour for s in table.seats if s is not there and s.kind != "open"]
            colour = forms.free_colour("", taken, there.colour)
            asker = await self.open_tables.introduced(owner, wanted.bot, table.is_public)
            who: dict[str, Any] = {"owner": owner, "name": name, "program": asker.stance.program}
            await table.change_seat(seat, "open", kind="person", colour=colour, **who)
        if there.owner != owner:
            raise Refused("taken", site_text.SEAT_GONE)
        if there.kind == "bot":  # it kept the seat warm
            await table.change_seat(seat, "bot", kind="person")
        return joined(Sat(table, seat, ""), token, asking)

    def _meant_seat(self, table: Table, owner: str, invite: str | None) -> int:
        """The seat of an invitation; without one, the asker's own, first those that bots keep."""
        seats = list(enumerate(table.seats))
        if invite is None:
            own = [(s.kind != "bot", i) for i, s in seats if owner and s.owner == owner]
            found = [i for _, i in sorted(own)]
        else:
            found = [i for i, s in seats if s.invite and s.invite == invite]
        if not found:
            raise Wrong(403, "invite", text.NO_SUCH_INVITE, field="invite")
        return found[0]

    async def table(self, asking: Asking) -> Table:
        """The table asked for, in memory from now on."""
        table = await self.manager.table(asking.request.path_params["table"])
        if table is None:
            raise Wrong(404, "table", text.NO_SUCH_TABLE)
        table.touched = time.monotonic()
        table.saw(asking.owner)
        return table

    async def watched(self, asking: Asking) -> Table:
        """The table asked for, if the asker may look at it."""
        table = await self.table(asking)
        if not requests.may_watch(table, asking.owner):
            if not asking.owner:
                raise no_token()
            raise Refused("private", site_text.PRIVATE)
        # What a server that fell in the middle still owes: opening chance, a bot's move.
        await table.begin()
        return table

    def _seat(self, table: Table, asking: Asking, wanted: int | Any) -> int | None:
        """The seat to look from; one that is asked for must be the asker's own."""
        if wanted is UNSET:
            return None
        if wanted not in table.seats_of(asking.owner):
            raise Refused("seat", site_text.NOT_YOUR_SEAT)
        return int(wanted)

    async def observe(self, asking: Asking) -> shapes.Observed:
        query = asking.query(questions.Look)
        table = await self.watched(asking)
        wanted = self._seat(table, asking, query.seat)
        async with table.lock:  # what is being written is not shown before it is durable
            return observed(
                table,
                self._view(table, asking, wanted),
                asking.owner,
                asking.lang,
                with_state=query.state == 1,
                with_svg=query.svg == 1,
                page=page_of(asking, table),
            )

    def _view(self, table: Table, asking: Asking, wanted: int | None = None) -> Observation:
        return table.state.observe(stream.seat_of(table, table.timeline, asking.owner, wanted))

    # Acting

    async def act(self, asking: Asking) -> shapes.Position:
        wanted = await asking.body(questions.Play)
        table = await self.watched(asking)
        held = self.held(table, asking)
        actor = table.state.actor
        seat = actor if actor in held else held[0]
        at = table.number if wanted.at is None else wanted.at
        if at >= table.number or not self._was_done(table, held, wanted.action, at):
            action = wanted.action
            if isinstance(action, str):
                action = self._meant(table, seat, action, at)
            try:
                await table.act(seat, action, at, wanted.took)
            except Refused as late:  # it may have been done at another server, and not known here
                if late.code != "stale" or not self._was_done(table, held, wanted.action, at):
                    raise
        return await self._now(table, asking)

    def held(self, table: Table, asking: Asking) -> list[int]:
        held = table.seats_of(asking.owner)
        if not held:
            raise Refused("seat", site_text.NOT_YOUR_SEAT)
        return held

    def _meant(self, table: Table, seat: int, notation: str, at: int) -> int:
        """The action that a notation means to the seat that is to act; else the table refuses."""
        if at != table.number or table.state.actor != seat or not table.full:
            return -1
        view = table.state.observe(seat)
        action = table.game.notation.read(view.s, notation)
        if action < 0:
            raise refusal(view, notation)
        return action

    def _was_done(self, table: Table, held: list[int], action: int | str, at: int) -> bool:
        """Is this what the asker did there already? Then it is not done twice, nor refused."""
        if at not in table.timeline.standing:
            return False
        entry = table.state.history[table.timeline.standing.index(at)]
        return entry.actor in held and action in (entry.action, entry.name)

    async def undo(self, asking: Asking) -> shapes.Position:
        data = await asking.raw_body()
        wanted: questions.TakeBack = (
            decode(data, questions.TakeBack) if data else questions.TakeBack()
        )
        table = await self.watched(asking)
        held = self.held(table, asking)
        at = table.number if wanted.at is None else wanted.at
        if at >= table.number or not await self._was_undone(table, held, at):
            seat = next((s for s in held if table.state.can_undo(s)), held[0])
            try:
                await table.undo(seat, at)
            except Refused as late:
                if late.code != "stale" or not await self._was_undone(table, held, at):
                    raise
        return await self._now(table, asking)

    async def _was_undone(self, table: Table, held: list[int], at: int) -> bool:
        """Is it what the asker took back there already? Then it is answered, and not done twice."""
        events = (await self.manager.store.events(table.id))[: at + 1]
        if len(events) <= at or events[-1] != UNDO:
            return False
        then = await stream.timeline_of(table, events[:-1])  # before it was taken back
        return then.state.history[-1].actor in held

    async def _now(self, table: Table, asking: Asking) -> shapes.Position:
        async with table.lock:
            told = position(
                table,
                table.timeline,
                self._view(table, asking),
                asking.lang,
                at=table.number,
                lines=table.timeline.count,
                undone=table.timeline.undone,
                with_state=False,
            )
        return shapes.Position(**told)

    # Following

    async def follow(self, asking: Asking) -> Any:
        query = asking.query(questions.Follow)
        table = await self.watched(asking)
        wanted = self._seat(table, asking, query.seat)
        as_events = stream.EVENTS in asking.request.headers.get("accept", "")
        first = last_seen(asking.request.headers.get("last-event-id"))
        if query.from_ is not UNSET:
            first = query.from_
        if asking.request.method == "HEAD":
            return Response(headers=stream.headers_of(as_events))
        who = asking.who
        if not self.new_streams.take(who):
            raise Refused("rate", site_text.TOO_FAST)
        if self.streams[who] >= MOST_STREAMS:
            raise Refused("rate", text.TOO_MANY_STREAMS.filled(most=MOST_STREAMS))
        device = self.people.device(asking.token)
        follower = stream.Follower(
            table, asking.owner, asking.lang, wanted, query.state == 1, device
        )
        async with table.lock:
            begins = table.number if first is None else first
            past = await follower.begin(begins, self.manager.store)
        self.streams[who] += 1
        self.live.followers.add(follower)
        table.tell_presence()

        def left() -> None:
            # After a fault all who watched were moved to the table's fresh copy.
            for copy in (table, self.manager.tables.get(table.id, table)):
                copy.watchers.discard(follower)
            self.live.followers.discard(follower)
            self.streams[who] -= 1
            if not self.streams[who]:
                del self.streams[who]
            self.manager.tables.get(table.id, table).saw(follower.owner)

        seconds = None if query.seconds is UNSET else float(query.seconds)
        return stream.Streaming(follower, past, as_events, seconds, left)

    async def record(self, asking: Asking) -> Response:
        table = await self.watched(asking)
        async with table.lock:
            if not table.state.over:
                raise Refused("playing", text.NOT_OVER)
            names = dict(enumerate(names_of(table.seats, asking.lang)))
            return record_file(table.record(names), table.id)


def joined(sat: Sat, token: str, asking: Asking) -> shapes.Joined:
    """Where somebody has sat down."""
    page = page_of(asking, sat.table)
    return shapes.Joined(table=sat.table.id, token=token, seat=sat.seat, page=page)


def seated(wanted: list[Any], asker: Asker, name: str, lang: str) -> list[Seat]:
    """The seats of a new table, as they were asked for."""
    owner, program = asker.owner, asker.stance.program
    seats: list[Seat] = []
    for i, kind in enumerate(wanted):
        if isinstance(kind, questions.BotSeat):
            seats.append(Seat("bot", kind.bot, "", "", i))
        elif kind == "open":
            seats.append(Seat("open", 0, "", "", i))
        else:
            first = all(seat.owner != owner for seat in seats)
            called = name if first else site_text.PLAYER.say(lang).format(n=i + 1)
            seats.append(Seat("person", 0, owner, called, i, program=program))
    return seats


def clock_settings(asked: questions.LiveClock | questions.DailyClock) -> dict[str, Any]:
    if isinstance(asked, questions.DailyClock):
        return clock.daily(asked.days, asked.when_up)
    return clock.live(asked.minutes, asked.increment, asked.when_up)


def page_of(asking: Asking, table: Table) -> str:
    return f"{root(asking.request)}/t/{table.id}"


def last_seen(header: str | None) -> int | None:
    """The position after the one that a reader saw last, by its ``Last-Event-ID``."""
    if header is None:
        return None
    if not (header.isascii() and header.isdigit() and len(header) < 10):
        raise about("Last-Event-ID", text.NOT_A.filled(wanted=text.KINDS["int"]))
    return int(header) + 1
