"""A table's own page, and what follows a game: its record, its proof, a rematch."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from matou.core.game import Game
from matou.paper.portraits import COATS
from matou.play import requests
from matou.play.keeping import Gone
from matou.play.results import proved, result
from matou.play.seats import names_of, public_names
from matou.play.table import Table
from matou.web import text
from matou.web.http.address import root
from matou.web.http.answers import FRESH, record_file
from matou.web.http.language import language
from matou.web.http.page_maker import PageMaker
from matou.web.http.visitors import Visitors
from matou.web.pages.pictures import inline
from matou.web.replay.proof import prove_table
from matou.web.sharing.card import preview
from matou.web.tables.asked import asked_table
from matou.web.tables.manager import TableManager


def for_scripts(lang: str) -> dict[str, Any]:
    """What the scripts of a table's page say and show by themselves."""
    return {
        "script": text.spoken(text.FOR_SCRIPT, lang),
        "levels": [level.say(lang) for level in text.LEVELS],
        "characters": [character.say(lang) for character in text.CHARACTERS],
        "coats": COATS,
    }


def aid_of(game: Game, lang: str) -> list[tuple[Markup, str]]:
    """A game's aid for the page: pictures in the page's colours, and what they say."""
    lines = game.aid(game.chosen) if game.aid is not None else []
    return [
        (Markup(inline(line.picture, "-52 -52 104 104")), line.told.say(lang)) for line in lines
    ]


# What a page shows of being told when it is one's turn; None where that is of no use.
Bell = Callable[[Request, Table], Awaitable[dict[str, Any] | None]]


class TablePage:
    """The page that a table is played on."""

    def __init__(
        self,
        manager: TableManager,
        pages: PageMaker,
        visitors: Visitors,
        bell: Bell,
        has_operator: bool,
    ) -> None:
        self.manager = manager
        self.has_operator = has_operator  # does anybody read reports?
        self.pages = pages
        self.visitors = visitors
        self.bell = bell

    def routes(self) -> list[Route]:
        return [
            Route("/t/{table}", self.table),
            Route("/t/{table}/record", self.record),
            Route("/t/{table}/verify", self.verify),
            Route("/t/{table}/rematch", self.rematch, methods=["POST"]),
        ]

    async def table(self, request: Request) -> Response:
        table, lang = await asked_table(self.manager, request), language(request)
        if not requests.may_watch(table, self.visitors.owner(request)):
            return self.pages.note(request, 403, "private", "PRIVATE_TITLE", "PRIVATE")
        who, end = public_names(table.seats, lang), table.state.observe(None)
        late = [out.seat for out in end.out]
        won = result(end.winners, who, lang, late=late) if table.kept.over else ""
        return self.pages.page(
            request,
            "tables/table.html",
            preview=preview(table.seats, text.listed(who, lang), won, lang),
            game=table.game,
            table=table,
            aid=aid_of(table.game, lang),
            hints=bool(table.kept.settings.get("hints")),
            notify=await self.bell(request, table),
            reports=self.has_operator,
            **for_scripts(lang),
        )

    async def record(self, request: Request) -> Response:
        table = await self.finished(request)
        lang = language(request)
        names = dict(enumerate(names_of(table.seats, lang)))
        return record_file(table.record(names), table.id)

    async def finished(self, request: Request) -> Table:
        table = await asked_table(self.manager, request)
        if not requests.may_watch(table, self.visitors.owner(request)) or not table.state.over:
            raise HTTPException(403)
        return table

    async def verify(self, request: Request) -> Response:
        table, lang = await self.finished(request), language(request)
        proof = await prove_table(self.manager, table)
        says = proved(proof, table.timeline.origin, lang)
        return JSONResponse({"fits": proof.whole, "says": says}, headers=FRESH)

    async def rematch(self, request: Request) -> Response:
        table = await asked_table(self.manager, request)
        await self.visitors.form(request)
        owner = self.visitors.owner(request)
        if not owner or not table.state.over or all(s.owner != owner for s in table.seats):
            raise HTTPException(403)
        if not table.kept.rematch and not await self.visitors.may_set_table(request):
            return self.pages.slow(request)
        try:
            again = await self.manager.rematch(table)
        except Gone:  # deleted by whoever runs the site
            raise HTTPException(404) from None
        return RedirectResponse(f"{root(request)}/t/{again}", 303)
