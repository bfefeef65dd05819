"""No choices, refusal, hint or bubble covers the prompt or a piece that answers it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from browser.visitor import GAMES, MARKS, Visitor, browser, server
from web.server import Server

import matou

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS

SIZES = ((390, 844), (844, 390), (820, 1180), (1280, 800))
# The elements that a box covers but should not.
COVERED = """([box, what]) => {
  const it = [...document.querySelectorAll(box)]
    .find((el) => el.checkVisibility({ visibilityProperty: true }));
  if (!it) return null;
  const at = it.getBoundingClientRect();
  return [...document.querySelectorAll(what)].filter((el) => {
    const on = el.getBoundingClientRect();
    return el !== it && on.width && Math.min(at.right, on.right) - Math.max(at.left, on.left) > 1
      && Math.min(at.bottom, on.bottom) - Math.max(at.top, on.top) > 1;
  }).map((el) => el.id || el.textContent);
}"""
QUESTION = "#prompt, .tools button"
ANSWERS = ".narrowing .highlighted:not(.rest), .picked, .hinted"


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_messages_and_choices_cover_neither_the_prompt_nor_its_answers(
    browser: Any, server: Server, game: str, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    visitor = Visitor(browser, server, locale="de", viewport=viewport)
    seats = matou.game(game).max_seats
    visitor.open_table(game, "same", seats=str(seats), name="Ada")
    page, rng, seen = visitor.page, random.Random(7), 0
    for clicks in range(14):
        visitor.lift_curtain()
        if clicks % 4 == 1 and page.is_visible("#hint"):
            page.click("#hint")
        else:
            visitor.click_something(rng)
        visitor.settle()
        covered = page.evaluate(COVERED, ["#beside", f"{QUESTION}, {ANSWERS}"])
        if covered is not None:
            seen += 1
            if covered:
                visitor.shot(f"covered-{game}-{size[0]}")
            assert not covered, page.inner_text("#beside")
    assert seen
    visitor.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_bubble_beside_a_large_board_covers_no_answer(
    browser: Any, server: Server, game: str
) -> None:
    visitor = Visitor(browser, server, locale="de")
    page, rng = visitor.page, random.Random(3)
    visitor.open_table(game, "same", seats=str(matou.game(game).max_seats), name="Ada")
    for _ in range(6):
        visitor.lift_curtain()
        visitor.click_something(rng)
        visitor.settle()
        visitor.lift_curtain()
        page.evaluate("document.querySelector('[data-react=\"0\"]').click()")
        page.wait_for_selector(".bubble")
        answers = "#picture .highlighted, #beside"
        assert page.evaluate(COVERED, [".bubble", f"{QUESTION}, {answers}"]) == []
        page.evaluate("document.querySelector('.bubble').remove()")
    visitor.close()


def test_no_list_covers_squares_that_show_the_same_choices(browser: Any, server: Server) -> None:
    """On a phone, a choice between such squares is made on the board alone."""
    phone = {"width": 390, "height": 844}
    visitor = Visitor(browser, server, viewport=phone, has_touch=True)
    visitor.open_table("chopchop", "same", name="Ada", name1="Basile")
    page, rng = visitor.page, random.Random(1)
    listed = {True: 0, False: 0}
    for _ in range(200):
        if min(listed.values()) > 1:
            break
        visitor.lift_curtain()
        visitor.click_something(rng)
        visitor.settle()
        if not page.locator(".narrowing").count():
            continue
        is_listed = page.is_visible("#choices")
        listed[is_listed] += 1
        at = page.locator("#beside").bounding_box()
        if is_listed:
            assert round(at["y"] + at["height"]) >= 843, "at the bottom of the screen"
        else:
            assert page.locator("#picture .highlighted:not(.rest):not(.picked)").count()
    assert all(listed.values()), listed
    visitor.close()


def test_turning_a_phone_removes_the_bubble(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    visitor.open_table("appenzell", "same")
    page = visitor.page
    page.evaluate("document.querySelector('[data-react=\"0\"]').click()")
    page.wait_for_selector(".bubble")
    page.set_viewport_size({"width": 390, "height": 844})
    visitor.until("innerWidth === 390 && !document.querySelector('.bubble')", seconds=2)
    visitor.close()
