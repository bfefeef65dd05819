"""What a page's own Python is good for at a running site, each thing in a real browser."""

from __future__ import annotations

from typing import Any

from browser import solving
from browser.scripts import CAN_ACT
from browser.visitor import Visitor

KEPT = "caches.open('matou-python').then((cache) => cache.keys()).then((keys) => keys.length)"
SHOWN = "() => [table.dataset.at, document.querySelector('#picture svg').outerHTML]"


def put_online(visitor: Visitor, game: str) -> None:
    """A game that was begun in the page goes on at a table of the site."""
    page = visitor.page
    visitor.go(f"/offline/en/play/{game}.html?mode=bot&level=1&hints=1&name=Ada")
    visitor.until(CAN_ACT)
    visitor.click_by_itself(3)
    visitor.until("Number(table.dataset.at) >= 4")
    page.evaluate("clearInterval(window.going)")
    visitor.until(KEPT)  # what a table of the site needs to draw here; nobody else waits for it
    visitor.unfold("online-box")
    visitor.follow("#online button")
    visitor.wait_for_table()
    visitor.unfold("fair-box")
    assert "browser" in (page.text_content("#continues span") or "")
    assert page.is_hidden("#continues a")
    assert "Ada" in (page.text_content("#players") or "")


def nothing_to_put_online(visitor: Visitor, game: str) -> None:
    """Where no table comes to be, or not yet, there is none to take to the site."""
    page = visitor.context.new_page()
    page.add_init_script("delete window.WebAssembly")
    page.goto(f"{visitor.server.url}/offline/en/play/{game}.html?mode=bot&level=1")
    page.wait_for_selector("#starting.stopped")
    assert page.is_hidden("#online-box")
    page.close()


def solve(visitor: Visitor) -> None:
    """Puzzles cost the site nothing but files."""
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.go("/puzzles/clocktowers")
    solving.solve(visitor, solving.shown_puzzle(visitor), wrong=False, hint=True)
    assert any("/page_worker.js" in url for url in asked)
    assert not [url for url in asked if "/puzzles/ask" in url]


def draw_here(visitor: Visitor, browser: Any) -> None:
    """At that table positions come from now on, and this page draws what the server would."""
    page, heard = visitor.page, []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda text: heard.append(str(text))))
    page.reload()
    page.wait_for_selector("#table[data-drawn=here]")
    came = len(heard)
    visitor.until(CAN_ACT)
    before = int(visitor.data("at"))
    visitor.click_by_itself(5)
    visitor.until(f"Number(table.dataset.at) >= {before + 4} || table.dataset.over === 'yes'")
    page.evaluate("clearInterval(window.going)")
    visitor.until(f"table.dataset.over === 'yes' || {CAN_ACT}")
    views = [text for text in heard[came:] if '"t":"view"' in text]
    assert views
    assert not [text for text in views if '"patch"' in text or '"parts"' in text]
    page.reload()  # what may have been picked is put back
    page.wait_for_selector("#table[data-drawn=here]")
    visitor.until(f"table.dataset.over === 'yes' || {CAN_ACT}")  # nobody else is to act
    plain = Visitor(browser, visitor.server, viewport=page.viewport_size)
    plain.context.add_cookies(visitor.context.cookies())
    plain.page.goto(page.url)  # its Python has never run: it is sent pictures
    plain.page.wait_for_selector(f"#table[data-at='{visitor.data('at')}'][data-busy=no]")
    assert plain.page.get_attribute("#table", "data-drawn") is None
    assert plain.page.evaluate(SHOWN) == page.evaluate(SHOWN)
    plain.close()
