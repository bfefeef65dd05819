"""Fixtures for tables with friends: an exported folder, a relay, and visitors who host and join."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from browser.scripts import CAN_ACT
from browser.visitor import PATIENCE, Visitor
from markupsafe import escape
from page.static_host import Host, host
from starlette.applications import Starlette

from matou import page
from matou.web.export.relay import Relay
from matou.web.export.ways import Ways

__all__ = ["friends_host", "host", "relay"]  # fixtures


class RunningRelay:
    """Our relay on its own port. It can stop and start again."""

    def __init__(self) -> None:
        self.relay = Relay("", is_open=True)
        self.events: list[dict[str, Any]] = []
        self._publish = self.relay.publish
        self.relay.publish = self.publish  # type: ignore[method-assign]
        self.port = 0
        self.start()

    def start(self) -> None:
        app = Starlette(routes=self.relay.routes())
        config = uvicorn.Config(
            app, host="127.0.0.1", port=self.port, log_level="critical", lifespan="off"
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        while not self.server.started:
            self.thread.join(0.01)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        self.url = f"ws://localhost:{self.port}/relay"

    def _run(self) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self.server.serve()

        asyncio.run(serve())

    def replay(self, events: list[dict[str, Any]]) -> None:
        """Sends old events as new ones."""
        for number, event in enumerate(events):
            changed = {**event, "id": f"{number:064x}"}
            self.loop.call_soon_threadsafe(self._publish, changed)

    def publish(self, event: dict[str, Any]) -> None:
        self.events.append(event)
        self._publish(event)

    def stop(self) -> None:
        self.server.should_exit = self.server.force_exit = True
        self.thread.join()


@pytest.fixture(scope="module")
def relay() -> Iterator[RunningRelay]:
    running = RunningRelay()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def friends_host(host: Host, relay: RunningRelay) -> Host:
    """The exported folder, with this relay in place of the public ones, and no STUN server."""
    public, ours = Ways(), Ways((relay.url,), "", "")
    old, new = ([str(escape(w.attributes())), policy(w)] for w in (public, ours))
    for path in host.folder.glob("*/play/*.html"):
        text = path.read_text(encoding="utf-8")
        for was, now in zip(old, new, strict=True):
            assert was in text, was
            text = text.replace(was, now)
        path.write_text(text, encoding="utf-8")
    return host


def policy(ways: Ways) -> str:
    return str(escape(ways.policy.rpartition(";")[0]))


class RecordedVisitor(Visitor):
    """A visitor whose connections are recorded."""

    def __init__(self, browser: Any, host: Any, **how: Any) -> None:
        super().__init__(browser, host, **how)
        self.sockets: list[str] = []
        self.requested: set[str] = set()
        self.page.on("websocket", lambda socket: self.sockets.append(socket.url))
        self.page.on("request", lambda request: self.requested.add(request.url.partition("#")[0]))
        self.context.add_init_script(
            "window.met = 0; window.RTCPeerConnection = class extends RTCPeerConnection "
            "{ constructor(...how) { super(...how); window.met += 1; } };"
        )

    @property
    def has_connected(self) -> bool:
        loaded = any("/friends/npm/nostr.js" in url for url in self.requested)
        return loaded or bool(self.sockets or self.page.evaluate("met"))


def open_friends_table(visitor: Visitor, game: str, **fields: str) -> str:
    """Opens a table and agrees to what the page says. Returns the link."""
    visitor.ignored_errors.append("Trystero")  # it logs closed connections
    asked = {"mode": "friends", "watch": "1", "name": "Ada", **fields}
    query = "&".join(f"{key}={value}" for key, value in asked.items())
    visitor.go(f"/en/play/{game}.html?{query}")
    visitor.page.click("[data-part=hosting] .primary")
    link: str = visitor.page.input_value("#invite .room input")
    return link


def join(visitor: Visitor, link: str, name: str) -> None:
    visitor.ignored_errors.append("Trystero")
    visitor.page.goto(link)
    visitor.page.fill("[data-part=joining] [name=name]", name)
    visitor.page.click("[data-part=joining] .primary")
    visitor.wait_for_table()


def connection_text(visitor: Visitor) -> str:
    """Returns how the guest's page says it reaches the host; '' if directly."""
    return (visitor.page.text_content("#way") or "").strip()


def without_webrtc(visitor: Visitor) -> None:
    visitor.context.add_init_script("delete window.RTCPeerConnection")


def play_some(moves: int, *everybody: Visitor) -> None:
    """Plays a number of moves by clicks, and waits until all pages show the same position."""
    until = int(everybody[0].data("at")) + moves
    for seed, visitor in enumerate(everybody):
        visitor.click_by_itself(seed + 3)
    for visitor in everybody:
        visitor.until(
            f"window.stuck || table.dataset.at >= {until} || table.dataset.over === 'yes'"
        )
        visitor.page.evaluate("clearInterval(window.going)")
        assert not visitor.stuck, visitor.stuck
    wait_for_same_position(*everybody)


def wait_for_same_position(*everybody: Visitor) -> None:
    """Waits until all pages show the same position and a person can act, or the game is over."""
    ready = f"{CAN_ACT} || table.dataset.over === 'yes'"
    acts = [visitor for visitor in everybody if visitor.evaluate(f"() => Boolean({ready})")]
    while not acts:
        everybody[0].page.wait_for_timeout(20)
        acts = [visitor for visitor in everybody if visitor.evaluate(f"() => Boolean({ready})")]
    for visitor in everybody:
        visitor.until(f"table.dataset.at === '{acts[0].data('at')}'")


def play_out(*everybody: Visitor) -> None:
    for seed, visitor in enumerate(everybody):
        visitor.click_by_itself(seed + 5)
    for visitor in everybody:
        visitor.until("window.stuck || table.dataset.over === 'yes'", PATIENCE)
        assert not visitor.stuck, visitor.stuck


def check_draws(visitor: Visitor) -> str:
    """Checks the draws in the end panel and returns its verdict."""
    visitor.page.click("#end .after:has(+ .verdict) button")
    visitor.until("document.querySelector('#end .verdict').textContent")
    return str(visitor.page.inner_text("#end .verdict"))


def change_script(visitor: Visitor, script: str, was: str, now: str) -> None:
    """Gives a visitor a changed script of the page."""
    text = (Path(page.__path__[0]) / "static" / script).read_text(encoding="utf-8")
    assert was in text
    body = text.replace(was, now)
    visitor.context.route(
        f"**/{script}", lambda route: route.fulfill(body=body, content_type="text/javascript")
    )
