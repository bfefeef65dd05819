"""The services that all features share, their options, startup and shutdown."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from starlette.routing import Route

from matou.play.host import Players
from matou.web.db.worker_processes import WorkerProcesses
from matou.web.http.connections import CONNECTIONS
from matou.web.http.limits import Limits
from matou.web.http.security import People
from matou.web.notify.choices import NOTHING, Choices
from matou.web.notify.notifier import Notifier
from matou.web.ops.chores import Chore
from matou.web.ops.health import Health
from matou.web.ops.logs import log
from matou.web.store import open_store
from matou.web.strangers.moderation import Moderation
from matou.web.strangers.open_tables import OpenTables
from matou.web.tables.bots import start_players
from matou.web.tables.manager import TableManager, load_games
from matou.web.tables.websocket import Live

PACE = 0.7  # minimum seconds for a bot's move, so that people can follow


class Offline(Protocol):
    """A copy of the site for visitors without a network (``web/export/folder.py``)."""

    @property
    def offer(self) -> object: ...
    def routes(self) -> list[Route]: ...


@dataclass(frozen=True)
class Options:
    data: Path
    base_url: str = ""  # the public address, behind a proxy
    store_address: str = ""  # of a PostgreSQL database; '' for SQLite in the folder ``data``
    pace: float = PACE
    proxy: str = "127.0.0.1"  # addresses of the proxy, in uvicorn's format
    connections: int = CONNECTIONS  # at most, per network
    metrics_token: str = ""
    operator_token: str = ""
    home_address: str = ""  # of a site that only this machine and its network can reach
    offline: Offline | None = None
    log: tuple[str, bool] = ("quiet", False)  # arguments of `logs.set_up`
    relay: bool = False  # for tables with friends in exported folders
    notify: Choices = NOTHING
    served: bool = True  # False while pages are exported that run without a server


class Site:
    """Builds a site's services. ``workers`` are the server's processes, if it has several."""

    def __init__(
        self,
        options: Options,
        players: Players | None = None,
        workers: WorkerProcesses | None = None,
    ) -> None:
        self.options, self.workers = options, workers
        self.offer = options.offline and options.offline.offer
        self.games = load_games()
        self.store = open_store(options.data, options.store_address, workers)
        self.players = players if players is not None else start_players()
        self.manager = TableManager(self.store, self.games, self.players, options.pace)
        self.people = People(self.store.db.key)
        self.limits = Limits(self.store.limits)
        self.moderation = Moderation(self.store, self.limits, bool(options.operator_token))
        self.live = Live(self.manager, self.people, options.base_url, self.moderation)
        self.open_tables = OpenTables(self.manager)
        self.notifier = Notifier(self.manager, options.notify, options.base_url)
        self.health = Health(self)

    @contextlib.asynccontextmanager
    async def running(self, chores: Iterable[Chore]) -> AsyncIterator[None]:
        """Opens the store, runs the chores until the server stops, and closes everything."""
        await self.store.db.start()
        self.people.use(self.store.db.key)
        await self.manager.time.start()
        await self.notifier.start()
        tasks = [asyncio.create_task(chore.repeat()) for chore in chores]
        with self.health.counting_errors():
            yield
        for task in tasks:
            task.cancel()
        self.live.close()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.manager.stop()
        await self.manager.time.stop()
        await self.store.db.close()
        self.players.close()
        log.info("server stopped")
