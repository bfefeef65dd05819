"""Continues a game at a table here that was started offline in a browser.

The browser sends the record with its seed, and the records of the games that it continues. All
draws so far are checked against these seeds; later draws come from a new seed. The record reveals
hidden information of every seat, so it stays private until the game is over. After that it is part
of the proof and can be viewed.
"""

import asyncio
import re

from matou.bots.levels import LEVELS
from matou.core import fairness, refusals
from matou.core.messages import say
from matou.core.record import Record
from matou.paper import SEATS
from matou.play import replay, requests
from matou.play.forms import SetUp
from matou.play.replay import FARTHEST
from matou.play.seats import Seat
from matou.web.feature import Feature, HTTPException, Request, Response, route
from matou.web.replay.proof import BEGUN, begun, split_records
from matou.web.replay.routes import ReplayRoutes, Unread
from matou.web.site import Site

SITTER = re.compile(r"(me|link|bot)([1-9]?):(\d)")  # me:0, link:2, bot4:1: player and colour
DAYS, MOST_STORED = 400.0, 20_000


BEFORE_LATER = say(
    "You can see how this game began once it is over. Before that, it would "
    "reveal what is still hidden."
)
UNPROVED = say(
    "everything up to action {n} comes from another game; without the record of "
    "that game, nothing proves that its draws were fair"
)


class Online(Feature):
    def __init__(self, site: Site, back: ReplayRoutes) -> None:
        super().__init__(site)
        self.back = back

    @route("/online", methods=["POST"])
    async def put(self, request: Request) -> Response:
        """Opens a table that continues the game. A finished game opens as a replay instead."""
        try:
            record = await self.back.brought(request)
            chain = await self.proved(record, request.fields.get("origins", ""))
            state = await asyncio.to_thread(record.replay)
            if state.over:
                return await self.back.store_record(request, record)
            owner = request.meet()
            seats = seated(record, request.fields.get("seats", ""), owner)
        except Unread as unread:
            return self.back.open_page(request, unread)
        await request.limit("tables")
        key = replay.key_of(record)
        settings = {
            "host": owner,
            "hints": request.fields.get("hints") == "1",
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
        set_up = SetUp(record.game, seats, settings, options)
        table = await self.manager.open(set_up, actions)
        text = f"{table.id}\n{''.join(one.dumps() for one in chain)}"
        await self.store.texts.put(BEGUN, key, text, DAYS, MOST_STORED)
        return request.redirect(f"/t/{table.id}")

    async def proved(self, record: Record, sent: str) -> list[Record]:
        """Checks all draws. Returns the record, then those of the games that it continues."""
        records = split_records(sent)
        if len(records) > FARTHEST:
            raise Unread(400, say("it continues more than {n} games in a row", n=FARTHEST))
        origins = [await self.back.readable(one) for one in records]
        proof = await asyncio.to_thread(fairness.prove, record, origins)
        if proof.wrong is not None:
            raise Unread(400, proof.wrong)
        if not proof.whole:
            raise Unread(400, UNPROVED.filled(n=proof.taken))
        chain = [record]
        while (nearest := fairness.origin_among(chain[-1], origins)) is not None:
            origins.remove(nearest)
            chain.append(nearest)
        return chain

    @route("/before/{key}")
    async def before(self, request: Request) -> Response:
        """Shows the game that a table continues, once the table's game is over."""
        stored = await self.store.texts.get(BEGUN, request.path_params["key"])
        if stored is None:
            raise HTTPException(404)
        id, records = begun(stored)
        table = await self.manager.table(id)
        if table is None or not requests.may_watch(table, request.owner):
            raise HTTPException(404)
        if not table.state.over:
            return request.note(403, "playing", BEFORE_LATER)
        try:
            return await self.back.store_record(request, Record.loads(records[0]))
        except refusals.BadRecord:  # the rules have changed since
            raise HTTPException(404) from None


def seated(record: Record, asked: str, owner: str) -> list[Seat]:
    """Returns the seats that a form asks for: ``me:0 bot3:1 link:2``, one word for each seat."""
    found = [SITTER.fullmatch(one) for one in asked.split()]
    sitters = [one for one in found if one is not None]
    kinds, colours = [one[1] for one in sitters], {int(one[3]) for one in sitters}
    fits = len(found) == len(sitters) == len(colours) == record.seats
    levels = [int(one[2] or 0) for one in sitters]
    if not fits or "me" not in kinds or max(colours) >= len(SEATS) or max(levels) > len(LEVELS):
        raise Unread(400, say("it does not say who sits where from now on (seats: me:0 bot3:1)"))
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
