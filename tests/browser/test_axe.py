"""Axe finds no fault on any page, in either theme."""

from __future__ import annotations

import random
from typing import Any

import pytest
from browser.looks import check_accessibility
from browser.visitor import GAMES, MARKS, Visitor, browser, server
from tested_languages import TESTED
from web.server import Server

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS
TALL = {"width": 1280, "height": 2600}  # the whole board fits the window
PAGES = ["/", "/nothing", "/rules", "/open", "/strength"]
PAGES_OF_A_GAME = [
    "/g/{}?mode=bot",
    "/g/{}?mode=friends",
    "/g/{}?mode=same",
    "/rules/{}",
    "/learn/{}",
]
PAGES_AFTER_A_GAME = ["/t/{}", "/t/{}/back"]


def unfold(visitor: Visitor) -> None:
    visitor.page.evaluate("document.querySelectorAll('details').forEach((d) => d.open = true)")
    visitor.settle()


def check_page(visitor: Visitor, path: str) -> None:
    visitor.ignored_errors.append("status of 404")
    visitor.go(path)
    unfold(visitor)
    check_accessibility(visitor, path)


def test_axe_finds_nothing_on_any_page(browser: Any, server: Server) -> None:
    paths = PAGES + [p.format(GAMES[i % len(GAMES)]) for i, p in enumerate(PAGES_OF_A_GAME)]
    visitors = [Visitor(browser, server, locale=lang) for lang in TESTED]
    for i, path in enumerate(paths):
        check_page(visitors[i % len(TESTED)], path)
    host, guest = visitors[:2]
    host.go("/strength")
    host.follow("[name=want]")
    unfold(host)
    check_accessibility(host, "ratings")
    host.open_table(GAMES[0], "friends", name="Ada")
    check_accessibility(host, "waiting for friends")
    guest.page.goto(host.page.input_value("#invite input"))
    check_accessibility(guest, "an invitation")
    for visitor in visitors:
        visitor.close()


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_a_table_in_play(browser: Any, server: Server, game: str) -> None:
    visitor = Visitor(
        browser, server, locale=TESTED[GAMES.index(game) % len(TESTED)], viewport=TALL
    )
    visitor.open_table(game)
    visitor.click_around(random.Random(1), 16)
    unfold(visitor)
    check_accessibility(visitor, game)
    if game == GAMES[0]:
        visitor.page.click(".side [data-help]")
        check_accessibility(visitor, "the keys")
    visitor.close()


def test_axe_finds_nothing_after_a_game(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, locale="fr")
    visitor.open_table("catymini", "same", name="Ada", name1="Basile")
    table = visitor.data("table")
    visitor.play_unwatched()
    for path in PAGES_AFTER_A_GAME:
        check_page(visitor, path.format(table))
    visitor.close()
