"""Failures around a table in the page. Each shows a clear message, and no moves are lost."""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from browser.visitor import MARKS, Visitor, browser
from page.static_host import Host, host

from matou.core.messages import say

__all__ = ["browser", "host"]  # fixtures

pytestmark = MARKS
TABLE = "/fr/play/chopchop.html?mode=same"


@pytest.fixture
def visitor(browser: Any, host: Host) -> Iterator[Visitor]:
    """A visitor whose browser may log errors."""
    made = Visitor(browser, host, locale="fr")  # type: ignore[arg-type]
    yield made
    made.context.close()


def wait_until_started(visitor: Visitor) -> None:
    visitor.page.wait_for_selector("#table[data-live=yes] #picture .highlighted")


def check_stopped(visitor: Visitor, says: Any) -> None:
    """Checks that the page says in French why there is no board."""
    visitor.page.wait_for_selector("#starting.stopped")
    assert visitor.page.text_content("#starting p") == says.say("fr")


@contextlib.contextmanager
def truncated(host: Host, what: str) -> Iterator[None]:
    """Makes the host send only the first half of a file; restores it afterwards."""
    (path,) = host.folder.rglob(what)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    yield
    path.write_bytes(whole)
    os.utime(path, (time.time() + 5, time.time() + 5))  # so that browsers load it again


def test_a_file_that_arrived_in_part(visitor: Visitor, host: Host) -> None:
    for what in ("matou.pack", "pyodide.asm.wasm"):
        with truncated(host, what):
            visitor.go(TABLE)
            check_stopped(
                visitor, say("Part of Matou didn’t load. Reload the page; no games are lost.")
            )
    visitor.page.reload()
    wait_until_started(visitor)


@pytest.mark.parametrize(
    "old",
    [
        "delete window.WebAssembly",
        "const Real = Worker; window.Worker = class extends Real { constructor(a) { super(a); } }",
    ],
)
def test_an_old_browser(visitor: Visitor, old: str) -> None:
    visitor.context.add_init_script(old)
    visitor.go(TABLE)
    check_stopped(
        visitor,
        say(
            "This browser can’t run Matou, which needs WebAssembly and "
            "module workers (in browsers since 2023). Try a newer one; "
            "no games are lost."
        ),
    )


def test_a_private_window_without_storage(visitor: Visitor) -> None:
    def closed(route: Any) -> None:
        answer = route.fetch()
        refuse = "Object.defineProperty(self, 'indexedDB', { value: undefined });"
        route.fulfill(response=answer, body=refuse + answer.text())

    visitor.page.route("**/browser_storage.js", closed)
    visitor.go(TABLE)
    check_stopped(
        visitor,
        say(
            "Your browser couldn’t save that move, so it wasn’t played: "
            "storage is full, or blocked for this page (is this a "
            "private window?). Everything before it is safe. Make some "
            "room and try again."
        ),
    )
    visitor.go("/fr/index.html")  # the home page still works
    visitor.page.wait_for_selector(".cards")
    assert visitor.page.is_hidden("#yours-here")


def set_quota(visitor: Visitor, most: int | None) -> None:
    asked = {"origin": re.sub(r"/some/where$", "", visitor.server.url)}
    if most is not None:
        asked["quotaSize"] = most  # type: ignore[assignment]
    visitor.context.new_cdp_session(visitor.page).send("Storage.overrideQuotaForOrigin", asked)


FULL = """() => {
  self.real = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...what) {
    const asked = self.real.apply(this, what);
    asked.addEventListener("success", () => this.transaction.abort());
    return asked;
  };
}"""
NOT_FULL = "() => { IDBObjectStore.prototype.put = self.real; }"


def test_full_storage_a_tab_closed_at_once_and_a_corrupt_cache(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go(TABLE)
    wait_until_started(visitor)
    at = visitor.data("at")

    (worker,) = page.workers
    worker.evaluate(FULL)  # Chromium's own quota override allows small writes
    choose_first_move(visitor)
    page.wait_for_selector("#says:not([hidden])")
    assert page.text_content("#says") == say(
        "Your browser couldn’t save that move, so it wasn’t played: "
        "storage is full, or blocked for this page (is this a "
        "private window?). Everything before it is safe. Make some "
        "room and try again."
    ).say("fr")
    assert visitor.data("at") == at
    worker.evaluate(NOT_FULL)
    visitor.until("!document.querySelector('#table.sending')")
    choose_first_move(visitor)
    visitor.until(f"table.dataset.at !== '{at}'")

    at, address = visitor.data("at"), page.url
    page.close()  # at once: its scripts stop
    visitor.page = visitor.context.new_page()
    # Corrupts the cache that the next start uses.
    visitor.go("/fr/index.html")
    visitor.page.evaluate(
        "caches.open('matou-python').then(async (cache) => { for (const key of await cache.keys())"
        " await cache.put(key, new Response('nonsense, and too little of it')); })"
    )
    visitor.page.goto(address)
    wait_until_started(visitor)
    assert visitor.data("at") == at


def choose_first_move(visitor: Visitor) -> None:
    """Chooses the first move of the list."""
    for panel in ("more-box", "moves-box"):
        visitor.page.evaluate(f"document.getElementById('{panel}').open = true")
    visitor.page.click("#moves button >> nth=0")


def test_an_offline_copy_whose_download_breaks_off_or_has_no_room(
    visitor: Visitor, host: Host
) -> None:
    page = visitor.page
    says = "document.querySelector('#offline [role=status]').textContent"
    visitor.go("/fr/index.html")
    with truncated(host, "pages-fr.pack"):
        page.click("#offline .keep")
        page.wait_for_selector("#offline[data-state=none] .keep:not([disabled])")
        assert page.evaluate(says) == say(
            "The download was interrupted. Press again to pick up where it stopped."
        ).say("fr")

    set_quota(visitor, 1000)
    page.click("#offline .keep")
    page.wait_for_selector("#offline[data-state=none] .keep:not([disabled])")
    assert page.evaluate(says) == say(
        "This browser’s storage is full. Make some room and try again; no games are lost."
    ).say("fr")
    assert page.evaluate("caches.keys().then((keys) => keys.filter((k) => k[5] === ' '))") == []
    set_quota(visitor, None)
    page.click("#offline .keep")
    page.wait_for_selector("#offline[data-state=kept]")
    assert page.evaluate(says) == say("Matou is saved on this device and works offline.").say("fr")


def test_a_browser_without_service_workers_says_so(visitor: Visitor) -> None:
    visitor.context.add_init_script("delete Navigator.prototype.serviceWorker")
    visitor.go("/fr/index.html")
    visitor.page.wait_for_selector("#offline[data-state=none] .keep[disabled]")
    said = visitor.page.text_content("#offline [role=status]")
    assert said == say(
        "This browser can’t save Matou for offline play. You need "
        "https (or this computer’s own address), a recent browser, "
        "and a window that isn’t private."
    ).say("fr")
