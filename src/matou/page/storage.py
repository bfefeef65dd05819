"""Where tables in a page are kept: the browser's own storage, behind two calls and two for records.

``read`` and ``write`` are the browser's (IndexedDB: ``static/page/shelf.js``), JSON in and out.
A write is all or nothing, durable when it returns, and refused where another tab was faster: every
table has a revision, which goes up with each write and must be the one that was last read::

    {"tables": [[id, revision, table], …], "events": [id, first number, [action, …]]}

The answer to a write is true, or false where a revision was another; then nothing was written.
An opened record is a text under its key (``record``, ``keep``).
"""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Sequence
from dataclasses import asdict, replace
from typing import Any, NamedTuple, Protocol

from matou.core.registry import find
from matou.core.words import LANGUAGES
from matou.kit.linking import OVER
from matou.play.keeping import CHAT_KEPT, Conflict, Gone, Kept, News, Said, StoreFailed, Timed
from matou.play.listing import row
from matou.play.seats import Seat

OWNER = "here"  # whoever sits before this page


class Shelf(Protocol):
    """The browser's storage. Whatever it raises means that nothing was written."""

    def read(self, id: str, /) -> Awaitable[str]: ...  # "null" if there is no such table
    def write(self, asked: str, /) -> Awaitable[str]: ...
    def record(self, key: str, /) -> Awaitable[str]: ...  # "null" if there is none
    def keep(self, key: str, text: str, /) -> Awaitable[object]: ...


class Loaded(NamedTuple):
    """A table as it was kept."""

    kept: Kept
    events: list[int]
    chat: list[Said]


class PageStore:
    """Keeps the tables of one page."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._kept: dict[str, Kept] = {}
        self._chat: dict[str, list[Said]] = {}
        self._revisions: dict[str, int] = {}
        self.ill = ""

    async def load(self, id: str) -> Loaded | None:
        """A table by its name; None if there is none."""
        try:
            found = json.loads(await self._shelf.read(id))
        except Exception as error:
            raise self._failed(error) from error
        if found is None:
            return None
        kept, chat = loaded(found["table"])
        self._kept[id], self._chat[id] = kept, chat
        self._revisions[id] = found["revision"]
        return Loaded(kept, found["events"], list(chat))

    async def create(self, kept: Kept, rematch_of: str = "", events: Sequence[int] = ()) -> None:
        """A new table, with what it takes over; a finished one is told of its rematch."""
        self._kept[kept.id], self._chat[kept.id], self._revisions[kept.id] = kept, [], 0
        changed = [kept]
        if rematch_of:
            changed.append(replace(self._kept[rematch_of], rematch=kept.id))
        await self._write(changed, [kept.id, 0, list(events)] if events else None)

    async def append(
        self,
        table: str,
        number: int,
        actions: Sequence[int],
        turn: int,
        timed: Timed | None = None,  # noqa: ARG002 (tables of a page have no clock)
    ) -> None:
        kept = replace(self._known(table), turn=turn, over=turn == OVER)
        await self._write([kept], [table, number, list(actions)])

    async def save_seats(self, table: str, sitting: int, seats: Sequence[Seat]) -> None:
        kept = replace(self._known(table), seats=list(seats), sitting=sitting + 1)
        await self._write([kept])

    async def save_clock(self, table: str, number: int, was: str, timed: Timed) -> None:
        raise NotImplementedError("tables of a page have no clock")

    async def time_up(
        self,
        table: str,
        number: int,
        event: int,
        turn: int,
        sitting: int,
        seats: Sequence[Seat],
        timed: Timed,
    ) -> None:
        raise NotImplementedError("tables of a page have no clock")

    async def say(self, table: str, said: Said) -> int:
        chat, number = self._chat[table], self._known(table).talked
        self._chat[table] = [*chat, said][-CHAT_KEPT:]
        try:
            await self._write([replace(self._known(table), talked=number + 1)])
        except BaseException:
            self._chat[table] = chat
            raise
        return number

    async def news(self, table: str, number: int, talked: int) -> News | None:
        """What another tab has done; what is kept here is from then on what it wrote."""
        known, found = self._known(table), await self.load(table)
        if found is None:
            return None
        self._kept[table] = known  # the table's own, which takes over what is new
        kept = found.kept
        said = found.chat[max(0, len(found.chat) - (kept.talked - talked)) :]
        return News(
            found.events[number:], kept.seats, kept.sitting, said, kept.talked, kept.rematch
        )

    async def record(self, key: str) -> str | None:
        """The text of an opened record; None if it is not there, or no longer."""
        try:
            found: str | None = json.loads(await self._shelf.record(key))
        except Exception as error:
            raise self._failed(error) from error
        return found

    async def keep_record(self, key: str, text: str) -> None:
        try:
            await self._shelf.keep(key, text)
        except Exception as error:
            raise self._failed(error) from error

    def _known(self, id: str) -> Kept:
        if id not in self._kept:
            raise Gone(id)
        return self._kept[id]

    async def _write(self, changed: list[Kept], events: list[Any] | None = None) -> None:
        now = time.time()
        changed = [replace(kept, touched=now) for kept in changed]
        tables = [
            [kept.id, self._revisions[kept.id], written(kept, self._chat[kept.id])]
            for kept in changed
        ]
        asked = json.dumps({"tables": tables, "events": events})
        try:
            done = json.loads(await self._shelf.write(asked))
        except Exception as error:
            raise self._failed(error) from error
        if not done:
            raise Conflict(changed[0].id)
        self.ill = ""
        for kept in changed:
            self._revisions[kept.id] += 1

    def _failed(self, error: Exception) -> StoreFailed:
        self.ill = str(error) or type(error).__name__
        return StoreFailed(self.ill)


def written(kept: Kept, chat: Sequence[Said]) -> dict[str, Any]:
    """A table as it is kept, with the lines that lists show of it, so that they need no Python."""
    game = find(kept.game, kept.version)
    rows = {lang: row(kept, game, OWNER, lang) for lang in LANGUAGES}
    return {**asdict(kept), "chat": [asdict(said) for said in chat], "rows": rows}


def loaded(found: dict[str, Any]) -> tuple[Kept, list[Said]]:
    """A table that was kept."""
    fields = {key: value for key, value in found.items() if key not in ("chat", "rows")}
    fields["seats"] = [Seat(**seat) for seat in fields["seats"]]
    return Kept(**fields), [Said(**said) for said in found["chat"]]
