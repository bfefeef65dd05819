"""The site in a real browser: updates of a page, undo, a killed server, a phone, clicks."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from browser.visitor import GAMES, MARKS, Visitor, browser, check_width, server
from web.server import Server

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS

# The drawing on the page with sorted attributes, without those that the page adds.
DRAWN = """() => {
  const own = new Set(['rest', 'picked', 'hinted']);
  const paged = new Set(['tabindex', 'aria-label', 'aria-pressed']);
  const tell = (el) => '<' + el.localName + [...el.attributes].filter((a) => !paged.has(a.name))
    .map((a) => [a.name, a.name !== 'class' ? a.value :
      a.value.split(' ').filter((c) => c && !own.has(c)).join(' ')])
    .filter(([, v]) => v !== '').sort().map(([k, v]) => ` ${k}=${v}`).join('') + '>' +
    [...el.childNodes].map((n) => n.nodeType === 1 ? tell(n) : n.nodeValue).join('');
  return tell(document.querySelector('#picture svg'));
}"""


@pytest.mark.parametrize("game", GAMES)
def test_the_page_after_many_moves_is_the_page_after_a_reload(
    browser: Any, server: Server, game: str
) -> None:
    """With motion on: a drawing patched move by move equals one drawn afresh."""
    visitor = Visitor(browser, server, reduced_motion="no-preference")
    visitor.open_table(game, "same", name="Ada", name1="Basile")
    rng = random.Random(4)
    for _ in range(24):  # some clicks come during an animation
        visitor.click_something(rng)
        visitor.until("!unanswered.size")
    visitor.page.keyboard.press("Escape")
    visitor.lift_curtain()
    before = visitor.page.evaluate(DRAWN)
    at = visitor.data("at")
    visitor.page.reload()
    visitor.wait_for_table()
    visitor.lift_curtain()
    assert visitor.data("at") == at
    assert visitor.page.evaluate(DRAWN) == before
    visitor.close()


def test_a_page_survives_a_killed_server_without_a_reload(browser: Any, tmp_path: Path) -> None:
    with Server(tmp_path / "data", pace=0.01) as own:
        visitor = Visitor(browser, own)
        visitor.open_table(GAMES[0], "same", name="Ada", name1="Basile")
        rng = random.Random(5)
        visitor.click_around(rng, 12)
        visitor.page.evaluate("window.stayed = true")
        at = int(visitor.data("at"))
        own.kill()
        visitor.page.wait_for_selector("#lost:not([hidden])")
        visitor.shot("lost")
        own.start()
        visitor.page.wait_for_selector("#table[data-live=yes]")
        assert visitor.page.is_hidden("#lost")
        assert int(visitor.data("at")) == at
        assert visitor.page.evaluate("window.stayed") is True
        moved = at
        for _ in range(40):
            visitor.click_something(rng)
            visitor.settle()
            moved = int(visitor.data("at"))
            if moved > at:
                break
        assert moved > at
        visitor.close()


def test_undo_takes_the_last_action_back(browser: Any, server: Server) -> None:
    assert any(undo_once(browser, server, game) for game in GAMES), "no game offered an undo"


def undo_once(browser: Any, server: Server, game: str) -> bool:
    """Plays until an action can be taken back, and takes it back."""
    visitor = Visitor(browser, server)
    visitor.open_table(game, "same", name="Ada", name1="Basile")
    rng = random.Random(6)
    for _ in range(60):
        visitor.click_something(rng)
        visitor.settle()  # from now on the undo button changes only with a click
        if visitor.page.is_visible("#undo") and not visitor.page.locator(".narrowing").count():
            lines = visitor.page.locator("#log li").count()
            visitor.page.click("#undo")
            visitor.until(f"document.querySelectorAll('#log li').length === {lines - 1}")
            visitor.close()
            return True
    visitor.close()
    return False


def test_no_page_scrolls_sideways(browser: Any, server: Server) -> None:
    """On phones and screens, in French, which has longer words than English."""
    visitor = Visitor(browser, server, locale="fr", color_scheme="dark")
    visitor.ignored_errors.append("status of 404")

    def check_widths(what: str) -> None:
        for width in (1920, 1280, 360, 320):
            visitor.page.set_viewport_size({"width": width, "height": 800})
            check_width(visitor, width, what)
            if width in (1280, 320):
                visitor.shot(f"{what.strip('/') or 'home'}-{width}")

    for path in ("/", "/nothing"):
        visitor.go(path)
        check_widths(path)
    visitor.go(f"/g/{GAMES[0]}?mode=same")
    check_widths("setting a table")
    for game in GAMES:
        visitor.open_table(game)
        visitor.click_around(random.Random(7), 6)
        check_widths(f"table-{game}")
        visitor.page.evaluate("document.querySelectorAll('details').forEach((d) => d.open = true)")
        check_widths(f"table-{game}-unfolded")
        small = visitor.page.evaluate(SMALL)
        assert not small, small
    visitor.close()


SMALL = """() => [...document.querySelectorAll('button, summary, select, .primary')]
  .filter((el) => el.offsetParent && el.getBoundingClientRect().height < 39.5)
  .map((el) => el.outerHTML.slice(0, 80))"""


# For each game, a piece that cannot be chosen at the start, and the rule that says why.
IMPOSSIBLE = {
    "appenzell": ("roof-D", "AP2"),
    "catymini": ("tile-", "CM2"),
    "chopchop": ("square-b2", "CC1"),
    "clocktowers": ("pile-K", "CT4"),
}


def test_a_click_on_an_impossible_move_says_why_with_the_rule(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    page = visitor.page
    assert set(IMPOSSIBLE) == set(GAMES)
    for game, (cold, rule) in IMPOSSIBLE.items():
        visitor.open_table(game, "same", name="Ada", name1="Basile")
        visitor.lift_curtain()
        press(page, f'#picture [id^="{cold}"]:not(.highlighted)')
        page.wait_for_selector("#says:not([hidden])")
        assert page.get_attribute("#says [data-rule]", "data-rule") == rule
        assert len(page.text_content("#says")) > 20
    check_refused_second_click(visitor)
    visitor.close()


def check_refused_second_click(visitor: Visitor) -> None:
    """Clocktowers: a tower cannot begin with a clock. The page says so, and the plot stays
    selected; a click on the basket selects the basket instead."""
    page = visitor.page
    press(page, "#plot")
    page.wait_for_selector("#plot.picked")
    visitor.settle()
    press(page, "#hand-0-7-0")
    page.wait_for_selector("#says:not([hidden]) [data-rule=CT6]")
    visitor.settle()
    assert page.locator("#plot.picked").count() == 1
    box = page.locator("#ladder-0").bounding_box()  # the plot's choices cover its middle
    page.mouse.click(box["x"] + 8, box["y"] + box["height"] / 3)
    page.wait_for_selector("#says:not([hidden]) [data-rule=CT8]")
    visitor.settle()
    press(page, "#basket")
    page.wait_for_selector("#basket.picked")
    visitor.settle()
    assert page.locator("#plot.picked").count() == 0
    at = visitor.data("at")
    press(page, "#hand-0-7-0")
    visitor.until(f"table.dataset.at !== '{at}'")


def press(page: Any, what: str) -> None:
    """Clicks with the mouse in the middle of an element, whatever lies on top of it."""
    there = page.locator(what).first
    there.scroll_into_view_if_needed()
    box = there.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_the_board_can_be_played_by_keyboard_and_says_why_not(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    visitor.open_table(GAMES[0], "same", name="Ada", name1="Basile")
    page = visitor.page
    visitor.settle()
    page.focus("#picture .highlighted >> nth=0")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    visitor.settle()
    assert page.locator(".narrowing").count() == 0
    page.evaluate(
        "document.querySelector('#picture svg').dispatchEvent("
        "new MouseEvent('click', {bubbles: true}))"
    )
    page.wait_for_selector("#says:not([hidden])")
    assert page.text_content("#says").endswith(" Why?")
    assert page.get_attribute("#says [data-rule]", "data-rule")
    visitor.unfold("moves-box")
    # Moves are written in words; one setting shows their notation everywhere.
    shown = [page.is_visible(f"{box} code >> nth=0") for box in ("#moves", "#log")]
    page.check("#notation")
    assert shown == [False, False]
    assert all(page.is_visible(f"{box} code >> nth=0") for box in ("#moves", "#log"))
    at = visitor.data("at")
    page.click("#moves .choice >> nth=0")
    visitor.until(f"table.dataset.at !== '{at}'")
    visitor.close()
