"""Calls that create a table or take a seat."""

from functools import reduce
from operator import or_
from typing import Any

import msgspec
from starlette.responses import Response

from matou.core.messages import say
from matou.core.refusals import BadChoice
from matou.play import clock, forms, refusals, seating, views
from matou.play.protocol import program_requests as asked, programs
from matou.play.seats import Seat, clean_name
from matou.play.table import Table
from matou.web.api import calls, structs
from matou.web.api.endpoint import MAY, ApiRequest, decode, post
from matou.web.api.errors import ApiError
from matou.web.api.structs import plain
from matou.web.http.address import root
from matou.web.http.answers import json_answer
from matou.web.site import Site
from matou.web.strangers import matching, open_tables


class SettingUp(calls.ApiCalls):
    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.new_table: Any = reduce(or_, map(structs.new_table_type, site.games.values()))

    @post(
        "/tables",
        say("Create a table"),
        MAY,
        403,
        409,
        status=201,
        answer=programs.Created,
        body="new_table",
    )
    async def create_table(self, asking: ApiRequest) -> Response:
        data = await asking.raw_body()
        try:
            wanted = decode(data, self.new_table)
        except ApiError as wrong:
            raise self._in_the_games_words(data, wrong) from None
        await self.count("tables", asking, say("Too many tables at once. Wait a moment."))
        token = asking.token or self.people.new()
        owner = self.people.owner(token)
        asker = await self.open_tables.introduced(owner, wanted.bot, wanted.public)
        seats = seated(plain(wanted.seats), asker, clean_name(wanted.name), asking.lang)
        settings = {"host": owner, "watch": wanted.watch, "hints": wanted.hints}
        if wanted.public:
            await self.open_tables.check_open(owner, asking.network)
            settings["public"] = True
        if wanted.rated:
            settings["rated"], settings["hints"] = True, False
        if (time_asked := plain(wanted.clock)) is not None:
            settings["clock"] = clock_settings(time_asked)
        game = self.manager.games[wanted.__struct_config__.tag]
        options = structs.chosen(wanted.options)
        table = await self.manager.open(forms.SetUp(game, seats, settings, options))
        if table.is_public:
            await self.open_tables.offer(table, network=asking.network)
        page = calls.page_of(asking, table)
        created = programs.Created(
            table=table.id,
            token=token,
            seats=table.seats_of(owner),
            page=page,
            invites=views.program_invites(table, owner, page),
        )
        return json_answer(created, 201, location=f"{root(asking.request)}/api/tables/{table.id}")

    def _in_the_games_words(self, data: bytes, wrong: ApiError) -> ApiError:
        """Returns the game's own error for a bad choice, which lists the valid values."""
        if not wrong.field:
            return wrong
        try:
            asked = msgspec.json.decode(data)
            game = self.manager.games.get(asked["game"])
            if game is None:
                return ApiError(422, "game", self.no_such_game(), field="game")
            if wrong.field.startswith("options"):
                game.having(**asked["options"])
            elif wrong.field == "seats":
                game.check_seats(len(asked["seats"]))
        except BadChoice as choice:
            return ApiError(422, "choice", choice.says, field=wrong.field)
        except (KeyError, TypeError, msgspec.DecodeError, RecursionError):
            return wrong
        return wrong

    @post(
        "/tables/{table}/join",
        say(
            "Take an open seat by invitation, or take your own seat back from the bot "
            "that played for you"
        ),
        MAY,
        409,
    )
    async def join(self, asking: ApiRequest, body: asked.Join) -> programs.Joined:
        table = await self.table(asking)
        token = asking.token or self.people.new()
        owner = self.people.owner(token)
        is_theirs = any(seat.owner == owner for seat in table.seats)
        if body.invite is None and table.is_public and not is_theirs:
            await self.count("joins", asking, say("You’re opening tables too fast. Wait a moment."))
            asker = await self.open_tables.introduced(owner, body.bot, is_public=True)
            sat = await self.open_tables.join(table, asker, clean_name(body.name))
            return joined(sat, token, asking)
        seat = self._meant_seat(table, asking.owner, body.invite)
        there = table.seats[seat]
        if there.kind == "open":
            name = clean_name(body.name) or say("Player {n}", n=seat + 1).say(asking.lang)
            asker = await self.open_tables.introduced(owner, body.bot, table.is_public)
            who: dict[str, Any] = {"owner": owner, "name": name, "colour": there.colour}
            program = asker.stance.program
            await seating.change_seat(table, seat, "open", kind="person", program=program, **who)
        if there.owner != owner:
            raise refusals.Refused("taken", say("That seat is already taken."))
        if there.kind == "bot" and not table.state.over:  # it held the seat for its owner
            await seating.change_seat(table, seat, "bot", kind="person")
        return joined(open_tables.Sat(table, seat, ""), token, asking)

    def _meant_seat(self, table: Table, owner: str, invite: str | None) -> int:
        """Returns the seat of an invitation, or the client's own seat, bot-held seats first."""
        seats = list(enumerate(table.seats))
        if invite is None:
            own = [(s.kind != "bot", i) for i, s in seats if owner and s.owner == owner]
            found = [i for _, i in sorted(own)]
        else:
            found = [i for i, s in seats if s.invite and s.invite == invite]
        if not found:
            raise ApiError(
                403,
                "invite",
                say("This invitation does not match a seat at this table."),
                field="invite",
            )
        return found[0]


def joined(sat: open_tables.Sat, token: str, asking: ApiRequest) -> programs.Joined:
    page = calls.page_of(asking, sat.table)
    return programs.Joined(table=sat.table.id, token=token, seat=sat.seat, page=page)


def seated(wanted: list[Any], asker: matching.Asker, name: str, lang: str) -> list[Seat]:
    owner, program = asker.owner, asker.stance.program
    seats: list[Seat] = []
    for i, kind in enumerate(wanted):
        if isinstance(kind, asked.BotSeat):
            seats.append(Seat("bot", kind.bot, "", "", i))
        elif kind == "open":
            seats.append(Seat("open", 0, "", "", i))
        else:
            first = all(seat.owner != owner for seat in seats)
            called = name if first else say("Player {n}", n=i + 1).say(lang)
            seats.append(Seat("person", 0, owner, called, i, program=program))
    return seats


def clock_settings(wanted: asked.LiveClock | asked.DailyClock) -> dict[str, Any]:
    if isinstance(wanted, asked.DailyClock):
        return clock.daily(wanted.days, wanted.when_up)
    return clock.live(wanted.minutes, wanted.increment, wanted.when_up)
