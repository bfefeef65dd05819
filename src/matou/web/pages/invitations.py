"""Invitation links: one for each open seat, with a QR code and a form to join."""

from __future__ import annotations

import contextlib

from matou.core.messages import say
from matou.play import forms, seating
from matou.play.forms import COLOURS
from matou.play.refusals import Refused
from matou.play.seats import clean_name
from matou.play.table import Table
from matou.web.feature import Feature, HTTPException, Request, Response, language, root, route
from matou.web.http.address import qr_code
from matou.web.http.answers import svg
from matou.web.strangers.routes import clock_words


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
