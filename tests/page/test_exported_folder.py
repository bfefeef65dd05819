"""An exported folder, served under a path by Python's own web server, in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser.looks import check
from browser.visitor import MARKS, PATIENCE, TO_DO, Visitor, browser
from page import looking_back
from page.static_host import Host, host

from matou.cli import main
from matou.core.messages import say
from matou.core.record import Record

__all__ = ["browser", "host"]  # fixtures

pytestmark = MARKS


def play_out(visitor: Visitor, seed: int) -> None:
    visitor.go_on_by_itself(seed)
    visitor.until("window.stuck || table.dataset.over === 'yes'", 2 * PATIENCE)
    assert not visitor.stuck, visitor.stuck


def test_a_whole_game_against_a_cat_reloaded_in_the_middle(
    browser: Any, host: Host, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    visitor = Visitor(browser, host)  # type: ignore[arg-type]
    page, asked = visitor.page, []
    page.on("request", lambda request: asked.append(request.url))
    visitor.go("/")
    page.wait_for_url("**/en/index.html")
    page.wait_for_selector(".cards")
    assert not [url for url in asked if "pyodide" in url or "matou.pack" in url]
    assert page.is_hidden("#yours-here")
    page.select_option("#catymini select", "4")
    visitor.follow("#catymini .primary")
    visitor.at_table()
    visitor.go_on_by_itself(4)
    visitor.until("Number(table.dataset.at) >= 12")
    page.evaluate("clearInterval(window.going)")
    visitor.until(TO_DO)
    page.click("#hint")
    page.wait_for_selector("#says.kindly:not([hidden])")
    at = visitor.data("at")
    page.reload()
    visitor.at_table()
    assert visitor.data("at") == at
    play_out(visitor, 5)

    page.click("#end button:has-text('Check every draw')")
    page.wait_for_selector(".verdict.proven")
    with page.expect_download() as coming:
        page.click("#end a:has-text('Save the game')")
    path = tmp_path / coming.value.suggested_filename
    coming.value.save_as(path)
    assert Record.loads(path.read_text()).replay().over
    assert main(["verify", str(path)]) == 0

    kept = looking_back.look_back(visitor, tmp_path)
    looking_back.play_on(visitor, 9)
    looking_back.open_record(visitor, kept)
    looking_back.ask_in_lesson(visitor, "catymini")
    capsys.readouterr()

    visitor.go("/en/")
    page.wait_for_selector("#yours-here .row.over")
    assert page.locator("#yours-here .row:not(.over)").count() == 1  # the one that was played on
    page.click(".languages summary")
    visitor.follow("a[data-lang-to=fr]")
    assert page.text_content("#yours-here h2") == "Tes parties"
    page.wait_for_selector("#yours-here .row.over em:text-is('finie')")  # written anew
    visitor.follow("#yours-here .row.over")
    visitor.at_table()
    visitor.until("document.querySelector('#end .outcome:not([hidden])')")
    assert " gagne" in page.text_content("#end .outcome")
    assert page.text_content("#end h2") != page.text_content("#end .outcome")
    visitor.follow("#end .primary")
    page.wait_for_selector("#table[data-over=no] #picture svg")
    assert not [url for url in asked if not url.startswith((host.url, "blob:"))]
    visitor.close()


def test_a_game_in_two_tabs_on_the_same_screen_and_none_with_friends(
    browser: Any, host: Host
) -> None:
    visitor = Visitor(browser, host, locale="fr")  # type: ignore[arg-type]
    visitor.go("/fr/g/catymini-mode-same.html")
    visitor.page.fill("[name=name]", "Ada")
    visitor.page.fill("[name=name1]", "Basile")
    visitor.follow(".setting .primary")
    visitor.at_table()
    other = visitor.context.new_page()
    other.goto(visitor.page.url)
    other.wait_for_selector("#picture svg")
    visitor.go_on_by_itself(3)
    visitor.until("Number(table.dataset.at) >= 6")
    visitor.page.evaluate("clearInterval(window.going)")
    visitor.until(TO_DO)
    at = visitor.data("at")
    other.wait_for_selector(f"#table[data-at='{at}']")  # the tabs tell each other
    other.close()

    visitor.go("/fr/play/chopchop.html?mode=friends")  # what cannot be is said
    visitor.page.wait_for_selector("#starting.stopped :text('par un lien')")
    visitor.close()


def test_a_lesson_whose_python_does_not_come_says_what_to_do(browser: Any, host: Host) -> None:
    visitor = Visitor(browser, host)  # type: ignore[arg-type]
    visitor.context.route("**/matou.pack", lambda route: route.abort())
    visitor.go("/en/learn/catymini.html#2")
    visitor.page.wait_for_selector("#picture .hinted")
    for _ in range(2):  # the second time nobody is waited for
        visitor.page.evaluate(looking_back.COLD)
        visitor.page.wait_for_selector(
            f"#says:text-is('{say('You can’t do that now. Follow the green dashes.').say()}')"
        )
        visitor.page.evaluate("document.getElementById('says').textContent = ''")
    visitor.context.close()  # its browser has grumbled


def test_the_cat_of_the_day_by_the_clock_of_the_device(browser: Any, host: Host) -> None:
    visitor = Visitor(browser, host)  # type: ignore[arg-type]
    page = visitor.page
    visitor.go("/en/index.html")
    visitor.follow(".daily-door a")
    visitor.until("document.querySelector('#catymini .who b').textContent")
    assert "by your device’s clock" in page.inner_text(".today")
    assert page.is_hidden(".streak")
    check(visitor, "daily without a server")
    visitor.follow("#catymini .primary")
    visitor.at_table()
    table = page.url
    play_out(visitor, 4)
    visitor.follow("#end .after .primary")
    visitor.until("!document.querySelector('#catymini .result').hidden")
    assert "Your streak: 1 day." in page.inner_text(".streak")
    assert "Cat of the day · Caty Mini" in page.get_attribute("#catymini .share", "data-text")
    visitor.shot("daily without a server")
    assert page.inner_text("#catymini .primary") == "View the game"
    visitor.follow("#catymini .primary")
    visitor.at_table()
    assert page.url == table
    assert visitor.over
    visitor.close()
