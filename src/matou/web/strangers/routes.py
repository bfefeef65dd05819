"""The page of open tables: the list, joining, quick games, blocked people.

The list is made from seats and settings only, never from positions.
"""

import hashlib
from collections.abc import Awaitable, Mapping
from typing import Any

from matou.core.game import Game
from matou.core.messages import count, listed, say
from matou.play import clock, refusals, seats
from matou.play.clock import LOSE
from matou.rating import Rating
from matou.web.feature import Chore, Feature, HTTPException, Request, Response, form, route
from matou.web.http.security import is_hex
from matou.web.strangers import matching, open_tables, repository
from matou.web.strangers.moderation import PAIR_ID

# Clocks for quick games.
CLOCKS: dict[str, dict[str, Any] | None] = {
    "live": clock.live(10, 10),
    "days": clock.daily(3),
    "": None,
}


class StrangerRoutes(Feature):
    LIMITS = (("joins", (0.1, 12), (0.5, 40)),)

    def chores(self) -> list[Chore]:
        return [Chore(self.site.open_tables.renew_offers, open_tables.RENEW)]

    # The list

    @route("/strangers")
    async def page(self, request: Request) -> Response:
        asker = await self.site.open_tables.asker_now(request.owner)
        return request.render(
            "strangers/strangers.html",
            **await self.listed(request, asker),
            name=request.name,
            only_people=asker.stance.only_people,
            avoided=await self.site.moderation.avoided(asker.owner),
        )

    @route("/strangers/open")
    async def open_now(self, request: Request) -> Response:
        """Returns the list as a fragment, or 204 if the page already shows this version."""
        found = await self.listed(request, await self.site.open_tables.asker(request.owner))
        if request.query_params.get("seen") == found["stamp"]:
            return Response(status_code=204, headers={"cache-control": "no-store"})
        return request.render("strangers/open.html", **found)

    async def listed(self, request: Request, asker: matching.Asker) -> dict[str, Any]:
        """Returns the rows for a visitor. Rows are cached by language for each snapshot."""
        found, lang = await self.site.open_tables.look(), request.lang
        shown, stamp = [], hashlib.sha256(lang.encode())
        for offered in found.tables:
            if not found.is_open_to(asker, offered):
                continue
            key = lang, offered.row.id
            if key not in found.lines:
                game = self.manager.games[offered.row.game]
                found.lines[key] = row(offered, game, lang, found.strengths(offered.row))
            yours = any(seat.owner == asker.owner != "" for seat in offered.row.seats)
            counts = found.counts_for(asker, offered)
            shown.append({**found.lines[key], "yours": yours, "counts": counts})
            stamp.update(repr(shown[-1]).encode())
        return {"tables": shown, "stamp": stamp.hexdigest()[:16]}

    # Joining

    @form("/strangers/quick")
    async def quick(self, request: Request) -> Response:
        game, time = request.fields.get("game", ""), request.fields.get("clock", "live")
        if (game and game not in self.manager.games) or time not in CLOCKS:
            return request.note(400, "quick")
        asker = await self.asker(request)
        await request.limit("tables")
        about = request.called, game, CLOCKS[time], request.network
        return await self.seated(request, self.site.open_tables.quick(asker, *about))

    @form("/strangers/join/{table}")
    async def join(self, request: Request) -> Response:
        asker, table = await self.asker(request), await self.table_or_404(request)
        joining = self.site.open_tables.join(table, asker, request.called)
        return await self.seated(request, joining)

    async def asker(self, request: Request) -> matching.Asker:
        """Returns the visitor who wants a seat. Limits how often they may ask."""
        await request.limit("joins", say("You’re opening tables too fast. Wait a moment."))
        request.remember_name(request.fields.get("name", ""))
        return await self.site.open_tables.asker_now(request.meet())

    async def seated(self, request: Request, sitting: Awaitable[open_tables.Sat]) -> Response:
        try:
            sat = await sitting
        except refusals.Refused as refused:
            if refused.code in ("taken", "over"):
                return request.note(409, "taken")
            if refused.code == "private":  # do not reveal that it exists
                raise HTTPException(404) from None
            return request.refused(refused)
        return request.redirect(f"/t/{sat.table.id}{fragment(sat)}")

    # Preferences

    @form("/strangers/meet")
    async def choose_whom(self, request: Request) -> Response:
        """Stores whether to meet programs, or removes a mute or block."""
        owner, person = request.meet(), request.fields.get("bear")
        if person is not None:
            if not is_hex(person, PAIR_ID):
                raise HTTPException(400)
            await self.site.moderation.lift(owner, person)
        else:
            asker = await self.site.open_tables.asker(owner)
            only = request.fields.get("only_people", "") == "1"
            stance = asker.stance._replace(only_people=only)
            await self.site.open_tables.set_stance(owner, stance)
        return request.redirect("/strangers")


def fragment(sat: open_tables.Sat) -> str:
    """Returns the URL fragment that selects the table page's first message."""
    ways = {"cat": "#sat-for-cat", "new": "#new-with-cat", "counts": "#counts", "own": "#waiting"}
    return ways.get(sat.was, "")


def row(
    offered: repository.Offered, game: Game, lang: str, ratings: Mapping[str, Rating]
) -> dict[str, Any]:
    table = offered.row
    free = table.free_seats
    people = [seat for seat in table.seats if seat.kind == "person"]
    return {
        "id": table.id,
        "title": game.words.TITLE.say(lang),
        "names": listed([named(seat, lang, ratings.get(seat.owner)) for seat in people]).say(lang),
        "free": count(
            len(free),
            "{n} of {seats} seats free",
            "{n} of {seats} seats free",
            seats=len(table.seats),
        ).say(lang),
        "warm": any(table.seats[i].is_warm for i in free),
        "begun": offered.number > 0,
        "clock": clock_words(table.settings.get("clock"), lang),
    }


def named(seat: seats.Seat, lang: str, rating: Rating | None) -> str:
    name = seat.name or say("Somebody").say(lang)
    about = [say("program").say(lang)] if seat.program else []
    about += [str(rating)] if rating is not None else []
    return f"{name} ({', '.join(about)})" if about else name


def clock_words(clock: dict[str, Any] | None, lang: str) -> str:
    """Returns the time control in words, and whether running out of time loses."""
    if not clock:
        return say("no time limit").say(lang)
    if clock["kind"] == "days":
        time = count(clock["days"], "{n} day per turn", "{n} days per turn").say(lang)
    else:
        time = say("{minutes} min + {increment} s per turn", **clock).say(lang)
    return f"{time}, {say('you lose on time').say(lang)}" if clock.get("when_up") == LOSE else time
