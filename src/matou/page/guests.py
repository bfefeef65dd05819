"""Guests at a table in a page: people with the table's link, at pages of their own.

The page's scripts (``static/friends``) connect them and know each by a hash of their key, which
owns their seat. A guest sends what a page sends to a server, and gets what a server would send::

    {"open": {"lang": …, "memory": …, "wide": …, "pace": …, "name": …}}
                                                first of all: the whole view; takes the last seat
    {"sit": seat, "name": …}                                    takes an open seat
    {"ask": "rematch"} or "record" or "after"                   the answer has the same ``id``
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from matou.core.grammar import spoken
from matou.core.messages import say
from matou.page.guest_draws import GuestDraws
from matou.play import bot_turns, presence, requests, seating, seats
from matou.play.keeping import Conflict
from matou.play.protocol.messages import Message, No, Ok
from matou.play.rate_limit import Bucket
from matou.play.refusals import MOVED_ON, NOTHING_LOST, Refused
from matou.play.table import Table
from matou.play.viewer import Viewer

if TYPE_CHECKING:
    from matou.page.host import PageHost

log = logging.getLogger("matou.page")

LONGEST = 4096  # characters in a message
MOST = 40  # guests at once
WORDS = 0.5, 8  # lines of chat per second, and at once
VIEWS = 2.0, 20  # the same for whole views and other long answers, which cost the host much


class PageViewer(Viewer):
    """An open page, this one or a guest's. Anything that it ``asked`` for may be wrong."""

    def __init__(
        self, table: Table, owner: str, asked: dict[str, Any], post: Callable[[Any], object]
    ) -> None:
        memory, wide = asked.get("memory") is True, asked.get("wide") is True
        lang = spoken(asked["lang"] if isinstance(asked.get("lang"), str) else None)
        super().__init__(table, owner, lang, memory, plain=False, wide=wide)
        self.pace = asked["pace"] if asked.get("pace") in tuple(bot_turns.PACES) else self.pace
        self.post = post

    def tell(self, message: Message) -> None:
        self.post(message)


class Guest(PageViewer):
    asked = -1  # the last step whose link this page was asked for

    def __init__(
        self, table: Table, owner: str, asked: dict[str, Any], post: Callable[[Any], object]
    ) -> None:
        super().__init__(table, owner, asked, post)
        self.words, self.views = Bucket(*WORDS), Bucket(*VIEWS)

    async def refresh(self) -> None:
        if self.views.take():
            await super().refresh()

    @property
    def place(self) -> int | None:
        """Returns the seat that this guest owns, also while a bot plays it."""
        return self.table.row.seat_of(self.owner)


class Guests:
    """The guests of a page. ``post`` sends one of them a message."""

    def __init__(self, host: PageHost, post: Callable[[str, Any], object]) -> None:
        self.host = host
        self.post = post
        self.here: dict[str, Guest] = {}
        self.draws = GuestDraws(self)
        self._turns: dict[str, asyncio.Lock] = {}  # each guest's messages wait for those before

    async def hear(self, id: str, owner: str, text: str) -> None:
        """Carries out a guest's message. Everything in it may be wrong."""
        async with self._turns.setdefault(id, asyncio.Lock()):
            await self._hear(id, owner, text)

    async def left(self, id: str) -> None:
        """Forgets a guest, after their last message."""
        async with self._turns.setdefault(id, asyncio.Lock()):
            self._remove(id)
        self._turns.pop(id, None)

    async def _hear(self, id: str, owner: str, text: str) -> None:
        try:
            message = json.loads(text) if len(text) <= LONGEST else None
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            message = {}
        said, guest = message.get("id"), self.here.get(id)
        name = said if isinstance(said, int | str) and len(str(said)) <= 40 else None
        try:
            if guest is None:
                await self._open(id, owner, message)
            else:
                await self._carry_out(guest, message, name)
        except Refused as refused:
            if guest is None:
                no = No(name, refused.code, refused.says.say(spoken(None)), refused.rule)
                self.post(id, no)
            else:
                await guest.refuse(refused, name)
        except Conflict:
            await self.host.changed(self.host.shown.id)
            if guest is not None:
                guest.tell(No(name, "stale", MOVED_ON.say(guest.lang), ""))
        except Exception:
            log.exception("a guest's message could not be carried out")
            if guest is not None:
                guest.table.broken = True
                guest.tell(No(name, "fault", NOTHING_LOST.say(guest.lang), ""))

    async def _open(self, id: str, owner: str, message: dict[str, Any]) -> None:
        asked = message.get("open")
        if not isinstance(asked, dict) or len(self.here) >= MOST:
            raise requests.nonsense()
        table = await self.host.newest()
        guest = Guest(table, owner, asked, lambda message: self.post(id, message))
        if turned_away(guest):
            return
        free = [i for i, seat in enumerate(table.seats) if seat.kind == "open"]
        if asked.get("name") and len(free) == 1 and guest.place is None:
            with suppress(Refused):  # somebody was faster
                await self._sit(guest, {"sit": free[0], "name": asked["name"]})
        self.here[id] = guest
        self.draws.show_table(guest)
        async with table.lock:
            table.watchers.add(guest)
            guest.tell(guest.whole())
        table.presence.saw(owner)
        await table.begin()
        await self.draws.ask(table)
        self.draws.show_absent(guest)

    def _remove(self, id: str) -> None:
        guest = self.here.pop(id, None)
        if guest is not None:
            guest.table.watchers.discard(guest)
            guest.table.presence.closed(guest.owner)
            # When others see that the guest is away, and then gone.
            for seconds in (presence.RELOAD, presence.GRACE):
                asyncio.get_running_loop().call_later(seconds + 0.1, self.notice, guest.table)

    def notice(self, table: Table) -> None:
        """Tells the pages who is away, and asks again for the links of a draw that waits."""
        table.presence.tell()
        self.draws.soon(table)

    async def _carry_out(self, guest: Guest, message: dict[str, Any], id: int | str | None) -> None:
        await self.host.renew(guest.table)
        if "sit" in message:
            await self._sit(guest, message)
            guest.answer(Ok(), id)
            self.draws.show_table(guest)
        elif await self.draws.take(guest, message):
            pass
        elif "ask" in message:
            answer = await self._answer(guest, message["ask"])
            guest.post({"t": "answer", "id": id, "answer": answer})
        else:
            if "chat" in message or "react" in message:
                guest.words.check()
            elif "bot" in message or "take" in message:  # every page then gets a whole view
                guest.views.check()
            request = requests.request_of(message)
            guest.answer(await requests.carry_out(guest, request), id)
            await self.draws.seal(guest.table)

    async def _sit(self, guest: Guest, message: dict[str, Any]) -> None:
        seat, name = message["sit"], message.get("name", "")
        if type(seat) is not int or not isinstance(name, str):
            raise requests.nonsense()
        requests.within(seat, 0, len(guest.table.seats))
        name = seats.clean_name(name) or say("Player {n}", n=seat + 1).say(guest.lang)
        await seating.change_seat(
            guest.table, seat, "open", once=True, kind="person", owner=guest.owner, name=name
        )
        for id, other in list(self.here.items()):
            if turned_away(other):
                self._remove(id)

    async def _answer(self, guest: Guest, asked: Any) -> Any:
        """Answers what a page would ask a server by HTTP."""
        guest.views.check()
        table = {"table": guest.table.id}
        if asked == "rematch" and guest.table.seats_of(guest.owner):
            return await self.host.rematch(table, guest.lang)
        if asked == "after":
            return await self.host.replays.after(table, guest.lang, guest.owner)
        if asked == "record":
            return await self.host.replays.record(table, guest.lang)
        raise requests.nonsense()


def turned_away(guest: Guest) -> bool:
    """Tells guests who may not be at a full table, and returns whether that is so."""
    if not guest.table.full or requests.may_watch(guest.table, guest.owner):
        return False
    says = say("Every seat is taken, and this table has no spectators.")
    guest.tell(No(None, "full", says.say(guest.lang), ""))
    return True
