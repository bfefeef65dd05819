"""The host of tables in a page: creates and finds them, and carries out the page's requests.

The page speaks as it would to a server. What it would send over a WebSocket goes to ``say``, which
answers by ``post``; what it would request by HTTP goes to ``ask``, which returns the answer::

    {"ask": "play", "game": …, "fields": {…}}        a new table: {"table": id}
    {"ask": "rematch", "table": id}                   {"table": id}
    {"ask": "daily", "days": [date, …]}               the cats of the day; days played so far
    {"ask": "challenge", "table": id, "level": n}     against stronger cats: {"table": id}
    {"ask": "list", "tables": [id, …]}                list entries in ``lang``: {"rows": {id: …}}
    {"ask": "why", "game": …, "step": …, …}           why not, at a step of a lesson
    {"ask": "open", "record": text}                   and other requests of ``replays``

Each may have ``lang``. A refusal is {"wrong": a sentence}.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from matou.core.grammar import spoken
from matou.core.messages import Verbatim, say
from matou.core.refusals import BadChoice, Refusal
from matou.core.registry import find
from matou.page import daily_games
from matou.page.players import PagePlayers
from matou.page.replays import Replays
from matou.page.storage import OWNER, BrowserStorage, PageStore
from matou.play import forms, lesson, requests
from matou.play.bot_turns import PACES
from matou.play.host import Host, Players
from matou.play.keeping import Conflict, Gone, StoreFailed
from matou.play.opening import challenge_of, new_table, rematch_of
from matou.play.protocol.fields import built
from matou.play.protocol.messages import Message, No
from matou.play.protocol.requests import AtTable, Avoid, Report, kind_of
from matou.play.refusals import MOVED_ON, NOTHING_LOST, Refused
from matou.play.table import Table
from matou.play.viewer import Viewer

log = logging.getLogger("matou.page")

NOT_SAVED = say(
    "Your browser couldn’t save that move, so it wasn’t played: storage is full, "
    "or blocked for this page (is this a private window?). Everything before it "
    "is safe. Make some room and try again."
)


class PageViewer(Viewer):
    def __init__(
        self, table: Table, lang: str, memory: bool, wide: bool, post: Callable[[Any], object]
    ) -> None:
        super().__init__(table, OWNER, lang, memory, plain=False, wide=wide)
        self._post = post

    def tell(self, message: Message) -> None:
        self._post(message)


class PageHost(Host):
    """Holds the tables of one page; ``post`` sends the page a message."""

    def __init__(
        self,
        storage: BrowserStorage,
        think: Callable[[str], Awaitable[str]],
        post: Callable[[Message], object],
        pace: float = 0.0,
    ) -> None:
        self.keeper = self.store = PageStore(storage)
        self.players: Players = PagePlayers(think)
        self.advised: set[str] = set()
        self.pace = pace
        self.post = post
        self.tables: dict[str, Table] = {}
        self.viewer: PageViewer | None = None
        self.replays = Replays(self)

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
            game = find(found.stored.game, found.stored.version).having(**found.stored.options)
        except BadChoice:
            raise Refused(
                "version", say("This game was started under older rules and can’t continue here.")
            ) from None
        fresh = self.tables[id] = Table(found.stored, game, found.events, found.chat, self)
        return fresh

    async def finished(self, id: str) -> Table:
        table = await self.table(id)
        if not table.state.over:
            raise Refused("playing", say("The game is not over yet."))
        return table

    # What a page would send over a WebSocket

    async def open(self, id: str, lang: str, memory: bool, wide: bool, pace: str) -> None:
        """Opens a table: sends the page all of it and plays the bots' turns."""
        self.store.lang = lang
        table = await self.table(id)
        self.viewer = viewer = PageViewer(table, lang, memory, wide, self.post)
        viewer.pace = pace if pace in PACES else viewer.pace
        async with table.lock:
            watch(table, viewer)
            viewer.tell(viewer.whole())
        table.presence.saw(OWNER)
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
            await self._reload(viewer)
            answer = await requests.carry_out(self, viewer, request_of(message))
            viewer.answer(answer, id)
        except Refused as refused:
            await viewer.refuse(refused, id)
        except Conflict:  # another tab was faster: show what it did
            await self.changed(viewer.table.id)
            says = MOVED_ON.say(viewer.lang)
            viewer.tell(No(id, "stale", says, ""))
        except Exception as error:
            if not isinstance(error, StoreFailed):
                log.exception("table %s: a message could not be carried out", viewer.table.id)
            await self._failed(viewer, id)

    async def changed(self, id: str) -> None:
        """Reloads a table after another tab has changed it."""
        if id in self.tables:
            self.tables[id].broken = True
        if self.viewer is not None and self.viewer.table.id == id:
            await self._reload(self.viewer)

    async def _failed(self, viewer: PageViewer, id: Any) -> None:
        """Reports a failure and shows what is stored."""
        says = NOT_SAVED if self.store.ill else NOTHING_LOST
        viewer.table.broken = True
        try:
            await self._reload(viewer)
        except (StoreFailed, Refused):
            log.exception("table %s cannot be read again", viewer.table.id)
        # Last, because the page drops a message when a view arrives.
        viewer.tell(No(id, "fault", says.say(viewer.lang), ""))

    async def _reload(self, viewer: PageViewer) -> None:
        """Goes on from what is stored, if the table is broken."""
        if not viewer.table.broken:
            return
        table = await self.table(viewer.table.id)
        viewer.table = table
        watch(table, viewer)
        viewer.seats_changed()
        table.bots.wake()

    # What a page would ask by HTTP

    async def ask(self, message: dict[str, Any]) -> Any:
        self.store.lang = lang = spoken(message.get("lang"))
        try:
            what = message["ask"]
            if what in REPLAY_REQUESTS:
                return await REPLAY_REQUESTS[what](self.replays, message, lang)
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

    async def play(self, message: dict[str, Any], lang: str) -> dict[str, Any]:
        game = find(message["game"])
        if "daily" in message["fields"]:
            return await daily_games.play(self.store, game)
        plan = forms.plan(game, message["fields"], OWNER, lang)
        if any(seat.kind == "open" for seat in plan.seats):
            raise BadChoice("Nobody can join by link here. Choose cats, or people at this screen.")
        table = new_table(game, plan.seats, plan.settings, dict(plan.options))
        await self.store.create(table)
        return {"table": table.id}

    async def rematch(self, message: dict[str, Any], lang: str) -> dict[str, Any]:  # noqa: ARG002
        table = await self.finished(message["table"])
        if not table.row.rematch:
            row, _ = rematch_of(table, find(table.row.game))
            await self.store.create(row, rematch_of=table.id)
            table.row.rematch = row.id
        return {"table": table.row.rematch}

    async def challenge(self, message: dict[str, Any], lang: str) -> dict[str, Any]:  # noqa: ARG002
        table = await self.finished(message["table"])
        newest, mine = find(table.row.game), table.seats_of(OWNER)
        row = new_table(*challenge_of(table, newest, mine[0], message["level"]))
        await self.store.create(row)
        return {"table": row.id}

    async def listed(self, message: dict[str, Any], lang: str) -> dict[str, Any]:  # noqa: ARG002
        rows = {id: await self.store.relisted(id) for id in message["tables"]}
        return {"rows": {id: row for id, row in rows.items() if row is not None}}

    async def why(self, message: dict[str, Any], lang: str) -> dict[str, Any]:
        """Explains why something cannot be done at a step of a lesson."""
        stage = lesson.stage(message["game"], lang)
        assert stage is not None
        step = requests.within(message["step"], 0, len(stage.views))
        on, picked = requests.ids(message["on"]), requests.ids(message["picked"])
        why = stage.why(step, on, picked)
        return {"instead": True} if why is None else {"why": why[0], "rule": why[1]}


def request_of(message: dict[str, Any]) -> AtTable:
    """Returns a message of this page's own scripts as a request."""
    kind = kind_of(message)
    if kind is None or kind in (Avoid, Report):
        raise requests.nonsense()
    try:
        return built(kind, message)  # type: ignore[return-value]
    except TypeError:
        raise requests.nonsense() from None


def watch(table: Table, viewer: PageViewer) -> None:
    table.watchers.clear()
    table.watchers.add(viewer)


Request = dict[str, Any]
REQUESTS: dict[str, Callable[[PageHost, Request, str], Awaitable[Request]]] = {
    "play": PageHost.play,
    "rematch": PageHost.rematch,
    "challenge": PageHost.challenge,
    "list": PageHost.listed,
    "daily": lambda host, message, lang: daily_games.listed(host.store, message, lang),
    "why": PageHost.why,
}
REPLAY_REQUESTS: dict[str, Callable[[Replays, Request, str], Awaitable[Any]]] = {
    "about": Replays.about,
    "story": Replays.story,
    "position": Replays.position,
    "record": Replays.record,
    "online": Replays.online,
    "verify": Replays.verify,
    "analysis": Replays.analysis,
    "questions": Replays.questions,
    "opinion": Replays.opinion,
    "after": Replays.after,
    "play_on": Replays.play_on,
    "open": Replays.open,
}
