"""Games in a real browser: against a bot to the end, between two people, on one screen."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from browser.visitor import GAMES, MARKS, PATIENCE, Visitor, browser, server
from web.server import Server

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS


def play_out(visitors: list[Visitor], seed: int, seconds: float = 2 * PATIENCE) -> None:
    """Every visitor clicks at random until the game is over."""
    for i, visitor in enumerate(visitors):
        visitor.click_by_itself(seed + i)
    end = time.monotonic() + seconds
    while not all(v.over for v in visitors):
        assert time.monotonic() < end, "the game does not end"
        for visitor in visitors:
            assert not visitor.stuck, visitor.stuck
        visitors[0].page.wait_for_timeout(100)


def click_for_a_while(visitors: list[Visitor], seed: int, actions: int) -> None:
    """Every visitor clicks at random up to an action."""
    for i, visitor in enumerate(visitors):
        visitor.click_by_itself(seed + i)
    for visitor in visitors:
        visitor.until(f"window.stuck || Number(table.dataset.at) >= {actions}", 2 * PATIENCE)
        assert not visitor.stuck, visitor.stuck
        visitor.page.evaluate("clearInterval(window.going)")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_a_bot(browser: Any, server: Server, game: str) -> None:
    """Long games are played by clicks for some turns, then by a program."""
    visitor = Visitor(browser, server)
    visitor.play_now(game)
    if game in ("appenzell", "clocktowers"):
        click_for_a_while([visitor], 1, 60)
        visitor.play_unwatched()
    else:
        play_out([visitor], 1)
    page = visitor.page
    assert page.locator("#end .result").count() >= 2
    page.click("#end button:has-text('Check every draw')")
    page.wait_for_selector(".verdict.proven")
    visitor.shot(f"end-{game}")
    visitor.follow("#end .primary")
    visitor.wait_for_table()
    assert visitor.data("over") == "no"
    visitor.close()


@pytest.mark.parametrize("game", ["catymini", "clocktowers"])  # one of them has secrets
def test_a_game_between_two_people_by_link(browser: Any, server: Server, game: str) -> None:
    host, guest = Visitor(browser, server), Visitor(browser, server, locale="fr")
    host.fill_in_form(game, "friends", name="Ada")
    link = host.page.input_value("#invite input")
    host.page.set_viewport_size({"width": 844, "height": 390})  # a phone held sideways
    box = host.page.locator("#invite .primary").bounding_box()
    assert box["y"] + box["height"] < 390, "the link to send is out of sight"
    host.page.set_viewport_size({"width": 1280, "height": 800})
    host.shot(f"invite-{game}")
    guest.page.goto(link)
    assert "Ada" in guest.page.text_content("main")
    guest.page.fill("[name=name]", "Basile")
    guest.follow(".setting .primary")
    guest.wait_for_table()
    host.page.wait_for_selector("#players :text('Basile')", state="attached")
    host.page.wait_for_selector("#invite", state="hidden")
    host.page.wait_for_selector("#prompt.yours")
    assert guest.page.locator("#prompt.yours").count() == 0
    click_for_a_while([host, guest], 2, 30)
    # One of the games is watched to its end.
    (host.play_to_the_end if game == "catymini" else host.play_unwatched)(guest)
    for visitor in (host, guest):
        visitor.page.wait_for_selector("#table[data-over=yes] #end h2")
    assert re.search(" (win|share)", host.page.text_content("#end .outcome"))
    assert " gagne" in guest.page.text_content("#end .outcome")
    guest.shot(f"end-{game}-fr")
    host.close()
    guest.close()


def test_pass_and_play_on_one_screen(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    visitor.fill_in_form("catymini", "same", name="Ada", name1="Basile")
    click_for_a_while([visitor], 3, 12)
    visitor.play_to_the_end()
    visitor.page.wait_for_selector("#table[data-over=yes] #end .result")
    assert visitor.page.locator("#end .result").count() == 2
    visitor.close()


def test_a_long_game_on_one_screen_goes_through_many_curtains(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    visitor.open_table("clocktowers", "same", name="Ada", name1="Basile")
    click_for_a_while([visitor], 3, 36)
    visitor.close()
