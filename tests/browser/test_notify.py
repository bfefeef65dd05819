"""The bell at a table: chosen in a browser, shown by its service worker, opened by a click."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser.looks import check
from browser.scripts import TO_DO
from browser.visitor import MARKS, PATIENCE, Visitor, browser, whole_browser
from web.notify.receivers import Browser, Receiver, receiving
from web.server import Server

from labs.bench.site_server import free_port

__all__ = ["browser", "whole_browser"]  # fixtures

pytestmark = MARKS
# Chromium asks Google for a subscription; here its answer is given, and all that follows is real.
SUBSCRIBED = """([endpoint, keys]) => {
  let sub = null;
  const unsubscribe = async () => { sub = null; return true; };
  const made = { endpoint, keys, unsubscribe, toJSON: () => ({ endpoint, keys }) };
  PushManager.prototype.subscribe = async () => (sub = made);
  PushManager.prototype.getSubscription = async () => sub;
}"""


@pytest.fixture(scope="module")
def telling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site that offers every way."""
    port = free_port()
    more = (
        *("--base-url", f"http://localhost:{port}", "--push", "mailto:operator@example.org"),
        *("--mail-server", "127.0.0.1:9", "--mail-from", "matou@example.org"),
        *("--webhooks", "--notify-private", "--notify-wait", "0.1"),
    )
    with Server(tmp_path_factory.mktemp("telling") / "data", 0.01, port, more) as server:
        yield server


class Service:
    """A push service, in a thread of its own."""

    def __init__(self) -> None:
        self.ready = threading.Event()
        self.receiver = Receiver()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_until_complete, args=(self.run(),))
        self.over = asyncio.Event()

    async def run(self) -> None:
        async with receiving() as self.receiver:
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
    host.set("catymini", "friends", name="Ada")
    guest.page.goto(host.page.input_value("#invite input"))
    guest.follow("form.setting .primary")
    guest.at_table()
    return host, guest


def play_turn(visitor: Visitor, rng: random.Random) -> None:
    """All that somebody does until it is the other's turn."""
    visitor.until(TO_DO)
    turn = visitor.data("turn")
    while visitor.data("turn") == turn:
        visitor.click_something(rng)
        visitor.until(f"table.dataset.turn !== '{turn}' || {TO_DO}")


def wait_for(happens: Callable[[], bool], meanwhile: Visitor) -> None:
    """Wait for something outside of all pages."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end
        meanwhile.page.wait_for_timeout(50)


def test_a_turn_reaches_a_browser_and_a_click_opens_the_table(
    whole_browser: Any, telling: Server
) -> None:
    with Service() as service:
        host, guest = friends(whole_browser, telling, permissions=["notifications"])
        page, reader = host.page, Browser()
        page.evaluate(SUBSCRIBED, [f"{service.url}/ada", reader.keys])
        page.click("#notify-door")
        page.click("#push")
        page.wait_for_selector("#push[data-on=yes]")
        check(host, "the bell")
        table = host.data("table")
        rng = random.Random(3)
        play_turn(host, rng)
        page.goto("about:blank")
        # Whoever looks at a table is not told: first the site knows that they have gone.
        health = f"{telling.url}/healthz"
        wait_for(lambda: guest.context.request.get(health).json()["pages"] == 1, guest)
        play_turn(guest, rng)
        wait_for(lambda: bool(service.taken), guest)
        result = reader.read(service.taken[0])
        host.go("/")
        assert page.evaluate("navigator.serviceWorker.ready.then((r) => r.scope)") == (
            telling.url + "/"
        )
        context: Any = host.context
        wait_for(lambda: bool(context.service_workers), host)
        (worker,) = context.service_workers
        # What Chromium does when a push comes, and when somebody clicks.
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
                "data": f"{telling.url}/t/{table}",
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
        assert opened == [f"{telling.url}/t/{table}"]
        for visitor in (host, guest):
            visitor.close()


def test_axe_finds_nothing_where_one_chooses_and_ends(browser: Any, telling: Server) -> None:
    host, guest = friends(browser, telling, locale="fr")
    page = host.page
    page.click("#notify-door")
    check(host, "the bell")
    page.click("#notify details:has([type=email]) summary")
    page.fill("#notify [name=address][type=email]", "ada@example.org")
    host.follow("#notify form[action$=mail] button")
    page.wait_for_selector(".chosen li")
    page.fill("[name=address][type=url]", "http://127.0.0.1:9/hook")
    page.select_option("[name=form]", "slack")
    host.follow("form[action$=webhook] button")
    page.wait_for_selector(".chosen li + li")
    check(host, "what is chosen")
    page.set_viewport_size({"width": 390, "height": 844})
    for button in page.locator(".chosen li button").all():
        assert button.bounding_box()["height"] < 60, "on one line"
    page.fill("[name=address][type=url]", "ftp://example.org")
    host.follow("form[action$=webhook] button")
    page.wait_for_selector(".wrong[role=alert]")
    host.complaints = [c for c in host.complaints if "400" not in c]
    check(host, "what is refused")
    for left in (1, 0):
        host.follow(".chosen li button")
        assert page.locator(".chosen li").count() == left
    for visitor in (host, guest):
        visitor.close()
