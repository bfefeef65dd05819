"""Calls about other people: open tables, quick games, chat, blocking, reports, hints, rematches."""

from typing import Any

from matou.core.messages import say
from matou.play import requests, seating
from matou.play.listing import clock_of
from matou.play.protocol import program_requests as asked, programs
from matou.play.refusals import TOO_FAST, Refused
from matou.play.seats import clean_name, name_of
from matou.play.table import Table
from matou.web.api import structs
from matou.web.api.calls import ApiCalls
from matou.web.api.endpoint import MAY, MUST, ApiRequest, get, post
from matou.web.api.set_up import clock_settings, joined
from matou.web.http.address import root
from matou.web.site import Site
from matou.web.strangers.matching import Asker, Snapshot
from matou.web.strangers.repository import Offered


class SocialCalls(ApiCalls):
    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.moderation = site.moderation
        self.seek: Any = structs.seek_type(site.games)

    # Finding opponents

    @get("/open", say("List tables that anyone can join"), MAY)
    async def list_open_tables(self, asking: ApiRequest) -> programs.OpenTables:
        asker, found = await self.open_tables.asker(asking.owner), await self.open_tables.look()
        start = root(asking.request)
        return programs.OpenTables(
            tables=[
                open_table(offered, asker, asking.lang, f"{start}/t/{offered.row.id}", found)
                for offered in found.tables
                if found.is_open_to(asker, offered)
            ]
        )

    @post(
        "/quick",
        say(
            "Take a seat at the most suitable open table, or at a new one where cats "
            "fill the other seats"
        ),
        MAY,
        403,
        409,
        body="seek",
    )
    async def quick_game(self, asking: ApiRequest, body: Any) -> programs.Joined:
        await self.count("joins", asking, say("You’re opening tables too fast. Wait a moment."))
        await self.count("tables", asking, say("Too many tables at once. Wait a moment."))
        token = asking.token or self.people.new()
        owner = self.people.owner(token)
        asker = await self.open_tables.introduced(owner, body.bot, is_public=True)
        clock = None if body.clock is None else clock_settings(body.clock)
        name, game = clean_name(body.name), body.game or ""
        sat = await self.open_tables.quick(asker, name, game, clock, asking.network)
        return joined(sat, token, asking)

    # Chat

    @get("/tables/{table}/chat", say("List the messages at a table"), MAY)
    async def read_chat(self, asking: ApiRequest, query: asked.Listen) -> programs.ChatLines:
        table = await self.watched(asking)
        return await self.lines(table, asking, 0 if query.from_ is None else query.from_)

    @post("/tables/{table}/chat", say("Send a message"), MUST)
    async def write_chat(self, asking: ApiRequest, body: asked.Say) -> programs.ChatLines:
        table = await self.watched(asking)
        said, seat = requests.sayable(body.say), requests.seats_held(table, asking.owner)[0]
        await self.moderation.check_words(asking.owner, asking.network)
        before = table.row.talked
        await table.say(seat, name_of(table.seats, seat, asking.lang), said)
        return await self.lines(table, asking, before)

    async def lines(self, table: Table, asking: ApiRequest, first: int) -> programs.ChatLines:
        """Returns the chat from line ``first`` on, without people whom the client has muted."""
        muted = await self.moderation.muted(asking.owner)
        begin = table.row.talked - len(table.chat)
        return programs.ChatLines(
            lines=[
                programs.ChatLine(
                    number=number,
                    seat=line.seat if line.seat >= 0 else None,
                    name=line.name,
                    said=line.said,
                    at=line.at,
                    yours=asking.owner != "" and line.owner == asking.owner,
                )
                for number, line in enumerate(table.chat, begin)
                if number >= first and line.owner not in muted
            ],
            next=table.row.talked,
        )

    # Moderation

    @get("/avoided", say("Muted and blocked players"), MUST)
    async def list_avoided(self, asking: ApiRequest) -> programs.AvoidedPeople:
        return await self.those_avoided(asking)

    @post("/avoided", say("Unmute or unblock someone"), MUST)
    async def lift(self, asking: ApiRequest, body: asked.Lift) -> programs.AvoidedPeople:
        await self.count("avoid", asking, TOO_FAST)
        await self.moderation.lift(asking.owner, body.person)
        await self.live.read_anew(asking.owner)
        return await self.those_avoided(asking)

    @post(
        "/tables/{table}/avoid",
        say("Mute someone at your table (mute), or also never be matched with them again (block)"),
        MUST,
    )
    async def avoid(self, asking: ApiRequest, body: asked.Avoid) -> programs.AvoidedPeople:
        table = await self.watched(asking)
        await self.moderation.set_avoided(
            *(table, asking.owner, asking.lang, body.seat, body.how, asking.network)
        )
        await self.live.read_anew(asking.owner)
        return await self.those_avoided(asking)

    async def those_avoided(self, asking: ApiRequest) -> programs.AvoidedPeople:
        return programs.AvoidedPeople(avoided=await self.moderation.avoided(asking.owner))

    @post(
        "/tables/{table}/report",
        say("Report someone at your table; the site’s operator gets the messages written there"),
        MUST,
        409,
    )
    async def report(self, asking: ApiRequest, body: asked.Report) -> programs.Reported:
        table = await self.watched(asking)
        await self.moderation.send_report(
            *(table, asking.owner, asking.lang, body.seat, body.reason, asking.network)
        )
        return programs.Reported()

    # Hints and rematches

    @post(
        "/tables/{table}/hint",
        say("Get a hint from a strong cat, where the table allows it"),
        MUST,
        409,
    )
    async def hint(self, asking: ApiRequest) -> programs.Advice:
        table = await self.watched(asking)
        held = requests.seats_held(table, asking.owner)
        async with table.lock:  # do not use events before they are durable
            actor = table.state.actor
            seat = actor if actor in held else held[0]
            at, view = requests.to_be_advised(table, seat)
            await seating.give_hint(table, seat)
        action = await requests.advised(table, asking.owner, at, view)
        advice = requests.advice(table, view, action, asking.lang)
        return programs.Advice(
            at=at,
            action=action,
            notation=table.game.notation.name(view.s, action),
            says=advice.says,
            because=advice.because,
        )

    @post(
        "/tables/{table}/rematch",
        say("Get the rematch of a finished game; everyone who asks gets the same one"),
        MUST,
        409,
    )
    async def rematch(self, asking: ApiRequest) -> programs.Rematch:
        table = await self.watched(asking)
        if all(seat.owner != asking.owner for seat in table.seats):
            raise requests.not_your_seat()
        if not table.state.over:
            raise Refused("playing", say("You can ask for a rematch once the game is over."))
        if not table.row.rematch:
            await self.count("tables", asking, say("Too many tables at once. Wait a moment."))
        again = await self.manager.rematch(table)
        return programs.Rematch(table=again, page=f"{root(asking.request)}/t/{again}")


def open_table(
    offered: Offered, asker: Asker, lang: str, page: str, found: Snapshot
) -> programs.OpenTable:
    ratings, owner = found.strengths(offered.row), asker.owner
    row = offered.row
    return programs.OpenTable(
        table=row.id,
        game=row.game,
        options=dict(row.options),
        players=[
            programs.Sitting(
                seat=i,
                name=name_of(row.seats, i, lang),
                kind=seat.kind,  # type: ignore[arg-type]
                bot=seat.kind == "bot" or seat.program,
                rating=str(ratings[seat.owner]) if seat.owner in ratings else None,
            )
            for i, seat in enumerate(row.seats)
        ],
        free=row.free_seats,
        clock=clock_of(row.settings),
        rated=found.counts_for(asker, offered),
        at=offered.number,
        yours=owner != "" and any(seat.owner == owner for seat in row.seats),
        page=page,
    )
