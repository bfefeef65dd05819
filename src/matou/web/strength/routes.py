"""The page of a visitor's ratings, and the ladder of the cats on a game's page."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from matou.bots.levels import LEVELS
from matou.core.game import Game
from matou.core.messages import listed
from matou.rating.cats import cats
from matou.web.feature import Feature, route
from matou.web.http.language import language
from matou.web.ops.chores import Chore
from matou.web.store import Store
from matou.web.strength.counting import Counting
from matou.web.strength.drawing import chart, scale
from matou.web.strength.repository import Fared

SHOWN = 40  # games in a chart
LISTED = 4


class Strength(Feature):
    def chores(self) -> list[Chore]:
        return [Counting(self.manager).run]

    @route("/strength", "GET", "POST")
    async def page(self, request: Request) -> Response:
        if request.method == "POST":
            return await self.choose(request)
        owner, lang = self.visitors.owner(request), language(request)
        wants = await self.store.ratings.wants(owner)
        games = list(self.manager.games.values())
        shown = [await self.of_game(owner, game, lang) for game in games] if wants else []
        return self.pages.page(request, "strength/strength.html", wants=wants, games=shown)

    async def choose(self, request: Request) -> Response:
        """Turns the visitor's rating on or off."""
        fields = await self.visitors.form(request)
        response = self.redirect(request, "/strength")
        owner = self.visitors.meet(request, response)
        await self.visitors.want_rating(request, owner, fields.get("want", "") == "1")
        return response

    async def of_game(self, owner: str, game: Game, lang: str) -> dict[str, Any]:
        """Returns a person's rating, chart and history in one game, for the template."""
        rated = (await self.store.ratings.of_people([owner], game.name)).get(owner)
        past = await self.store.ratings.history(owner, game.name, SHOWN)
        went = [then.rating for then in reversed(past)]
        known = cats(game.name, game.min_seats)
        names = [
            f"{bot.name.say(lang)} {cat.points}" for bot, cat in zip(LEVELS, known, strict=True)
        ]
        return {
            "game": game,
            "rated": rated,
            "scale": scale(known, rated and rated.rating),
            "cats": listed(names),
            "chart": chart(went),
            "went": went,
            "past": [
                {
                    "table": then.table,
                    "place": then.place + 1,
                    "places": then.places,
                    "points": then.rating.points,
                    "gain": then.rating.points - before.rating.points if before else None,
                }
                for then, before in zip(past, [*past[1:], None], strict=False)
            ][:LISTED],
        }


async def first_opponent(store: Store, owner: str) -> int:
    """Returns the level to suggest: the weakest cat until the visitor has beaten one."""
    return 2 if owner and await store.ratings.has_won(owner) else 1


async def ladder(store: Store, owner: str, game: Game) -> list[dict[str, Any]]:
    """Returns the cats, the strongest first, with the person's results and the next opponent."""
    fared = await store.ratings.ladder(owner, game.name) if owner else {}
    rated = cats(game.name, game.min_seats)
    levels = range(1, len(rated) + 1)
    following = next((i for i in levels if not fared.get(i, Fared()).won), None)
    steps = []
    for level in levels:
        results = fared.get(level, Fared())
        state = "next" if level == following else "later"
        if results.won:
            state = "beaten" if results.won > results.hinted else "helped"
        about = {"level": level, "points": rated[level - 1].points, "state": state}
        steps.append({**about, **results._asdict()})
    return steps[::-1]
