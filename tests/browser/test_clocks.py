"""Clocks on the page: drawn, counted down, and spoken of twice; the page's time is moved."""

from __future__ import annotations

from typing import Any

import pytest
from browser.looks import check
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
    visitor.at_table()
    mine, others = "#clocks .runs time", "#clocks .clock:not(.runs) time"
    page.wait_for_selector(mine)
    assert page.text_content(others) == "5:00"
    # It waits while people sit down. From then on time stands still unless it is moved.
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
    page.clock.run_for(20_000)  # the server alone says that time is up
    assert page.text_content(mine) == f"0{tenths}0"
    assert page.text_content("#live") == said  # and nothing was said every second
    assert page.text_content(others) == "5:00"
    page.clock.resume()
    check(visitor, "a table with a clock")
    visitor.close()


def seconds(shown: str) -> int:
    minutes, rest = shown.split(":")
    return 60 * int(minutes) + int(rest)
