"""The page of open tables: the list, sitting down, a quick game, whom one does not want to meet."""

from __future__ import annotations

import hashlib
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from matou.play import clock
from matou.play.refusals import Refused
from matou.web.http.address import root
from matou.web.http.language import language
from matou.web.http.page_maker import PageMaker
from matou.web.http.security import is_owner
from matou.web.http.visitors import Visitors
from matou.web.strangers.listing import row
from matou.web.strangers.matching import Asker, Snapshot
from matou.web.strangers.open_tables import OpenTables, Sat
from matou.web.tables.asked import asked_table

# What a quick game may be played by.
CLOCKS: dict[str, dict[str, Any] | None] = {
    "live": clock.live(10, 10),
    "days": clock.daily(3),
    "": None,
}


class StrangerRoutes:
    """Answers who looks for somebody to play with."""

    def __init__(self, tables: OpenTables, pages: PageMaker, visitors: Visitors) -> None:
        self.tables = tables
        self.manager = tables.manager
        self.pages = pages
        self.visitors = visitors
        self._made_of: Snapshot | None = None
        self._lines: dict[tuple[str, str], tuple[dict[str, Any], bytes]] = {}  # of that

    def routes(self) -> list[Route]:
        return [
            Route("/strangers", self.page),
            Route("/strangers/open", self.open_now),
            Route("/strangers/quick", self.quick, methods=["POST"]),
            Route("/strangers/join/{table}", self.join, methods=["POST"]),
            Route("/strangers/meet", self.choose_whom, methods=["POST"]),
        ]

    # The list

    async def page(self, request: Request) -> Response:
        asker = await self.tables.asker_now(self.visitors.owner(request))
        avoided = await self.tables.store.avoided(asker.owner) if asker.owner else []
        return self.pages.page(
            request,
            "strangers/strangers.html",
            **await self.listed(request, asker),
            games=[*self.manager.games.values()],
            name=self.visitors.name(request),
            only_people=asker.stance.only_people,
            avoided=avoided,
        )

    async def open_now(self, request: Request) -> Response:
        """The list alone, for a page that has it already; 204 where it is as it was."""
        asker = await self.tables.asker(self.visitors.owner(request))
        found = await self.listed(request, asker)
        if request.query_params.get("seen") == found["stamp"]:
            return Response(status_code=204, headers={"cache-control": "no-store"})
        return self.pages.page(request, "strangers/open.html", **found)

    async def listed(self, request: Request, asker: Asker) -> dict[str, Any]:
        """The lines that somebody reads; each was made once, for all who read that language."""
        found = await self.tables.look()
        if found is not self._made_of:
            self._made_of, self._lines = found, {}
        lines, lang = self._lines, language(request)
        shown, stamp = [], hashlib.sha256(lang.encode())
        for offered in found.tables:
            if not found.is_open_to(asker, offered):
                continue
            if (lang, offered.kept.id) not in lines:
                game = self.manager.games[offered.kept.game]
                made = row(offered, game, lang, found.strengths(offered.kept))
                lines[lang, offered.kept.id] = made, repr(made).encode()
            line, text = lines[lang, offered.kept.id]
            yours = any(seat.owner == asker.owner != "" for seat in offered.kept.seats)
            counts = found.counts_for(asker, offered)
            shown.append({**line, "yours": yours, "counts": counts})
            stamp.update(text + bytes([yours, counts]))
        return {"tables": shown, "stamp": stamp.hexdigest()[:16]}

    # Sitting down

    async def quick(self, request: Request) -> Response:
        fields = await self.visitors.form(request)
        game, time = fields.get("game", ""), fields.get("clock", "live")
        if (game and game not in self.manager.games) or time not in CLOCKS:
            return self.pages.note(request, 400, "error", "QUICK_GAME", "NO_SUCH_QUICK")
        return await self.seated(request, fields, game=game, time=CLOCKS[time])

    async def join(self, request: Request) -> Response:
        fields = await self.visitors.form(request)
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
        """Somebody sits down, and their page is that of the table."""
        if not await self.visitors.may("joins", request):
            return self.pages.slow(request, "SLOW_JOINS")
        response = RedirectResponse(f"{root(request)}/strangers", 303)
        asker = await self.tables.asker_now(self.visitors.meet(request, response))
        if "name" in fields:
            self.visitors.remember_name(request, response, fields["name"])
        name = self.visitors.called(request, fields)
        try:
            if joins:
                table = await asked_table(self.manager, request)
                sat = await self.tables.join(table, asker, name)
            elif not await self.visitors.may_set_table(request):
                return self.pages.slow(request)
            else:
                sat = await self.tables.quick(asker, name, game, time)
        except Refused as refused:
            return self.refused(request, refused)
        response.headers["location"] = f"{root(request)}/t/{sat.table.id}{told(sat)}"
        return response

    def refused(self, request: Request, refused: Refused) -> Response:
        if refused.code == "banned":
            return self.pages.note(request, 403, "private", "BANNED_TITLE", "BANNED")
        if refused.code in ("taken", "over"):
            return self.pages.note(request, 409, "error", "TABLE_FULL_TITLE", "TABLE_FULL")
        if refused.code == "private":  # as if there were none
            raise HTTPException(404)
        raise refused

    # Whom to meet

    async def choose_whom(self, request: Request) -> Response:
        """People only, or programs too; and who is no longer avoided."""
        fields = await self.visitors.form(request)
        response = RedirectResponse(f"{root(request)}/strangers", 303)
        owner = self.visitors.meet(request, response)
        if "bear" in fields:
            if not is_owner(fields["bear"]):
                raise HTTPException(400)
            await self.tables.store.bear(owner, fields["bear"])
        else:
            asker = await self.tables.asker(owner)
            only = fields.get("only_people", "") == "1"
            await self.tables.set_stance(owner, asker.stance._replace(only_people=only))
        return response


def told(sat: Sat) -> str:
    """What the table's page says when it opens, as the end of its address."""
    ways = {"cat": "#sat-for-cat", "new": "#new-with-cat", "counts": "#counts", "own": "#waiting"}
    return ways.get(sat.was, "")
