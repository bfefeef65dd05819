"""Uses of the page's own Python at a running site, in a real browser."""

from __future__ import annotations

from typing import Any

from browser import solving
from browser.scripts import CAN_ACT
from browser.visitor import Visitor

PYTHON_CACHED = (
    "caches.open('matou-python').then((cache) => cache.keys()).then((keys) => keys.length)"
)
SHOWN = "() => [table.dataset.at, document.querySelector('#picture svg').outerHTML]"


def put_online(visitor: Visitor, game: str) -> None:
    """Starts a game in the page and continues it at a table of the site."""
    page = visitor.page
    visitor.go(f"/offline/en/play/{game}.html?mode=bot&level=1&hints=1&name=Ada")
    visitor.until(CAN_ACT)
    visitor.click_by_itself(3)
    visitor.until("Number(table.dataset.at) >= 4")
    page.evaluate("clearInterval(window.going)")
    visitor.until(PYTHON_CACHED)  # the site's table needs it to draw in the page
    visitor.unfold("online-box")
    visitor.follow("#online button")
    visitor.wait_for_table()
    visitor.unfold("fair-box")
    assert "browser" in (page.text_content("#continues span") or "")
    assert page.is_hidden("#continues a")
    assert "Ada" in (page.text_content("#players") or "")


def check_nothing_to_put_online(visitor: Visitor, game: str) -> None:
    """A page that cannot open a table does not offer to continue it at the site."""
    page = visitor.context.new_page()
    page.add_init_script("delete window.WebAssembly")
    page.goto(f"{visitor.server.url}/offline/en/play/{game}.html?mode=bot&level=1")
    page.wait_for_selector("#starting.stopped")
    assert page.is_hidden("#online-box")
    page.close()


def solve_in_page(visitor: Visitor) -> None:
    """Solves a puzzle without asking the server about moves."""
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.go("/puzzles/clocktowers")
    solving.solve(visitor, solving.shown_puzzle(visitor), wrong=False, hint=True)
    assert any("/page_worker.js" in url for url in asked)
    assert not [url for url in asked if "/puzzles/ask" in url]


def check_drawing_in_page(visitor: Visitor, browser: Any) -> None:
    """Checks that the table sends positions and that the page draws what the server would."""
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
    page.reload()  # this clears a selection
    page.wait_for_selector("#table[data-drawn=here]")
    visitor.until(f"table.dataset.over === 'yes' || {CAN_ACT}")  # no bot is to move
    plain = Visitor(browser, visitor.server, viewport=page.viewport_size)
    plain.context.add_cookies(visitor.context.cookies())
    plain.page.goto(page.url)  # its Python has never run, so the server sends pictures
    plain.page.wait_for_selector(f"#table[data-at='{visitor.data('at')}'][data-busy=no]")
    assert plain.page.get_attribute("#table", "data-drawn") is None
    assert plain.page.evaluate(SHOWN) == page.evaluate(SHOWN)
    plain.close()
