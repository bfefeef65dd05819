"""Replays, records and playing on in a page without a server, in a real browser."""

from __future__ import annotations

import random
from pathlib import Path

from browser import solving
from browser.visitor import Visitor

import matou
from matou.cli import main
from matou.core.record import Record

USELESS_CLICK = """() => [...document.querySelectorAll('#picture [id]')].filter(
  (el) => !el.closest('.highlighted') && !el.querySelector('.highlighted')).pop()
  .dispatchEvent(new MouseEvent('click', { bubbles: true }))"""
DRAWN = "#main[data-at]"


def check_replay(visitor: Visitor, folder: Path) -> Path:
    """Opens the replay at the end of a game, with analysis and another view. Saves the record."""
    page = visitor.page
    visitor.follow("#end a:has-text('Replay')")
    page.wait_for_selector(DRAWN)
    page.wait_for_selector("#study[data-state=done]")
    assert page.locator("#chart polyline").count() == 2
    assert page.locator("#turnings li, #mistakes li").count() >= 2
    last = int(page.get_attribute("#scrub", "max") or 0)
    page.keyboard.press("End")
    visitor.until(f"document.getElementById('main').dataset.at === '{last}'")
    page.select_option("#eyes", "1")
    page.click("#board-text-box summary")
    visitor.until("document.getElementById('board-text').textContent.length > 40")
    assert page.locator("#log li").count() == last + 1
    page.click("#check")
    page.wait_for_selector("#verdict.proven")
    return save_record(visitor, "#record-down", folder)


def download(visitor: Visitor, selector: str, folder: Path) -> Path:
    with visitor.page.expect_download() as coming:
        visitor.page.click(selector)
    path = folder / str(coming.value.suggested_filename)
    coming.value.save_as(path)
    return path


def save_record(visitor: Visitor, selector: str, folder: Path) -> Path:
    """Downloads the record of a finished game and verifies it."""
    path = download(visitor, selector, folder)
    assert Record.loads(path.read_text()).replay().over
    assert main(["verify", str(path)]) == 0
    return path


def find_missed_move(visitor: Visitor, folder: Path) -> None:
    """Opens the clearest mistake of a random game as a puzzle, and returns to its replay."""
    page, rng = visitor.page, random.Random(5)
    state = matou.game("catymini").start(2)
    while not state.over:
        state.play(state.sample(rng))
    path = folder / "careless.matou"
    path.write_text(state.record().dumps())
    show_record(visitor, path)
    page.wait_for_selector("#missed:not([hidden])")
    visitor.follow("#missed")
    solving.wait_for_state(visitor, "ask")
    assert page.inner_text("#kind") == "Find the move you missed"
    solving.give_up(visitor)
    assert page.is_hidden("#rating") or not page.inner_text("#rating")
    page.go_back()
    page.wait_for_selector(DRAWN)


def play_on(visitor: Visitor, at: int) -> None:
    """Opens a table from a position of the replay, and follows its link back."""
    page = visitor.page
    page.evaluate(f"location.hash = location.hash.replace(/\\d+$/, '{at}')")
    visitor.until(f"document.getElementById('main').dataset.at === '{at}'")
    page.click("#on-box summary")
    page.check("#on [name=seat][value='1']")
    page.select_option("#on [name=level]", "1")
    visitor.follow("#on .primary")
    visitor.wait_for_table()
    assert int(visitor.data("at")) >= at
    visitor.unfold("fair-box")
    assert f"up to move {at} " in (page.text_content("#continues") or "")
    visitor.follow("#continues a")
    page.wait_for_selector(DRAWN)
    assert page.url.endswith(f"/{at}")


def open_record(visitor: Visitor, path: Path) -> None:
    """Opens a record and verifies it. A broken record gets an error message first."""
    page = visitor.page
    show_record(visitor, path)
    names = [record_name(path, seat) for seat in (0, 1)]
    assert [e.text_content() for e in page.query_selector_all("#players .name")] == names
    page.click("#check")
    page.wait_for_selector("#verdict.proven")


def show_record(visitor: Visitor, path: Path) -> None:
    page = visitor.page
    visitor.go("/en/open.html")
    page.wait_for_selector("#drop[tabindex='0']")  # its script has loaded
    page.fill("#record", "matou record 1\ngame: chess\n")
    page.click("#open .big")
    page.wait_for_selector("#wrong:has-text('be opened')")
    page.set_input_files("#file", path)
    page.wait_for_selector(DRAWN)


def record_name(path: Path, seat: int) -> str:
    return Record.loads(path.read_text()).players[seat]


def ask_in_lesson(visitor: Visitor, game: str, folder: str = "") -> None:
    """Clicks where a lesson allows nothing: the page's own Python explains why."""
    visitor.go(f"{folder}/en/learn/{game}.html#2")
    visitor.page.wait_for_selector("#picture .hinted")
    visitor.page.evaluate(USELESS_CLICK)
    visitor.page.wait_for_selector("#says .rule-link")
