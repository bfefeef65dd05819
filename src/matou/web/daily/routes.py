"""The pages of the cats of the day, today's and past ones, and opening a table with one."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from matou.bots.levels import LEVELS
from matou.core.game import Game
from matou.core.messages import say
from matou.play import daily
from matou.play.opening import daily_table
from matou.web.daily.repository import Try
from matou.web.feature import Feature, Fields, form, language, root, route
from matou.web.http.answers import Problem


class DailyRoutes(Feature):
    @route("/daily")
    async def page(self, request: Request) -> Response:
        owner, lang, served = self.visitors.owner(request), language(request), self.pages.served
        past = await self.store.daily.past_days() if served else []
        return self.pages.page(
            request,
            "daily/daily.html",
            named=bool(owner) and await self.store.accounts.get(owner) is not None,
            streak=await self.store.daily.streak(owner, lang) if owner and served else "",
            past=f"/daily/{past[0]}" if past else "",
            **await self.shown(request, daily.today()),
        )

    @route("/daily/{day}")
    async def past(self, request: Request) -> Response:
        """Shows the results and seeds of a day that has ended, with links to its games."""
        day, days = request.path_params["day"], await self.store.daily.past_days()
        if day == daily.today():
            return self.redirect(request, "/daily")
        if day not in days:
            raise HTTPException(404)
        lang = language(request)
        return self.pages.page(
            request,
            "daily/past.html",
            days=[(one, daily.date_words(one, lang)) for one in days],
            **await self.shown(request, day),
        )

    async def shown(self, request: Request, day: str) -> dict[str, Any]:
        """Returns the games of a day for a template."""
        owner, served = self.visitors.owner(request), self.pages.served
        tries = await self.store.daily.of(owner) if owner and served else []
        first = {one.game: one for one in reversed(tries) if one.day == day}
        games = self.site.games.values()
        return {
            "day": day,
            "date": daily.date_words(day, language(request)),
            "games": [await self.game(request, g, day, first.get(g.name)) for g in games],
        }

    async def game(
        self, request: Request, game: Game, day: str, tried: Try | None
    ) -> dict[str, Any]:
        """Returns a game's cat, the visitor's result and the table of results."""
        lang, (level, seat) = language(request), daily.challenge(game, day)
        result, text = "", ""
        if tried is not None and tried.outcome is not None:
            result = tried.says(game, lang)
            link = f"{self.pages.links_begin(request)}/daily"
            text = daily.shared_text(game, day, tried.outcome, result, link, lang)
        owner, served = self.visitors.owner(request), self.pages.served
        listed = await self.store.daily.results(day, game.name, owner) if served else []
        is_past = day < daily.today()
        return {
            "game": game,
            "level": level,
            "cat": LEVELS[level - 1].name,
            "seat": seat,
            "seat_words": daily.seat_words(game, seat),
            "table": "" if tried is None else tried.table_id,
            "result": result,
            "is_late": is_past and tried is not None and bool(result) and not tried.counts,
            "text": text,
            "seed": daily.seed_of(day, game.name, self.store.db.key) if is_past else "",
            "results": [
                {
                    "name": one.name,
                    "mine": one.owner == owner,
                    "won": one.outcome,
                    "points": daily.points(game, one.score, one.against),
                    "table": one.table if is_past else "",
                }
                for one in listed
            ],
        }

    @form("/daily/{game}")
    async def play(self, request: Request, _fields: Fields) -> Response:
        """Opens today's table, or goes to the one that the visitor has."""
        game, day = self.game_or_404(request), daily.today()
        response = self.redirect(request, "/")
        owner = self.visitors.meet(request, response)
        tried = await self.store.daily.first(owner, day, game.name)
        if tried is None:
            await self.visitors.limit("tables", request)
            row = daily_table(game, day, owner, self.visitors.name(request), self.store.db.key)
            fence = self.store.daily.opening(row.id, owner, day, game.name)
            await self.manager.open_daily(row, game, fence)
            tried = await self.store.daily.first(owner, day, game.name)
        if tried is None:  # an account that the visitor has left has their try
            raise Problem(say("You have already played today’s cat."), 409)
        response.headers["location"] = f"{root(request)}/t/{tried.table_id}"
        return response
