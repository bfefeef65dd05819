"""The page of open tables: the list, joining, quick games, blocked people.

The list is made from seats and settings only, never from positions.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from matou.core.game import Game
from matou.core.messages import count, listed, say
from matou.play import clock, refusals, seats
from matou.play.clock import LOSE
from matou.rating import Rating
from matou.web.feature import Chore, Feature, Fields, form, language, root, route
from matou.web.http.security import is_hex, network_of
from matou.web.site import Site
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

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.tables, self.moderation = site.open_tables, site.moderation
        self._made_of: matching.Snapshot | None = None
        # Rows of the snapshot by language and table.
        self._lines: dict[tuple[str, str], tuple[dict[str, Any], bytes]] = {}

    def chores(self) -> list[Chore]:
        return [Chore(self.tables.renew_offers, open_tables.RENEW)]

    # The list

    @route("/strangers")
    async def page(self, request: Request) -> Response:
        asker = await self.tables.asker_now(self.visitors.owner(request))
        return self.pages.page(
            request,
            "strangers/strangers.html",
            **await self.listed(request, asker),
            games=[*self.manager.games.values()],
            name=self.visitors.name(request),
            only_people=asker.stance.only_people,
            avoided=await self.moderation.avoided(asker.owner),
        )

    @route("/strangers/open")
    async def open_now(self, request: Request) -> Response:
        """Returns the list as a fragment, or 204 if the page already shows this version."""
        asker = await self.tables.asker(self.visitors.owner(request))
        found = await self.listed(request, asker)
        if request.query_params.get("seen") == found["stamp"]:
            return Response(status_code=204, headers={"cache-control": "no-store"})
        return self.pages.page(request, "strangers/open.html", **found)

    async def listed(self, request: Request, asker: matching.Asker) -> dict[str, Any]:
        """Returns the rows for a visitor. Rows are cached by language for each snapshot."""
        found = await self.tables.look()
        if found is not self._made_of:
            self._made_of, self._lines = found, {}
        lines, lang = self._lines, language(request)
        shown, stamp = [], hashlib.sha256(lang.encode())
        for offered in found.tables:
            if not found.is_open_to(asker, offered):
                continue
            if (lang, offered.row.id) not in lines:
                game = self.manager.games[offered.row.game]
                made = row(offered, game, lang, found.strengths(offered.row))
                lines[lang, offered.row.id] = made, repr(made).encode()
            line, text = lines[lang, offered.row.id]
            yours = any(seat.owner == asker.owner != "" for seat in offered.row.seats)
            counts = found.counts_for(asker, offered)
            shown.append({**line, "yours": yours, "counts": counts})
            stamp.update(text + bytes([yours, counts]))
        return {"tables": shown, "stamp": stamp.hexdigest()[:16]}

    # Joining

    @form("/strangers/quick")
    async def quick(self, request: Request, fields: Fields) -> Response:
        game, time = fields.get("game", ""), fields.get("clock", "live")
        if (game and game not in self.manager.games) or time not in CLOCKS:
            return self.pages.note(request, 400, "quick")
        return await self.seated(request, fields, game=game, time=CLOCKS[time])

    @form("/strangers/join/{table}")
    async def join(self, request: Request, fields: Fields) -> Response:
        return await self.seated(request, fields, joins=True)

    async def seated(
        self,
        request: Request,
        fields: dict[str, str],
        *,
        joins: bool = False,
        game: str = "",
        time: dict[str, Any] | None = None,
    ) -> Response:
        await self.visitors.limit(
            "joins", request, say("You’re opening tables too fast. Wait a moment.")
        )
        response = self.redirect(request, "/strangers")
        asker = await self.tables.asker_now(self.visitors.meet(request, response))
        if "name" in fields:
            self.visitors.remember_name(request, response, fields["name"])
        name = self.visitors.called(request, fields)
        try:
            if joins:
                table = await self.table_or_404(request)
                sat = await self.tables.join(table, asker, name)
            else:
                await self.visitors.limit("tables", request)
                network = network_of(request.scope)
                sat = await self.tables.quick(asker, name, game, time, network)
        except refusals.Refused as refused:
            return self.refused(request, refused)
        response.headers["location"] = f"{root(request)}/t/{sat.table.id}{fragment(sat)}"
        return response

    def refused(self, request: Request, refused: refusals.Refused) -> Response:
        if refused.code in ("taken", "over"):
            return self.pages.note(request, 409, "taken")
        if refused.code == "private":  # do not reveal that it exists
            raise HTTPException(404)
        return self.pages.refused(request, refused)

    # Preferences

    @form("/strangers/meet")
    async def choose_whom(self, request: Request, fields: Fields) -> Response:
        """Stores whether to meet programs, or removes a mute or block."""
        response = self.redirect(request, "/strangers")
        owner = self.visitors.meet(request, response)
        if "bear" in fields:
            if not is_hex(fields["bear"], PAIR_ID):
                raise HTTPException(400)
            await self.moderation.lift(owner, fields["bear"])
        else:
            asker = await self.tables.asker(owner)
            only = fields.get("only_people", "") == "1"
            await self.tables.set_stance(owner, asker.stance._replace(only_people=only))
        return response


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
        return say("no clock").say(lang)
    if clock["kind"] == "days":
        time = count(clock["days"], "{n} day per turn", "{n} days per turn").say(lang)
    else:
        time = say("{minutes} min + {increment} s per turn", **clock).say(lang)
    return f"{time}, {say('you lose on time').say(lang)}" if clock.get("when_up") == LOSE else time
