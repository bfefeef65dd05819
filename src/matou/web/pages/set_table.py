"""The form that sets up a new table, and invitation links to its open seats."""

import contextlib

from matou.core.messages import say
from matou.core.refusals import Refusal
from matou.play import forms, seating
from matou.play.refusals import Refused
from matou.play.seats import clean_name
from matou.play.table import Table
from matou.web.feature import Feature, HTTPException, Request, Response, form, route
from matou.web.http.address import qr_code
from matou.web.http.answers import svg
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
        asked = request.query_params
        request.fields = {"mode": asked.get("mode", "bot"), "name": request.name}
        if asked.get("public") == "1":
            request.fields["public"] = "1"
        return await self.set_page(request)

    async def set_page(self, request: Request, wrong: str = "") -> Response:
        """Returns the form, filled in with the values sent so far."""
        owner, game, was_sent = request.owner, self.game_or_404(request), "seats" in request.fields
        level = str(await first_opponent(self.store, owner)) if self.served else "1"
        checked = "" if was_sent else "1"  # in a form that was sent, a missing checkbox is off
        had = {"mode": "bot", "level": level, "you": "0", "hints": checked, "watch": checked}
        had |= {key: value for key, value in request.fields.items() if value != ""}
        rates = self.served and await self.store.ratings.wants(owner)
        if rates and not was_sent:
            had.setdefault("rated", "1")
        return request.render(
            "pages/set.html",
            400 if wrong else 200,
            game=game,
            had=had,
            wrong=wrong,
            ladder=await ladder(self.store, owner, game) if self.served else [],
            colours=forms.COLOURS,
            in_turn=IN_TURN,
            rates=rates,
        )

    @form("/g/{game}/play")
    async def play(self, request: Request) -> Response:
        game, lang = self.game_or_404(request), request.lang
        await request.limit("tables")
        owner = request.meet()
        # A name given earlier applies if the form has no field for it.
        request.fields.setdefault("name", request.name)
        try:
            set_up = forms.plan(game, request.fields, owner, lang)
            if set_up.settings.get("public"):
                await self.site.open_tables.check_open(owner, request.network)
            table = await self.manager.open(set_up)
        except ValueError as error:
            reason = error.says.say(lang) if isinstance(error, Refusal) else str(error)
            request.fields["name"] = clean_name(request.fields["name"])
            why = say("This table can’t be set up: {why}", why=reason).say(lang)
            return await self.set_page(request, why)
        except Refused as refused:
            return request.refused(refused)
        if table.is_public:
            await self.site.open_tables.offer(table, network=request.network)
        request.remember_name(request.fields["name"])
        return request.redirect(f"/t/{table.id}")


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
        here = request.url.path.removeprefix(request.root).removesuffix("/qr.svg")
        return svg(qr_code(request.links_begin + here))

    @route("/t/{table}/join/{invite}", methods=["GET", "POST"])
    async def join(self, request: Request) -> Response:
        table, seat = await self.invited(request)
        lang, there = request.lang, table.seats[seat]
        names = [s.name for s in table.seats if s.kind == "person" and s.name]
        taken = [s.colour for s in table.seats if s is not there and s.kind != "open"]
        if there.kind != "open" and there.owner and there.owner == request.owner:
            return request.redirect(f"/t/{table.id}")
        if request.method == "POST" and there.kind == "open":
            fields = await request.read_fields()
            # If two people have the same link, the first one to get here takes the seat.
            if there.kind == "open":
                owner = request.meet()
                name = clean_name(fields.get("name", "")) or say("Player {n}", n=seat + 1).say(lang)
                colour = forms.free_colour(fields.get("colour", ""), taken, there.colour)
                request.remember_name(name)
                if fields.get("want_rating") == "1":
                    await self.store.ratings.want(owner, True, request.network)
                with contextlib.suppress(Refused):
                    await seating.change_seat(
                        table, seat, "open", kind="person", owner=owner, name=name, colour=colour
                    )
                    return request.redirect(f"/t/{table.id}")
        return request.render(
            "tables/join.html",
            200 if there.kind == "open" else 409,
            game=table.game,
            table=table,
            seat=seat,
            host=names[0] if names else say("Somebody").say(lang),
            free=there.kind == "open",
            taken=taken,
            colour=there.colour,
            colours=forms.COLOURS,
            clock=clock_words(table.row.settings.get("clock"), lang),
            wants=await self.store.ratings.wants(request.owner) if table.is_rated else True,
            name=request.name,
        )
