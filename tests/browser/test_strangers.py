"""Strangers in browsers: a live list, a cat that gives up its seat, moderation, axe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browser.looks import check_accessibility
from browser.visitor import MARKS, Visitor, browser, check_width
from web.server import Server

__all__ = ["browser"]  # a fixture

pytestmark = MARKS

TOKEN = "a token that nobody guesses"
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an operator."""
    folder = tmp_path_factory.mktemp("meeting")
    (folder / "token").write_text(TOKEN)
    more = ["--operator-token-file", str(folder / "token")]
    with Server(folder / "data", pace=0.01, more=more) as server:
        yield server


def find_game(visitor: Visitor, name: str) -> None:
    visitor.page.fill("[name=name]", name)
    visitor.page.check("[name=game][value=catymini]")
    visitor.page.click(".quick .primary")
    visitor.wait_for_table()


def wait_for_announcement(visitor: Visitor, words: str) -> None:
    visitor.until(f"document.getElementById('live').textContent.includes('{words}')")


def send_chat(visitor: Visitor, line: str) -> None:
    visitor.page.fill("#say input", line)
    visitor.page.press("#say input", "Enter")


def test_strangers_meet_and_part(browser: Any, site: Server) -> None:
    ada = Visitor(browser, site)
    bo = Visitor(browser, site, locale="fr", viewport=PHONE, color_scheme="dark")
    ada.go("/")
    ada.follow(".strangers-door a")
    assert ada.page.is_visible("text=Nobody is waiting right now")
    bo.go("/strangers")
    check_accessibility(ada, "strangers: nobody there")
    for says in ("Nobody was waiting", "Nobody has joined yet"):  # first and second request
        ada.go("/strangers")
        find_game(ada, "Ada")
        wait_for_announcement(ada, says)
    assert ada.page.is_visible("#listed")
    assert ada.page.evaluate("location.hash") == ""
    join_from_the_list(bo)
    wait_for_announcement(bo, "gardait cette place")
    wait_for_announcement(ada, "Bo joins, and the cat")
    ada.page.wait_for_selector("#listed", state="hidden")
    ada.settle()
    said, *others = (
        ada.page.locator(f"#{id}").bounding_box() for id in ("says", "clocks", "prompt")
    )
    for other in others:
        assert said["y"] >= other["y"] + other["height"], "the message covers clocks or prompt"
    report_mute_and_block(ada, bo)
    # Ada's page lists whom she has blocked.
    ada.go("/strangers")
    assert "Bo" in ada.page.inner_text(".whom")
    check_accessibility(ada, "strangers: somebody avoided")
    ban_as_operator(Visitor(browser, site))
    for visitor in (ada, bo):
        visitor.close()


def join_from_the_list(visitor: Visitor) -> None:
    """Waits for Ada in the list, which updates itself, and joins her. Updates keep the focus."""
    visitor.page.fill("[name=name]", "Bo")
    visitor.page.wait_for_selector("#open li:has-text('Ada')")
    visitor.page.focus("#open button")
    check_accessibility(visitor, "strangers: somebody there")
    check_width(visitor, 390, "strangers")
    visitor.page.click("#open button")
    visitor.wait_for_table()


def report_mute_and_block(ada: Visitor, bo: Visitor) -> None:
    for page in (ada.page, bo.page):
        for panel in ("chat-box", "more-box", "who-box"):
            page.evaluate(f"document.getElementById('{panel}').open = true")
    send_chat(bo, "Bouh")
    ada.page.wait_for_selector("#chat li:has-text('Bouh')")
    ada.page.click(".courtesy button:has-text('Report')")
    check_accessibility(ada, "reporting somebody")
    ada.page.fill("#report input", "shouts")
    ada.page.click("#report .primary")
    wait_for_announcement(ada, "report has been sent")
    # The message is at the board, not in a corner over the site's name.
    assert ada.page.locator("#says").bounding_box()["y"] > 60
    ada.page.set_viewport_size({"width": 844, "height": 390})  # a phone held sideways
    ada.settle()
    for score in ada.page.locator("#players .score").all():
        assert score.bounding_box()["height"] < 45, "a word is broken into letters"
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    ada.settle()
    ada.page.click(".courtesy button:has-text('Mute')")
    ada.page.wait_for_selector(".courtesy button:has-text('Unmute')")
    assert ada.page.locator("#chat li").count() == 0
    send_chat(bo, "Encore")
    bo.page.wait_for_selector("#chat li:has-text('Encore')")
    check_accessibility(ada, "a table with somebody who is not read")
    ada.page.click(".courtesy button:has-text('Unmute')")
    ada.page.wait_for_selector("#chat li:has-text('Encore')")
    ada.page.click(".courtesy button:has-text('Block')")
    wait_for_announcement(ada, "be matched again")


def ban_as_operator(boss: Visitor) -> None:
    boss.ignored_errors.append("status of 401")
    boss.go("/operator")
    check_accessibility(boss, "the operator's door")
    boss.page.fill("[name=token]", TOKEN)
    boss.follow(".door .primary")
    assert "shouts" in boss.page.inner_text(".report")
    boss.follow("button:has-text('Ban from chat')")
    assert boss.page.is_visible(".sanctions li")
    check_accessibility(boss, "the operator's page")
    boss.page.set_viewport_size(PHONE)
    check_width(boss, 390, "the operator's page")
    boss.close()


def test_two_visitors_who_want_ratings_start_a_new_rated_game(browser: Any, site: Server) -> None:
    ada = Visitor(browser, site, viewport=PHONE)
    bo = Visitor(browser, site, locale="fr", viewport=PHONE, color_scheme="dark")
    for visitor, name in ((ada, "Ada"), (bo, "Bo")):
        visitor.go("/strength")
        visitor.follow("main form .primary")
        visitor.go("/strangers")
        if visitor is bo:
            assert "partie classée" in visitor.page.inner_text("#open")
            check_accessibility(bo, "strangers: a game that counts")
        find_game(visitor, name)
    wait_for_announcement(bo, "elle est classée")
    wait_for_announcement(ada, "a new game starts")
    assert ada.page.evaluate("location.href") == bo.page.evaluate("location.href")
    for visitor in (ada, bo):
        visitor.close()
