"""The page of the cats of the day, and opening a table with one."""

from __future__ import annotations

from typing import Any

from matou.bots.levels import LEVELS
from matou.core.game import Game
from matou.play import daily
from matou.play.opening import daily_table
from matou.web.daily.repository import Try
from matou.web.feature import Feature, Request, Response, language, post, root, route
from matou.web.you.games import day as date_words


class DailyRoutes(Feature):
    @route("/daily")
    async def page(self, request: Request) -> Response:
        owner, lang, day = self.visitors.owner(request), language(request), daily.today()
        tries = await self.store.daily.of(owner) if owner and self.pages.served else []
        finished = {one.day for one in tries if one.counts}
        first = {(one.day, one.game): one for one in reversed(tries)}
        named = bool(owner) and await self.store.accounts.get(owner) is not None
        return self.pages.page(
            request,
            "daily/daily.html",
            day=day,
            date=date_words(daily.end_of(day) - 1, lang),
            named=named,
            streak=daily.streak_words(finished, lang),
            games=[
                await self.shown(request, game, day, first.get((day, game.name)))
                for game in self.site.games.values()
            ],
        )

    async def shown(
        self, request: Request, game: Game, day: str, tried: Try | None
    ) -> dict[str, Any]:
        """Returns a game's cat, the visitor's result and the table of results."""
        lang, (level, seat) = language(request), daily.challenge(game, day)
        result, text = "", ""
        if tried is not None and tried.outcome is not None:
            result = tried.says(game, lang)
            link = f"{self.pages.links_begin(request)}/daily"
            text = daily.shared_text(game, day, tried.outcome, result, link, lang)
        owner = self.visitors.owner(request)
        listed = await self.store.daily.results(day, game.name) if self.pages.served else []
        return {
            "game": game,
            "level": level,
            "cat": LEVELS[level - 1].name,
            "seat": seat,
            "seat_words": daily.seat_words(game, seat),
            "table": "" if tried is None else tried.table_id,
            "result": result,
            "text": text,
            "results": [
                {
                    "name": one.name,
                    "mine": one.owner == owner,
                    "won": one.outcome,
                    "points": daily.points(game, one.score, one.against),
                }
                for one in listed
            ],
        }

    @post("/daily/{game}")
    async def play(self, request: Request) -> Response:
        """Opens today's table, or goes to the one that the visitor has."""
        game, day = self.game_or_404(request), daily.today()
        await self.visitors.form(request)
        response = self.redirect(request, "/")
        owner = self.visitors.meet(request, response)
        tried = await self.store.daily.first(owner, day, game.name)
        if tried is None:
            await self.visitors.limit("tables", request)
            row = daily_table(game, day, owner, self.visitors.name(request), self.store.db.key)
            fence = self.store.daily.opening(row.id, owner, day, game.name)
            await self.manager.open_daily(row, game, fence)
            tried = await self.store.daily.first(owner, day, game.name)
            assert tried is not None
        response.headers["location"] = f"{root(request)}/t/{tried.table_id}"
        return response
