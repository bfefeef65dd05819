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
    page.click(".setting .primary")
    visitor.at_table()
    mine, others = "#clocks .runs time", "#clocks .clock:not(.runs) time"
    page.wait_for_selector(mine)
    assert page.text_content(others) == "5:00"
    page.clock.run_for(15_000 + 61_000)  # it waits while people sit down
    assert page.text_content(mine)[:4] in ("3:58", "3:59")
    assert minute not in page.text_content("#live")
    page.clock.run_for(180_000)
    assert page.text_content(mine)[:4] in ("0:58", "0:59")
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
