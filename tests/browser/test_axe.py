"""Axe finds no fault on any page, in either theme."""

from __future__ import annotations

import random
from typing import Any

import pytest
from browser.looks import check
from browser.visitor import GAMES, MARKS, Visitor, browser, server
from tested_languages import TESTED
from web.server import Server

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS
TALL = {"width": 1280, "height": 2600}  # all of a board in the window
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
    visitor.calm()


def look_at(visitor: Visitor, path: str) -> None:
    visitor.forgiven.append("status of 404")
    visitor.go(path)
    unfold(visitor)
    check(visitor, path)


def test_axe_finds_nothing_on_any_page(browser: Any, server: Server) -> None:
    paths = PAGES + [p.format(GAMES[i % len(GAMES)]) for i, p in enumerate(PAGES_OF_A_GAME)]
    visitors = [Visitor(browser, server, locale=lang) for lang in TESTED]
    for i, path in enumerate(paths):
        look_at(visitors[i % len(TESTED)], path)
    host, guest = visitors[:2]
    host.go("/strength")
    host.follow("[name=want]")
    unfold(host)
    check(host, "ratings")
    host.set(GAMES[0], "friends", name="Ada")
    check(host, "waiting for friends")
    guest.page.goto(host.page.input_value("#invite input"))
    check(guest, "an invitation")
    for visitor in visitors:
        visitor.close()


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_a_table_in_play(browser: Any, server: Server, game: str) -> None:
    visitor = Visitor(
        browser, server, locale=TESTED[GAMES.index(game) % len(TESTED)], viewport=TALL
    )
    visitor.set(game)
    visitor.click_around(random.Random(1), 16)
    unfold(visitor)
    check(visitor, game)
    if game == GAMES[0]:
        visitor.page.click(".side [data-help]")
        check(visitor, "the keys")
    visitor.close()


def test_axe_finds_nothing_when_a_game_is_over(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, locale="fr")
    visitor.set("catymini", "same", name="Ada", name1="Basile")
    table = visitor.data("table")
    visitor.come_back_later()
    for path in PAGES_AFTER_A_GAME:
        look_at(visitor, path.format(table))
    visitor.close()
