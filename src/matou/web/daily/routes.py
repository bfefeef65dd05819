"""The pages of the cats of the day, today's and past ones, and opening a table with one."""

from typing import Any

from matou.bots.levels import LEVELS
from matou.core.game import Game
from matou.core.messages import say
from matou.play import daily
from matou.play.opening import daily_table
from matou.web.daily.repository import Try
from matou.web.feature import Feature, HTTPException, Problem, Request, Response, form, route


class DailyRoutes(Feature):
    @route("/daily")
    async def page(self, request: Request) -> Response:
        owner, daily_games = request.owner, self.store.daily
        past = await daily_games.past_days() if self.served else []
        return request.render(
            "daily/daily.html",
            named=await request.account() is not None,
            streak=await daily_games.streak(owner, request.lang) if owner else "",
            past=f"/daily/{past[0]}" if past else "",
            **await self.shown(request, daily.today()),
        )

    @route("/daily/{day}")
    async def past(self, request: Request) -> Response:
        """Shows the results and seeds of a day that has ended, with links to its games."""
        day, days = request.path_params["day"], await self.store.daily.past_days()
        if day == daily.today():
            return request.redirect("/daily")
        if day not in days:
            raise HTTPException(404)
        return request.render(
            "daily/past.html",
            days=[(one, daily.date_words(one, request.lang)) for one in days],
            **await self.shown(request, day),
        )

    async def shown(self, request: Request, day: str) -> dict[str, Any]:
        """Returns the games of a day for a template."""
        tries = await self.store.daily.of(request.owner) if request.owner else []
        first = {one.game: one for one in reversed(tries) if one.day == day}
        games = [
            await self.game(request, game, day, first.get(game.name))
            for game in self.site.games.values()
        ]
        return {"day": day, "date": daily.date_words(day, request.lang), "games": games}

    async def game(
        self, request: Request, game: Game, day: str, tried: Try | None
    ) -> dict[str, Any]:
        """Returns a game's cat, the visitor's result and the table of results."""
        lang, (level, seat) = request.lang, daily.challenge(game, day)
        result, text = "", ""
        if tried is not None and tried.outcome is not None:
            result, link = tried.says(game, lang), f"{request.links_begin}/daily"
            text = daily.shared_text(game, day, tried.outcome, result, link, lang)
        owner = request.owner
        listed = await self.store.daily.results(day, game.name, owner) if self.served else []
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
    async def play(self, request: Request) -> Response:
        """Opens today's table, or goes to the one that the visitor has."""
        game, day = self.game_or_404(request), daily.today()
        owner = request.meet()
        tried = await self.store.daily.first(owner, day, game.name)
        if tried is None:
            await request.limit("tables")
            row = daily_table(game, day, owner, request.name, self.store.db.key)
            fence = self.store.daily.opening(row.id, owner, day, game.name)
            await self.manager.create(row, game, fences=[fence])
            tried = await self.store.daily.first(owner, day, game.name)
        if tried is None:  # an account that the visitor has left has their try
            raise Problem(say("You have already played today’s cat."), 409)
        return request.redirect(f"/t/{tried.table_id}")
