"""Notifications: turned on at a table, shown by the service worker, opened by a click."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser.looks import check_accessibility
from browser.scripts import CAN_ACT
from browser.visitor import MARKS, PATIENCE, Visitor, browser, whole_browser
from web.notify.receivers import Browser, Receiver, http_receiver
from web.server import Server

from labs.bench.site_server import free_port

__all__ = ["browser", "whole_browser"]  # fixtures

pytestmark = MARKS
# Chromium asks Google for a subscription. This fakes the answer; everything after it is real.
SUBSCRIBED = """([endpoint, keys]) => {
  let sub = null;
  const unsubscribe = async () => { sub = null; return true; };
  const made = { endpoint, keys, unsubscribe, toJSON: () => ({ endpoint, keys }) };
  PushManager.prototype.subscribe = async () => (sub = made);
  PushManager.prototype.getSubscription = async () => sub;
}"""


@pytest.fixture(scope="module")
def notifying_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that sends notifications by push, mail and webhook."""
    port = free_port()
    more = (
        *("--base-url", f"http://localhost:{port}", "--push", "mailto:operator@example.org"),
        *("--mail-server", "127.0.0.1:9", "--mail-from", "matou@example.org"),
        *("--webhooks", "--notify-private", "--notify-wait", "0.1"),
    )
    with Server(tmp_path_factory.mktemp("telling") / "data", 0.01, port, more) as server:
        yield server


class PushService:
    """A push service in its own thread."""

    def __init__(self) -> None:
        self.ready = threading.Event()
        self.receiver = Receiver()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_until_complete, args=(self.run(),))
        self.over = asyncio.Event()

    async def run(self) -> None:
        async with http_receiver() as self.receiver:
            self.ready.set()
            await self.over.wait()

    def __enter__(self) -> Receiver:
        self.thread.start()
        assert self.ready.wait(PATIENCE)
        return self.receiver

    def __exit__(self, *_: object) -> None:
        self.loop.call_soon_threadsafe(self.over.set)
        self.thread.join()


def friends(browser: Any, server: Server, **how: Any) -> tuple[Visitor, Visitor]:
    host, guest = Visitor(browser, server, **how), Visitor(browser, server)
    host.open_table("catymini", "friends", name="Ada")
    guest.page.goto(host.page.input_value("#invite input"))
    guest.follow("form.setting .primary")
    guest.wait_for_table()
    return host, guest


def play_turn(visitor: Visitor, rng: random.Random) -> None:
    """Plays until it is the other player's turn."""
    visitor.until(CAN_ACT)
    turn = visitor.data("turn")
    while visitor.data("turn") == turn:
        visitor.click_something(rng)
        visitor.until(f"table.dataset.turn !== '{turn}' || {CAN_ACT}")


def wait_for(happens: Callable[[], bool], meanwhile: Visitor) -> None:
    """Waits for a condition outside the pages."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end
        meanwhile.page.wait_for_timeout(50)


def test_a_turn_reaches_a_browser_and_a_click_opens_the_table(
    whole_browser: Any, notifying_server: Server
) -> None:
    with PushService() as service:
        host, guest = friends(whole_browser, notifying_server, permissions=["notifications"])
        page, reader = host.page, Browser()
        page.evaluate(SUBSCRIBED, [f"{service.url}/ada", reader.keys])
        page.click("#notify-door")
        page.click("#push")
        page.wait_for_selector("#push[data-on=yes]")
        check_accessibility(host, "the bell")
        table = host.data("table")
        rng = random.Random(3)
        play_turn(host, rng)
        page.goto("about:blank")
        # A player at the table gets no notification, so wait until the server knows Ada has left.
        health = f"{notifying_server.url}/healthz"
        wait_for(lambda: guest.context.request.get(health).json()["pages"] == 1, guest)
        play_turn(guest, rng)
        wait_for(lambda: bool(service.taken), guest)
        result = reader.read(service.taken[0])
        host.go("/")
        assert page.evaluate("navigator.serviceWorker.ready.then((r) => r.scope)") == (
            notifying_server.url + "/"
        )
        context: Any = host.context
        wait_for(lambda: bool(context.service_workers), host)
        (worker,) = context.service_workers
        # Chromium does this when a push arrives, and when a person clicks.
        worker.evaluate(
            "(sent) => new Promise((done) =>"
            " self.onpush({ data: { json: () => sent }, waitUntil: (p) => p.then(done) }))",
            result,
        )
        found = worker.evaluate(
            "async () => (await self.registration.getNotifications())"
            ".map(({ title, body, tag, data }) => ({ title, body, tag, data }))"
        )
        assert found == [
            {
                "title": "Your turn: Caty Mini",
                "body": result["body"],
                "tag": result["tag"],
                "data": f"{notifying_server.url}/t/{table}",
            }
        ]
        opened = worker.evaluate(
            """() => new Promise((done) => {
              const asked = [], value = async (url) => asked.push(url);
              Object.defineProperty(self.clients, "openWindow", { value });
              const waitUntil = (p) => p.then(() => done(asked));
              self.registration.getNotifications().then(([notification]) =>
                self.onnotificationclick({ notification, waitUntil }));
            })"""
        )
        assert opened == [f"{notifying_server.url}/t/{table}"]
        for visitor in (host, guest):
            visitor.close()


def test_axe_finds_nothing_where_notifications_are_turned_on_and_off(
    browser: Any, notifying_server: Server
) -> None:
    host, guest = friends(browser, notifying_server, locale="fr")
    page = host.page
    page.click("#notify-door")
    check_accessibility(host, "the bell")
    page.click("#notify details:has([type=email]) summary")
    page.fill("#notify [name=address][type=email]", "ada@example.org")
    host.follow("#notify form[action$=mail] button")
    page.wait_for_selector(".chosen li")
    page.fill("[name=address][type=url]", "http://127.0.0.1:9/hook")
    page.select_option("[name=form]", "slack")
    host.follow("form[action$=webhook] button")
    page.wait_for_selector(".chosen li + li")
    check_accessibility(host, "what is chosen")
    page.set_viewport_size({"width": 390, "height": 844})
    for button in page.locator(".chosen li button").all():
        assert button.bounding_box()["height"] < 60, "the button needs two lines"
    page.fill("[name=address][type=url]", "ftp://example.org")
    host.follow("form[action$=webhook] button")
    page.wait_for_selector(".wrong[role=alert]")
    host.errors = [c for c in host.errors if "400" not in c]
    check_accessibility(host, "what is refused")
    for left in (1, 0):
        host.follow(".chosen li button")
        assert page.locator(".chosen li").count() == left
    for visitor in (host, guest):
        visitor.close()
