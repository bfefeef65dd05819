"""All that is kept of a person: theirs to download, and to have deleted.

The download is one zip file, written while it is sent: ``about.json`` with every row of theirs,
the records of finished games as anybody may read them, and those in play as their seat may.
"""

from __future__ import annotations

import asyncio
import io
import json
import time
import zipfile
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from matou.core.fairness import Dealer
from matou.core.registry import find
from matou.core.words import BadChoice
from matou.play import views
from matou.play.seats import names_of
from matou.play.table import origin_of
from matou.play.timeline import Timeline
from matou.web import text
from matou.web.http.language import language
from matou.web.http.limits import SharedBuckets
from matou.web.http.page_maker import PageMaker
from matou.web.http.visitors import Visitors
from matou.web.store.tables import Loaded
from matou.web.you.arrivals import Arrivals, OwnPages


class Keeping(OwnPages):
    """Tells a person what is kept of them, and takes it away."""

    def __init__(self, pages: PageMaker, visitors: Visitors, arrivals: Arrivals) -> None:
        super().__init__(pages, visitors, arrivals)
        self.exports = SharedBuckets(self.store, "exports", rate=1 / 300, burst=4)

    def routes(self) -> list[Route]:
        return [
            Route("/you/export", self.export, methods=["POST"]),
            Route("/you/delete", self.delete, methods=["GET", "POST"]),
        ]

    # Download

    async def export(self, request: Request) -> Response:
        await self.visitors.form(request)
        owner, lang = self.visitors.owner(request), language(request)
        if not await self.exports.admits(owner or "nobody"):
            return self.pages.slow(request, "YOU_SLOW")
        rows = await self.store.rows_of(owner)
        named = time.strftime("matou-%Y-%m-%d.zip", time.gmtime())
        return StreamingResponse(
            self.packed(owner, rows, lang),
            media_type="application/zip",
            headers={
                "content-disposition": f'attachment; filename="{named}"',
                "cache-control": "no-store",
            },
        )

    async def packed(self, owner: str, rows: dict[str, Any], lang: str) -> AsyncIterator[bytes]:
        """The zip file, part by part."""
        out = Parts()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
            about = {"made": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), **rows}
            file.writestr("about.json", json.dumps(about, ensure_ascii=False, indent=1))
            yield out.taken()
            for table in sorted({row["tbl"] for row in rows["seats"]}):
                loaded = await self.store.load(table)
                if loaded is None:
                    continue
                name, said = await asyncio.to_thread(told, loaded, owner, lang)
                file.writestr(f"games/{name}", said)
                yield out.taken()
        yield out.taken()

    # Deletion

    async def delete(self, request: Request) -> Response:
        owner, lang = self.visitors.owner(request), language(request)
        wrong = ""
        if request.method == "POST":
            fields = await self.visitors.form(request)
            if fields.get("word", "").strip().casefold() in {*text.DELETE_WORD}:
                return await self.deleted(request, owner)
            wrong = text.DELETE_UNSURE.say(lang)
        return self.pages.page(request, "you/delete.html", 422 if wrong else 200, wrong=wrong)

    async def deleted(self, request: Request, owner: str) -> Response:
        devices = await self.store.devices_of(owner)
        changed = await self.store.forget_owner(owner)
        for device in devices:
            self.arrivals.devices.signed_out(device.id)
        response = self.pages.note(request, 200, "hello", "DELETED_TITLE", "DELETED")
        self.arrivals.forget_cookies(request, response)
        response.background = self.arrivals.after(changed)
        return response


class Parts(io.RawIOBase):
    """What is written to a file that is already on its way."""

    def __init__(self) -> None:
        self._written = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._written += data
        return len(data)

    def taken(self) -> bytes:
        part, self._written = bytes(self._written), bytearray()
        return part


def told(loaded: Loaded, owner: str, lang: str) -> tuple[str, str]:
    """A game of somebody's, as they may read it: the record, or the log of their seat."""
    kept = loaded.kept
    try:
        game = find(kept.game, kept.version).having(**kept.options)
    except BadChoice:
        return f"{kept.id}.txt", text.OLD_VERSION.say(lang)
    timeline = Timeline(game, len(kept.seats), loaded.events, origin_of(kept))
    if timeline.state.over:
        names = dict(enumerate(names_of(kept.seats, lang)))
        return f"{kept.id}.matou", timeline.record(Dealer(kept.seed, kept.id), names).dumps()
    held = [i for i, seat in enumerate(kept.seats) if seat.owner == owner]
    seat = held[0] if len(held) == 1 else None
    who = names_of(kept.seats, lang, seat)
    lines = views.log_lines(timeline.lines, seat, who, False, lang)
    return f"{kept.id}.txt", "\n".join([game.words.TITLE.say(lang), *(line[1] for line in lines)])
