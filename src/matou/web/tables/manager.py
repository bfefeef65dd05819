"""The manager: every table that is open now, loaded when asked for and let go when idle."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from matou.core.game import Game
from matou.core.registry import find, names
from matou.core.words import BadChoice
from matou.play.copies import were_here
from matou.play.keeping import Gone, Kept, Said, StoreFailed
from matou.play.opening import new_table, rematch_of
from matou.play.players import Players
from matou.play.refusals import Refused
from matou.play.seats import Seat
from matou.play.table import Table
from matou.rating import Rating
from matou.rating.cats import cat
from matou.web import text
from matou.web.ops.event_loop_lag import EventLoopLag
from matou.web.ops.metrics import Metrics
from matou.web.store.interface import Store
from matou.web.store.ratings import Rated
from matou.web.tables.peers import Peers
from matou.web.tables.recording import Recorder
from matou.web.tables.site_time import SiteTime

log = logging.getLogger("matou.web")

IDLE_SECONDS = 90.0
AT_ONCE = 200  # tables that are looked at in one go
LOOK_EVERY = 5.0  # seconds between two looks at who is still here


class TableManager:
    """Finds, opens and closes tables."""

    def __init__(self, store: Store, games: dict[str, Game], players: Players, pace: float) -> None:
        self.store = store
        self.games = games
        self.players = players
        self.pace = pace
        self.clock: Callable[[], float] = time.monotonic
        self.began = self.clock()
        self.metrics = Metrics()
        self.lag = EventLoopLag()
        self.tables: dict[str, Table] = {}
        self.advised: set[str] = set()  # who waits for a hint: one at a time, whatever the table
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._played: WeakValueDictionary[str, Game] = WeakValueDictionary()
        self.peers = Peers(self)
        self.time = SiteTime(store)
        self.recorder = Recorder(store)

    async def table(self, id: str) -> Table | None:
        """A table as it is kept now, from memory or by replay; None if there is none of that name.

        Whoever comes is shown no less than others were: a message may have called them to a turn.
        """
        table = self.tables.get(id)
        if table is None and id not in self._loading:
            loading = self._loading[id] = asyncio.create_task(self._load(id))
            loading.add_done_callback(lambda _: self._loading.pop(id, None))
            return await asyncio.shield(loading)
        if table is None:  # it was read for somebody who came before: they share that copy
            table = await asyncio.shield(self._loading[id])
        if table is None:
            return None
        if table.broken or table.is_behind or await self.peers.is_ahead_of(table):
            return await self._mended(table)
        return table

    async def _load(self, id: str) -> Table | None:
        found = await self.store.load(id)
        if found is None:
            return None
        kept, events, chat, seen = found
        try:
            game = find(kept.game, kept.version)
        except BadChoice:
            raise Refused("version", text.OLD_VERSION) from None
        try:
            table = await self._set(kept, game, events, chat)
        except Exception as error:
            raise self.no_game(id, error) from error
        self.seat(table)
        if table.seated is not None:
            await table.seated(table)
        were_here(table, seen)
        return table

    async def _mended(self, table: Table) -> Table | None:
        """A table after a fault, or one that fell behind: what is kept is right."""
        try:
            await table.catch_up()
        except Gone:
            self.tables.pop(table.id, None)
            return None
        except StoreFailed:
            raise
        except Exception as error:
            raise self.no_game(table.id, error) from error
        return table

    def no_game(self, id: str, error: Exception) -> StoreFailed:
        """What is kept is no game by these rules."""
        self.store.report_damage(f"table {id}: {type(error).__name__}: {error}")
        return StoreFailed(id)

    def is_loading(self, id: str) -> bool:
        return id in self._loading

    async def _set(self, kept: Kept, game: Game, events: list[int], chat: list[Said]) -> Table:
        """A table where it stands; a long game is replayed elsewhere, so that nobody waits."""
        game = self.playing(kept, game)
        made = partial(Table, kept, game, events, chat, self.store, self.players, self.pace)
        return await asyncio.to_thread(made) if events else made()

    def playing(self, kept: Kept, game: Game) -> Game:
        """A game with a table's options: one for all tables that play it alike, near at hand."""
        key = f"{kept.game} {kept.version} {json.dumps(kept.options, sort_keys=True)}"
        found = self._played.get(key)
        if found is None:
            found = self._played[key] = game.having(**kept.options)
        return found

    def seat(self, table: Table) -> Table:
        """A table joins the open ones."""
        table.moved = self.metrics.moved
        table.ended = self.recorder.ended.set
        table.clock, table.began = self.clock, self.began
        if table.time is not None:
            table.time.now, table.time.set_now = self.time.now, self.time.beat
            table.time.make_sure = self.time.make_sure
        if table.is_rated:
            table.seated = self.set_strengths
        self.tables[table.id] = table
        self.peers.join(table)
        return table

    async def open(
        self,
        game: Game,
        seats: list[Seat],
        settings: dict[str, Any],
        options: dict[str, Any],
        first: Sequence[int] = (),
    ) -> Table:
        """A new table; its opening is drawn as soon as every seat is taken.

        ``first`` are the actions it takes over from another game (``settings["origin"]``).
        """
        kept, events = new_table(game, seats, settings, options), list(first)
        table = await self._set(kept, game, events, [])
        kept.over, kept.turn = table.state.over, table.state.actor
        await self.store.create(kept, events)
        await self._opened(table)
        return table

    async def _opened(self, table: Table) -> None:
        """A new table is in the store: let it begin."""
        self.seat(table)
        if table.seated is not None:
            await table.seated(table)
        for seat in table.seats:
            table.saw(seat.owner)
        self.metrics.opened.add(table.game.name)
        about = {"game": table.game.name, "seats": len(table.seats)}
        log.info("table %s: opened", table.id, extra=about)
        await table.begin()

    async def set_strengths(self, table: Table) -> None:
        """What those at a table that counts are rated, for all to see who play or watch there."""
        seats, game = table.seats, table.game.name
        try:
            owners = await self.store.who_wants_rating(seat.owner for seat in seats)
            known = await self.store.ratings(owners, game)
        except StoreFailed:  # a game needs no numbers
            return
        unrated = Rated(Rating(), 0)
        table.strengths = [
            str(known.get(seat.owner, unrated).rating)
            if seat.owner in owners
            else str(cat(game, len(seats), seat.level))
            if seat.kind == "bot" and not seat.owner
            else ""
            for seat in seats
        ]

    async def rematch(self, table: Table) -> str:
        """The table's rematch, seats rotated by one; the same for all who ask."""
        if table.kept.rematch:
            return table.kept.rematch
        again, game = rematch_of(table, self.games.get(table.kept.game, table.game))
        return await self.open_after([table], again, game)

    async def open_after(self, tables: Sequence[Table], again: Kept, game: Game) -> str:
        """A table that follows others; the id of the one that stands after the first.

        The store decides whose it is, where two ask at once.
        """
        fresh = await self._set(again, game, [], [])
        again.turn = fresh.state.actor
        stands = await self.store.create(again, after=[table.id for table in tables])
        if stands != again.id:
            tables[0].kept.rematch = stands
            return stands
        await self._opened(fresh)
        for table in tables:
            table.go_on_at(again.id)
        return stands

    async def sweep(self) -> None:
        """Let idle tables go, for as long as the server runs; they are all in the store."""
        while True:
            await asyncio.sleep(IDLE_SECONDS / 3)
            self.let_go(time.monotonic() - IDLE_SECONDS)

    async def watch_presence(self) -> None:
        """Tell who has been away for long, for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            for nth, table in enumerate(list(self.tables.values()), 1):
                if table.watchers and table.misses_somebody():
                    table.tell_presence()
                if nth % AT_ONCE == 0:  # ten thousand tables hold up nobody
                    await asyncio.sleep(0)

    def let_go(self, before: float) -> int:
        gone = [t for t in self.tables.values() if t.idle and t.touched < before]
        for table in gone:
            table.stop()
            del self.tables[table.id]
        return len(gone)

    def stop(self) -> None:
        for table in self.tables.values():
            table.stop()


def load_games() -> dict[str, Game]:
    """Every game that can be loaded; one that cannot is reported, and the others are played."""
    games = {}
    for name in names():
        try:
            games[name] = find(name)
        except Exception:
            log.exception("the game %s cannot be loaded", name)
    return games
