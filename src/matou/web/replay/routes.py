"""Replay pages: positions, analysis, playing on, uploaded records.

Anybody who may watch a table may view its finished game from any seat. During a game, players see
only observations from their own seat. An uploaded record is stored for some days under the hash of
its text.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from matou.core.messages import Message, listed, say
from matou.core.record import Record
from matou.core.refusals import BadRecord
from matou.play import daily, opening, position_words, replay as replays, requests, results, seats
from matou.play.analysis import BadAnalysis, in_words
from matou.play.refusals import Refused
from matou.play.replay import MOST_BYTES, Positions, Replay, TooLong
from matou.web.feature import Chore, Feature, HTTPException, Problem, Request, Response, route
from matou.web.http.answers import json_answer, record_file
from matou.web.http.request import body_of, whole
from matou.web.http.security import Buckets, remember
from matou.web.replay import analysis
from matou.web.replay.proof import OPENED, prove_record
from matou.web.sharing.previews import preview
from matou.web.site import Site

PLACES = ("/t/{table}/back", "/open/{key}")  # of a table's game, and of an uploaded one
LOOKED_AT = 16  # games cached in memory
DRAWINGS_RATE, DRAWINGS_BURST = 10.0, 200.0  # positions per network: per second, and at once
DAYS = 30.0
MOST_STORED = 20_000


def at_replays(path: str) -> list[str]:
    return [place + path for place in PLACES]


class ReplayRoutes(Feature):
    LIMITS = (
        ("records", None, (0.2, 20)),
        ("analyses", None, (0.1, 12)),
        ("opinions", None, (0.5, 60)),
    )

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.analyst = analysis.Analyst(self.store, site.players)
        self.looked_at: dict[str, Positions] = {}
        self.records: dict[str, Record] = {}
        self.drawings = Buckets(DRAWINGS_RATE, DRAWINGS_BURST)

    def chores(self) -> list[Chore]:
        return self.analyst.chores()

    # Loading games

    async def replay(self, request: Request, today_too: bool = False) -> Replay:
        """Returns the requested game, limited to what the visitor may see.

        With ``today_too``, players also get their game with a cat of the day, to tell its result.
        """
        if "key" in request.path_params:
            return await self.replay_of_opened(request)
        table, owner = await self.table_or_404(request), request.owner
        if not requests.may_watch(table, owner):
            raise HTTPException(403)
        if daily.is_closed(table.row) and not (today_too and table.seats_of(owner)):
            raise Problem(daily.CLOSED, 403)
        async with table.lock:  # show only committed moves
            stamp = f"{table.id}-{table.number}"
            positions = await self.positions_of(stamp, lambda: Positions(table.state))
            path = f"{request.root}/t/{table.id}/back"
            replay = replays.replay_of_table(table, path, owner, positions)
            if table.time is not None:
                left = await self.store.tables.remaining(table.id)
                standing = enumerate(table.timeline.standing)
                replay.left = {i: left[number] for i, number in standing if number in left}
            return replay

    async def replay_of_opened(self, request: Request) -> Replay:
        key = request.path_params["key"]
        record = self.records.get(key) or await self.stored_record(key)
        remember(self.records, key, record, LOOKED_AT)
        positions = await self.positions_of(key, lambda: Positions(record.replay()))
        return replays.replay_of_record(record, f"{request.root}/open/{key}", key, positions)

    async def stored_record(self, key: str) -> Record:
        stored = await self.store.texts.get(OPENED, key)
        if stored is None:
            raise HTTPException(404)
        try:
            return replays.named_cleanly(await asyncio.to_thread(Record.loads, stored))
        except BadRecord:  # the rules have changed since it was uploaded
            raise HTTPException(404) from None

    async def positions_of(self, stamp: str, make: Callable[[], Positions]) -> Positions:
        """Returns the positions of a game from the cache, or replays it in a thread."""
        known = self.looked_at.get(stamp)
        made = await asyncio.to_thread(make) if known is None else known
        remember(self.looked_at, stamp, made, LOOKED_AT)
        return made

    def eyes(self, request: Request, replay: Replay) -> int | None:
        """Returns the seat whose view a request asks for. Raises 403 if it is not allowed."""
        asked = request.query_params.get("eyes", "")
        for eyes in replay.eyes:
            if asked == ("-" if eyes is None else str(eyes)):
                return eyes
        if asked:
            raise HTTPException(403)
        return replay.eyes[0]

    # Pages

    @route(*at_replays(""))
    async def page(self, request: Request) -> Response:
        lang = request.lang
        try:
            replay = await self.replay(request)
        except HTTPException as error:
            if "key" in request.path_params:
                return request.note(404, "expired-record")
            if error.status_code == 403:
                return request.note(403, "private")
            raise
        if "key" in request.path_params:
            await self.store.texts.extend(OPENED, request.path_params["key"], DAYS)
        game, who = replay.positions.game, seats.public_names(replay.seats, lang)
        result = replay.result(lang) if replay.positions.over else ""
        return request.render(
            "replay/replay.html",
            replay=replay,
            game=game,
            about=vars(replay.about(lang, await self.origin_path(replay))),
            preview=preview(replay.seats, listed(who).say(lang), result, lang),
            place=replay.path.removesuffix("/back"),
        )

    async def origin_path(self, replay: Replay) -> str:
        """Returns the path of the game that this one continues, or '' if it cannot be viewed."""
        table = await self.manager.table(replay.table) if replay.table else None
        if table is None or replay.origin is None:
            return ""
        return position_words.continues(table, replay.origin, "en").place

    @route(*at_replays("/story"))
    async def story(self, request: Request) -> Response:
        replay, lang = await self.replay(request), request.lang
        return json_answer(replay.story(self.eyes(request, replay), lang))

    # The analysis

    @route(*at_replays("/analysis"), methods=["GET", "POST"])
    async def analysis(self, request: Request) -> Response:
        replay, lang = await self.replay(request), request.lang
        if replay.record is None or not replay.positions.over:
            after = say("Once the game is over, a bot can review it with you.").say(lang)
            return json_answer({"state": "none", "says": after})
        if request.method == "POST":
            request.check_origin()
            try:
                if await self.analyst.found(replay) is None and not await request.may("analyses"):
                    raise Refused("study", analysis.TOO_MANY)
                await self.analyst.begin(replay)
            except Refused as refused:
                return json_answer({"state": "failed", "says": refused.says.say(lang)})
        return json_answer(await self.analyst.tell(replay, lang))

    @route(*at_replays("/opinion"), methods=["GET", "POST"])
    async def opinion(self, request: Request) -> Response:
        """Returns the data for an analysis in the browser (GET), or its result in words (POST)."""
        replay, lang = await self.replay(request), request.lang
        if replay.record is None or not replay.positions.over:
            raise HTTPException(404)
        if not await request.may("opinions"):
            raise HTTPException(429)
        if request.method == "GET":
            is_quick = request.query_params.get("quick") == "1"
            asked = await asyncio.to_thread(analysis.browser_questions, replay.record, is_quick)
            return json_answer(asked)
        data = await self.browser_analysis(request, replay)
        return json_answer(await asyncio.to_thread(in_words, replay, data, lang))

    async def browser_analysis(self, request: Request, replay: Replay) -> dict[str, Any]:
        """Returns the analysis that a browser has made of a finished game."""
        request.check_origin()
        body = await request.read_body(analysis.MOST_BYTES)
        try:
            return await asyncio.to_thread(analysis.browser_analysis, replay, body)
        except BadAnalysis:
            raise HTTPException(400) from None

    # Playing on

    @route(*at_replays("/play"), methods=["POST"])
    async def play_on(self, request: Request) -> Response:
        await request.read_fields()
        replay = await self.replay(request)
        await request.limit("tables")
        owner, at = request.meet(), request.number("at")
        seat, level = request.number("seat"), request.number("level")
        try:
            set_up, actions = opening.continued(replay, at, seat, level, owner, request.name)
        except Refused as refused:
            is_playing = refused.code == "playing"
            name = "playing" if is_playing else "not-from-there"
            return request.note(403 if is_playing else 400, name, refused.says)
        table = await self.manager.table(replay.table) if replay.table else None
        set_up.settings["origin"]["path"] = replay.path.removeprefix(request.root)
        # Continuing a private game does not make it public.
        set_up.settings["watch"] = bool(table is not None and table.row.settings.get("watch"))
        made = await self.manager.open(set_up, actions)
        return request.redirect(f"/t/{made.id}")

    # Uploaded records

    @route("/open", methods=["GET", "POST"])
    async def open(self, request: Request) -> Response:
        if request.method == "GET":
            return self.open_page(request)
        try:
            return await self.store_record(request, await self.brought(request))
        except Unread as unread:
            return self.open_page(request, unread)

    async def brought(self, request: Request) -> Record:
        """Reads a form and returns its record. Raises `Unread` if it is invalid."""
        request.check_origin()
        if not await request.may("records"):
            raise Unread(429, say("too many requests at once; wait a moment, then try again"))
        body = await body_of(request, 3 * MOST_BYTES)  # URL encoding triples a byte
        if body is None:
            raise Unread(413, TooLong.SAYS)
        try:
            fields = parse_qs(body.decode("ascii"), max_num_fields=8, errors="strict")
        except ValueError:
            raise Unread(400, say("it is not text")) from None
        request.fields = {key: values[-1] for key, values in fields.items()}
        return await self.readable(request.fields.get("record", ""))

    async def readable(self, sent: str) -> Record:
        try:
            return await asyncio.to_thread(replays.opened, sent)
        except TooLong as long:
            raise Unread(413, long.says) from None
        except BadRecord as bad:
            raise Unread(400, bad.says, sent) from None

    async def store_record(self, request: Request, record: Record) -> Response:
        """Stores a record for some days and redirects to its replay."""
        key = replays.key_of(record)
        await self.store.texts.put(OPENED, key, record.dumps(), DAYS, MOST_STORED)
        return request.redirect(f"/open/{key}")

    def open_page(self, request: Request, unread: Unread | None = None) -> Response:
        """Returns the form for a record, with what is wrong with the one that was sent."""
        wrong = say("This can’t be opened: {why}", why=unread.says) if unread else None
        return request.render(
            "replay/open.html",
            unread.status if unread else 200,
            wrong=wrong.say(request.lang) if wrong else "",
            text=unread.text if unread else "",
            days=f"{DAYS:g}",
            most=MOST_BYTES,
        )

    @route("/open/{key}/record")
    async def record(self, request: Request) -> Response:
        replay = await self.replay(request)
        assert replay.record is not None
        return record_file(replay.record, replay.id)

    @route("/open/{key}/verify")
    async def verify(self, request: Request) -> Response:
        replay, lang = await self.replay(request), request.lang
        assert replay.record is not None
        before = replay.record.origin
        origin = {"path": f"/t/{before.id}/back"} if before is not None else None
        proof = await prove_record(self.manager, replay.record, origin)
        says = results.proved(proof, replay.origin, lang)
        return json_answer({"fits": proof.whole, "says": says})

    # Last, since its pattern matches any name.
    @route(*at_replays("/{at}"))
    async def position(self, request: Request) -> Response:
        """Returns a position. Its drawing is a diff to the position ``base`` that the page has."""
        if not self.drawings.take(request.network):
            raise HTTPException(429)
        replay, lang = await self.replay(request), request.lang
        eyes = self.eyes(request, replay)
        at = min(whole(request.path_params["at"]), replay.positions.count)
        if at < 0:
            raise HTTPException(404)
        base = request.number("base")
        wide, in_words = (request.query_params.get(key) == "1" for key in ("wide", "text"))
        return json_answer(replay.position(at, eyes, lang, base, wide, in_words))


class Unread(Problem):
    """An uploaded record that cannot be opened. ``text`` is the record, to be corrected."""

    def __init__(self, status: int, says: Message, text: str = "") -> None:
        super().__init__(says, status)
        self.text = text
