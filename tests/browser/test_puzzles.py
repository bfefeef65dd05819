"""Puzzles in a real browser, answered by the server.

``page/test_exported_folder.py`` and ``page/test_offline.py`` solve them with Python in the page.
"""

from __future__ import annotations

from typing import Any

import pytest
from browser import solving
from browser.looks import check_accessibility
from browser.visitor import GAMES, MARKS, Visitor, browser, server
from web.server import Server

import matou
from matou.play import daily
from matou.play.solving import of_day

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS
PHONE = {"width": 390, "height": 844}
SIZES = [PHONE, {"width": 1280, "height": 800}, {"width": 844, "height": 390}, PHONE]


def test_the_first_page_leads_to_the_puzzle_of_the_day_and_to_all_others(
    browser: Any, server: Server
) -> None:
    visitor = Visitor(browser, server, viewport=PHONE)
    page = visitor.page
    visitor.go("/")
    visitor.follow(".puzzle-door a.row")
    solving.wait_for_state(visitor, "watch", "ask")
    assert page.url.endswith("#today")
    check_accessibility(visitor, "puzzle of the day")
    solving.give_up(visitor)
    page.wait_for_selector("#rating:has-text('Your rating')")
    visitor.go("/")
    assert page.inner_text(".puzzle-door em") == "", "the visitor did not solve it"
    visitor.follow(".puzzle-door a.row")
    solving.wait_for_state(visitor, "watch", "ask")
    today = of_day(visitor.data("book"), daily.today())
    solving.solve(visitor, today, wrong=True, hint=False)
    visitor.go("/")
    page.wait_for_selector(".puzzle-door em:text-is('solved')")
    visitor.follow(".puzzle-door > a:last-child")
    check_accessibility(visitor, "puzzles")
    assert page.locator(".mine:has-text('your rating')").count() == 1
    page.select_option("form[action$=chopchop] [name=difficulty]", "4")
    page.select_option("form[action$=chopchop] [name=kind]", "escape")
    visitor.follow("#solve-chopchop")
    puzzle = solving.shown_puzzle(visitor)
    assert (puzzle.difficulty, puzzle.kind) == (4, "escape")
    visitor.close()


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_of_each_game_are_solved_and_rated_once(
    browser: Any, server: Server, game: str
) -> None:
    i = GAMES.index(game)
    visitor = Visitor(browser, server, viewport=SIZES[i], color_scheme=("light", "dark")[i % 2])
    page = visitor.page
    if i == 0:  # with an account
        visitor.go("/you")
        page.fill("[data-passkey] [name=name], form [name=name]", "Ada")
        visitor.follow("form[action$='/you/code'] button:visible:last-child")
    longest = max(matou.puzzles(game), key=lambda p: (p.decisions, -p.rating))
    visitor.go(f"/puzzles/{game}#{longest.id}")
    assert solving.shown_puzzle(visitor).id == longest.id
    check_accessibility(visitor, f"puzzle {game}")
    solving.solve(visitor, longest, wrong=True, hint=True)
    visitor.shot(f"puzzle-{game}")
    results = f"JSON.parse(localStorage.puzzles).{game}"
    page.wait_for_selector("#rating:has-text('Your rating')")
    first = page.evaluate(results)
    assert first["results"] == [[longest.id, 0]]
    page.click("#once")
    solving.solve(visitor, longest, wrong=False, hint=False)
    assert page.evaluate(results) == first
    page.click("#next")
    visitor.until(f"!location.hash.endsWith('{longest.id}')")
    puzzle = solving.shown_puzzle(visitor)
    solving.solve(visitor, puzzle, wrong=False, hint=False)
    page.wait_for_selector("#rating:has-text('(+')")
    second = page.evaluate(results)
    assert second["results"] == [[longest.id, 0], [puzzle.id, 1]]
    assert second["rating"][0] > first["rating"][0]
    if i == 0:  # another browser of the same account has the results, too
        page.evaluate("localStorage.clear()")
        visitor.go("/puzzles")
        page.wait_for_selector(f".mine[data-game={game}]:has-text('tried: 2')")
        assert page.evaluate(results) == second
    visitor.close()
