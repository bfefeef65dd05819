"""Accessibility: keyboard alone, screen readers and forced colours."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from browser.visitor import GAMES, MARKS, Visitor, browser, server
from tested_languages import TESTED
from web.server import Server

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS

# --- screen readers


def accessibility_tree(visitor: Visitor) -> list[dict[str, Any]]:
    """Returns what a screen reader finds in the page, in its order."""
    tree = visitor.context.new_cdp_session(visitor.page).send("Accessibility.getFullAXTree")
    nodes = {node["nodeId"]: node for node in tree["nodes"]}
    for node in tree["nodes"]:
        above = nodes.get(node.get("parentId", ""), {})
        role = node.get("role", {}).get("value", "")
        node["onBoard"] = role == "application" or above.get("onBoard", False)
    return [
        {
            "role": node["role"]["value"],
            "name": node.get("name", {}).get("value", ""),
            "more": node.get("description", {}).get("value", ""),
            "on_board": node["onBoard"],
        }
        for node in tree["nodes"]
        if not node["ignored"]
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_read_as_its_possible_moves_without_repetition(
    browser: Any, server: Server, game: str
) -> None:
    visitor = Visitor(browser, server)
    visitor.open_table(game)
    visitor.click_around(random.Random(1), 8)
    visitor.unfold("moves-box")
    visitor.page.wait_for_selector("#moves button")
    moves = visitor.page.evaluate(
        "[...document.querySelectorAll('#moves button')].map((el) => el.firstChild.data)"
    )
    found = accessibility_tree(visitor)
    assert {one["role"] for one in found if one["on_board"]} <= {
        "application",
        "group",
        "generic",
        "button",
    }
    buttons = [one["name"] for one in found if one["on_board"] and one["role"] == "button"]
    assert buttons
    assert all(name in moves or name.endswith(" choices") for name in buttons), (buttons, moves)
    assert not [one for one in found if one["more"] and one["more"] in one["name"]]
    visitor.close()


# --- keyboard alone

FOCUS = """() => {
  const el = document.activeElement, highlighted = el.closest('#picture .highlighted');
  return {
    place: highlighted ? 'highlighted' : el.closest('#choices') ? 'choice'
      : el.closest('#picture') ? 'picture'
      : el.id || el.localName,
    id: highlighted ? highlighted.id : '', field: el.name || '',
    name: el.getAttribute('aria-label') || el.textContent.trim(),
    several: highlighted ? highlighted.dataset.actions.includes(' ') : false,
    picked: highlighted ? highlighted.classList.contains('picked') : false,
    game: (el.closest('.card') || {}).id || '', primary: el.classList.contains('primary'),
  };
}"""
RECORD_TURNS = """() => {
  const table = document.getElementById('table');
  window.turns = [];
  new MutationObserver(() => window.turns.push(Number(table.dataset.turn)))
    .observe(table, { attributes: true, attributeFilter: ['data-turn', 'data-at'] });
}"""
NO_REQUESTS = "!unanswered.size && !document.querySelector('#table.sending, #table[data-busy=yes]')"


class KeyboardVisitor(Visitor):
    """A visitor who uses only the keyboard."""

    def press(self, *keys: str) -> dict[str, Any]:
        for key in keys:
            self.page.keyboard.press(key)
        return self.focus

    @property
    def focus(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(FOCUS)
        return found

    def tab_to(self, there: Callable[[dict[str, Any]], bool], most: int = 60) -> int:
        for presses in range(1, most):
            if there(self.press("Tab")):
                return presses
        raise AssertionError("Tab does not lead there")

    def sit_down(self, game: str) -> None:
        """Goes from the home page to the table."""
        self.go("/")
        self.tab_to(lambda f: f["game"] == game and f["primary"])
        self.page.keyboard.press("Enter")
        self.wait_for_table()
        self.page.wait_for_selector("#picture .highlighted")
        self.page.evaluate(RECORD_TURNS)

    def move_focus_to(self, wanted: Callable[[dict[str, Any]], bool], rng: random.Random) -> None:
        """Tries arrow keys at random; then goes through all pieces in order."""
        for i in range(30):
            if wanted(self.focus):
                return
            arrow = rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"])
            self.press(arrow if i % 3 else "PageDown")
        for _ in range(self.page.locator("#picture .highlighted").count()):
            if wanted(self.focus):
                return
            self.press("PageDown")

    def choose(self, rng: random.Random) -> int:
        """Chooses an action and returns how many picks it took."""
        at = self.data("at")
        self.move_focus_to(lambda f: f["several"], rng)
        for picks in range(1, 8):
            where = self.focus
            assert where["place"] in ("highlighted", "choice"), where
            assert where["name"], where
            self.press("Enter")
            self.until(NO_REQUESTS)
            if self.data("at") != at or self.over:
                return picks
            if self.focus["place"] == "highlighted":
                assert self.page.locator(".narrowing").count() == 1
                self.move_focus_to(lambda f: not f["picked"], rng)
        raise AssertionError("seven picks chose no action")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_turn_by_keyboard_alone(browser: Any, server: Server, game: str) -> None:
    player = KeyboardVisitor(browser, server, locale=TESTED[GAMES.index(game) % len(TESTED)])
    player.sit_down(game)
    first = player.tab_to(lambda f: f["place"] == "highlighted", most=20)
    me, rng = int(player.data("turn")), random.Random(3)
    player.press("Tab")
    assert player.focus["place"] not in ("highlighted", "picture"), "Tab stops at the board once"
    assert player.press("Shift+Tab")["place"] == "highlighted"
    several = '#picture .highlighted[data-actions*=" "]'
    narrows = player.page.locator(several).count()
    picks = [player.choose(rng)]
    for _ in range(30):
        if any(turn >= 0 and turn != me for turn in player.page.evaluate("window.turns")):
            break
        player.page.wait_for_selector("#picture .highlighted")
        assert player.focus["place"] == "highlighted", "the focus returns to the board"
        narrows += player.page.locator(several).count()
        picks.append(player.choose(rng))
    else:
        raise AssertionError("the turn does not end")
    assert first < 15
    assert max(picks) > 1 or not narrows, f"only single picks: {picks}"
    player.close()


def test_a_table_is_opened_from_the_home_page_by_keyboard_alone(
    browser: Any, server: Server
) -> None:
    player = KeyboardVisitor(browser, server)
    player.go("/")
    assert player.press("Tab")["name"] == "Skip to content"
    player.tab_to(lambda f: f["name"] == "Same screen")
    player.page.keyboard.press("Enter")
    player.page.wait_for_url("**/g/**")
    player.tab_to(lambda f: f["field"] == "name")
    player.page.keyboard.type("Ada")
    player.tab_to(lambda f: f["primary"])
    player.page.keyboard.press("Enter")
    player.wait_for_table()
    assert "Ada" in player.page.text_content("#players")
    player.close()


def test_picks_are_announced_and_cleared_and_the_list_of_moves_keeps_the_focus(
    browser: Any, server: Server
) -> None:
    player = KeyboardVisitor(browser, server)
    player.open_table("appenzell", "same", name="Ada", name1="Basile")
    page = player.page
    player.settle()
    player.until(PROMPT_ANNOUNCED)
    player.press("b")
    assert player.focus["place"] == "highlighted"
    player.move_focus_to(lambda f: f["several"], random.Random(4))
    assert "choices" in player.focus["name"]
    picked = player.press("Enter")
    assert picked["picked"]
    assert "4 choices left: Put a mouse into tower a1" in announcements(player)[-1]
    player.press("Escape")
    assert page.locator(".narrowing").count() == 0
    assert announcements(player)[-1] == "Selection cleared."
    assert player.focus["id"] == picked["id"]
    player.press("m")
    player.until("document.activeElement.closest('#moves')")
    for _ in range(3):
        at = player.data("at")
        player.press("Enter")
        player.until(f"table.dataset.at !== '{at}' && {NO_REQUESTS}")
        player.until("document.activeElement.closest('#moves')")
    player.close()


# --- announcements


# Whether the prompt has been announced last.
PROMPT_ANNOUNCED = """document.querySelector('#live p:last-of-type')?.textContent.trim() ===
  document.getElementById('prompt').textContent.trim()"""


def announcements(visitor: Visitor) -> list[str]:
    said: list[str] = visitor.page.locator("#live p").all_inner_texts()
    return [line.strip() for line in said]


def test_each_move_is_announced_once_in_the_pages_language(browser: Any, server: Server) -> None:
    player = KeyboardVisitor(browser, server, locale="fr")
    page = player.page
    player.open_table("chopchop")
    player.settle()
    player.press("b", "Enter")
    player.until("document.querySelectorAll('#log li').length >= 4")
    player.settle()
    player.until(PROMPT_ANNOUNCED)
    log = page.locator("#log li span").all_inner_texts()
    result = [line.strip() for line in log]
    said = announcements(player)
    assert [line for line in said if line in result] == result, "every move once, in order"
    assert said[-1] == page.inner_text("#prompt").strip(), "the prompt comes last"
    assert page.get_attribute("html", "lang") == "fr"
    assert page.get_attribute("#live", "aria-live") == "polite"
    player.press("s")
    assert said[-1] in announcements(player)[-1]
    player.unfold("board-text-box")
    page.wait_for_selector("#board-text h3")
    assert page.locator("#board-text li").count() > 5
    player.close()


def test_behind_the_curtain_no_announcement_of_the_last_player_is_left(
    browser: Any, server: Server
) -> None:
    player = KeyboardVisitor(browser, server)
    player.open_table("clocktowers", "same", name="Ada", name1="Basile")
    page = player.page
    for name in ("Ada", "Basile"):
        page.wait_for_selector("#curtain:not([hidden])")
        player.until("document.activeElement.closest('#curtain')")
        assert player.focus["name"] == f"I’m {name}"
        assert not any("You discard a " in line for line in announcements(player))
        player.press("Enter")
        player.until("document.activeElement.closest('#picture .highlighted')")
        at = player.data("at")
        player.move_focus_to(lambda f: f["id"] == "basket", random.Random(5))
        player.press("Enter")
        player.until("document.querySelector('.narrowing')")
        player.move_focus_to(lambda f: f["id"].startswith("hand"), random.Random(6))
        player.press("Enter")
        player.until(f"table.dataset.at !== '{at}'")
        player.until("document.activeElement.closest('#picture .highlighted')")
        assert any("You discard a " in line for line in announcements(player)), "own move"
        player.press("Enter")
    player.close()


# --- keys, dialogs, the end


def test_shortcuts_do_nothing_while_typing_and_can_be_switched_off(
    browser: Any, server: Server
) -> None:
    player = KeyboardVisitor(browser, server)
    player.open_table("chopchop", "same", name="Ada", name1="Basile")
    page = player.page
    player.settle()
    player.press("b")
    here = player.focus["id"]
    player.press("?")
    page.wait_for_selector("#help:modal")
    for _ in range(6):
        player.press("Tab")
        inside = "document.activeElement.closest('dialog') || document.activeElement === body"
        assert page.evaluate(f"const body = document.body; Boolean({inside})")
    player.press("Escape")
    page.wait_for_selector("#help", state="hidden")
    player.until(f"document.activeElement.closest('.highlighted').id === '{here}'")
    player.press("c")
    player.until("document.activeElement.name === 'said'")
    page.keyboard.type("ublmh?")
    assert page.input_value("#say input") == "ublmh?"
    player.press("Enter")
    page.wait_for_selector("#chat li")
    player.settle()
    page.evaluate("document.getElementById('single').click()")
    page.focus("#log")
    player.press("b", "?")
    assert player.focus["place"] == "log"
    assert page.locator("#help:modal").count() == 0
    player.close()


def test_the_end_is_announced_and_gets_the_focus(browser: Any, server: Server) -> None:
    host = KeyboardVisitor(browser, server)
    host.open_table("catymini", "same", name="Ada", name1="Basile")
    host.until("document.activeElement.closest('#curtain')")
    host.play_to_the_end()
    host.page.wait_for_selector("#table[data-over=yes]")
    host.until("document.activeElement.closest('#end')")
    host.until(
        "[...document.querySelectorAll('#live p')].some((p) => p.textContent.trim() === "
        "document.getElementById('prompt').textContent.trim())"
    )
    assert host.page.inner_text("#prompt").strip() in announcements(host)
    assert any(line.startswith("Score for Ada") for line in announcements(host))
    host.close()


def test_forced_colours_show_the_board_and_whose_turn_it_is(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, forced_colors="active", color_scheme="dark")
    visitor.open_table("appenzell")
    visitor.settle()
    shown = """() => [
      getComputedStyle(document.querySelector('.player.turn')).outlineStyle,
      getComputedStyle(document.querySelector('#picture')).backgroundColor,
      getComputedStyle(document.querySelector('#picture text')).fill,
    ]"""
    outline, ground, ink = visitor.page.evaluate(shown)
    assert outline == "solid"
    assert ground != ink
    assert ground == "rgb(28, 27, 34)"
    visitor.close()
