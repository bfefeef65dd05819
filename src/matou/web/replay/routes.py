"""Looking back: a game again, position by position; its analysis; playing on; opened records.

A finished game is open to all who may watch its table, through anybody's eyes. A game in play is
shown as this very person saw it: what is sent of a position is an observation of it, and
nothing else. An opened record is kept for a while under the hash of its text.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from matou.core.record import Record
from matou.core.words import BadRecord, Words
from matou.play import requests, views
from matou.play.analysis import BadOpinion
from matou.play.opening import continued
from matou.play.refusals import Refused
from matou.play.replay import (
    MOST_BYTES,
    Positions,
    Replay,
    TooLong,
    key_of,
    named_cleanly,
    opened,
    replay_of_record,
    replay_of_table,
)
from matou.play.results import proved
from matou.play.seats import public_names
from matou.web import text
from matou.web.http.address import root
from matou.web.http.answers import FRESH, record_file
from matou.web.http.language import language
from matou.web.http.limits import SharedBuckets
from matou.web.http.page_maker import PageMaker
from matou.web.http.security import address_of, same_origin
from matou.web.http.visitors import Visitors, body_of
from matou.web.replay import opinion
from matou.web.replay import text as replay_text
from matou.web.replay.analysis import Analyst
from matou.web.replay.proof import OPENED, prove_record
from matou.web.sharing.card import preview
from matou.web.tables.asked import asked_table
from matou.web.tables.manager import TableManager

PLACES = ("/t/{table}/back", "/open/{key}")
LOOKED_AT = 16  # strips in memory
DAYS = 30.0
MOST_KEPT = 20_000


class ReplayRoutes:
    """Answers what is asked about games that were played."""

    def __init__(
        self, manager: TableManager, pages: PageMaker, visitors: Visitors, analyst: Analyst
    ) -> None:
        self.manager = manager
        self.pages = pages
        self.visitors = visitors
        self.analyst = analyst
        self.looked_at: OrderedDict[str, Positions] = OrderedDict()
        self.records: OrderedDict[str, Record] = OrderedDict()
        store = manager.store
        self.opened = SharedBuckets(store, "records", rate=0.2, burst=20)
        self.asked = SharedBuckets(store, "analyses", rate=0.1, burst=12)
        self.opinions = SharedBuckets(store, "opinions", rate=0.2, burst=24)

    def routes(self) -> list[Route]:
        routes = [Route("/open", self.open, methods=["GET", "POST"])]
        for place in PLACES:
            routes += [
                Route(place, self.page),
                Route(f"{place}/story", self.story),
                Route(f"{place}/analysis", self.analysis, methods=["GET", "POST"]),
                Route(f"{place}/opinion", self.opinion, methods=["GET", "POST"]),
                Route(f"{place}/play", self.play_on, methods=["POST"]),
            ]
        routes.append(Route("/open/{key}/record", self.record))
        routes.append(Route("/open/{key}/verify", self.verify))
        # Last, since a position may be called anything until it is read.
        for place in PLACES:
            routes.append(Route(f"{place}/{{at}}", self.position))
        return routes

    # What is looked at

    async def replay(self, request: Request) -> Replay:
        """The game that a request is about, as far as whoever asks may see it."""
        if "key" in request.path_params:
            return await self.replay_of_opened(request)
        table, owner = await asked_table(self.manager, request), self.visitors.owner(request)
        if not requests.may_watch(table, owner):
            raise HTTPException(403)
        async with table.lock:  # what is being written is not shown before it is durable
            actions = [entry.action for entry in table.state.history]
            stamp = f"{table.id}-{table.number}"
            out, stopped = table.state.out, table.state.stopped
            made = partial(Positions, table.game, len(table.seats), actions, out, stopped)
            positions = await self.positions_of(stamp, made)
            path = f"{root(request)}/t/{table.id}/back"
            replay = replay_of_table(table, path, owner, positions)
            if table.time is not None:
                kept = await self.manager.store.remaining(table.id)
                standing = enumerate(table.timeline.standing)
                replay.left = {i: kept[number] for i, number in standing if number in kept}
            return replay

    async def replay_of_opened(self, request: Request) -> Replay:
        key = request.path_params["key"]
        record = self.records.pop(key, None) or await self.kept_record(key)
        self.records[key] = record
        while len(self.records) > LOOKED_AT:
            self.records.popitem(last=False)

        def made() -> Positions:
            actions = [entry.action for entry in record.replay().history]
            return Positions(record.game, record.seats, actions, record.out, record.stopped)

        path = f"{root(request)}/open/{key}"
        return replay_of_record(record, path, key, await self.positions_of(key, made))

    async def kept_record(self, key: str) -> Record:
        kept = await self.manager.store.paper(OPENED, key)
        if kept is None:
            raise HTTPException(404)
        try:
            return named_cleanly(await asyncio.to_thread(Record.loads, kept[0]))
        except BadRecord:  # the rules have moved on since it was opened
            raise HTTPException(404) from None

    async def keep_longer(self, key: str) -> None:
        """What is still looked at is kept."""
        kept = await self.manager.store.paper(OPENED, key)
        if kept is not None and kept[1] - time.time() < DAYS * 43200:
            await self.manager.store.keep_paper(OPENED, key, kept[0], DAYS, MOST_KEPT)

    async def positions_of(self, stamp: str, make: Callable[[], Positions]) -> Positions:
        """The positions of a game; a long one is made elsewhere, so that nobody waits."""
        made = self.looked_at.pop(stamp, None)
        if made is None:
            made = await asyncio.to_thread(make)
        self.looked_at[stamp] = made
        while len(self.looked_at) > LOOKED_AT:
            self.looked_at.popitem(last=False)
        return made

    def eyes(self, request: Request, replay: Replay) -> int | None:
        """Through whose eyes a request wants to look; refused where it may not."""
        asked = request.query_params.get("eyes", "")
        for eyes in replay.eyes:
            if asked == ("-" if eyes is None else str(eyes)):
                return eyes
        if asked:
            raise HTTPException(403)
        return replay.eyes[0]

    # Pages

    async def page(self, request: Request) -> Response:
        lang = language(request)
        try:
            replay = await self.replay(request)
        except HTTPException as error:
            if "key" in request.path_params:
                return self.pages.note(request, 404, "lost", "OPEN_GONE_TITLE", "OPEN_GONE")
            if error.status_code == 403:
                return self.pages.note(request, 403, "private", "PRIVATE_TITLE", "PRIVATE")
            raise
        if "key" in request.path_params:
            await self.keep_longer(request.path_params["key"])
        game, who = replay.positions.game, public_names(replay.seats, lang)
        result = replay.result(lang) if replay.positions.over else ""
        return self.pages.page(
            request,
            "replay/replay.html",
            replay=replay,
            game=game,
            about={
                **replay.about(lang),
                "origin": await self.origin_path(replay),
                "table": replay.table,
            },
            preview=preview(replay.seats, text.listed(who, lang), result, lang),
            place=replay.path.removesuffix("/back"),
            script=text.spoken(text.FOR_BACK, lang),
        )

    async def origin_path(self, replay: Replay) -> str:
        """Where the game lies that this one goes on from, if it is here and may be looked at."""
        table = await self.manager.table(replay.table) if replay.table else None
        if table is None or replay.origin is None:
            return ""
        return views.continues(table, replay.origin, "en")[1]

    async def story(self, request: Request) -> Response:
        """The log, line by line, and who played."""
        replay, lang = await self.replay(request), language(request)
        return JSONResponse(replay.story(self.eyes(request, replay), lang), headers=FRESH)

    async def position(self, request: Request) -> Response:
        """One position; its picture as what changes of another that the page has (``base``)."""
        replay, lang = await self.replay(request), language(request)
        eyes = self.eyes(request, replay)
        at = min(whole(request.path_params["at"]), replay.positions.count)
        if at < 0:
            raise HTTPException(404)
        base = whole(request.query_params.get("base", ""))
        wide, told = (request.query_params.get(key) == "1" for key in ("wide", "told"))
        return JSONResponse(replay.position(at, eyes, lang, base, wide, told), headers=FRESH)

    # The analysis

    async def analysis(self, request: Request) -> Response:
        replay, lang = await self.replay(request), language(request)
        if replay.record is None or not replay.positions.over:
            after = text.STUDY_AFTER.say(lang)
            return JSONResponse({"state": "none", "says": after}, headers=FRESH)
        if request.method == "POST":
            if not same_origin(request.headers, self.pages.base_url):
                raise HTTPException(403)
            try:
                if await self.analyst.found(replay) is None and not await self.asked.admits(
                    address_of(request)
                ):
                    raise Refused("study", replay_text.STUDY_LATER)
                await self.analyst.begin(replay)
            except Refused as refused:
                told = {"state": "failed", "says": refused.says.say(lang)}
                return JSONResponse(told, headers=FRESH)
        return JSONResponse(await self.analyst.tell(replay, lang), headers=FRESH)

    async def opinion(self, request: Request) -> Response:
        """For a page that goes through a game by itself: its decisions, and what it found in words.

        A refusal is no trouble: the page then asks for the analysis that the bots here make.
        """
        replay, lang = await self.replay(request), language(request)
        if replay.record is None or not replay.positions.over:
            raise HTTPException(404)
        if not await self.opinions.admits(address_of(request)):
            raise HTTPException(429)
        if request.method == "GET":
            asked = await asyncio.to_thread(opinion.questions, replay.record)
            return JSONResponse(asked, headers=FRESH)
        if not same_origin(request.headers, self.pages.base_url):
            raise HTTPException(403)
        body = await body_of(request, opinion.MOST_BYTES)
        if body is None:
            raise HTTPException(413)
        try:
            told = await asyncio.to_thread(opinion.told, replay, body, lang)
        except BadOpinion:
            raise HTTPException(400) from None
        return JSONResponse(told, headers=FRESH)

    # Playing on

    async def play_on(self, request: Request) -> Response:
        """A new table from a position of a game that is open to all who see it."""
        fields = await self.visitors.form(request)
        replay = await self.replay(request)
        if not await self.visitors.may_set_table(request):
            return self.pages.slow(request)
        response = RedirectResponse(f"{root(request)}/", 303)
        owner, name = self.visitors.meet(request, response), self.visitors.name(request)
        at, seat, level = (whole(fields.get(key, "")) for key in ("at", "seat", "level"))
        try:
            going = continued(replay, at, seat, level, owner, name)
        except Refused as refused:
            if refused.code == "playing":
                note = ("PLAY_ON_LATER_TITLE", "PLAY_ON_LATER")
                return self.pages.note(request, 403, "private", *note)
            return self.pages.note(request, 400, "error", "PLAY_ON_BAD_TITLE", "PLAY_ON_BAD")
        table = await self.manager.table(replay.table) if replay.table else None
        settings = {
            "host": owner,
            "hints": True,
            # A game among friends is not laid open by playing on from it.
            "watch": bool(table is not None and table.kept.settings.get("watch")),
            "origin": {
                "id": replay.id,
                "count": at,
                "path": replay.path.removeprefix(root(request)),
            },
        }
        made = await self.manager.open(
            going.game, going.seats, settings, going.options, going.actions
        )
        response.headers["location"] = f"{root(request)}/t/{made.id}"
        return response

    # Opened records

    async def open(self, request: Request) -> Response:
        if request.method == "GET":
            return self.open_page(request, 200, "", "")
        try:
            record, _ = await self.brought(request)
        except Unread as unread:
            return self.refused(request, unread)
        return await self.keep(request, record)

    async def brought(self, request: Request) -> tuple[Record, dict[str, str]]:
        """The record that a form of ours brings, and what else it says."""
        if not same_origin(request.headers, self.pages.base_url):
            raise HTTPException(403)
        if not await self.opened.admits(address_of(request)):
            raise Unread(429, replay_text.OPEN_SLOW)
        fields = await sent_fields(request)
        kept = fields.get("record", "")
        try:
            return await asyncio.to_thread(opened, kept), fields
        except TooLong as long:
            raise Unread(413, long.says) from None
        except BadRecord as bad:
            raise Unread(400, bad.says, kept) from None

    async def keep(self, request: Request, record: Record) -> Response:
        """A record gets an address of its own, for a while."""
        key = key_of(record)
        await self.manager.store.keep_paper(OPENED, key, record.dumps(), DAYS, MOST_KEPT)
        return RedirectResponse(f"{root(request)}/open/{key}", 303)

    def refused(self, request: Request, unread: Unread) -> Response:
        says = unread.says.say(language(request))
        return self.open_page(request, unread.status, says, unread.kept)

    def open_page(self, request: Request, status: int, wrong: str, kept: str) -> Response:
        lang = language(request)
        told = text.OPEN_WRONG.say(lang).format(why=wrong) if wrong else ""
        return self.pages.page(
            request,
            "replay/open.html",
            status,
            wrong=told,
            kept=kept,
            days=f"{DAYS:g}",
            most=MOST_BYTES,
        )

    async def record(self, request: Request) -> Response:
        """An opened record, to keep once more."""
        replay = await self.replay(request)
        assert replay.record is not None
        return record_file(replay.record, replay.id)

    async def verify(self, request: Request) -> Response:
        """What is proved of an opened record."""
        replay, lang = await self.replay(request), language(request)
        assert replay.record is not None
        proof = await prove_record(self.manager, replay.record)
        says = proved(proof, replay.origin, lang)
        return JSONResponse({"fits": proof.whole, "says": says}, headers=FRESH)


class Unread(Exception):
    """What somebody brought cannot be opened: why, and what they may mend."""

    def __init__(self, status: int, says: Words, kept: str = "") -> None:
        super().__init__(says.en)
        self.status, self.says, self.kept = status, says, kept


async def sent_fields(request: Request) -> dict[str, str]:
    """The fields of a form that brings a record."""
    body = await body_of(request, 3 * MOST_BYTES)  # a letter may take three in a form
    if body is None:
        raise Unread(413, TooLong.SAYS)
    try:
        fields = parse_qs(body.decode("ascii"), max_num_fields=8, errors="strict")
    except ValueError:
        raise Unread(400, replay_text.OPEN_NOT_TEXT) from None
    return {key: values[-1] for key, values in fields.items()}


def whole(text: str) -> int:
    """A whole number as a form or an address has it; -1 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else -1
