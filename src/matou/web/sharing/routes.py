"""Routes of the preview pictures for links."""

from importlib.util import find_spec

from matou.core.messages import count, say
from matou.core.registry import names
from matou.play import daily
from matou.play.card import Card, of_day, of_game, sample_sheet
from matou.web.feature import Feature, HTTPException, Problem, Request, Response, route
from matou.web.http.answers import file
from matou.web.http.request import SLOW
from matou.web.http.security import Buckets
from matou.web.replay.routes import ReplayRoutes
from matou.web.sharing.previews import Painter
from matou.web.site import Site

DAY = 86400  # seconds
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
            if not self.asked.take(request.network):
                raise Problem(SLOW, 429)
            if find_spec("resvg_py") is None:
                raise HTTPException(404)
            made = await self.painter.paint(key, card)
        if made is None:
            return request.note(503, "fault", FAILED)
        return file(made, "image/png", seconds, by)

    @route("/share.png")
    async def of_house(self, request: Request) -> Response:
        lang, first = request.lang, next(iter(self.site.games.values()))
        title = count(
            len(names()),
            "{n:words|cap} game of cats and mice",
            "{n:words|cap} games of cats and mice",
        )
        card = Card(title.say(lang), ABOUT.say(lang), (), sample_sheet(first, lang))
        return await self.answer(request, f"house {lang}", card, DAY)

    @route("/g/{game}/share.png")
    async def of_game(self, request: Request) -> Response:
        game, lang = self.game_or_404(request), request.lang
        title, tagline = game.words.TITLE.say(lang), game.words.TAGLINE.say(lang)
        card = Card(title, tagline, (), sample_sheet(game, lang))
        return await self.answer(request, f"game {game.name} {lang}", card, DAY)

    @route("/daily/{game}/share.png")
    async def of_daily(self, request: Request) -> Response:
        """Returns the picture of a visitor's result with today's cat. It shows another board."""
        game, lang, day = self.game_or_404(request), request.lang, daily.today()
        tried = await self.store.daily.first(request.owner, day, game.name)
        says = tried.says(game, lang) if tried is not None else ""
        if not says:
            raise HTTPException(404)
        card = of_day(game, day, says, lang)
        return await self.answer(request, f"{card.title} {day} {card.says}", card, 60, "private")

    @route("/t/{table}/share.png", "/open/{key}/share.png")
    async def of_film(self, request: Request) -> Response:
        """Returns the picture of a game. During the game it shows a spectator's view."""
        replay, lang = await self.back.replay(request, today_too=True), request.lang
        if replay.day:
            return request.redirect(f"/daily/{replay.positions.game.name}/share.png")
        card = of_game(replay, lang)
        key = f"{replay.stamp} {lang} {card.players!r}"
        # Shared caches must not store pictures of private tables.
        by = "public" if replay.is_public else "private"
        return await self.answer(request, key, card, DAY if replay.positions.over else 60, by)
