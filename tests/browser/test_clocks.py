"""Clocks on the page count down and are announced twice. Tests move the page's mock clock."""

from __future__ import annotations

import json
from typing import Any

import pytest
from browser.looks import check_accessibility
from browser.visitor import MARKS, Visitor, browser, server
from web.server import Server

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS


@pytest.mark.parametrize(
    ("lang", "minute", "tenths"), [("en", "one minute left", "."), ("fr", "reste une minute", ",")]
)
def test_a_clock_is_drawn_and_counts_down(
    browser: Any, server: Server, lang: str, minute: str, tenths: str
) -> None:
    visitor = Visitor(browser, server, locale=lang)
    page = visitor.page
    page.clock.install()
    visitor.go("/g/chopchop?mode=same")
    page.click(".options summary")
    assert not page.is_visible("[name=minutes]")
    page.select_option("[name=clock]", "live")
    page.select_option("[name=minutes]", "5")
    visitor.follow(".setting .primary")
    visitor.wait_for_table()
    mine, others = "#clocks .runs time", "#clocks .clock:not(.runs) time"
    page.wait_for_selector(mine)
    assert page.text_content(others) == "5:00"
    # The clock waits while people sit down. From here on time moves only when the test moves it.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)
    left = seconds(page.text_content(mine))
    page.clock.run_for(61_000)
    assert seconds(page.text_content(mine)) == left - 61
    assert minute not in page.text_content("#live")
    page.clock.run_for(1000 * (left - 61 - 59))
    assert page.text_content(mine) == "0:59"
    assert page.text_content("#live").count(minute) == 1
    page.clock.run_for(50_000)
    assert tenths in page.text_content(mine)
    said = page.text_content("#live")
    page.clock.run_for(20_000)  # only the server says that time is up
    assert page.text_content(mine) == f"0{tenths}0"
    assert page.text_content("#live") == said  # no announcement every second
    assert page.text_content(others) == "5:00"
    page.clock.resume()
    check_accessibility(visitor, "a table with a clock")
    visitor.close()


def seconds(shown: str) -> int:
    minutes, rest = shown.split(":")
    return 60 * int(minutes) + int(rest)


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=str)
def test_the_message_that_time_is_up_has_a_button_back_into_the_seat(
    browser: Any, server: Server, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    visitor = Visitor(browser, server, viewport=viewport, locale="fr")
    page = visitor.page
    lines: list[tuple[Any, Any]] = []

    def listen(line: Any) -> None:
        lines.append((line, line.connect_to_server()))

    page.route_web_socket("**/live/*", listen)
    visitor.open_table("chopchop", "same", name="Ada", name1="Basile")
    visitor.settle()
    late = 1 - int(visitor.data("turn"))
    to_page, to_server = lines[-1]
    to_server.send(json.dumps({"bot": late, "level": 3}))
    page.wait_for_selector("#missing button", state="attached")
    to_page.send(json.dumps({"t": "late", "seat": late}))
    button = "#says:not([hidden]) button"
    page.wait_for_selector(button)
    assert page.text_content(button) == "Reprendre ma place"
    assert page.evaluate(SEEN_WHOLE, button), "nothing covers it, and it is inside the window"
    page.click(button)
    page.wait_for_selector("#missing", state="hidden")
    page.wait_for_selector("#says", state="hidden")
    visitor.close()


# Whether an element is high enough for a finger and can be clicked in its middle and its corners.
SEEN_WHOLE = """(which) => {
  const el = document.querySelector(which), at = el.getBoundingClientRect();
  const points = [[.5, .5], [.1, .2], [.9, .2], [.1, .8], [.9, .8]];
  return at.height >= 44 && points.every(([x, y]) => el.contains(
    document.elementFromPoint(at.x + at.width * x, at.y + at.height * y)));
}"""
