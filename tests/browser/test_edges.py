"""Details that would confuse a newcomer: false highlights, hidden parts, parts over others."""

from __future__ import annotations

import random
from typing import Any

import pytest
from browser.looks import check_accessibility
from browser.test_browser import press
from browser.test_lesson import Learner
from browser.visitor import GAMES, MARKS, Visitor, browser, check_width, server
from web.server import Server

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS


def test_sending_an_action_highlights_nothing_new(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    visitor.open_table("chopchop", "same", name="Ada", name1="Basile")
    visitor.settle()
    lit = """() => [...document.querySelectorAll('#picture .glow')]
      .filter((el) => getComputedStyle(el).visibility !== 'hidden')
      .filter((el) => !el.closest('.highlighted')).length"""
    assert visitor.page.evaluate(lit) == 0
    visitor.page.evaluate("document.getElementById('table').classList.add('sending', 'slow')")
    assert visitor.page.evaluate(lit) == 0
    visitor.close()


def test_a_click_that_sends_a_move_changes_nothing_before_the_answer(
    browser: Any, server: Server
) -> None:
    visitor = Visitor(browser, server)
    visitor.open_table("chopchop", "same", name="Ada", name1="Basile")
    visitor.settle()
    touched = visitor.page.evaluate("""() => {
      const eye = new MutationObserver(() => {}), table = document.getElementById('table');
      const all = { attributes: true, childList: true, characterData: true, subtree: true };
      const one = [...document.querySelectorAll('#picture .highlighted')]
        .find((el) => !el.dataset.actions.includes(' ') && !el.dataset.twice);
      eye.observe(document, all);
      one.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      return [table.classList.contains('sending'),
        eye.takeRecords().filter((r) => r.target !== table).map((r) => r.target.id)];
    }""")
    assert touched == [True, []]
    visitor.close()


def test_the_end_panel_has_no_gap_after_every_draw_was_checked(
    browser: Any, server: Server
) -> None:
    visitor = Visitor(browser, server)
    visitor.open_table("catymini", "same", name="Ada", name1="Basile")
    visitor.play_to_the_end()
    page = visitor.page
    page.wait_for_selector("#end h2")
    visitor.settle()
    # Below the headline, which an evaluation may still change.
    below = """end.getBoundingClientRect().bottom
      - end.querySelector(".after:not(:has(.primary))").getBoundingClientRect().top"""
    before = page.evaluate(below)
    page.click("#end .after:not(:has(.primary)) button")
    page.wait_for_selector("#end .verdict:not(:empty)")
    visitor.settle()
    said = page.locator("#end .verdict").bounding_box()["height"]
    assert said < 120
    assert page.evaluate(below) < before + 150
    # On a small phone held sideways the main button is visible without scrolling.
    page.set_viewport_size({"width": 740, "height": 360})
    page.reload()
    visitor.wait_for_table()
    visitor.settle()
    again = page.locator("#end .primary").bounding_box()
    assert again["y"] + again["height"] < 360
    visitor.close()


def test_a_lessons_sentence_stays_while_its_moves_are_played(browser: Any, server: Server) -> None:
    """The board does not move either, even on a phone, where the sentence is above it."""
    phone = {"width": 390, "height": 844}
    learner = Learner(browser, server, viewport=phone, reduced_motion="no-preference")
    learner.learn("chopchop")
    learner.settle()
    page = learner.page
    page.evaluate(RECORD_FRAMES)
    said = page.text_content("#speech")
    page.click("#go-on")
    page.wait_for_selector("#table[data-step='1'][data-busy=no]")
    seen = page.evaluate("seen")
    assert seen
    assert {words for words, _ in seen} == {said}
    assert len({top for _, top in seen}) == 1, seen
    learner.close()


# Records the sentence and the board's position in every frame while the lesson plays.
RECORD_FRAMES = """() => {
  window.seen = [];
  const look = () => {
    if (document.getElementById('table').dataset.busy === 'yes') {
      const top = document.getElementById('board').getBoundingClientRect().top;
      seen.push([document.getElementById('speech').textContent, Math.round(top)]);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def test_each_name_is_on_the_screen_once_with_a_tally_if_the_game_has_one(
    browser: Any, server: Server
) -> None:
    visitor = Visitor(browser, server)
    page = visitor.page
    shown = """(name) => [...document.querySelectorAll('main *')]
      .filter((el) => !el.childElementCount && el.textContent.replace(' ★', '') === name)
      .filter((el) => el.checkVisibility({ contentVisibilityAuto: true }) && !el.closest('.sr'))
      .map((el) => el.closest('[id]').id)"""
    for game in GAMES:
        visitor.open_table(game, "same", name="Adaline", name1="Basile")
        visitor.lift_curtain()
        for i, name in enumerate(("Adaline", "Basile")):
            assert page.evaluate(shown, name) == [f"plate-{i}"], game
        assert page.locator("#picture [id^=plate-]").count() == 2
        visitor.unfold("who-box")
        page.wait_for_selector("#players")
        result = page.locator("#players .score").all_inner_texts()
        expected = {
            "appenzell": "0 of 4 cheeses",
            "catymini": "0 tokens",
            "clocktowers": "0 points",
        }
        assert result == ([expected[game]] * 2 if game in expected else []), game
    visitor.close()


def test_opening_a_panel_leaves_the_newest_log_line_visible(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, viewport={"width": 1280, "height": 800})
    visitor.open_table("appenzell", "same", name="Ada", name1="Basile")
    page, rng = visitor.page, random.Random(2)
    for _ in range(400):
        if page.locator("#log li").count() > 24:
            break
        visitor.settle()
        visitor.click_something(rng)
    page.keyboard.press("Escape")
    visitor.settle()
    in_sight = """() => {
      const at = document.querySelector('#log li:last-child').getBoundingClientRect();
      const hit = document.elementFromPoint(at.x + 30, at.y + at.height / 2);
      return at.bottom <= innerHeight && Boolean(hit && hit.closest('#log li:last-child'));
    }"""
    assert page.evaluate(in_sight)
    for box in ("moves-box", "chat-box", "who-box", "board-text-box", "fair-box"):
        visitor.unfold(box)
        visitor.settle()
        assert page.evaluate(in_sight), box
        page.click(f"#{box} summary")
    visitor.close()


def sit_down(visitor: Visitor, game: str) -> None:
    """Seats two players at one screen and lifts the first curtain."""
    visitor.open_table(game, "same", name="Ada", name1="Basile")
    visitor.lift_curtain()


def test_the_prompt_says_that_the_player_to_move_is_away(browser: Any, server: Server) -> None:
    ada, bo = Visitor(browser, server), Visitor(browser, server)
    ada.open_table("chopchop", "friends", name="Ada")
    link = ada.page.input_value("#invite input")
    bo.page.goto(link)
    bo.follow("main form button")
    bo.wait_for_table()
    ada.until("document.getElementById('table').dataset.turn >= 0")
    ada.settle()
    moves, waits = (ada, bo) if ada.data("turn") == "0" else (bo, ada)
    waits.until("document.getElementById('prompt').textContent.endsWith('is thinking…')")
    moves.page.goto("about:blank")
    waits.until("document.getElementById('prompt').textContent.includes(' is away. ')", 20)
    assert waits.page.is_hidden("#missing"), "it is too early for a bot"
    moves.page.go_back()
    waits.until("document.getElementById('prompt').textContent.endsWith('is thinking…')")
    for visitor in (ada, bo):
        visitor.close()


# Measures the box of choices and refusals: its visible parts, how far it sticks out of the window,
# whether it covers what was clicked, its distance from that, and the board's position.
MEASURE_CHOICES = """(clicked) => {
  const box = (el) => document.querySelector(el).getBoundingClientRect();
  const it = box('#beside'), on = box(clicked);
  const seen = ['#says', '#choices'].filter((part) => {
    const at = box(part);
    const hit = document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2);
    return hit && hit.closest(part);
  });
  const apart = (low, high, from, to) => Math.max(0, low - to, from - high);
  const x = apart(it.left, it.right, on.left, on.right);
  const y = apart(it.top, it.bottom, on.top, on.bottom);
  const out = Math.max(-it.left, -it.top, it.right - innerWidth, it.bottom - innerHeight);
  const board = Math.round(box('#picture svg').top + scrollY);
  return { seen, out, over: x === 0 && y === 0, away: Math.hypot(x, y), board };
}"""


@pytest.mark.parametrize("size", [(1280, 800), (820, 1180), (390, 844), (844, 390)], ids=str)
def test_choices_and_refusals_appear_beside_what_was_clicked(
    browser: Any, server: Server, size: tuple[int, int]
) -> None:
    """Clocktowers: the plot is selected, then a clock, which cannot begin a tower."""
    visitor = Visitor(browser, server, viewport={"width": size[0], "height": size[1]}, locale="fr")
    sit_down(visitor, "clocktowers")
    page, phone = visitor.page, size == (390, 844)
    board = page.evaluate(MEASURE_CHOICES, "#plot")["board"]
    press(page, "#plot")
    page.wait_for_selector("#choices:not([hidden])")
    visitor.settle()
    result = page.evaluate(MEASURE_CHOICES, "#plot")
    assert result["seen"] == ["#choices"]
    assert not result["over"]
    press(page, "#hand-0-7-0")
    page.wait_for_selector("#says:not([hidden])")
    visitor.settle()
    refused = page.evaluate(MEASURE_CHOICES, "#hand-0-7-0")
    assert refused["seen"] == ["#says", "#choices"], "the reason is shown beside the choices"
    assert not refused["over"]
    for shown in (result, refused):
        assert shown["out"] <= 0
        assert shown["away"] < 130 or phone, "beside it; on a phone from below"
        assert shown["board"] == board, "nothing moves the board under the finger"
    players = "getComputedStyle(document.getElementById('beside')).position"
    assert page.evaluate(players) == "fixed"
    if size == (1280, 800):
        check_accessibility(visitor, "choosing, and refused")
    # The next click hides the refusal, and Escape the choices.
    page.mouse.click(size[0] - 3, 3)
    page.wait_for_selector("#says", state="hidden")
    page.keyboard.press("Escape")
    page.wait_for_selector("#beside", state="hidden")
    visitor.settle()
    assert page.evaluate(MEASURE_CHOICES, "#plot")["board"] == board
    visitor.close()


def test_a_phone_held_sideways_shows_the_whole_board(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, viewport={"width": 844, "height": 390})
    page = visitor.page
    inside = """() => {
      const sheet = document.querySelector('#picture svg').getBoundingClientRect();
      const out = [...document.querySelectorAll('#picture .highlighted, #prompt')].filter((el) => {
        const at = el.getBoundingClientRect();
        return at.left < -1 || at.top < -4 || at.right > innerWidth + 1
          || at.bottom > innerHeight + 4;
      });
      return { out: out.map((el) => el.id), high: sheet.height, bottom: sheet.bottom,
               top: sheet.top, scrolls: document.documentElement.scrollHeight > innerHeight };
    }"""
    for game in GAMES:
        sit_down(visitor, game)
        for width, height in ((844, 390), (667, 375)):
            page.set_viewport_size({"width": width, "height": height})
            visitor.settle()
            seen = page.evaluate(inside)
            assert seen["out"] == [], (game, width, seen)
            assert not seen["scrolls"], (game, width)
            assert seen["top"] >= 0
            assert seen["bottom"] <= height
            assert seen["high"] > 0.74 * height, (game, width, seen)
            check_width(visitor, width, game)
        visitor.go(f"/learn/{game}#2")
        page.wait_for_selector("#picture .hinted")
        visitor.settle()
        assert page.evaluate(inside.replace(", #prompt", ""))["out"] == [], f"lesson of {game}"
    visitor.close()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)], ids=str)
def test_a_form_shows_its_button_without_scrolling_and_lists_no_player_twice(
    browser: Any, server: Server, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    visitor = Visitor(browser, server, viewport=viewport)
    page = visitor.page
    for game in GAMES:
        visitor.go(f"/g/{game}")
        button = page.locator(".begin button").bounding_box()
        assert button["y"] + button["height"] <= size[1], game
        for mode in ("bot", "friends", "same"):
            page.check(f"[name=mode][value={mode}]")
            listed = page.evaluate("""() => [...document.querySelectorAll('[name=seat1] option')]
              .filter((option) => !option.hidden).map((option) => option.textContent)""")
            assert len(set(listed)) == len(listed), (game, mode, listed)
    visitor.close()


@pytest.mark.parametrize(
    ("side", "says"), [(0, "You are the cat!"), (1, "You are the mice!")], ids=["cat", "mice"]
)
def test_the_greeting_names_the_side_that_was_chosen(
    browser: Any, server: Server, side: int, says: str
) -> None:
    visitor = Visitor(browser, server, reduced_motion="no-preference")
    page = visitor.page
    page.add_init_script("""addEventListener('DOMContentLoaded', () => {
      window.banners = [];
      new MutationObserver((all) => { for (const { addedNodes } of all) for (const el of addedNodes)
        if (el.matches?.('.banner')) {
          const at = el.getBoundingClientRect();
          const on = document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2);
          banners.push([el.textContent, Boolean(on?.closest('.moments'))]);
        }
      }).observe(document.body, { childList: true, subtree: true });
    })""")
    visitor.go("/")
    page.check(f"#chopchop [name=you][value='{side}']")
    visitor.follow("#chopchop .primary")
    visitor.wait_for_table()
    visitor.until("banners.length")
    assert page.evaluate("banners")[0] == [says, False], "a click goes through the banner"
    assert says in page.text_content("#live")
    visitor.close()


def test_lines_of_the_log_fade_out_at_the_top_and_the_first_is_whole(
    browser: Any, server: Server
) -> None:
    visitor = Visitor(browser, server)
    visitor.open_table("appenzell", "same", name="Ada", name1="Basile")
    visitor.click_something(random.Random(1))
    visitor.page.wait_for_selector("#log li")
    faded, below = visitor.page.evaluate("""() => {
      const box = document.querySelector('#log-box .newest'), first = box.querySelector('li');
      const top = box.getBoundingClientRect().top;
      return [getComputedStyle(box).maskImage, first.getBoundingClientRect().top - top];
    }""")
    assert "gradient" in faded
    assert below >= 16
    visitor.close()


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=str)
def test_resigning_from_the_menu_asks_for_confirmation(
    browser: Any, server: Server, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    visitor = Visitor(browser, server, locale="de", viewport=viewport)
    visitor.open_table("clocktowers", level="1")
    visitor.settle()
    page = visitor.page
    page.click("#more-box > summary")
    page.click("#resign")
    visitor.shot(f"resign-{size[0]}")
    page.click("#resigning .primary")  # play on
    visitor.settle()
    assert not visitor.over
    page.click("#resign")
    page.click("#resigning [value=resign]")
    visitor.until("document.getElementById('table').dataset.over === 'yes'")
    page.wait_for_selector("#end h2")
    assert "Du hast aufgegeben." in page.text_content("#end h2")
    assert page.is_hidden("#resign")
    visitor.close()


def test_the_result_of_checking_every_draw_is_scrolled_into_view(
    browser: Any, server: Server
) -> None:
    visitor = Visitor(browser, server, viewport={"width": 844, "height": 390})
    visitor.open_table("catymini", "same", name="Ada", name1="Basile")
    visitor.play_unwatched()
    page = visitor.page
    button = "#end .after:not(:has(.primary)) button"
    # The button is at the lower edge of the window, so the result below it would be outside.
    page.evaluate("(el) => document.querySelector(el).scrollIntoView({ block: 'end' })", button)
    page.click(button)
    page.wait_for_selector("#end .verdict.proven")
    visitor.settle()
    at = page.locator("#end .verdict").bounding_box()
    assert at["y"] >= 0
    assert at["y"] + at["height"] <= 390
    visitor.close()
