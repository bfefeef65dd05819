"""Ten thousand tables: memory is freed at once, equal games are shared, and only silent pages
are pinged."""

from __future__ import annotations

import asyncio
import gc
import random
import sqlite3
import weakref
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from uvicorn.server import ServerState
from web.support import Person, a_site, site_of, sqlite_of, two_players
from web.tables.timed import GAME, LIVE
from websockets.protocol import State

from matou.play import seating
from matou.web.db.sqlite import SqliteDatabase
from matou.web.http.connections import Config, ConnectionLimiter, LiveProtocol
from matou.web.tables.manager import AT_ONCE
from matou.web.tables.repository import LATEST


@pytest.fixture
def no_garbage_collection() -> Iterator[None]:
    """Turns the garbage collector off: with millions of objects it runs too rarely to rely on."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_garbage_collection")
@pytest.mark.parametrize("is_shared", [False, True])
async def test_an_unloaded_table_is_freed_at_once(tmp_path: Path, is_shared: bool) -> None:
    async with a_site(tmp_path) as app:
        parts, rng = site_of(app), random.Random(3)
        first, second, table = await two_players(app, GAME, rated="1", **LIVE)
        live = parts.manager.tables[table]
        if is_shared:
            parts.store.db.shared = True
            parts.manager.peers.join(live)
            parts.store.db.shared = False
        assert live.time is not None
        for _ in range(6):
            page = first if first.view["turn"] == 0 else second
            await page.act(rng)
            await first.settle()
            await second.settle()
        await first.close()
        await second.close()
        left = [weakref.ref(part) for part in (live, live.bots, live.time, live.timeline)]
        await parts.manager.unload_idle(-1)
        assert not parts.manager.tables
        del live
        await asyncio.sleep(0)
        assert [ref() for ref in left] == [None] * 4


async def test_tables_with_the_same_options_share_their_game(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        host, manager = Person(app), site_of(app).manager
        one, other = [await host.new_table(GAME) for _ in range(2)]
        assert manager.tables[one].game is manager.tables[other].game
        more = await host.new_table("clocktowers", **{"option-ladder": "player"})
        less = await host.new_table("clocktowers", **{"option-ladder": "table"})
        games = [manager.tables[table].game for table in (more, less)]
        assert [game.chosen["ladder"] for game in games] == ["player", "table"]


@pytest.mark.parametrize("ask", ["/", "/api/tables", "/strangers/open"])
async def test_lists_do_not_read_all_tables(tmp_path: Path, ask: str) -> None:
    """Counts the steps of SQLite's virtual machine: they do not grow with the number of tables."""
    steps = []

    async with a_site(tmp_path) as app:
        person, parts = Person(app), site_of(app)
        store = sqlite_of(app)
        seen = await person.new_table(GAME, "friends", public="1")
        open_tables = parts.open_tables
        for _ in range(2):
            await store.writer.do(partial(add_tables, count=2 * LATEST))
            latest = parts.manager.tables[seen]
            await seating.change_seat(latest, 0, name="Ada")
            counted = count_steps(store)
            await open_tables.read()
            answer = await person.http.get(ask)
            assert answer.status_code == 200
            steps.append(len(counted))
            assert [k.id for k in await parts.store.tables.to_watch(9)] == [seen]
    assert steps[1] < 1.2 * steps[0] + 20


def add_tables(db: sqlite3.Connection, count: int) -> None:
    """Adds more tables in play that others cannot watch or join."""
    columns = "game, version, options, seats, seed, commitment, created, touched, settings"
    db.execute(
        f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"
        f" INSERT INTO tables (id, {columns})"
        " SELECT hex(randomblob(6)), 'catymini', 1, '{}', 2, '', '', 0, i, '{}' FROM n"
    )


def count_steps(store: SqliteDatabase) -> list[int]:
    """Returns a list that grows by one for every ten steps of a read."""
    counted: list[int] = []
    store.reader.set_progress_handler(lambda: counted.append(1), 10)
    return counted


async def test_looking_for_viewers_of_many_tables_yields_to_other_tasks(tmp_path: Path) -> None:
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    async with a_site(tmp_path) as app:
        parts = site_of(app)
        table = parts.manager.tables[await Person(app).new_table(GAME)]
        parts.manager.tables.update({str(n): table for n in range(3 * AT_ONCE)})
        waiting = asyncio.create_task(others())
        await parts.notifier.tell_who_looks()
        waiting.cancel()
        parts.manager.tables.clear()
    assert turns >= 2


class Transport:
    """A transport that records the bytes it is given."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.write = self.sent.append

    def get_extra_info(self, name: str) -> Any:
        return ("127.0.0.1", 1) if name in ("peername", "sockname") else None

    def is_closing(self) -> bool:
        return False

    def set_write_buffer_limits(self, high: int) -> None:
        pass

    def close(self) -> None:
        pass


class Loop:
    """An event loop with a mock clock."""

    def __init__(self) -> None:
        self.now = 100.0
        self.waits: list[tuple[float, Callable[[], None]]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, call: Callable[[], None]) -> None:
        self.waits.append((self.now + seconds, call))

    def ring(self) -> None:
        self.now, call = self.waits.pop()
        call()


def live_page(loop: Any) -> LiveProtocol:
    """Returns a connection that is open as far as its pings are concerned."""

    async def no_app(scope: Any, receive: Any, send: Any) -> None:
        pass

    config = Config(
        no_app, ConnectionLimiter(9), ws_ping_interval=45, ws_ping_timeout=None, log_config=None
    )
    config.load()
    page = LiveProtocol(config=config, server_state=ServerState(), app_state={}, _loop=loop)
    transport: Any = Transport()
    page.connection_made(transport)
    page.conn.state = State.OPEN
    return page


def test_only_silent_pages_are_pinged() -> None:
    loop = Loop()
    page = live_page(loop)
    transport: Any = page.transport
    page.start_keepalive()
    loop.now = 130.0
    page.frames = [b"{}"]
    page.curr_msg_data_type = "text"
    page.send_receive_event_to_app()
    loop.ring()
    assert (loop.now, transport.sent) == (145.0, [])
    loop.ring()
    assert (loop.now, len(transport.sent)) == (130.0 + 45, 1)
    loop.ring()  # silent since then
    assert (loop.now, len(transport.sent)) == (130.0 + 90, 2)


@pytest.mark.usefixtures("no_garbage_collection")
async def test_a_closed_page_is_freed_at_once() -> None:
    page = live_page(asyncio.get_running_loop())
    left: list[weakref.ref[Any]] = [weakref.ref(page), weakref.ref(page.conn)]
    page.connection_lost(None)
    del page
    assert [ref() for ref in left] == [None] * 2
