"""Stores tables in the browser by two calls, and opened records by two more.

``read`` and ``write`` are the browser's (IndexedDB: ``static/page/browser_storage.js``), JSON in
and out. A write is atomic, durable when it returns, and refused if another tab was faster: every
table has a revision, which goes up with each write and must be the one that was last read::

    {"tables": [[id, revision, table], …], "events": [id, first number, [action, …]]}

The answer to a write is true, or false if a revision differed; then nothing was written. An opened
record is a text under its key (``record``, ``keep``).

Beside a finished game is its result, once it was needed: the winners, and a game against cats alone
as a ``ladder.CatGame`` (``progress``).
"""

import json
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any, Protocol

from matou.core.refusals import BadChoice
from matou.core.registry import find
from matou.kit.linking import OVER
from matou.play import keeping
from matou.play.keeping import MOST_CHAT, Conflict, Gone, Said, StoreFailed, TableRow, Timed
from matou.play.listing import row
from matou.play.seats import Seat

OWNER = "here"  # the person at this page


class BrowserStorage(Protocol):
    """The browser's storage. If a call raises, nothing was written."""

    def read(self, id: str, /) -> Awaitable[str]: ...  # "null" if there is no such table
    def write(self, asked: str, /) -> Awaitable[str]: ...
    def record(self, key: str, /) -> Awaitable[str]: ...  # "null" if there is none
    def keep(self, key: str, text: str, /) -> Awaitable[object]: ...
    def finished(self) -> Awaitable[str]: ...  # the tables whose games are over, latest first


class PageStore:
    def __init__(self, storage: BrowserStorage) -> None:
        self._browser = storage
        self._stored: dict[str, TableRow] = {}
        self._chat: dict[str, list[Said]] = {}
        self._results: dict[str, Any] = {}
        self._revisions: dict[str, int] = {}
        self.ill = ""
        self.lang = "en"  # of stored list entries

    async def load(self, id: str) -> keeping.Loaded | None:
        found = await self._ask(self._browser.read, id)
        if found is None:
            return None
        stored, chat = loaded(found["table"])
        self._stored[id], self._chat[id] = stored, chat
        self._results[id] = found["table"].get("result")
        self._revisions[id] = found["revision"]
        return keeping.Loaded(stored, found["events"], list(chat))

    async def create(
        self, stored: TableRow, rematch_of: str = "", events: Sequence[int] = ()
    ) -> None:
        """Stores a new table and the events it takes over; notes a rematch in the old one."""
        self._stored[stored.id], self._chat[stored.id], self._revisions[stored.id] = stored, [], 0
        changed = [stored]
        if rematch_of:
            changed.append(replace(self._stored[rematch_of], rematch=stored.id))
        await self._write(changed, [stored.id, 0, list(events)] if events else None)

    async def append(
        self, table: str, number: int, actions: Sequence[int], turn: int, timed: Timed | None = None
    ) -> None:
        clock = {} if timed is None else {"clock": timed.clock}
        events = [table, number, list(actions)]
        await self._change(table, events, turn=turn, over=turn == OVER, **clock)

    async def save_seats(self, table: str, sitting: int, seats: Sequence[Seat]) -> None:
        await self._change(table, seats=list(seats), sitting=sitting + 1)

    async def save_clock(self, table: str, number: int, was: str, timed: Timed) -> None:  # noqa: ARG002
        await self._change(table, clock=timed.clock)  # the table's revision tells of another tab

    async def retire(self, table: str, number: int, retired: keeping.Retired) -> None:
        event, turn, sitting, seats, timed = retired
        changes = {"turn": turn, "over": turn == OVER, "clock": timed.clock}
        changes |= {"seats": list(seats), "sitting": sitting + 1}
        await self._change(table, [table, number, [event]], **changes)

    async def say(self, table: str, said: Said) -> int:
        chat, number = self._chat[table], self._known(table).talked
        self._chat[table] = [*chat, said][-MOST_CHAT:]
        try:
            await self._change(table, talked=number + 1)
        except BaseException:
            self._chat[table] = chat
            raise
        return number

    async def news(self, table: str, number: int, talked: int) -> keeping.News | None:
        """Returns what another tab has done, and takes over what it stored."""
        known, found = self._known(table), await self.load(table)
        if found is None:
            return None
        self._stored[table] = known  # the table's own object, which takes over the news
        stored = found.row
        said = found.chat[max(0, len(found.chat) - (stored.talked - talked)) :]
        return keeping.News(
            *(found.events[number:], stored.seats, stored.sitting, said, stored.talked),
            rematch=stored.rematch,
            clock=stored.clock,
        )

    async def relisted(self, id: str) -> dict[str, Any] | None:
        """Stores a table's list entry in the page's language, and returns it.

        Returns None if there is no such table, or its rules no longer exist.
        """
        found = await self.load(id)
        if found is None:
            return None
        try:
            game = find(found.row.game, found.row.version)
        except BadChoice:
            return None
        with suppress(Conflict, StoreFailed):  # the next listing tries again
            await self._write([found.row], touch=False)
        return row(found.row, game, OWNER, self.lang)

    async def finished(self) -> list[tuple[TableRow, list[Any] | None]]:
        """Returns the tables whose games are over, latest first, with their stored results."""
        found: list[dict[str, Any]] = await self._ask(self._browser.finished)
        return [(loaded(one)[0], one.get("result")) for one in found]

    async def keep_result(self, id: str, result: list[Any]) -> None:
        """Stores a game's result, and changes nothing else."""
        known, found = self._known(id), await self.load(id)
        self._stored[id], self._results[id] = known, result  # the table's own object
        if found is not None:
            await self._write([found.row], touch=False)

    async def record(self, key: str) -> str | None:
        found: str | None = await self._ask(self._browser.record, key)
        return found

    async def keep_record(self, key: str, text: str) -> None:
        await self._ask(self._browser.keep, key, text)

    def _known(self, id: str) -> TableRow:
        if id not in self._stored:
            raise Gone(id)
        return self._stored[id]

    async def _change(self, id: str, events: list[Any] | None = None, **changes: Any) -> None:
        await self._write([replace(self._known(id), **changes)], events)

    async def _write(
        self, changed: list[TableRow], events: list[Any] | None = None, *, touch: bool = True
    ) -> None:
        if touch:
            now = time.time()
            changed = [replace(stored, touched=now) for stored in changed]
        tables = []
        for stored in changed:
            id, result = stored.id, {"result": self._results.get(stored.id)}
            table = {**written(stored, self._chat[id], self.lang), **result}
            tables.append([id, self._revisions[id], table])
        asked = json.dumps({"tables": tables, "events": events})
        if not await self._ask(self._browser.write, asked):
            raise Conflict(changed[0].id)
        self.ill = ""
        for stored in changed:
            self._revisions[stored.id] += 1

    async def _ask(self, what: Callable[..., Awaitable[Any]], *args: str) -> Any:
        """Returns the browser's answer, read from JSON; raises StoreFailed."""
        try:
            answer = await what(*args)
            return json.loads(answer) if isinstance(answer, str) else None
        except Exception as error:
            self.ill = str(error) or type(error).__name__
            raise StoreFailed(self.ill) from error


def written(stored: TableRow, chat: Sequence[Said], lang: str) -> dict[str, Any]:
    """Returns a table as it is stored, with its list entry, so that lists need no Python.

    The entry is in the page's language; ``PageStore.relisted`` writes it in another one.
    """
    listed = row(stored, find(stored.game, stored.version), OWNER, lang)
    said = [asdict(line) for line in chat]
    return {**asdict(stored), "chat": said, "row": listed, "lang": lang}


def loaded(found: dict[str, Any]) -> tuple[TableRow, list[Said]]:
    # Up to 0.2 there was ``rows``, with one entry a language.
    beside = ("chat", "row", "lang", "rows", "result")
    fields = {key: value for key, value in found.items() if key not in beside}
    fields["seats"] = [Seat(**seat) for seat in fields["seats"]]
    return TableRow(**fields), [Said(**said) for said in found["chat"]]
