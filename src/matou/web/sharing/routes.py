"""Routes of the preview pictures for links."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from matou.core.messages import count, say
from matou.core.registry import names
from matou.play import daily
from matou.play.card import Card, of_day, of_game, sample_sheet
from matou.web.feature import Feature, language, route
from matou.web.http.answers import Problem
from matou.web.http.security import Buckets, network_of
from matou.web.http.visitors import SLOW
from matou.web.replay.routes import ReplayRoutes
from matou.web.sharing.previews import Painter
from matou.web.site import Site

FAILED = say("This picture could not be drawn. Try again in a moment.")
ABOUT = say(
    "Against a cat at your level, with faraway friends, or around one screen. No account needed."
)


class Sharing(Feature):
    def __init__(self, site: Site, back: ReplayRoutes) -> None:
        super().__init__(site)
        self.back = back
        self.painter = Painter()
        self.asked = Buckets(rate=0.5, burst=30)

    async def answer(
        self, request: Request, key: str, card: Card, seconds: int, by: str = "public"
    ) -> Response:
        """Returns a picture with its Cache-Control: ``by`` is ``public`` or ``private``."""
        made = self.painter.made(key)
        if made is None:
            if not self.asked.take(network_of(request.scope)):
                raise Problem(SLOW, 429)
            if not self.painter.can:
                raise HTTPException(404)
            made = await self.painter.paint(key, card)
        if made is None:
            return self.pages.note(request, 503, "fault", FAILED)
        caching = {"cache-control": f"{by}, max-age={seconds}"}
        return Response(made, media_type="image/png", headers=caching)

    @route("/share.png")
    async def of_house(self, request: Request) -> Response:
        games = list(self.site.games.values())
        lang = language(request)
        card = Card(
            count(
                len(names()),
                "{n:words|cap} game of cats and mice",
                "{n:words|cap} games of cats and mice",
            ).say(lang),
            ABOUT.say(lang),
            (),
            sample_sheet(games[0], lang),
        )
        return await self.answer(request, f"house {lang}", card, 86400)

    @route("/g/{game}/share.png")
    async def of_game(self, request: Request) -> Response:
        game, lang = self.game_or_404(request), language(request)
        words = game.words
        board = sample_sheet(game, lang)
        card = Card(words.TITLE.say(lang), words.TAGLINE.say(lang), (), board)
        return await self.answer(request, f"game {game.name} {lang}", card, 86400)

    @route("/daily/{game}/share.png")
    async def of_daily(self, request: Request) -> Response:
        """Returns the picture of a visitor's result with today's cat. It shows another board."""
        game, lang, day = self.game_or_404(request), language(request), daily.today()
        tried = await self.store.daily.first(self.visitors.owner(request), day, game.name)
        says = tried.says(game, lang) if tried is not None else ""
        if not says:
            raise HTTPException(404)
        card = of_day(game, day, says, lang)
        return await self.answer(request, f"{card.title} {day} {card.says}", card, 60, "private")

    @route("/t/{table}/share.png")
    @route("/open/{key}/share.png")
    async def of_film(self, request: Request) -> Response:
        """Returns the picture of a game. During the game it shows a spectator's view."""
        replay, lang = await self.back.replay(request, today_too=True), language(request)
        if replay.day:
            return self.redirect(request, f"/daily/{replay.positions.game.name}/share.png")
        card = of_game(replay, lang)
        key = f"{replay.stamp} {lang} {card.players!r}"
        # Shared caches must not store pictures of private tables.
        by = "public" if replay.is_public else "private"
        seconds = 86400 if replay.positions.over else 60
        return await self.answer(request, key, card, seconds, by)
