"""A game that was begun in a browser goes on at a table here.

The browser brings its record, secret number included: every draw so far is checked against it, and
a new secret number answers for what comes after. The record shows what everybody's seat knows, so
nobody is shown it before the game is over; then it is part of the proof, and can be looked at.
"""

from __future__ import annotations

import asyncio
import re

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from matou.core.fairness import prove
from matou.core.record import Record
from matou.core.words import BadRecord, Words
from matou.paper import SEATS
from matou.play import requests
from matou.play.replay import key_of
from matou.play.seats import Seat
from matou.web import text
from matou.web.http.address import root
from matou.web.replay.proof import BEGUN
from matou.web.replay.routes import ReplayRoutes, Unread

SITTER = re.compile(r"(me|link|bot)([1-5]?):(\d)")  # me:0, link:2, bot4:1: who, and their colour
DAYS, MOST_KEPT = 400.0, 20_000


class Online:
    """Takes games over from browsers."""

    def __init__(self, back: ReplayRoutes) -> None:
        self.back = back
        self.manager, self.pages, self.visitors = back.manager, back.pages, back.visitors

    def routes(self) -> list[Route]:
        return [
            Route("/online", self.put, methods=["POST"]),
            Route("/before/{key}", self.before),
        ]

    async def put(self, request: Request) -> Response:
        """A table that plays on; a game that is over is only opened."""
        try:
            record, fields = await self.back.brought(request)
            wrong = (await asyncio.to_thread(prove, record)).wrong
            if wrong is not None:
                raise Unread(400, wrong)
            state = await asyncio.to_thread(record.replay)
            if state.over:
                return await self.back.keep(request, record)
            response = RedirectResponse(f"{root(request)}/", 303)
            owner = self.visitors.meet(request, response)
            seats = seated(record, fields.get("seats", ""), owner)
        except Unread as unread:
            return self.back.refused(request, unread)
        if not await self.visitors.may_set_table(request):
            return self.pages.slow(request)
        key = key_of(record)
        settings = {
            "host": owner,
            "hints": fields.get("hints") == "1",
            "watch": False,
            "origin": {
                "id": record.id,
                "count": len(record.actions),
                "path": f"/before/{key}",
                "sealed": True,
            },
        }
        actions = [entry.action for entry in state.history]
        options = dict(record.game.settings(record.seats))
        table = await self.manager.open(record.game, seats, settings, options, actions)
        kept = f"{table.id}\n{record.dumps()}"
        await self.manager.store.keep_paper(BEGUN, key, kept, DAYS, MOST_KEPT)
        response.headers["location"] = f"{root(request)}/t/{table.id}"
        return response

    async def before(self, request: Request) -> Response:
        """What a table here went on from: to be looked at once its game is over."""
        kept = await self.manager.store.paper(BEGUN, request.path_params["key"])
        if kept is None:
            raise HTTPException(404)
        id, _, told = kept[0].partition("\n")
        table = await self.manager.table(id)
        if table is None or not requests.may_watch(table, self.visitors.owner(request)):
            raise HTTPException(404)
        if not table.state.over:
            note = ("PLAY_ON_LATER_TITLE", "BEFORE_LATER")
            return self.pages.note(request, 403, "private", *note)
        try:
            return await self.back.keep(request, Record.loads(told))
        except BadRecord:  # the rules have moved on since
            raise HTTPException(404) from None


def seated(record: Record, asked: str, owner: str) -> list[Seat]:
    """Who sits where from now on: me:0 bot3:1 link:2, one for each seat."""
    found = [SITTER.fullmatch(one) for one in asked.split()]
    sitters = [one for one in found if one is not None]
    kinds, colours = [one[1] for one in sitters], {int(one[3]) for one in sitters}
    fits = len(found) == len(sitters) == len(colours) == record.seats
    if not fits or "me" not in kinds or max(colours) >= len(SEATS):
        raise Unread(400, Words(*text.ONLINE_SEATS))
    seats = []
    for i, one in enumerate(sitters):
        seat = Seat(colour=int(one[3]))
        if one[1] == "bot":
            seat.kind, seat.level = "bot", int(one[2] or 1)
        elif one[1] == "me":
            seat.kind, seat.owner = "person", owner
            seat.name = record.players.get(i, "")
        seats.append(seat)
    return seats
