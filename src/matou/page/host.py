"""The host of tables in a page: makes them, finds them, and carries out what the page asks.

The page speaks as it would to a server. What it would send over a WebSocket comes to ``say`` and is
answered by ``post``; what it would ask by HTTP comes to ``ask`` and is answered there::

    {"ask": "play", "game": …, "fields": {…}}        a new table: {"table": id}
    {"ask": "rematch", "table": id}                   {"table": id}
    {"ask": "why", "game": …, "step": …, …}           why not, at a step of a lesson
    {"ask": "open", "record": text}                   looking back: ``replays``
    …

Each may carry ``lang``. What cannot be done is answered {"wrong": a sentence}.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from matou.core.registry import find
from matou.core.words import BadChoice, Refusal, Words
from matou.page import text
from matou.page.players import PagePlayers
from matou.page.replays import Replays
from matou.page.storage import OWNER, PageStore, Shelf
from matou.play import forms, lesson, requests, views
from matou.play import text as play_text
from matou.play.bot_turns import PACES
from matou.play.keeping import Conflict, Gone, StoreFailed
from matou.play.opening import new_table, rematch_of
from matou.play.players import Players
from matou.play.refusals import Refused
from matou.play.table import Table
from matou.play.viewer import Viewer

log = logging.getLogger("matou.page")


class PageViewer(Viewer):
    """The page itself."""

    def __init__(
        self, table: Table, lang: str, memory: bool, wide: bool, post: Callable[[Any], object]
    ) -> None:
        super().__init__(table, OWNER, lang, memory, plain=False, wide=wide)
        self._post = post

    def tell(self, message: dict[str, Any]) -> None:
        self._post(message)


class PageHost:
    """Has the tables of one page; ``post`` sends it a message."""

    def __init__(
        self,
        shelf: Shelf,
        think: Callable[[str], Awaitable[str]],
        post: Callable[[dict[str, Any]], object],
        pace: float = 0.0,
    ) -> None:
        self.store = PageStore(shelf)
        self.players: Players = PagePlayers(think)
        self.advised: set[str] = set()
        self.pace = pace
        self.post = post
        self.tables: dict[str, Table] = {}
        self.viewer: PageViewer | None = None
        self.replays = Replays(self)

    # Tables

    async def table(self, id: str) -> Table:
        """A table, from memory or by replay; refused in words if it cannot be had."""
        table = self.tables.get(id)
        if table is not None and not table.broken:
            return table
        if table is not None:
            table.stop()
        found = await self.store.load(id)
        if found is None:
            raise Refused("gone", text.NOT_HERE)
        try:
            game = find(found.kept.game, found.kept.version).having(**found.kept.options)
        except BadChoice:
            raise Refused("version", play_text.OLD_VERSION) from None
        fresh = Table(
            found.kept, game, found.events, found.chat, self.store, self.players, self.pace
        )
        self.tables[id] = fresh
        return fresh

    async def finished(self, id: str) -> Table:
        table = await self.table(id)
        if not table.state.over:
            raise Refused("playing", text.NOT_OVER)
        return table

    # What a page would send over a WebSocket

    async def open(self, id: str, lang: str, memory: bool, wide: bool, pace: str) -> None:
        """The page opens a table: it is shown all of it, and what is owed is played."""
        table = await self.table(id)
        self.viewer = viewer = PageViewer(table, lang, memory, wide, self.post)
        viewer.pace = pace if pace in PACES else viewer.pace
        async with table.lock:
            table.watchers = {viewer}
            viewer.tell(viewer.whole())
        table.saw(OWNER)
        try:
            await table.begin()
        except (StoreFailed, Conflict):
            await self._mishap(viewer, None)

    async def say(self, message: dict[str, Any]) -> None:
        """A message of the page at its open table, answered as a server would."""
        viewer = self.viewer
        assert viewer is not None, "no table is open"
        id = message.get("id")
        try:
            await self._renew(viewer)
            answer = await requests.carry_out(self, viewer, message)
            viewer.tell({"t": "ok", "id": id, "at": viewer.table.number, **(answer or {})})
        except Refused as refused:
            await viewer.refuse(refused, id)
        except Conflict:  # another tab was faster: look at what it did
            await self.changed(viewer.table.id)
            viewer.tell(views.refusal("stale", play_text.STALE, "", viewer.lang, id))
        except Exception as error:
            if not isinstance(error, StoreFailed):
                log.exception("table %s: a message could not be carried out", viewer.table.id)
            await self._mishap(viewer, id)

    async def changed(self, id: str) -> None:
        """Another tab has played at a table: what is shown of it here is made anew."""
        if id in self.tables:
            self.tables[id].broken = True
        if self.viewer is not None and self.viewer.table.id == id:
            await self._renew(self.viewer)

    async def _mishap(self, viewer: PageViewer, id: Any) -> None:
        """Something went wrong: say so, and show what is kept."""
        says = text.NOT_KEPT if self.store.ill else play_text.TABLE_FAULT
        viewer.table.broken = True
        try:
            await self._renew(viewer)
        except (StoreFailed, Refused):
            log.exception("table %s cannot be read again", viewer.table.id)
        # Last, or the page would take the sentence away with the view that comes after it.
        viewer.tell(views.refusal("fault", says, "", viewer.lang, id))

    async def _renew(self, viewer: PageViewer) -> None:
        """After a mishap: go on from what is kept."""
        if not viewer.table.broken:
            return
        table = await self.table(viewer.table.id)
        viewer.table = table
        table.watchers = {viewer}
        viewer.seats_changed()
        table.bots.wake()

    # What a page would ask by HTTP

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        lang = "fr" if message.get("lang") == "fr" else "en"
        try:
            what = message["ask"]
            if what in LOOKING_BACK:
                return await LOOKING_BACK[what](self.replays, message, lang)
            return await ASKED[what](self, message, lang)
        except Refused as refused:
            return {"wrong": refused.says.say(lang)}
        except (StoreFailed, Conflict, Gone):
            return {"wrong": text.NOT_KEPT.say(lang)}
        except ValueError as error:
            told = error.says if isinstance(error, Refusal) else Words(str(error), str(error))
            return {"wrong": play_text.BAD_FORM.say(lang).format(why=told.say(lang))}
        except Exception:  # whoever asked is answered in any case
            log.exception("%s could not be carried out", message.get("ask"))
            return {"wrong": play_text.TABLE_FAULT.say(lang)}

    async def play(self, message: dict[str, Any], lang: str) -> dict[str, Any]:
        game = find(message["game"])
        plan = forms.plan(game, message["fields"], OWNER, lang)
        if any(seat.kind == "open" for seat in plan.seats):
            raise BadChoice(*text.NOBODY_COMES)
        kept = new_table(game, plan.seats, plan.settings, dict(plan.options))
        await self.store.create(kept)
        return {"table": kept.id}

    async def rematch(self, message: dict[str, Any], lang: str) -> dict[str, Any]:  # noqa: ARG002
        table = await self.finished(message["table"])
        if not table.kept.rematch:
            kept, _ = rematch_of(table, find(table.kept.game))
            await self.store.create(kept, rematch_of=table.id)
            table.kept.rematch = kept.id
        return {"table": table.kept.rematch}

    async def why(self, message: dict[str, Any], lang: str) -> dict[str, Any]:
        """Why something cannot be done at a step of a lesson."""
        stage = lesson.stage(message["game"], lang)
        assert stage is not None
        step = requests.whole_number(message, "step", 0, len(stage.views))
        on, picked = (requests.ids(message.get(key)) for key in ("on", "picked"))
        told = stage.why(step, on, picked)
        return {"instead": True} if told is None else {"why": told[0], "rule": told[1]}


Asked = dict[str, Any]
ASKED: dict[str, Callable[[PageHost, Asked, str], Awaitable[Asked]]] = {
    "play": PageHost.play,
    "rematch": PageHost.rematch,
    "why": PageHost.why,
}
LOOKING_BACK: dict[str, Callable[[Replays, Asked, str], Awaitable[Asked]]] = {
    "about": Replays.about,
    "story": Replays.story,
    "position": Replays.position,
    "record": Replays.record,
    "online": Replays.online,
    "verify": Replays.verify,
    "analysis": Replays.analysis,
    "questions": Replays.questions,
    "opinion": Replays.opinion,
    "play_on": Replays.play_on,
    "open": Replays.open,
}
