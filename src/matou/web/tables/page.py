"""A table's page, its record, the check of its draws, and rematches."""

from functools import lru_cache
from typing import Any

from markupsafe import Markup
from starlette.routing import BaseRoute, WebSocketRoute

from matou.bots.levels import LEVELS
from matou.core.game import Game
from matou.core.messages import listed
from matou.play import daily, keeping, requests, results, seats
from matou.play.table import Table
from matou.web.feature import Chore, Feature, HTTPException, Problem, Request, Response, form, route
from matou.web.http.answers import json_answer, record_file
from matou.web.notify.routes import bell
from matou.web.pages.pictures import inline
from matou.web.replay.proof import prove_record
from matou.web.sharing.previews import preview


def shown_at_tables(lang: str) -> dict[str, Any]:
    """Returns the template data that all tables share, whatever the game."""
    return {
        "script": {
            "levels": [level.name.say(lang) for level in LEVELS],
            "characters": [level.character.say(lang) for level in LEVELS],
        },
        "reactions": requests.REACTIONS,
    }


def aid_of(game: Game, lang: str) -> list[tuple[Markup, str]]:
    return [(Markup(inline(line.picture, "-52 -52 104 104")), line.text) for line in game.aid(lang)]


@lru_cache(maxsize=64)
def room_for(game: Game, seats: int) -> tuple[float, float]:
    """Returns the size of a board in one column, so that a page reserves its space."""
    board = game.start(seats).observe(0).sheet()
    return board.width, board.height


class TablePage(Feature):
    def routes(self) -> list[BaseRoute]:
        return [*super().routes(), WebSocketRoute("/live/{table}", self.site.live)]

    def chores(self) -> list[Chore]:
        return [*self.manager.chores(), *self.site.live.chores()]

    @route("/t/{table}")
    async def table(self, request: Request) -> Response:
        table, lang = await self.table_or_404(request), request.lang
        if not requests.may_watch(table, request.owner):
            return request.note(403, "private")
        who, end = seats.public_names(table.seats, lang), table.state.observe(None)
        won = ""
        if table.row.over:
            won = results.result(table.game, end.winners, who, lang, out=end.out)
        return request.render(
            "tables/table.html",
            preview=preview(table.seats, listed(who).say(lang), won, lang),
            game=table.game,
            table=table,
            aid=aid_of(table.game, lang),
            room=room_for(table.game, len(table.seats)),
            hints=bool(table.row.settings.get("hints")),
            notify=await bell(request, table),
            reports=bool(self.site.options.operator_token),
            **shown_at_tables(lang),
        )

    @route("/t/{table}/record")
    async def record(self, request: Request) -> Response:
        table = await self.finished(request)
        names = dict(enumerate(seats.names_of(table.seats, request.lang)))
        return record_file(table.record(names), table.id)

    async def finished(self, request: Request) -> Table:
        table = await self.table_or_404(request)
        if not requests.may_watch(table, request.owner) or not table.state.over:
            raise HTTPException(403)
        if daily.is_closed(table.row):
            raise Problem(daily.CLOSED, 403)
        return table

    @route("/t/{table}/verify")
    async def verify(self, request: Request) -> Response:
        table = await self.finished(request)
        origin = table.row.settings.get("origin")
        proof = await prove_record(self.manager, table.record({}), origin)
        says = results.proved(proof, table.timeline.origin, request.lang)
        return json_answer({"fits": proof.whole, "says": says})

    @form("/t/{table}/rematch")
    async def rematch(self, request: Request) -> Response:
        table, owner = await self.table_or_404(request), request.owner
        if not owner or not table.state.over or all(s.owner != owner for s in table.seats):
            raise HTTPException(403)
        if not table.row.rematch:
            await request.limit("tables")
        try:
            again = await self.manager.rematch(table)
        except keeping.Gone:  # deleted meanwhile
            raise HTTPException(404) from None
        return request.redirect(f"/t/{again}")
