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

from starlette.responses import StreamingResponse

from matou.core import fairness, refusals, registry
from matou.core.grammar import languages
from matou.core.messages import say
from matou.play import daily, position_words, seats
from matou.play.keeping import Loaded
from matou.play.table import origin_of
from matou.play.timeline import Timeline
from matou.web.feature import Feature, Problem, Request, Response, form, route
from matou.web.you.signing_in import TOO_MUCH, after_change, forget_account


class PersonalDataPages(Feature):
    LIMITS = (("exports", (1 / 300, 4), None),)

    # Download

    @form("/you/export")
    async def export(self, request: Request) -> Response:
        owner, lang = request.owner, request.lang
        if not await self.site.limits.admits("exports", owner or "nobody", ""):
            raise Problem(TOO_MUCH, 429)
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

    @route("/you/delete")
    async def ask(self, request: Request) -> Response:
        return request.render("you/delete.html", wrong="")

    @form("/you/delete")
    async def delete(self, request: Request) -> Response:
        words = {say("delete").say(lang) for lang in languages()}
        if request.fields.get("word", "").strip().casefold() not in words:
            wrong = say("Nothing was deleted: the word you typed didn’t match.").say(request.lang)
            return request.render("you/delete.html", 422, wrong=wrong)
        devices = await self.store.accounts.devices_of(request.owner)
        changed = await self.store.personal_data.delete(request.owner)
        for device in devices:
            self.site.people.know(device.id, "")
        forget_account(request)
        request.background = after_change(self.site, changed)
        return request.note(200, "deleted")


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
