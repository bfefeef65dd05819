"""The form that sets up a new table."""

from __future__ import annotations

from starlette.responses import HTMLResponse

from matou.bots.levels import LEVELS
from matou.core.messages import say
from matou.core.refusals import Refusal
from matou.play import forms
from matou.play.refusals import Refused
from matou.play.seats import clean_name
from matou.web.feature import Feature, Request, Response, language, post, root, route
from matou.web.http.security import network_of
from matou.web.site import Site
from matou.web.strength.routes import first_opponent, ladder

IN_TURN = (
    say("plays first"),
    say("plays second"),
    say("plays third"),
    say("plays fourth"),
    say("plays fifth"),
)


class SetTable(Feature):
    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.open_tables = site.open_tables
        self.visitors.limits.add("tables", person=(0.1, 40), network=(0.5, 40))

    @route("/g/{game}")
    async def setting(self, request: Request) -> Response:
        asked = {"mode": request.query_params.get("mode", "bot")}
        asked["name"] = self.visitors.name(request)
        if request.query_params.get("public") == "1":
            asked["public"] = "1"
        return await self.set_page(request, 200, asked, "")

    async def set_page(
        self, request: Request, status: int, fields: dict[str, str], wrong: str
    ) -> HTMLResponse:
        """Returns the form, filled in with the values sent so far."""
        owner = self.visitors.owner(request)
        level = str(await first_opponent(self.store, owner)) if self.pages.served else "1"
        had = {"mode": "bot", "level": level, "you": "0", "hints": "1", "watch": "1"}
        if "seats" in fields:  # the form was sent: a missing checkbox is off
            had["hints"] = had["watch"] = ""
        had |= {key: value for key, value in fields.items() if value != ""}
        game = self.game_or_404(request)
        steps, rates = [], False
        if self.pages.served:
            steps = await ladder(self.store, owner, game)
            rates = await self.store.ratings.wants(owner)
        if rates and "seats" not in fields:
            had.setdefault("rated", "1")
        return self.pages.page(
            request,
            "pages/set.html",
            status,
            game=game,
            had=had,
            wrong=wrong,
            ladder=steps,
            cats=LEVELS,
            colours=forms.COLOURS,
            in_turn=IN_TURN,
            rates=rates,
        )

    @post("/g/{game}/play")
    async def play(self, request: Request) -> Response:
        game, lang = self.game_or_404(request), language(request)
        fields = await self.visitors.form(request)
        await self.visitors.limit("tables", request)
        response = self.redirect(request, "/")
        owner = self.visitors.meet(request, response)
        # A name given earlier applies if the form has no field for it.
        fields.setdefault("name", self.visitors.name(request))
        try:
            plan = forms.plan(game, fields, owner, lang)
            if plan.settings.get("public"):
                await self.open_tables.check_open(owner, network_of(request.scope))
            table = await self.manager.open(game, plan.seats, plan.settings, plan.options)
        except ValueError as error:
            reason = error.says.say(lang) if isinstance(error, Refusal) else str(error)
            why = say("This table can’t be set up: {why}", why=reason).say(lang)
            fields["name"] = clean_name(fields.get("name", ""))
            return await self.set_page(request, 400, fields, why)
        except Refused as refused:
            return self.pages.refused(request, refused)
        if table.is_public:
            await self.open_tables.offer(table, network=network_of(request.scope))
        response.headers["location"] = f"{root(request)}/t/{table.id}"
        self.visitors.remember_name(request, response, fields.get("name", ""))
        return response
