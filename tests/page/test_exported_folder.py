"""An exported folder, served under a path by Python's own web server, in a real browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from browser import solving
from browser.looks import check_accessibility
from browser.scripts import CAN_ACT
from browser.sharing import SHEET
from browser.visitor import MARKS, PATIENCE, Visitor, browser
from page import looking_back
from page.static_host import Host, host

from matou.cli.commands.export import is_ours
from matou.core.messages import say

__all__ = ["browser", "host"]  # fixtures

pytestmark = MARKS
SHARE = "#end .after :text-is('Share…')"
DAILY_SHOWN = "document.querySelector('#catymini .who b').textContent"


def play_out(visitor: Visitor, seed: int) -> None:
    visitor.click_by_itself(seed)
    visitor.until("window.stuck || table.dataset.over === 'yes'", 2 * PATIENCE)
    assert not visitor.stuck, visitor.stuck


# Stores a copy of a finished game as Ada's win over Bruno, who played from his own page.
WITH_BRUNO = """async () => {
  const here = document.querySelector('[src*="page/yours.js"]').src;
  const storage = await import(new URL("browser_storage.js", here));
  const [like] = (await storage.all()).filter(({ over }) => over);
  const person = { ...like.seats[0], kind: "person", owner: "here" };
  const seats = [person, { ...person, owner: "bruno", name: "Bruno" }];
  const settings = { host: "here", room: "room" };
  const table = { ...like, id: "friendly", seats, settings, result: [[0], null] };
  await storage.write(JSON.stringify({ tables: [[table.id, 0, table]], events: null }));
}"""


def share(visitor: Visitor, button: str) -> list[Any]:
    """Shares a result. Returns the text, the address, and the picture's type and size."""
    visitor.page.evaluate("window.shared = null")
    visitor.page.click(button)
    visitor.until("window.shared")
    found: list[Any] = visitor.page.evaluate("window.shared")
    return found


def test_an_export_may_replace_an_earlier_one_and_nothing_else(host: Host) -> None:
    assert is_ours(host.folder)
    other = host.folder / "thesis.odt"
    other.touch()
    assert not is_ours(host.folder)
    other.unlink()


def test_a_whole_game_against_a_cat_reloaded_in_the_middle(
    browser: Any, host: Host, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    visitor = Visitor(browser, host)  # type: ignore[arg-type]
    visitor.context.add_init_script(SHEET)
    page, asked = visitor.page, []
    page.on("request", lambda request: asked.append(request.url))
    visitor.go("/")
    page.wait_for_url("**/en/index.html")
    page.wait_for_selector(".cards")
    assert not [url for url in asked if "pyodide" in url or "matou.pack" in url]
    assert page.is_hidden("#yours-here")
    play_with_a_reload(visitor)
    assert not [url for url in asked if "/friends/" in url]  # only tables with friends need it
    page.wait_for_selector(SHARE)
    text, _, kind, size = share(visitor, SHARE)
    assert text.startswith("Caty Mini: ")
    assert (kind, size > 20_000) == ("image/png", True), "the page draws the picture"

    page.click("#end button:has-text('Check every draw')")
    page.wait_for_selector(".verdict.proven")
    looking_back.save_record(visitor, "#end a:has-text('Save the game')", tmp_path)
    known = looking_back.check_replay(visitor, tmp_path)
    looking_back.play_on(visitor, 9)
    looking_back.open_record(visitor, known)
    looking_back.find_missed_move(visitor, tmp_path)
    looking_back.ask_in_lesson(visitor, "catymini")
    visitor.go("/en/index.html")
    visitor.follow(".puzzle-door a.row")
    solving.wait_for_state(visitor, "watch", "ask")
    visitor.go("/en/puzzles.html")
    visitor.follow("#solve-chopchop")
    solving.solve(visitor, solving.shown_puzzle(visitor), wrong=True, hint=True)
    visitor.go("/en/you.html")
    page.wait_for_selector(".mine[data-game=chopchop]:has-text('tried: 1')")
    capsys.readouterr()

    open_game_in_french(visitor)
    assert not [url for url in asked if not url.startswith((host.url, "blob:"))]
    words = {url.rpartition("/")[2] for url in asked if "/words-" in url}
    assert words == {"words-fr.pack"}, "other languages than English load when chosen"
    visitor.close()


def play_with_a_reload(visitor: Visitor) -> None:
    page = visitor.page
    page.select_option("#catymini select", "4")
    visitor.follow("#catymini .primary")
    visitor.wait_for_table()
    visitor.click_by_itself(4)
    visitor.until("Number(table.dataset.at) >= 12")
    page.evaluate("clearInterval(window.going)")
    visitor.until(CAN_ACT)
    page.click("#hint")
    page.wait_for_selector("#says.kindly:not([hidden])")
    at = visitor.data("at")
    page.reload()
    visitor.wait_for_table()
    assert visitor.data("at") == at
    play_out(visitor, 5)


def open_game_in_french(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/en/")
    page.wait_for_selector("#yours-here .row.over")
    assert page.locator("#yours-here .row:not(.over)").count() == 1  # from looking_back.play_on
    page.click(".languages summary")
    visitor.follow("a[data-lang-to=fr]")
    assert page.text_content("#yours-here h2") == "Tes parties"
    page.wait_for_selector("#yours-here .row.over em:text-is('finie')")  # the row in French
    visitor.follow("#yours-here .row.over")
    visitor.wait_for_table()
    visitor.until("document.querySelector('#end h2')?.textContent")  # a headline or the winner
    assert " gagne" in page.text_content("#end .outcome")
    visitor.follow("#end .primary")
    page.wait_for_selector("#table[data-over=no] #picture svg")


def test_a_game_in_two_tabs_on_the_same_screen(browser: Any, host: Host) -> None:
    visitor = Visitor(browser, host, locale="fr")  # type: ignore[arg-type]
    visitor.go("/fr/g/catymini-mode-same.html")
    visitor.page.fill("[name=name]", "Ada")
    visitor.page.fill("[name=name1]", "Basile")
    visitor.follow(".setting .primary")
    visitor.wait_for_table()
    other = visitor.context.new_page()
    other.goto(visitor.page.url)
    other.wait_for_selector("#picture svg")
    visitor.click_by_itself(3)
    visitor.until("Number(table.dataset.at) >= 6")
    visitor.page.evaluate("clearInterval(window.going)")
    visitor.until(CAN_ACT)
    at = visitor.data("at")
    other.wait_for_selector(f"#table[data-at='{at}']")  # tabs notify each other
    other.close()
    visitor.close()


def test_a_lesson_whose_python_does_not_load_says_what_to_do(browser: Any, host: Host) -> None:
    visitor = Visitor(browser, host)  # type: ignore[arg-type]
    visitor.context.route("**/matou.pack", lambda route: route.abort())
    visitor.go("/en/learn/catymini.html#2")
    visitor.page.wait_for_selector("#picture .hinted")
    for _ in range(2):  # the second answer comes at once
        visitor.page.evaluate(looking_back.USELESS_CLICK)
        visitor.page.wait_for_selector(
            f"#says:text-is('{say('You can’t do that now. Follow the green dashes.').say()}')"
        )
        visitor.page.evaluate("document.getElementById('says').textContent = ''")
    visitor.context.close()  # without a check for logged errors


class DeviceClock:
    """A mock clock for the page's Python."""

    def __init__(self, visitor: Visitor) -> None:
        self.days = 0
        visitor.context.route("**/page_worker.js", self.answer)

    def answer(self, route: Any) -> None:
        reply = route.fetch()
        clock = f"const {{ now }} = Date; Date.now = () => now() + {self.days * 86_400_000};\n"
        route.fulfill(response=reply, body=clock + reply.text())


def test_days_follow_the_clock_of_the_device_and_progress_is_stored_on_it(
    browser: Any, host: Host, tmp_path: Path
) -> None:
    visitor = Visitor(browser, host)  # type: ignore[arg-type]
    visitor.context.add_init_script(SHEET)
    page, clock = visitor.page, DeviceClock(visitor)
    play_daily_game(visitor)
    clock.days = 1
    visitor.go("/en/daily.html")
    visitor.until(DAILY_SHOWN)
    assert page.inner_text("#catymini .daily-try") == "Play now"
    assert "Your streak: 1 day." in page.inner_text(".streak")
    clock.days = 3
    page.reload()
    visitor.until(DAILY_SHOWN)
    assert page.is_hidden(".streak")

    visitor.go("/en/index.html")
    page.evaluate(WITH_BRUNO)
    visitor.follow("#yours-here a:text-is('Your page')")
    page.wait_for_selector("#summary:not([hidden])")
    assert page.inner_text("#summary tbody tr").split()[:3] == ["Caty", "Mini", "2"]
    assert page.inner_text("#summary .things li b") == "Bruno"
    assert "1 won, 0 lost" in page.inner_text("#summary .things .score")
    assert page.is_visible("#summary .things button")
    assert page.locator(".climbed li:visible .face").count() == 5
    check_accessibility(visitor, "your page without a server")
    visitor.shot("your page without a server")
    path = looking_back.download(visitor, "#download", tmp_path)
    stored = json.loads(path.read_text())
    assert len(stored["tables"]) == 3
    assert len(stored["events"]) > 20
    page.click("summary:text-is('Delete everything…')")
    visitor.follow("#delete")
    page.wait_for_selector("#summary .none:visible")
    visitor.go("/en/index.html")
    assert page.is_hidden("#yours-here")
    visitor.close()


def play_daily_game(visitor: Visitor) -> None:
    """Practises; then plays the game that counts, and shares the result from both pages."""
    page = visitor.page
    visitor.go("/en/index.html")
    visitor.follow(".daily-door a")
    visitor.until(DAILY_SHOWN)
    assert "by your device’s clock" in page.inner_text(".today")
    assert page.is_hidden(".streak")
    check_accessibility(visitor, "daily without a server")
    visitor.follow("#catymini .practise")
    visitor.wait_for_table()
    page.wait_for_selector("#hint", state="visible")
    page.go_back()
    visitor.until(DAILY_SHOWN)
    visitor.follow("#catymini .daily-try")
    visitor.wait_for_table()
    for closed in ("#hint", "#look-back"):
        assert page.is_hidden(closed), closed
    play_out(visitor, 4)
    page.wait_for_selector(SHARE)
    at_table = share(visitor, SHARE)
    visitor.follow("#end .after .primary")
    visitor.until("!document.querySelector('#catymini .result').hidden")
    assert "Your streak: 1 day." in page.inner_text(".streak")
    text, _, kind, size = share(visitor, "#catymini .share")
    assert at_table == [text, _, kind, size], "the table and the daily page share the same"
    title, result, link = text.split("\n")
    assert title.startswith("Cat of the day · Caty Mini · 20")
    assert page.inner_text("#catymini .result") in result
    assert link == page.url
    assert (kind, size > 20_000) == ("image/png", True)
    check_accessibility(visitor, "daily over without a server")
    visitor.shot("daily without a server")
    assert page.inner_text("#catymini .daily-try") == "View the game"
