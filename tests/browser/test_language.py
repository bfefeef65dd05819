"""The menu of languages, by mouse, by keyboard and without scripts, on any screen."""

from __future__ import annotations

from typing import Any

from browser.looks import check_accessibility
from browser.visitor import MARKS, Visitor, browser, check_width, server
from web.server import Server

from matou.core.grammar import grammar, languages

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS

INSIDE = """() => { const box = document.querySelector('.languages ul').getBoundingClientRect();
  return box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight; }"""


def test_the_menu_opens_and_closes_by_keyboard(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    page = visitor.page
    visitor.go("/rules")
    page.focus(".languages summary")
    page.keyboard.press("Enter")
    page.wait_for_selector(".languages ul")
    page.keyboard.press("Escape")
    assert page.is_hidden(".languages ul")
    assert page.evaluate("document.activeElement.matches('.languages summary')")
    page.keyboard.press("Enter")
    for _ in range(languages().index("fr") + 1):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("html[lang=fr]")
    assert page.url.endswith("/rules?lang=fr")
    page.click(".languages summary")
    page.click("main h1")
    assert page.is_hidden(".languages ul")
    visitor.close()


def test_a_language_is_chosen_without_scripts(browser: Any, server: Server) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto(f"{server.url}/")
    page.click(".languages summary")
    page.click(".languages a[lang=fr]")
    assert page.get_attribute("html", "lang") == "fr"
    page.goto(f"{server.url}/rules")
    assert page.inner_text(".languages summary") == grammar("fr").NAME
    context.close()


def test_the_menu_fits_on_every_screen(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    page = visitor.page
    for path in ("/", "/g/catymini", "/learn/catymini"):
        visitor.go(path)
        page.click(".languages summary")
        for width, height in ((1280, 800), (844, 390), (390, 844), (320, 568)):
            page.set_viewport_size({"width": width, "height": height})
            check_width(visitor, width, path)
            assert page.evaluate(INSIDE), (path, width)
        check_accessibility(visitor, path)  # on the smallest screen, with the menu open
    visitor.close()
