"""Calls about the others: open tables, a quick game, chat, courtesy, advice, a rematch."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from matou.play import requests
from matou.play.refusals import Refused
from matou.play.seats import clean_name, name_of
from matou.play.table import Table
from matou.web import text as site_text
from matou.web.api import questions, shapes
from matou.web.api.calls import Calls, clock_settings, joined
from matou.web.api.endpoint import Asking
from matou.web.api.positions import open_table
from matou.web.http.address import root


class Company:
    """Carries out what was asked."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.manager = calls.manager
        self.open_tables = calls.open_tables
        self.courtesy = calls.live.courtesy
        self.seek: Any = questions.seek_type(calls.manager.games)

    # Finding somebody

    async def open_now(self, asking: Asking) -> shapes.OpenTables:
        asker, found = await self.open_tables.asker(asking.owner), await self.open_tables.look()
        start = root(asking.request)
        return shapes.OpenTables(
            tables=[
                open_table(offered, asker, asking.lang, f"{start}/t/{offered.kept.id}", found)
                for offered in found.tables
                if found.is_open_to(asker, offered)
            ]
        )

    async def quick(self, asking: Asking) -> shapes.Joined:
        wanted = await asking.body(self.seek)
        await self.calls.count("joins", asking, site_text.SLOW_JOINS)
        await self.calls.count("tables", asking, site_text.SLOW)
        token = asking.token or self.calls.people.new()
        owner = self.calls.people.owner(token)
        asker = await self.open_tables.introduced(owner, wanted.bot, is_public=True)
        clock = None if wanted.clock is None else clock_settings(wanted.clock)
        sat = await self.open_tables.quick(asker, clean_name(wanted.name), wanted.game or "", clock)
        return joined(sat, token, asking)

    # Talking

    async def read(self, asking: Asking) -> shapes.ChatLines:
        query = asking.query(questions.Listen)
        table = await self.calls.watched(asking)
        return await self.told(table, asking, 0 if query.from_ is UNSET else query.from_)

    async def write(self, asking: Asking) -> shapes.ChatLines:
        wanted = await asking.body(questions.Say)
        table = await self.calls.watched(asking)
        said, seat = requests.sayable(wanted.say), self.calls.held(table, asking)[0]
        await self.courtesy.check_words(asking.owner, asking.address)
        before = table.kept.talked
        await table.say(seat, name_of(table.seats, seat, asking.lang), said)
        return await self.told(table, asking, before)

    async def told(self, table: Table, asking: Asking, first: int) -> shapes.ChatLines:
        """What was said from a line on, but for those whom the asker does not want to read."""
        muted = await self.courtesy.muted(asking.owner)
        begin = table.kept.talked - len(table.chat)
        return shapes.ChatLines(
            lines=[
                shapes.ChatLine(
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
            next=table.kept.talked,
        )

    # Courtesy

    async def avoided(self, asking: Asking) -> shapes.AvoidedPeople:
        return await self.those_avoided(asking)

    async def lift(self, asking: Asking) -> shapes.AvoidedPeople:
        wanted = await asking.body(questions.Lift)
        await self.calls.count("avoid", asking, site_text.TOO_FAST)
        await self.calls.manager.store.bear(asking.owner, wanted.person)
        await self.calls.live.read_anew(asking.owner)
        return await self.those_avoided(asking)

    async def avoid(self, asking: Asking) -> shapes.AvoidedPeople:
        wanted = await asking.body(questions.Avoid)
        table = await self.calls.watched(asking)
        await self.courtesy.set_avoided(
            *(table, asking.owner, asking.lang, wanted.seat, wanted.how or "", asking.address)
        )
        await self.calls.live.read_anew(asking.owner)
        return await self.those_avoided(asking)

    async def those_avoided(self, asking: Asking) -> shapes.AvoidedPeople:
        found = await self.calls.manager.store.avoided(asking.owner)
        return shapes.AvoidedPeople(
            avoided=[shapes.Avoided(person=o.other, name=o.name, how=o.kind) for o in found]
        )

    async def report(self, asking: Asking) -> shapes.Reported:
        wanted = await asking.body(questions.Report)
        table = await self.calls.watched(asking)
        await self.courtesy.send_report(
            *(table, asking.owner, asking.lang, wanted.seat, wanted.reason, asking.address)
        )
        return shapes.Reported()

    # Advice, and once more

    async def hint(self, asking: Asking) -> shapes.Advice:
        table = await self.calls.watched(asking)
        held = self.calls.held(table, asking)
        async with table.lock:  # what is being written is not told of before it is durable
            actor = table.state.actor
            at, view = requests.to_be_advised(table, actor if actor in held else held[0])
        action = await requests.advised(self.manager, table, asking.owner, at, view)
        told = requests.advice(table, view, action, asking.lang)
        return shapes.Advice(
            at=at,
            action=action,
            notation=table.game.notation.name(view.s, action),
            says=told["says"],
            because=told["because"],
        )

    async def rematch(self, asking: Asking) -> shapes.Rematch:
        table = await self.calls.watched(asking)
        if all(seat.owner != asking.owner for seat in table.seats):
            raise Refused("seat", site_text.NOT_YOUR_SEAT)
        if not table.state.over:
            raise Refused("playing", site_text.REMATCH_LATER)
        if not table.kept.rematch:
            await self.calls.count("tables", asking, site_text.SLOW)
        again = await self.manager.rematch(table)
        return shapes.Rematch(table=again, page=f"{root(asking.request)}/t/{again}")
