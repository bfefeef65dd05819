"""A ``Visitor`` waits for late pages, elements and answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from browser.visitor import MARKS, Visitor, browser
from web.server import Server

__all__ = ["browser"]  # a fixture

pytestmark = MARKS

# The browser leaves the page some time after the click; the next page makes many requests.
PAGES = {
    "/": """<script>
      const leave = (event) => {
        event.preventDefault();
        setTimeout(() => { location = '/other'; }, 400);
      };</script><a href='/other' onclick='leave(event)'>go</a><p id='said'>old</p>""",
    "/other": """<script>setTimeout(() => document.body.append(made), 300);
      const made = document.createElement('p');
      made.id = 'said';
      const ask = async () => {
        for (let i = 0; i < 30; i++) await fetch('/answer');
        made.textContent = 'answered';
      };</script><button onclick='ask()'>ask</button>""",
    "/answer": "yes",
}


def answer(route: Any) -> None:
    body = PAGES.get(urlsplit(route.request.url).path, "")
    route.fulfill(content_type="text/html", body=body)


def test_a_visitor_waits_for_the_effect_of_a_click(browser: Any, tmp_path: Path) -> None:
    visitor = Visitor(browser, Server(tmp_path / "nobody"))  # the test serves the pages
    visitor.context.route("**", answer)
    visitor.go("/")
    visitor.follow("a")
    visitor.until("document.getElementById('said').textContent === ''")
    visitor.page.click("button")
    visitor.settle()
    assert visitor.page.inner_text("#said") == "answered"
    visitor.go("/")
    visitor.page.click("a")
    visitor.until("document.getElementById('said').textContent !== 'old'")
    visitor.close()
