"""Hints computed in the visitor's browser, under the site's own content security policy."""

from __future__ import annotations

import json
from typing import Any

from browser.visitor import MARKS, Visitor, browser, server
from web.server import Server

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS
GAME = "chopchop"


class RecordedVisitor(Visitor):
    """A visitor whose requests and messages are recorded."""

    def __init__(self, browser: Any, server: Server) -> None:
        super().__init__(browser, server)
        self.loaded: list[str] = []
        self.sent: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self.page.on("request", lambda r: self.loaded.append(r.url.rpartition("/")[2]))
        self.page.on("websocket", self.listen)

    def listen(self, socket: Any) -> None:
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))
        socket.on("framereceived", lambda text: self.hear(json.loads(text)))

    def hear(self, result: Any) -> None:
        self.heard += result if isinstance(result, list) else [result]

    def hint(self) -> None:
        self.page.wait_for_selector("#hint:not([hidden])")
        self.page.click("#hint")
        self.page.wait_for_selector("#picture .hinted")


def modules(visitor: RecordedVisitor) -> list[str]:
    return [name for name in visitor.loaded if name.endswith(".wasm")]


def test_a_hint_is_computed_in_the_page_and_loads_nothing_before(
    browser: Any, server: Server
) -> None:
    anna = RecordedVisitor(browser, server)
    anna.open_table(GAME)
    anna.page.wait_for_selector("#hint:not([hidden])")
    assert not modules(anna)
    assert "bots_worker.js" not in anna.loaded
    anna.hint()
    # The page finds the move and asks the server only for the reason.
    asked, found = [message["hint"] for message in anna.sent if "hint" in message]
    assert asked == "here"
    assert any("think" in message for message in anna.heard)
    (result,) = [message for message in anna.heard if "hint" in message and message["t"] == "ok"]
    assert result["hint"] == found
    assert anna.page.inner_text("#says").endswith(result["because"])
    assert "kindly" in anna.page.get_attribute("#says", "class"), "a hint looks like a refusal"
    assert len(modules(anna)) == 1
    assert "A wise cat’s advice" in anna.page.inner_text("#says")
    assert not anna.errors
    anna.context.close()


def test_without_webassembly_the_server_answers(browser: Any, server: Server) -> None:
    basile = RecordedVisitor(browser, server)
    basile.page.add_init_script("delete globalThis.WebAssembly")
    basile.open_table(GAME)
    basile.hint()
    assert basile.sent[-1]["hint"] is True
    assert not modules(basile)
    assert not basile.errors
    basile.context.close()


def test_if_the_module_does_not_load_the_server_answers(browser: Any, server: Server) -> None:
    clara = RecordedVisitor(browser, server)
    clara.context.route("**/*.wasm", lambda route: route.fulfill(body="no module"))
    clara.open_table(GAME)
    clara.hint()
    assert [message["hint"] for message in clara.sent if "hint" in message] == ["here", True]
    clara.context.close()
