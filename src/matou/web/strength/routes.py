"""One's own page of ratings, and the ladder of the five cats on a game's page."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from matou.core.game import Game
from matou.rating.cats import cats
from matou.web import text
from matou.web.http.address import root
from matou.web.http.language import language
from matou.web.http.page_maker import PageMaker
from matou.web.http.visitors import Visitors
from matou.web.store.interface import Store
from matou.web.store.ratings import Fared
from matou.web.strength.drawing import chart, scale
from matou.web.tables.manager import TableManager

SHOWN = 40  # games that a chart goes back
LISTED = 4


class Strength:
    """Answers who wants to know how strong they are. Only finished games are ever looked at."""

    def __init__(self, manager: TableManager, pages: PageMaker, visitors: Visitors) -> None:
        self.manager = manager
        self.store = manager.store
        self.pages = pages
        self.visitors = visitors

    def routes(self) -> list[Route]:
        return [Route("/strength", self.page, methods=["GET", "POST"])]

    async def page(self, request: Request) -> Response:
        if request.method == "POST":
            return await self.choose(request)
        owner, lang = self.visitors.owner(request), language(request)
        wants = await self.store.wants_rating(owner)
        games = list(self.manager.games.values())
        shown = [await self.of_game(owner, game, lang) for game in games] if wants else []
        return self.pages.page(request, "strength/strength.html", wants=wants, games=shown)

    async def choose(self, request: Request) -> Response:
        """Somebody wants a rating, or none."""
        fields = await self.visitors.form(request)
        response = RedirectResponse(f"{root(request)}/strength", 303)
        owner = self.visitors.meet(request, response)
        await self.store.want_rating(owner, fields.get("want", "") == "1")
        return response

    async def of_game(self, owner: str, game: Game, lang: str) -> dict[str, Any]:
        """What there is to tell of somebody at one game."""
        rated = (await self.store.ratings([owner], game.name)).get(owner)
        past = await self.store.rated_games(owner, game.name, SHOWN)
        went = [then.rating for then in reversed(past)]
        known = cats(game.name, game.min_seats)
        says = text.listed(
            [f"{text.level_name(i).say(lang)} {cat.points}" for i, cat in enumerate(known, 1)], lang
        )
        told = text.CHART_SAYS.say(lang)
        return {
            "game": game,
            "rated": rated,
            "scale": scale(known, rated and rated.rating),
            "scale_says": " ".join(
                [
                    text.SCALE_SAYS.say(lang).format(cats=says),
                    *([text.YOU_AT.say(lang).format(rating=rated.rating)] if rated else []),
                ]
            ),
            "chart": chart(went),
            "chart_says": told.format(n=len(went), first=went[0].points, last=went[-1].points)
            if went
            else "",
            "past": [
                {
                    "table": then.table,
                    "place": text.PLACE_OF.say(lang).format(
                        place=then.place + 1, places=then.places
                    ),
                    "points": then.rating.points,
                    "gain": then.rating.points - before.rating.points if before else None,
                }
                for then, before in zip(past, [*past[1:], None], strict=False)
            ][:LISTED],
        }


async def ladder(store: Store, owner: str, game: Game, lang: str) -> list[dict[str, Any]]:
    """The five cats, the strongest first: beaten, by how much, and who is next."""
    fared = await store.ladder(owner, game.name) if owner else {}
    rated = cats(game.name, game.min_seats)
    levels = range(1, len(rated) + 1)
    following = next((i for i in levels if not fared.get(i, Fared()).won), None)
    steps = []
    for level in levels:
        games, won, best = fared.get(level, Fared())
        says = text.NEXT_CAT if level == following else text.NOT_YET
        if won:
            says = text.BEATEN_BY if best else text.BEATEN
        steps.append(
            {
                "level": level,
                "points": text.RATED_AT.say(lang).format(points=rated[level - 1].points),
                "state": "beaten" if won else "next" if level == following else "later",
                "says": says.say(lang).format(n=best),
                "won": text.WON_OF.say(lang).format(won=won, games=games) if games else "",
            }
        )
    return steps[::-1]
