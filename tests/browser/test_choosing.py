"""Choices that take one click or two, by mouse and by finger."""

from __future__ import annotations

import random
from typing import Any

from browser.visitor import MARKS, Visitor, browser, server
from web.server import Server

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS

# A card whose only action is a discard.
DISCARD = """() => {
  const only = [...document.querySelectorAll('#picture .highlighted[data-twice=always]')];
  const card = only.find((el) => el.id !== 'basket');
  return card ? card.id : '';
}"""


def test_a_card_that_can_only_be_thrown_away_takes_a_second_click(
    browser: Any, server: Server
) -> None:
    visitor = Visitor(browser, server)
    page = visitor.page
    visitor.open_table("clocktowers", "same", name="Ada", name1="Basile")
    for _ in range(200):  # until a card fits nowhere: a roof or a mouse without its tower
        visitor.lift_curtain()
        card = page.evaluate(DISCARD)
        if card:
            break
        assert not visitor.over
        page.evaluate("""() => {
          const hot = [...document.querySelectorAll('#picture .highlighted')];
          const first = hot.find((el) => el.id.startsWith('pile')) ||
            hot.find((el) => el.id === 'basket' && el.dataset.actions.includes(' ')) || hot[0];
          first.dispatchEvent(new MouseEvent('click', { bubbles: true }));
          const choice = document.querySelector('#choices .choice');
          if (choice) choice.click();
        }""")
    at = visitor.data("at")
    for way in ("card", "basket"):  # one click only selects, and Escape deselects
        page.click(f"#{card} .glow", force=True)
        page.wait_for_selector(f"#{card}.picked")
        visitor.settle()
        assert visitor.data("at") == at
        if way == "card":
            page.keyboard.press("Escape")
            visitor.until("!document.querySelector('.picked')")
    page.click("#basket", force=True)
    visitor.until(f"table.dataset.at !== '{at}'")
    visitor.close()


def test_a_first_tap_on_a_tile_shows_its_effect(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, has_touch=True, viewport={"width": 390, "height": 844})
    page = visitor.page
    visitor.open_table("catymini")
    for _ in range(40):
        visitor.settle()
        if page.locator("#picture [id^=tile-].highlighted").count():
            break
        page.locator("#picture .highlighted").first.dispatch_event("click")
    at, tile = visitor.data("at"), page.locator("#picture [id^=tile-].highlighted").first
    piece = str(tile.get_attribute("id")).removeprefix("tile-")
    seen = f"Number(getComputedStyle(document.querySelector('#aim-{piece} .preview')).opacity)"
    assert page.evaluate(seen) == 0
    tile.tap(force=True)
    visitor.until(f"{seen} === 1")
    visitor.settle()
    assert visitor.data("at") == at
    # The second tap may be on its target, which stands for the same action.
    page.locator(f"#aim-{piece} > path").first.tap(force=True)
    visitor.until(f"Number(table.dataset.at) > {at}")
    visitor.close()


def test_places_and_nurseries_are_chosen_by_keyboard_and_without_a_script(
    browser: Any, server: Server
) -> None:
    plain = Visitor(browser, server, java_script_enabled=False)
    page = plain.page
    plain.go("/g/catymini")
    page.focus("[name=you]:checked")
    page.keyboard.press("ArrowDown")  # the second place
    page.wait_for_selector("[name=seat0]")
    page.wait_for_selector("[name=seat1]", state="hidden")
    page.select_option("[name=seat0]", "4")
    page.click(".options summary")
    assert page.locator(".pick:visible").count() == 2, "for two players"
    page.focus("[name=option-boards-1]:checked")
    for _ in "ABC":
        page.keyboard.press("ArrowRight")
    assert page.is_checked("[name=option-boards-1][value=C]")
    plain.follow(".setting .primary")
    table = page.url.rpartition("/t/")[2]
    visitor = Visitor(browser, server)
    visitor.context.add_cookies(plain.context.cookies())
    visitor.go(f"/t/{table}")
    visitor.wait_for_table()
    visitor.until("document.querySelector('#nursery-1')")
    visitor.until("document.getElementById('picture').textContent.includes('Mouser')")
    visitor.page.evaluate("document.getElementById('board-text-box').open = true")
    visitor.until("document.getElementById('board-text').textContent.includes('nursery C')")
    plain.context.close()
    visitor.close()


def test_the_form_says_who_takes_each_seat(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    page = visitor.page
    visitor.go("/g/catymini?mode=friends")
    offered = "[...document.querySelector('[name=seat1]').options].filter((o) => !o.hidden)"
    for mode, taken in (
        ("bot", "Kitten"),
        ("same", "somebody here"),
        ("friends", "a friend, by link"),
    ):
        page.check(f".setting [name=mode][value={mode}]")
        words = page.evaluate(f"{offered}.map((o) => o.textContent)")
        assert words[0] == taken
        assert len(set(words)) == len(words), "something is offered twice"
    visitor.follow(".setting .primary")
    visitor.wait_for_table()
    assert page.is_visible("#invite")
    visitor.close()


def test_a_resting_pointer_shows_no_preview_until_it_moves(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    visitor.open_table("chopchop", "same")
    visitor.until("document.querySelector('#picture .highlighted')")
    page = visitor.page
    box = page.locator("#cat").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    shows = "getComputedStyle(document.querySelector('#reach')).opacity"
    page.mouse.move(x - 9, y, steps=3)
    page.mouse.move(x, y, steps=3)
    visitor.until(f"{shows} === '1'", 20)
    first = visitor.data("at")
    while visitor.data("at") == first:
        visitor.settle()
        visitor.click_something(random.Random(1))  # by script: the pointer stays
    visitor.settle()
    visitor.until(f"{shows} === '0'")
    page.mouse.move(x - 9, y, steps=3)
    visitor.until("!document.querySelector('#picture').classList.contains('resting')")
    visitor.close()


def test_a_focus_set_by_the_page_shows_no_preview_until_a_key(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    visitor.open_table("chopchop")
    page = visitor.page
    page.keyboard.press("Tab")  # the visitor uses the keyboard
    page.focus("#square-Tc4")
    page.keyboard.press("Enter")  # the mice move, and the focus goes to the cat
    visitor.until("document.activeElement.matches('#cat:focus-visible')")
    visitor.settle()
    shows = "getComputedStyle(document.querySelector('#reach')).opacity"
    assert page.evaluate(shows) == "0"
    page.keyboard.press("PageDown")
    page.keyboard.press("PageUp")
    visitor.until(f"document.activeElement.id === 'cat' && {shows} === '1'")
    visitor.close()
