"""The host of tables in a page: creates and finds them, and carries out the page's requests.

The page speaks as it would to a server. What it would send over a WebSocket goes to ``say``, which
answers by ``post``; what it would request by HTTP goes to ``ask``, which returns the answer::

    {"ask": "play", "game": …, "fields": {…}}        a new table: {"table": id}
    {"ask": "rematch", "table": id}                   {"table": id}
    {"ask": "daily", "link": …}                       the cats of the day, and texts with that link
    {"ask": "summary"}                                 games, ladders, streak, people (``progress``)
    {"ask": "challenge", "table": id, "level": n}     against stronger cats: {"table": id}
    {"ask": "without", "table": id, "seat": n}        agrees to draw without that guest (``guests``)
    {"ask": "list", "tables": [id, …]}                list entries in ``lang``: {"rows": {id: …}}
    {"ask": "why", "game": …, "step": …, …}           why not, at a step of a lesson
    {"ask": "open", "record": text}                   and other requests of ``replays``
    {"ask": "puzzle", …}                              a puzzle (``play/solving.py``)

Each may have ``lang``. A refusal is {"wrong": a sentence}. Other people can join a table with open
seats from pages of their own (``guests``).
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from matou.core.fairness import new_id
from matou.core.grammar import spoken
from matou.core.messages import Verbatim, say
from matou.core.refusals import BadChoice, Refusal
from matou.core.registry import find
from matou.page import daily_games
from matou.page.guests import Guests, PageViewer
from matou.page.players import PagePlayers
from matou.page.progress import Progress
from matou.page.replays import REPLAY_REQUESTS, Replays
from matou.page.storage import OWNER, BrowserStorage, PageStore
from matou.play import forms, lesson, requests, solving
from matou.play.host import Host
from matou.play.keeping import Conflict, Gone, StoreFailed
from matou.play.opening import challenge_of, new_table, rematch_of
from matou.play.protocol.messages import No
from matou.play.refusals import MOVED_ON, NOT_OVER, NOTHING_LOST, Refused
from matou.play.table import Table
from matou.play.viewer import Viewer

log = logging.getLogger("matou.page")

ASLEEP = 5.0  # seconds without a sign of life after which the device has slept
NOT_SAVED = say(
    "Your browser couldn’t save that move, so it wasn’t played: storage is full, or blocked for "
    "this page (is this a private window?). Everything before it is safe. Make some room and try "
    "again."
)


class PageHost(Host):
    """Holds the tables of one page. ``post`` sends a message to it (''), or to a guest."""

    def __init__(
        self,
        storage: BrowserStorage,
        think: Callable[[str], Awaitable[str]],
        post: Callable[[str, Any], object],
    ) -> None:
        self.keeper = self.store = PageStore(storage)
        self.players = PagePlayers(think)
        self.advised = set()
        self.pace = 0.0  # until a table is opened
        self.post = post
        self.tables: dict[str, Table] = {}
        self.viewer: PageViewer | None = None
        self.progress = Progress(self)
        self.replays = Replays(self)
        self.guests = Guests(self, post)
        self.began = self.monotonic()
        self._awake = time.time()
        self._ticking: asyncio.Task[None] | None = None

    async def table(self, id: str) -> Table:
        """Returns a table, from memory or by replay; raises Refused if there is none."""
        table = self.tables.get(id)
        if table is not None and not table.broken:
            return table
        if table is not None:
            table.stop()
        found = await self.store.load(id)
        if found is None:
            raise Refused("gone", say("This game isn’t in this browser (any more)."))
        try:
            game = find(found.row.game, found.row.version).having(**found.row.options)
        except BadChoice:
            raise Refused(
                "version", say("This game was started under older rules and can’t continue here.")
            ) from None
        fresh = self.tables[id] = Table(found.row, game, found.events, found.chat, self)
        if table is None and fresh.time is not None:  # nobody was here meanwhile
            fresh.time.come_back(self.now() - found.row.touched)
        return fresh

    async def newest(self) -> Table:
        """Returns the table that the page shows, or the last of its rematches."""
        table = self.shown
        while table.row.rematch:
            table = await self.table(table.row.rematch)
        return table

    @property
    def shown(self) -> Table:
        assert self.viewer is not None, "no table is open"
        return self.viewer.table

    def move_made(self, table: Table, seconds: float | None) -> None:  # noqa: ARG002
        if self.guests.here:
            self.guests.draws.soon(table)

    # Time: a device that sleeps costs nobody clock time

    async def update_now(self) -> None:
        now = self.now()
        slept, self._awake = now - self._awake, now
        if slept > ASLEEP:
            for table in self.tables.values():
                if table.time is not None:
                    table.time.leave_out(slept)

    async def check_now(self) -> None:
        await self.update_now()

    async def _tick(self) -> None:
        while True:
            await self.update_now()
            await asyncio.sleep(1.0)

    # What a page would send over a WebSocket

    async def open(self, asked: dict[str, Any]) -> None:
        """Opens a table: sends the page all of it and plays the bots' turns."""
        table = await self.table(asked["table"])
        if self.viewer is not None:
            self.viewer.table.watchers.discard(self.viewer)
        self.viewer = viewer = PageViewer(table, OWNER, asked, partial(self.post, ""))
        self.store.lang = viewer.lang
        async with table.lock:
            table.watchers.add(viewer)
            viewer.tell(viewer.whole())
        table.presence.saw(OWNER)
        if table.time is not None and self._ticking is None:
            self._ticking = asyncio.create_task(self._tick())
        try:
            await table.begin()
        except (StoreFailed, Conflict):
            await self._failed(viewer, None)

    async def say(self, message: dict[str, Any]) -> None:
        """Carries out a message of the page at its open table, as a server would."""
        viewer = self.viewer
        assert viewer is not None, "no table is open"
        id = message.get("id")
        try:
            await self.renew(viewer.table)
            answer = await requests.carry_out(viewer, requests.request_of(message))
            viewer.answer(answer, id)
            await self.guests.draws.seal(viewer.table)
        except Refused as refused:
            await viewer.refuse(refused, id)
        except Conflict:  # another tab was faster: show what it did
            await self.changed(viewer.table.id)
            viewer.tell(No(id, "stale", MOVED_ON.say(viewer.lang), ""))
        except Exception as error:
            if not isinstance(error, StoreFailed):
                log.exception("table %s: a message could not be carried out", viewer.table.id)
            await self._failed(viewer, id)

    async def changed(self, id: str) -> None:
        """Reloads a table after another tab has changed it."""
        if id in self.tables:
            self.tables[id].broken = True
            await self.renew(self.tables[id])

    async def _failed(self, viewer: PageViewer, id: Any) -> None:
        """Reports a failure and shows what is stored."""
        says = NOT_SAVED if self.store.ill else NOTHING_LOST
        viewer.table.broken = True
        try:
            await self.renew(viewer.table)
        except (StoreFailed, Refused):
            log.exception("table %s cannot be read again", viewer.table.id)
        # Last, because the page drops a message when a view arrives.
        viewer.tell(No(id, "fault", says.say(viewer.lang), ""))

    async def renew(self, table: Table) -> None:
        """Goes on from what is stored, if the table is broken, with all pages that watch it."""
        if not table.broken:
            return
        fresh = await self.table(table.id)
        for watcher in list(table.watchers):
            assert isinstance(watcher, Viewer)
            table.watchers.discard(watcher)
            fresh.watchers.add(watcher)
            watcher.table = fresh
            watcher.seats_changed()
        fresh.bots.wake()

    # What a page would ask by HTTP

    async def ask(self, message: dict[str, Any]) -> Any:
        self.store.lang = lang = spoken(message.get("lang"))
        try:
            what = message["ask"]
            if what in REPLAY_REQUESTS:
                return await getattr(self.replays, what)(message, lang)
            if what in solving.REQUESTS:
                return solving.REQUESTS[what](message, lang)
            return await REQUESTS[what](self, message, lang)
        except Refused as refused:
            return {"wrong": refused.says.say(lang)}
        except (StoreFailed, Conflict, Gone):
            return {"wrong": NOT_SAVED.say(lang)}
        except ValueError as error:
            why = error.says if isinstance(error, Refusal) else Verbatim(str(error))
            return {"wrong": say("This table can’t be set up: {why}", why=why.say(lang)).say(lang)}
        except Exception:  # every question gets an answer
            log.exception("%s could not be carried out", message.get("ask"))
            return {"wrong": NOTHING_LOST.say(lang)}

    async def finished(self, id: str) -> Table:
        table = await self.table(id)
        if not table.state.over:
            raise Refused("playing", NOT_OVER)
        return table

    async def play(self, message: dict[str, Any], lang: str) -> dict[str, Any]:
        game = find(message["game"])
        if "daily" in message["fields"]:
            return await daily_games.play(self.store, game)
        set_up = forms.plan(game, message["fields"], OWNER, lang)
        if any(seat.kind == "open" for seat in set_up.seats):
            set_up.settings["room"] = new_id()  # where friends find this table and its rematches
            set_up.settings["chains"] = []  # all pages draw together
        table = new_table(*set_up)
        await self.store.create(table)
        return {"table": table.id}

    async def rematch(self, message: dict[str, Any], lang: str) -> dict[str, Any]:  # noqa: ARG002
        table = await self.finished(message["table"])
        if not table.row.rematch:
            row, _ = rematch_of(table, find(table.row.game))
            await self.store.create(row, rematch_of=table.id)
            table.go_on_at(row.id)
        return {"table": table.row.rematch}

    async def challenge(self, message: dict[str, Any], lang: str) -> dict[str, Any]:  # noqa: ARG002
        table = await self.finished(message["table"])
        newest, mine = find(table.row.game), table.seats_of(OWNER)
        row = new_table(*challenge_of(table, newest, mine[0], message["level"]))
        await self.store.create(row)
        return {"table": row.id}

    async def without(self, message: dict[str, Any], lang: str) -> dict[str, Any]:  # noqa: ARG002
        """Agrees to go on without the page of a player whose links a draw waits for."""
        await self.guests.draws.agree(await self.table(message["table"]), OWNER, message["seat"])
        return {}

    async def listed(self, message: dict[str, Any], lang: str) -> dict[str, Any]:  # noqa: ARG002
        rows = {id: await self.store.relisted(id) for id in message["tables"]}
        return {"rows": {id: row for id, row in rows.items() if row is not None}}

    async def why(self, message: dict[str, Any], lang: str) -> dict[str, Any]:
        """Explains why something cannot be done at a step of a lesson."""
        stage = lesson.stage(message["game"], lang, strategy=bool(message.get("strategy")))
        assert stage is not None
        step = requests.within(message["step"], 0, len(stage.views))
        return stage.why(step, requests.ids(message["on"]), requests.ids(message["picked"]))


Request = dict[str, Any]
REQUESTS: dict[str, Callable[[PageHost, Request, str], Awaitable[Request]]] = {
    "play": PageHost.play,
    "rematch": PageHost.rematch,
    "challenge": PageHost.challenge,
    "list": PageHost.listed,
    "without": PageHost.without,
    "daily": lambda host, asked, lang: daily_games.listed(host.store, asked.get("link", ""), lang),
    "summary": lambda host, _, lang: host.progress.summary(lang),
    "why": PageHost.why,
}
