"""``matou serve``: the server, ready in a second, gone within three when told to stop."""

from __future__ import annotations

import argparse
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import uvicorn

from matou.web.app import PACE, make

GRACE = 1  # seconds that open pages are given when the server stops


def default_data() -> Path:
    """Where tables are kept unless told otherwise."""
    place = os.environ.get("MATOU_DATA")
    if place:
        return Path(place)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "matou"


class Server(uvicorn.Server):
    """Says where it is once it can be reached, and opens the browser if asked."""

    def __init__(self, config: uvicorn.Config, url: str, open_browser: bool) -> None:
        super().__init__(config)
        self.url = url
        self.open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            print(f"Matou: {self.url}", flush=True)
            if self.open_browser:
                threading.Thread(target=webbrowser.open, args=(self.url,), daemon=True).start()


def serve(
    host: str = "127.0.0.1",
    port: int = 8017,
    data: Path | None = None,
    base_url: str = "",
    open_browser: bool = False,
    pace: float = PACE,
) -> int:
    """Serve until told to stop."""
    app = make(data or default_data(), base_url.rstrip("/"), pace=pace)
    listening = socket.create_server((host, port), family=family(host), backlog=512)
    bound = listening.getsockname()[1]
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,  # addresses of tables and seats are nobody's business
        ws="websockets-sansio",
        ws_max_size=65536,
        ws_per_message_deflate=False,  # views are sent as changes, small already
        ws_ping_interval=20,
        timeout_graceful_shutdown=GRACE,
        proxy_headers=bool(base_url),
        server_header=False,
    )
    server = Server(config, base_url or f"http://{shown}:{bound}/", open_browser)
    server.run([listening])
    return 0


def family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="matou serve", description="Open the site.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at")
    parser.add_argument("--port", type=int, default=8017, help="the port (0: any that is free)")
    parser.add_argument("--data", type=Path, help="the folder that tables are kept in")
    parser.add_argument("--base-url", default="", help="the site's public address, behind a proxy")
    parser.add_argument("--open", action="store_true", help="open the browser, too")
    parser.add_argument("--pace", type=float, default=PACE, help="seconds for a bot's move")
    parser.add_argument("--lang", help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        return serve(args.host, args.port, args.data, args.base_url, args.open, args.pace)
    except OSError as error:
        print(f"Matou cannot listen at {args.host}:{args.port}: {error.strerror}", file=sys.stderr)
        return 2
