"""The form that sets up a new table, and invitation links to its open seats."""

import contextlib

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from matou.bots.levels import LEVELS
from matou.core.messages import say
from matou.core.refusals import Refusal
from matou.play import forms, seating
from matou.play.forms import COLOURS
from matou.play.refusals import Refused
from matou.play.seats import clean_name
from matou.play.table import Table
from matou.web.feature import Feature, Fields, form, language, root, route
from matou.web.http.address import qr_code
from matou.web.http.answers import svg
from matou.web.http.security import network_of
from matou.web.strangers.routes import clock_words
from matou.web.strength.routes import first_opponent, ladder

IN_TURN = (
    say("plays first"),
    say("plays second"),
    say("plays third"),
    say("plays fourth"),
    say("plays fifth"),
)


class SetTable(Feature):
    LIMITS = (("tables", (0.1, 40), (0.5, 40)),)

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

    @form("/g/{game}/play")
    async def play(self, request: Request, fields: Fields) -> Response:
        game, lang = self.game_or_404(request), language(request)
        await self.visitors.limit("tables", request)
        response = self.redirect(request, "/")
        owner = self.visitors.meet(request, response)
        # A name given earlier applies if the form has no field for it.
        fields.setdefault("name", self.visitors.name(request))
        try:
            plan = forms.plan(game, fields, owner, lang)
            if plan.settings.get("public"):
                await self.site.open_tables.check_open(owner, network_of(request.scope))
            table = await self.manager.open(game, plan.seats, plan.settings, plan.options)
        except ValueError as error:
            reason = error.says.say(lang) if isinstance(error, Refusal) else str(error)
            why = say("This table can’t be set up: {why}", why=reason).say(lang)
            fields["name"] = clean_name(fields.get("name", ""))
            return await self.set_page(request, 400, fields, why)
        except Refused as refused:
            return self.pages.refused(request, refused)
        if table.is_public:
            await self.site.open_tables.offer(table, network=network_of(request.scope))
        response.headers["location"] = f"{root(request)}/t/{table.id}"
        self.visitors.remember_name(request, response, fields.get("name", ""))
        return response


class Invitations(Feature):
    async def invited(self, request: Request) -> tuple[Table, int]:
        table, invite = await self.table_or_404(request), request.path_params["invite"]
        for i, seat in enumerate(table.seats):
            if seat.invite and seat.invite == invite:
                return table, i
        raise HTTPException(404)

    @route("/t/{table}/join/{invite}/qr.svg")
    async def qr_code(self, request: Request) -> Response:
        await self.invited(request)
        here = request.url.path.removeprefix(root(request)).removesuffix("/qr.svg")
        return svg(qr_code(self.pages.links_begin(request) + here))

    @route("/t/{table}/join/{invite}", "GET", "POST")
    async def join(self, request: Request) -> Response:
        table, seat = await self.invited(request)
        lang, there = language(request), table.seats[seat]
        names = [s.name for s in table.seats if s.kind == "person" and s.name]
        host = names[0] if names else say("Somebody").say(lang)
        taken = [s.colour for s in table.seats if s is not there and s.kind != "open"]
        here = self.visitors.owner(request)
        if there.kind != "open" and there.owner and there.owner == here:
            return self.redirect(request, f"/t/{table.id}")
        if request.method == "POST" and there.kind == "open":
            fields = await self.visitors.form(request)
            response = self.redirect(request, f"/t/{table.id}")
            owner = self.visitors.meet(request, response)
            # If two people have the same link, the first one to get here takes the seat.
            if there.kind == "open":
                name = clean_name(fields.get("name", "")) or say("Player {n}", n=seat + 1).say(lang)
                colour = forms.free_colour(fields.get("colour", ""), taken, there.colour)
                self.visitors.remember_name(request, response, name)
                if fields.get("want_rating") == "1":
                    await self.visitors.want_rating(request, owner, True)
                with contextlib.suppress(Refused):
                    await seating.change_seat(
                        table, seat, "open", kind="person", owner=owner, name=name, colour=colour
                    )
                    return response
        return self.pages.page(
            request,
            "tables/join.html",
            200 if there.kind == "open" else 409,
            game=table.game,
            table=table,
            seat=seat,
            host=host,
            free=there.kind == "open",
            taken=taken,
            colour=there.colour,
            colours=COLOURS,
            clock=clock_words(table.row.settings.get("clock"), lang),
            wants=await self.store.ratings.wants(here) if table.is_rated else True,
            name=self.visitors.name(request),
        )
