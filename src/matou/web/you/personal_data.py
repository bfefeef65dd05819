"""Export and deletion of a person's data.

The export is a zip file, streamed as it is written: ``about.json`` with all rows of the person,
the records of finished games, and the logs of games in play as seen from the person's seat.
"""

import asyncio
import io
import json
import time
import zipfile
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from matou.core import fairness, refusals, registry
from matou.core.grammar import languages
from matou.core.messages import say
from matou.play import daily, position_words, seats
from matou.play.table import origin_of
from matou.play.timeline import Timeline
from matou.web.feature import Fields, form, language, route
from matou.web.http import answers, limits
from matou.web.site import Site
from matou.web.tables.repository import Loaded
from matou.web.you.signing_in import TOO_MUCH, OwnPages, SigningIn


class PersonalDataPages(OwnPages):
    def __init__(self, site: Site, signing_in: SigningIn) -> None:
        super().__init__(site, signing_in)
        self.exports = limits.SharedBuckets(self.store.limits, "exports", rate=1 / 300, burst=4)

    # Download

    @form("/you/export")
    async def export(self, request: Request, _fields: Fields) -> Response:
        owner, lang = self.visitors.owner(request), language(request)
        if not await self.exports.admits(owner or "nobody"):
            raise answers.Problem(TOO_MUCH, 429)
        rows = await self.store.personal_data.export(owner)
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
        out = Parts()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
            about = {"made": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), **rows}
            file.writestr("about.json", json.dumps(about, ensure_ascii=False, indent=1))
            yield out.taken()
            for table in sorted({row["tbl"] for row in rows["seats"]}):
                loaded = await self.store.tables.load(table)
                if loaded is None:
                    continue
                name, said = await asyncio.to_thread(file_of_game, loaded, owner, lang)
                file.writestr(f"games/{name}", said)
                yield out.taken()
        yield out.taken()

    # Deletion

    @route("/you/delete", "GET", "POST")
    async def delete(self, request: Request) -> Response:
        owner, lang = self.visitors.owner(request), language(request)
        wrong = ""
        if request.method == "POST":
            fields = await self.visitors.form(request)
            words = {say("delete").say(each) for each in languages()}
            if fields.get("word", "").strip().casefold() in words:
                return await self.deleted(request, owner)
            wrong = say("Nothing was deleted: the word you typed didn’t match.").say(lang)
        return self.pages.page(request, "you/delete.html", 422 if wrong else 200, wrong=wrong)

    async def deleted(self, request: Request, owner: str) -> Response:
        devices = await self.store.accounts.devices_of(owner)
        changed = await self.store.personal_data.delete(owner)
        for device in devices:
            self.signing_in.devices.signed_out(device.id)
        response = self.pages.note(request, 200, "deleted")
        self.signing_in.forget_cookies(request, response)
        response.background = self.signing_in.after(changed)
        return response


class Parts(io.RawIOBase):
    """A write buffer for a file that is streamed while it is written."""

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


def file_of_game(loaded: Loaded, owner: str, lang: str) -> tuple[str, str]:
    """Returns a file name and a game's record, or its log as the person sees it during the game."""
    row = loaded.row
    try:
        game = registry.find(row.game, row.version).having(**row.options)
    except refusals.BadChoice:
        return f"{row.id}.txt", say(
            "This game was started under older rules and can’t continue here."
        ).say(lang)
    timeline = Timeline(game, len(row.seats), loaded.events, origin_of(row))
    if timeline.state.over and not daily.is_closed(row):
        dealer = fairness.Dealer(row.seed, row.draws_id)
        names = dict(enumerate(seats.names_of(row.seats, lang)))
        return f"{row.id}.matou", timeline.record(dealer, names).dumps()
    held = [i for i, seat in enumerate(row.seats) if seat.owner == owner]
    seat = held[0] if len(held) == 1 else None
    who = seats.names_of(row.seats, lang, seat)
    lines = position_words.log_lines(timeline.lines, seat, who, False, lang)
    return f"{row.id}.txt", "\n".join([game.words.TITLE.say(lang), *(line[1] for line in lines)])
