"""The table manager: loads tables on request and unloads idle ones."""

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from functools import partial
from weakref import WeakValueDictionary

from matou.core import registry
from matou.core.game import Game
from matou.core.messages import say
from matou.core.refusals import BadChoice
from matou.play import host, opening, refusals
from matou.play.forms import SetUp
from matou.play.keeping import Gone, Said, StoreFailed, TableRow
from matou.play.table import Table
from matou.rating import Rating, cats
from matou.web.db.database import Statement
from matou.web.ops.chores import Chore, EventLoopLag
from matou.web.ops.logs import log
from matou.web.ops.metrics import Metrics
from matou.web.store import Store
from matou.web.strength.repository import Rated
from matou.web.tables import peers, player_games, site_time

IDLE_SECONDS = 90.0
AT_ONCE = 200  # tables checked before the event loop gets a turn
WATCH_EVERY = 3.0  # seconds between two checks of who is present
LOOK_EVERY = 5.0  # seconds between two checks of who has signed out


class TableManager(host.Host):
    """Finds, opens and unloads tables. It is also their `Host`."""

    def __init__(
        self, store: Store, games: dict[str, Game], players: host.Players, pace: float
    ) -> None:
        self.store = store
        self.keeper = store.tables
        self.is_shared = store.db.shared
        self.games = games
        self.players = players
        self.pace = pace
        self.clock: Callable[[], float] = time.monotonic
        self.began = self.clock()
        self.metrics = Metrics()
        self.lag = EventLoopLag()
        self.tables: dict[str, Table] = {}
        self.advised: set[str] = set()  # owners who wait for a hint: one hint at a time for each
        self.loading: dict[str, asyncio.Task[Table | None]] = {}
        self._played: WeakValueDictionary[str, Game] = WeakValueDictionary()
        self.peers: peers.Peers = peers.Peers(self)
        self.time = site_time.SiteTime(store.uptime)
        self.recorder = player_games.Recorder(store.games)

    def chores(self) -> list[Chore]:
        return [
            Chore(self.unload_idle, IDLE_SECONDS / 3),
            Chore(self.watch_presence, WATCH_EVERY),
            Chore(self.lag.measure),
            Chore(partial(self.time.beat_if_needed, self), site_time.BEAT),
            Chore(self.recorder.record_all),
            *self.peers.chores(),
        ]

    async def table(self, id: str) -> Table | None:
        """Returns an up-to-date table, from memory or by replay; None if it does not exist.

        The copy in memory is compared with the store: a visitor who follows a notification must see
        the move that it announced.
        """
        table = self.tables.get(id)
        if table is None and id not in self.loading:
            loading = self.loading[id] = asyncio.create_task(self._load(id))
            loading.add_done_callback(lambda _: self.loading.pop(id, None))
            return await asyncio.shield(loading)
        if table is None:  # another request is loading it: share that copy
            table = await asyncio.shield(self.loading[id])
        if table is None:
            return None
        if table.broken or table.is_behind or await self.peers.is_ahead_of(table):
            return await self._mended(table)
        return table

    async def _load(self, id: str) -> Table | None:
        found = await self.store.tables.load(id)
        if found is None:
            return None
        row, events, chat, seen = found
        try:
            game = registry.find(row.game, row.version)
        except BadChoice:
            raise refusals.Refused(
                "version", say("This game was started under older rules and can’t continue here.")
            ) from None
        try:
            table = await self._set(row, game, events, chat)
        except Exception as error:
            raise self.no_game(id, error) from error
        self._add(table)
        await self.seats_changed(table)
        table.presence.seen_elsewhere(seen)
        return table

    async def _mended(self, table: Table) -> Table | None:
        """Brings a broken or outdated table up to date with the store."""
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
        """Reports that a stored table cannot be replayed under its rules; returns the exception."""
        self.store.db.report_damage(f"table {id}: {type(error).__name__}: {error}")
        return StoreFailed(id)

    async def _set(self, row: TableRow, game: Game, events: list[int], chat: list[Said]) -> Table:
        """Builds a table from its events. Replays them in a thread, since that may be slow."""
        game = self.playing(row, game)
        made = partial(Table, row, game, events, chat, self)
        return await asyncio.to_thread(made) if events else made()

    def playing(self, row: TableRow, game: Game) -> Game:
        """Returns the game with a table's options. Tables with the same options share it."""
        key = f"{row.game} {row.version} {json.dumps(row.options, sort_keys=True)}"
        found = self._played.get(key)
        if found is None:
            found = self._played[key] = game.having(**row.options)
        return found

    def _add(self, table: Table) -> None:
        self.tables[table.id] = table
        self.peers.join(table)

    async def open(self, set_up: SetUp, first: Sequence[int] = ()) -> Table:
        """Opens a new table. ``first`` are the actions of the game that it continues, if any."""
        row = opening.new_table(*set_up)
        await self.create(row, set_up.game, first)
        return self.tables[row.id]

    async def create(
        self,
        row: TableRow,
        game: Game,
        first: Sequence[int] = (),
        after: Sequence[Table] = (),
        fences: Sequence[Statement] = (),
    ) -> str:
        """Stores a new table, starts its game, and returns the id.

        If another request was faster, nothing happens. Returns the id of the table that follows
        ``after`` already, or '' if one of the ``fences`` missed.
        """
        table = await self._set(row, game, list(first), [])
        if after and table.time is not None:
            table.time.wait_for_all()
        row.over, row.turn = table.state.over, table.state.actor
        await self.table_fills(row)
        stands = await self.store.tables.create(row, first, [old.id for old in after], fences)
        if stands == row.id:
            self._add(table)
            await self.seats_changed(table)
            for seat in table.seats:
                table.presence.expect(seat.owner)
            self.metrics.opened.labels(table.game.name).inc()
            about = {"game": table.game.name, "seats": len(table.seats)}
            log.info("table %s: opened", table.id, extra=about)
            await table.begin()
        return stands

    async def rematch(self, table: Table) -> str:
        """Returns the id of the table's rematch, with seats rotated by one. Opens it if needed."""
        if table.row.rematch:
            return table.row.rematch
        newest = self.games.get(table.row.game, table.game)
        return await self.open_after([table], *opening.rematch_of(table, newest))

    async def open_after(self, tables: Sequence[Table], again: TableRow, game: Game) -> str:
        """Opens a table that follows others and returns its id.

        If two players ask at once, the store decides which table wins, and both get its id.
        """
        stands = await self.create(again, game, after=tables)
        if stands != again.id:
            tables[0].row.rematch = stands
            return stands
        for table in tables:
            table.go_on_at(again.id)
        return stands

    # The Host interface

    def monotonic(self) -> float:
        return self.clock()

    def now(self) -> float:
        return self.time.now()

    async def update_now(self) -> None:
        await self.time.beat()

    async def check_now(self) -> None:
        await self.time.check()

    def move_made(self, table: Table, seconds: float | None) -> None:
        self.metrics.moved(table.game.name, seconds)

    def game_ended(self, table: Table) -> None:  # noqa: ARG002
        self.recorder.ended.set()

    async def table_fills(self, row: TableRow) -> None:
        await self.store.ratings.decide_rated(row)

    async def seats_changed(self, table: Table) -> None:
        if table.is_rated:
            await self.set_strengths(table)

    async def set_strengths(self, table: Table) -> None:
        """Looks up the ratings of the players at a rated table."""
        seats, game = table.seats, table.game.name
        try:
            if table.full:
                owners = {seat.owner for seat in seats if seat.rated_at}
            else:
                owners = await self.store.ratings.who_wants(seat.owner for seat in seats)
            known = await self.store.ratings.of_people(owners, game)
        except StoreFailed:  # the game works without ratings
            return
        unrated = Rated(Rating(), 0)
        table.strengths = [
            str(known.get(seat.owner, unrated).rating)
            if seat.owner in owners
            else str(cats.cat(game, len(seats), seat.level))
            if seat.kind == "bot" and not seat.owner
            else ""
            for seat in seats
        ]

    async def unload_idle(self, seconds: float = IDLE_SECONDS) -> None:
        """Unloads tables that nobody has used for ``seconds``. They remain in the store."""
        before = time.monotonic() - seconds
        for table in [t for t in self.tables.values() if t.idle and t.touched < before]:
            table.stop()
            del self.tables[table.id]

    async def watch_presence(self) -> None:
        """Tells pages when a player has gone."""
        for nth, table in enumerate(list(self.tables.values()), 1):
            has_people = table.watchers or table.presence.left
            if has_people and table.presence.misses_somebody():
                table.presence.tell()
            if nth % AT_ONCE == 0:  # do not block the event loop
                await asyncio.sleep(0)

    def stop(self) -> None:
        for table in self.tables.values():
            table.stop()


def load_games() -> dict[str, Game]:
    """Returns all games by name. Logs games that cannot be loaded and leaves them out."""
    games = {}
    for name in registry.names():
        try:
            games[name] = registry.find(name)
        except Exception:
            log.exception("the game %s cannot be loaded", name)
    return games
