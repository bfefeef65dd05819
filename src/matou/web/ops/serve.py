"""The server: ready in a second, gone within three when told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from matou.core.version import VERSION
from matou.web.app import PACE, Offline, Site, make
from matou.web.http.address import split
from matou.web.http.connections import CONNECTIONS, Config, Crowd, HttpProtocol, proxies
from matou.web.http.handover import Handover
from matou.web.http.reach import qr_text, reach_of
from matou.web.notify.choices import NOTHING, Choices
from matou.web.ops import logs
from matou.web.ops.processes import Processes
from matou.web.store.lockfile import Claim
from matou.web.store.opening import check_store
from matou.web.store.schema import BadStore
from matou.web.store.siblings import Siblings

log = logging.getLogger("matou.web")

GRACE = 1  # seconds that open pages are given when the server stops


class CannotListen(Exception):
    """The address or the port is not to be had."""


class NoNetwork(Exception):
    """The site is to be shared, and this machine is in no network."""


def default_data() -> Path:
    """Where tables are kept unless told otherwise."""
    place = os.environ.get("MATOU_DATA")
    if place:
        return Path(place)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "matou"


class Server(uvicorn.Server):
    """Says when it can be reached, and lets streams go when it stops."""

    def __init__(self, config: Config, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self.limits = config
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        site: Site = self.config.app.state.site  # type: ignore[union-attr]
        await (
            site.store.start()
        )  # what is wrong with it is a sentence, and no traceback of the app's
        await super().startup(sockets)
        if not self.should_exit:
            if self.limits.handover is not None:
                self.limits.handover.start(self.at_home)
            self.ready()

    def at_home(self) -> HttpProtocol:
        """What another process hands over is served as if it had come here by itself."""
        made = HttpProtocol(
            config=self.limits, server_state=self.server_state, app_state=self.lifespan.state
        )
        made.is_home = True
        return made

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        site: Site = self.config.app.state.site  # type: ignore[union-attr]
        site.live.close()  # streams end by themselves: nothing waits for them
        if self.limits.handover is not None:
            self.limits.handover.close()
        await super().shutdown(sockets)


@dataclass(frozen=True)
class Settings:
    """What a server is told; every process of it the same."""

    host: str
    port: int
    data: Path
    base_url: str
    pace: float
    proxy: str
    metrics_token: str
    operator_token: str
    connections: int
    store: str
    log: tuple[str, bool]  # as `logs.set_up` takes it
    offline: Offline | None  # what visitors may keep
    notify: Choices  # how people are told that it is their turn


def serve(
    host: str = "127.0.0.1",
    port: int = 8017,
    data: Path | None = None,
    base_url: str = "",
    open_browser: bool = False,
    pace: float = PACE,
    proxy: str = "127.0.0.1",
    metrics_token: str = "",
    operator_token: str = "",
    connections: int = CONNECTIONS,
    share: str = "",
    store: str = "",
    processes: int = 1,
    log_as: tuple[str, bool] = ("quiet", False),
    offline: Offline | None = None,
    notify: Choices = NOTHING,
) -> int:
    """Serve until told to stop; the data folder is ours alone meanwhile.

    ``store`` is the address of a database that tables are kept in instead. ``share``: for
    everybody at home; how their address is told, ``{url}``.
    """
    base_url, data = base_url.rstrip("/"), data or default_data()
    split(base_url)
    if share and not reach_of(host, port).shared:
        raise NoNetwork
    claim = contextlib.nullcontext() if store else Claim(data)
    with listen(host, port) as listening, claim:
        if store or processes > 1:  # what is wrong with it is said once, before all begins
            asyncio.run(check_store(data, store))
        bound = listening.getsockname()[1]
        reach = reach_of(host, bound)
        told = f"\n{share.format(url=reach.shared + '/')}" if share else ""
        if told and sys.stdout.isatty():
            told += f"\n{qr_text(reach.shared + '/')}"
        url = f"{base_url}/" if base_url else f"http://{shown(host)}:{bound}/"
        settings = Settings(
            *(host, bound, data, base_url, pace, proxy, metrics_token, operator_token),
            *(connections, store, log_as),
            offline=offline,
            notify=notify,
        )

        def tell() -> None:
            print(f"Matou: {url}{told}", flush=True)
            log.info("server started", extra={"url": url, "matou": VERSION})
            if open_browser:
                threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

        if processes > 1:
            return Processes(processes, run_one_of_many, settings, listening).run(tell)
        run(settings, listening, None, tell)
    return 0


def run_one_of_many(
    settings: Settings, listening: socket.socket, siblings: Siblings, ready: Callable[[], object]
) -> None:
    """In a process of its own, which knows nothing yet of how this one was set up."""
    logs.set_up(*settings.log)
    try:
        run(settings, listening, siblings, ready)
    except BadStore as error:  # it was well when the first one looked
        log.error("the store cannot be opened", extra={"why": str(error)})
        sys.exit(1)


def run(
    settings: Settings,
    listening: socket.socket,
    siblings: Siblings | None,
    ready: Callable[[], object],
) -> None:
    """The site, until told to stop."""
    base_url, proxy = settings.base_url, settings.proxy
    # Behind a proxy visitors are told apart by the addresses that it names.
    uncounted = proxies(proxy) if base_url else None
    app = make(
        settings.data,
        base_url,
        pace=settings.pace,
        metrics_token=settings.metrics_token,
        operator_token=settings.operator_token,
        crowd=Crowd(settings.connections, uncounted) if base_url else None,
        reach=reach_of(settings.host, settings.port),
        store_address=settings.store,
        siblings=siblings,
        offline=settings.offline,
        notify=settings.notify,
    )
    config = Config(
        app,
        crowd=Crowd(settings.connections, uncounted),
        handover=Handover(siblings) if siblings is not None else None,
        log_config=None,  # ours, see logs.py
        log_level="warning",
        access_log=False,  # addresses of tables and seats are nobody's business
        ws_max_size=65536,
        ws_per_message_deflate=False,  # views are sent as changes, small already
        ws_ping_interval=45,  # below the minute after which proxies drop what is silent
        timeout_graceful_shutdown=GRACE,
        proxy_headers=bool(base_url),
        forwarded_allow_ips=proxy,
        server_header=False,
    )
    # What is here now stays; and a table's objects live long: looking for rubbish less often
    # takes a tenth off a move. Everybody waits meanwhile, so it is done in small pieces: while
    # 2,900 tables were opened, the longest took 83 ms, where it took 623 with (50_000, 20, 50).
    gc.freeze()
    gc.set_threshold(20_000, 5, 500)
    Server(config, ready).run([listening])


def listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=family(host), backlog=512)
    except OSError as error:
        raise CannotListen(str(error)) from error


def shown(host: str) -> str:
    """An address as a browser on this machine takes it."""
    if host in ("127.0.0.1", "0.0.0.0", "::", "::1"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
