"""What follows a finished game: headline, rung of the ladder, rating, and a stronger cat."""

import asyncio
from functools import partial

from matou.core.messages import say
from matou.play import ladder
from matou.play.headline import after
from matou.play.opening import challenge_of
from matou.play.refusals import Refused
from matou.play.table import Table
from matou.web.feature import Feature, HTTPException, Request, Response, form, route
from matou.web.http.answers import json_answer
from matou.web.replay.routes import ReplayRoutes
from matou.web.site import Site
from matou.web.strength.counting import Counting

RECENT = 20  # rated games in which to look for this one


class AfterGame(Feature):
    def __init__(self, site: Site, back: ReplayRoutes) -> None:
        super().__init__(site)
        self.back = back
        self.counting = Counting(site.manager)

    @route("/t/{table}/after", methods=["GET", "POST"])
    async def after(self, request: Request) -> Response:
        """Returns what follows a game, from its record (GET) or the browser's analysis (POST)."""
        replay, lang = await self.back.replay(request, today_too=True), request.lang
        if replay.record is None or not replay.positions.over:
            raise HTTPException(404)
        data = None
        if request.method == "POST" and not replay.day:
            if not await request.may("opinions"):
                raise HTTPException(429)
            data = await self.back.browser_analysis(request, replay)
        table, owner = await self.table_or_404(request), request.owner
        await self.counting.count_now(table.id)
        first = rung = None
        for met in ladder.cat_games(table):
            if met.owner == owner and not table.row.day:  # the cat of the day plays once
                against = await self.store.ratings.ladder(owner, table.game.name)
                rung = ladder.rung(met, against, lang)
                first = ladder.first_win(met, against)
        rating = await self.rating(table, owner, lang)
        link = f"{request.links_begin}/daily"
        made = partial(after, replay, lang, data=data, first=first, rung=rung, rating=rating)
        return json_answer(await asyncio.to_thread(made, link=link))

    async def rating(self, table: Table, owner: str, lang: str) -> str:
        """Returns the reader's rating after this game and its change, or '' if it did not count."""
        if not owner or not table.is_rated:
            return ""
        past = await self.store.ratings.history(owner, table.game.name, RECENT)
        for then, before in zip(past, [*past[1:], None], strict=True):
            if then.table == table.id:
                points = then.rating.points
                if before is None:
                    return say("Your first rating: {points}", points=points).say(lang)
                gain = f"{points - before.rating.points:+d}".replace("-", "−")
                return say("Your rating: {points} ({gain})", points=points, gain=gain).say(lang)
        return ""

    @form("/t/{table}/challenge")
    async def challenge(self, request: Request) -> Response:
        """Opens a table with the same set-up against stronger cats."""
        table = await self.table_or_404(request)
        owner = request.owner
        mine = table.seats_of(owner) if owner else []
        if not mine or not table.state.over or table.row.day or not ladder.cat_games(table):
            raise HTTPException(403)
        newest = self.manager.games.get(table.row.game, table.game)
        try:
            set_up = challenge_of(table, newest, mine[0], request.number("level"))
        except Refused:
            raise HTTPException(400) from None
        await request.limit("tables")
        made = await self.manager.open(set_up)
        return request.redirect(f"/t/{made.id}")
