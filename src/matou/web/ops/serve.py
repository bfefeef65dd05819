"""Starts and stops the server."""

import asyncio
import contextlib
import gc
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace

import uvicorn

from matou.core.messages import say
from matou.core.refusals import Refusal
from matou.core.version import VERSION
from matou.web.app import make
from matou.web.db import errors, files, worker_processes
from matou.web.http.address import home_address, qr_text, split
from matou.web.http.connection_passing import ConnectionPassing
from matou.web.http.connections import Config, ConnectionLimiter, HttpProtocol, proxies
from matou.web.ops import logs
from matou.web.ops.logs import log
from matou.web.ops.processes import Processes
from matou.web.site import Options, Site
from matou.web.store import check_database

GRACE = 1  # seconds for open connections to finish when the server stops
NO_NETWORK = say(
    "This machine is not on a network that friends could use to reach it. Connect it to "
    "your home network, or give its address: --share --host ADDRESS"
)
CANNOT_LISTEN = say(
    "Matou cannot listen on {host}, port {port}: {why}. To use any free port: --port 0"
)


class CannotServe(Refusal):
    """Nobody could reach the site. The message says why."""


class Server(uvicorn.Server):
    """A server that reports when it is ready, and ends streams when it stops."""

    def __init__(self, config: Config, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self.limits = config
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        site: Site = self.config.app.state.site  # type: ignore[union-attr]
        await site.store.db.start()  # before the app, to report an error without its traceback
        await super().startup(sockets)
        if not self.should_exit:
            if self.limits.passing is not None:
                self.limits.passing.start(self.protocol_for_passed)
            self.ready()

    def protocol_for_passed(self) -> HttpProtocol:
        """Returns a protocol for a connection that another process passed to this one."""
        made = HttpProtocol(
            config=self.limits, server_state=self.server_state, app_state=self.lifespan.state
        )
        made.was_passed = True
        return made

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        site: Site = self.config.app.state.site  # type: ignore[union-attr]
        site.live.close()  # ends all streams, so that shutdown does not wait for them
        if self.limits.passing is not None:
            self.limits.passing.close()
        await super().shutdown(sockets)


def serve(
    options: Options,
    host: str = "127.0.0.1",
    port: int = 8017,
    *,
    processes: int = 1,
    open_browser: bool = False,
    share: Callable[[str], str] | None = None,
) -> int:
    """Serves the site until stopped. Returns an exit code. ``share`` formats its home address."""
    data, base_url, store = options.data, options.base_url.rstrip("/"), options.store_address
    split(base_url)
    if share and not home_address(host, port):
        raise CannotServe(NO_NETWORK)
    with contextlib.nullcontext() if store else files.locked(data), listen(host, port) as listening:
        if store or processes > 1:  # report errors once, before several processes start
            asyncio.run(check_database(data, store))
        bound = listening.getsockname()[1]
        at_home = home_address(host, bound)
        hint = f"\n{share(f'{at_home}/')}" if share else ""
        if hint and sys.stdout.isatty():
            hint += f"\n{qr_text(f'{at_home}/')}"
        url = f"{base_url}/" if base_url else f"http://{shown(host)}:{bound}/"
        options = replace(options, base_url=base_url, home_address=at_home)

        def tell() -> None:
            print(f"Matou: {url}{hint}", flush=True)
            log.info("server started", extra={"url": url, "matou": VERSION})
            if open_browser:
                threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

        if processes > 1:
            return Processes(processes, run_one_of_many, options, listening).run(tell)
        run(options, listening, None, tell)
    return 0


def run_one_of_many(
    options: Options,
    listening: socket.socket,
    workers: worker_processes.WorkerProcesses,
    ready: Callable[[], object],
) -> None:
    """Runs the server in a new process, where logging must be set up again."""
    logs.set_up(*options.log)
    try:
        run(options, listening, workers, ready)
    except errors.BadStore as error:  # it was usable when the parent checked it
        log.error("the store cannot be opened", extra={"why": str(error)})
        sys.exit(1)


def run(
    options: Options,
    listening: socket.socket,
    workers: worker_processes.WorkerProcesses | None,
    ready: Callable[[], object],
) -> None:
    behind_proxy = bool(options.base_url)
    app = make(options, workers=workers)
    # Behind a proxy, clients are identified by the addresses that the proxy names.
    uncounted = proxies(options.proxy) if behind_proxy else None
    config = Config(
        app,
        limiter=ConnectionLimiter(options.connections, uncounted),
        passing=ConnectionPassing(workers) if workers is not None else None,
        log_config=None,  # see logs.py
        log_level="warning",
        access_log=False,  # URLs of tables and seats are private
        ws_max_size=65536,
        ws_per_message_deflate=False,  # views are sent as small changes
        ws_ping_interval=45,  # below the idle timeout of proxies, usually a minute
        timeout_graceful_shutdown=GRACE,
        proxy_headers=behind_proxy,
        forwarded_allow_ips=options.proxy,
        server_header=False,
    )
    # Objects that exist now stay, and tables live long, so less frequent garbage collection makes
    # moves a tenth faster. The thresholds also keep each collection short, because it blocks the
    # event loop: while 2,900 tables were opened, the longest took 83 ms, compared with 623 ms for
    # (50_000, 20, 50).
    gc.freeze()
    gc.set_threshold(20_000, 5, 500)
    Server(config, ready).run([listening])


def listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        raise CannotServe(
            CANNOT_LISTEN, host=host, port=port, why=error.strerror or error
        ) from None


def shown(host: str) -> str:
    """Returns a host for a URL that a browser on this machine can open."""
    if host in ("127.0.0.1", "0.0.0.0", "::", "::1"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
