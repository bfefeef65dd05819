"""What a page's own Python is good for at a running site, each thing in a real browser."""

from __future__ import annotations

from typing import Any

from browser.visitor import Visitor

SHOWN = "() => [table.dataset.at, document.querySelector('#picture svg').outerHTML]"
PATIENCE = 120.0  # seconds that a machine with much to do may take to start Python


def put_online(visitor: Visitor, game: str) -> None:
    """A game that was begun in the page goes on at a table of the site."""
    page = visitor.page
    visitor.go(f"/offline/en/play/{game}.html?mode=bot&level=1&hints=1&name=Ada")
    page.wait_for_selector("#picture .hot", timeout=1000 * PATIENCE)
    visitor.go_on_by_itself(3)
    visitor.until("Number(table.dataset.at) >= 4", PATIENCE)
    page.evaluate("clearInterval(window.going)")
    page.click("#online-box summary")
    page.click("#online button")
    page.wait_for_url("**/t/*")
    visitor.at_table()
    page.click("#fair-box summary")
    assert "browser" in (page.text_content("#continues span") or "")
    assert page.is_hidden("#continues a")
    assert "Ada" in (page.text_content("#players") or "")


def draw_here(visitor: Visitor, browser: Any) -> None:
    """At that table positions come from now on, and this page draws what the server would."""
    page, heard = visitor.page, []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda text: heard.append(str(text))))
    page.reload()
    page.wait_for_selector("#table[data-drawn=here]", timeout=1000 * PATIENCE)
    came = len(heard)
    page.wait_for_selector("#picture .hot", timeout=1000 * PATIENCE)
    visitor.go_on_by_itself(5)
    before = int(visitor.data("at"))
    visitor.until(f"Number(table.dataset.at) >= {before + 4} || table.dataset.over === 'yes'", 60)
    page.evaluate("clearInterval(window.going)")
    visitor.until("table.dataset.over === 'yes' || document.querySelector('#picture .hot')", 60)
    views = [text for text in heard[came:] if '"t":"view"' in text]
    assert views
    assert not [text for text in views if '"patch"' in text or '"parts"' in text]
    page.reload()  # what may have been picked is put back
    page.wait_for_selector("#table[data-drawn=here][data-busy=no]", timeout=1000 * PATIENCE)
    page.wait_for_selector("#picture .hot, #table[data-over=yes]")  # nobody else is to act
    other = browser.new_context(locale="en", reduced_motion="reduce", viewport=page.viewport_size)
    other.add_cookies(visitor.context.cookies())
    plain = other.new_page()  # its Python has never run: it is sent pictures
    plain.goto(page.url)
    plain.wait_for_selector("#picture svg")
    plain.wait_for_selector(f"#table[data-at='{visitor.data('at')}'][data-busy=no]")
    assert plain.get_attribute("#table", "data-drawn") is None
    assert plain.evaluate(SHOWN) == page.evaluate(SHOWN)
    other.close()
