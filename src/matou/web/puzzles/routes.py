"""The pages of puzzles. Positions are drawn and answers checked in the visitor's browser.

On a site without the offline copy, whose Python pages use, the server answers them instead.
"""

import asyncio
from collections import Counter
from typing import Any

import msgspec

from matou.core.game import Game
from matou.core.refusals import BadChoice, Refusal
from matou.core.registry import names
from matou.play import solving
from matou.play.refusals import Refused
from matou.web.feature import Feature, HTTPException, Request, Response, route
from matou.web.http.answers import json_answer
from matou.web.lessons.routes import tomcat_sprite

MOST_BYTES = 100_000
MOST_AT_ONCE = 500  # results that one request stores


class PuzzleRoutes(Feature):
    LIMITS = (("puzzles", (2, 60), (10, 600)), ("puzzle results", (1 / 5, 30), (1, 300)))

    @route("/puzzles")
    async def hub(self, request: Request) -> Response:
        games = solving.with_puzzles(self.site.games.values())
        return request.render(
            "puzzles/hub.html",
            games=[(game, *counts(game)) for game in games],
            named=self.served and await request.account() is not None,
        )

    @route("/puzzles/{game}")
    async def solve(self, request: Request) -> Response:
        game = self.game_or_404(request)
        if not solving.by_id(game.name):
            raise HTTPException(404)
        named = self.served and await request.account() is not None
        return request.render("puzzles/solve.html", game=game, tomcat=tomcat_sprite(), named=named)

    async def sent(self, request: Request, limit: str) -> dict[str, Any]:
        """Returns the JSON object that one of our pages has sent."""
        request.check_origin()
        if not await request.may(limit):
            raise HTTPException(429)
        body = await request.read_body(MOST_BYTES)
        try:
            return msgspec.json.decode(body, type=dict[str, Any])
        except (msgspec.DecodeError, RecursionError):
            raise HTTPException(400) from None

    @route("/puzzles/ask", methods=["POST"])
    async def ask(self, request: Request) -> Response:
        """Answers a page that has no Python of its own."""
        message, lang = await self.sent(request, "puzzles"), request.lang
        answer = solving.REQUESTS.get(str(message.get("ask")))
        if answer is None or "own" in message:  # positions from outside are for the page alone
            raise HTTPException(400)
        try:
            return json_answer(await asyncio.to_thread(answer, message, lang))
        except Refused as refused:
            return json_answer({"wrong": refused.says.say(lang)})
        except (Refusal, BadChoice, KeyError, TypeError, ValueError):
            raise HTTPException(400) from None

    @route("/puzzles/results", methods=["POST"])
    async def results(self, request: Request) -> Response:
        """Stores a page's results with the account, and returns all of them."""
        sent, account = await self.sent(request, "puzzle results"), await request.account()
        if account is None:
            raise HTTPException(403)
        known = await self.store.puzzles.of(account.owner)
        before = {(game, id) for game, results in known.items() for id, _ in results}
        fresh = [one for one in reported(sent) if one[:2] not in before][:MOST_AT_ONCE]
        if fresh:
            await self.store.puzzles.add(account.owner, fresh)
            known = await self.store.puzzles.of(account.owner)
        answer = {}
        for game, results in known.items():
            rating = solving.rating_of(game, results)
            answer[game] = {"results": results, "rating": [rating.points, rating.deviation]}
        return json_answer(answer)


def reported(sent: dict[str, Any]) -> list[tuple[str, str, int]]:
    """Returns the results in a request: games, puzzles that exist, and 0 or 1."""
    try:
        listed = msgspec.convert(
            {game: one["results"] for game, one in sent.items()}, dict[str, list[tuple[str, int]]]
        )
    except (msgspec.ValidationError, KeyError, TypeError):
        raise HTTPException(400) from None
    return [
        (game, id, int(bool(solved)))
        for game in names()
        for id, solved in listed.get(game, ())
        if id in solving.by_id(game)
    ]


def counts(game: Game) -> tuple[int, dict[str, int], dict[int, int]]:
    """Returns how many puzzles a game has: in all, by kind in words, and by difficulty."""
    found = list(solving.by_id(game.name).values())
    kinds, levels = Counter(p.data["kind"] for p in found), Counter(p.difficulty for p in found)
    return len(found), dict(kinds.most_common()), dict(sorted(levels.items()))
