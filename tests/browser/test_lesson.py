"""Lessons by mouse and keyboard, rule books and the drawer of rules, in a real browser."""

from __future__ import annotations

import time
from typing import Any

import pytest
from browser.visitor import GAMES, MARKS, PATIENCE, Visitor, browser, check_width, server
from web.server import Server

import matou

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS
SIZES = [
    {"width": width, "height": height}
    for width, height in ((1280, 800), (390, 844), (844, 390), (820, 1180))
]

# A point in the window where a click hits an element of the selector.
POINT = """(selector) => {
  for (const el of document.querySelectorAll(selector)) {
    const inside = () => {
      for (const part of [el, ...el.querySelectorAll('*')]) {
        const box = part.getBoundingClientRect();
        for (const dy of [.5, .3, .7]) for (const dx of [.5, .3, .7]) {
          const x = box.x + box.width * dx, y = box.y + box.height * dy;
          const hit = document.elementFromPoint(x, y);
          if (hit && hit.closest('.highlighted') === el) return [x, y];
        }
      }
      return null;
    };
    const point = inside();
    if (point) return point;
    el.scrollIntoView({ block: 'center' });
    const then = inside();
    if (then) return then;
  }
  return null;
}"""


# Whether the move of a step has been made: it is being shown, or has been shown.
MOVE_MADE = """(step) => {
  const table = document.getElementById('table');
  return table.dataset.busy === 'yes' || table.dataset.step !== String(step);
}"""


class Learner(Visitor):
    """A visitor who follows lessons with the mouse."""

    def learn(self, game: str, step: int = 1) -> None:
        self.go(f"/learn/{game}#{step}")
        self.page.wait_for_selector("#table[data-busy=no]")

    @property
    def step(self) -> int:
        return int(self.data("step"))

    def click(self, selector: str) -> bool:
        point = self.page.evaluate(POINT, selector)
        if point:
            self.page.mouse.click(*point)
        return point is not None

    def follow_lesson(self) -> int:
        """Follows the lesson to its end. Returns how many moves the learner made."""
        own, step, end = 0, self.step, time.monotonic() + PATIENCE
        while self.data("over") != "yes":
            is_busy = self.data("busy") == "yes"
            if self.step != step:
                step, end = self.step, time.monotonic() + PATIENCE
            assert time.monotonic() < end, f"stuck at step {step}"
            if is_busy:
                self.page.mouse.click(3, 3)  # a click anywhere skips the animation
            elif self.page.is_visible("#go-on"):
                self.page.click("#go-on")
            elif self.click("#picture .hinted:not(.picked):not(.rest)"):
                own += self.page.evaluate(MOVE_MADE, step)
            else:  # the lesson may have moved on meanwhile
                self.page.wait_for_timeout(20)
        return own


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_can_be_followed_with_the_mouse(browser: Any, server: Server, game: str) -> None:
    i = GAMES.index(game)
    lang, motion = ("en", "fr")[i % 2], ("reduce", "no-preference")[i // 2 % 2]
    learner = Learner(browser, server, locale=lang, reduced_motion=motion)
    learner.learn(game)
    book = matou.game(game).book()
    assert book is not None
    asked = sum(1 for step in book.lesson.steps if step.asks)
    assert learner.follow_lesson() == asked
    learner.settle()
    learner.shot(f"lesson-end-{game}-{lang}")
    learner.follow("#real .primary")
    learner.wait_for_table()
    assert learner.data("over") == "no", "a real game has begun"
    learner.close()


def test_a_lesson_in_strategy_lets_the_learner_try(browser: Any, server: Server) -> None:
    """After a wrong move the learner can try again or see the move; then the reason follows."""
    for game, size in zip(GAMES[1:3], SIZES[1:3], strict=True):
        learner = Learner(browser, server, locale="en", viewport=size)
        page = learner.page
        learner.learn(f"{game}/strategy")
        book = matou.game(game).book()
        assert book is not None
        for position in book.strategy:
            assert page.text_content("#idea") == position.title
            assert page.text_content("#speech") == position.asks
            asks = position.puzzle.answer
            other = f"#picture .highlighted:not([data-actions~='{asks}'])"
            if learner.click(other) and page.locator(".narrowing").count() == 0:
                page.wait_for_selector("#says:not([hidden])")
            page.click("#show")
            learner.until("table.dataset.busy === 'no'")
            step = learner.step
            while learner.step == step:
                learner.click("#picture .hinted:not(.picked):not(.rest)")
                learner.page.wait_for_timeout(20)
            learner.until("table.dataset.busy === 'no'")
            assert page.text_content("#speech") == position.answer
            if page.is_visible("#go-on"):
                page.click("#go-on")
                learner.until("table.dataset.busy === 'no'")
        assert learner.data("over") == "yes"
        learner.settle()
        learner.shot(f"strategy-end-{game}")
        learner.follow("#real .primary")
        learner.wait_for_table()
        learner.close()


def test_another_click_gets_a_friendly_answer_and_changes_nothing(
    browser: Any, server: Server
) -> None:
    for game, lang in zip(GAMES[::2], ("fr", "en"), strict=True):
        learner = Learner(browser, server, locale=lang)
        page = learner.page
        learner.learn(game)
        page.click("#go-on")
        while learner.data("busy") == "yes":
            page.mouse.click(3, 3)
        step = learner.step
        assert page.is_disabled("#back") is False
        if learner.click("#picture .highlighted:not(.hinted)"):
            page.wait_for_selector("#says:not([hidden])")
            assert learner.step == step
            assert page.locator(".narrowing").count() == 0
        page.evaluate(
            "document.querySelector('#picture svg').dispatchEvent("
            "new MouseEvent('click', {bubbles: true}))"
        )
        learner.settle()
        link = page.wait_for_selector("#says [data-rule]")
        rule = link.get_attribute("data-rule")
        link.click()
        page.wait_for_selector(f".drawer[open] .rule.here[data-number={rule}]")
        page.keyboard.press("Escape")
        page.wait_for_selector(".drawer", state="hidden")
        learner.until(f"document.activeElement.dataset.rule === '{rule}'")  # focus comes back
        page.click("#back")
        learner.until(f"table.dataset.step === '{step - 1}'")
        learner.close()


def test_lessons_work_by_keyboard(browser: Any, server: Server) -> None:
    for game in GAMES[:2]:
        learner = Learner(browser, server)
        page = learner.page
        learner.learn(game)
        page.focus("#go-on")
        for _ in range(2):  # the focus goes to the piece of the next move
            step = learner.step
            page.keyboard.press("Enter")
            if page.locator(".narrowing").count():
                page.focus("#picture .hinted:not(.picked):not(.rest)")
                page.keyboard.press("Enter")
            page.wait_for_selector(f"#table[data-busy=no][data-step='{step + 1}']")
            assert page.evaluate("document.activeElement.matches('.hinted')")
        learner.close()


def test_the_drawer_at_a_table_opens_at_the_rule_of_the_moment(
    browser: Any, server: Server
) -> None:
    visitor = Visitor(browser, server)
    visitor.open_table(GAMES[-1], "same", name="Ada", name1="Basile")
    page = visitor.page
    visitor.lift_curtain()
    page.click(".rules-door")
    page.wait_for_selector(f".drawer[open] .rule.here[data-number={visitor.data('rule')}]")
    visitor.settle()
    drawer, board = (
        page.locator(part).bounding_box() for part in (".drawer", "#picture svg.sheet")
    )
    assert drawer is not None
    assert board is not None
    assert board["x"] + board["width"] <= drawer["x"] + 1, "the board can still be seen"
    page.locator("#picture .highlighted").first.click(force=True)
    visitor.settle()
    assert page.is_visible(".drawer"), "a click on the board closed the drawer"
    page.keyboard.press("Escape")
    if page.is_visible(".drawer"):  # the first Escape cleared the selection
        page.keyboard.press("Escape")
    page.wait_for_selector(".drawer", state="hidden")
    page.set_viewport_size({"width": 390, "height": 800})
    visitor.settle()
    page.click(".rules-door")
    page.wait_for_selector(".drawer:modal")
    page.keyboard.press("Escape")
    page.wait_for_selector(".drawer", state="hidden")
    visitor.close()


def test_rule_books_and_lessons_fit_a_phone_and_links_scroll_to_a_rule(
    browser: Any, server: Server
) -> None:
    visitor = Visitor(browser, server, locale="fr", viewport={"width": 320, "height": 640})
    for game in GAMES:
        book = matou.game(game).book()
        assert book is not None
        last = book.rules[-1].rule
        visitor.go(f"/rules/{game}/{last.lower()}")
        visitor.settle()
        place = visitor.page.locator(f"#{last}").bounding_box()
        assert place is not None
        assert 0 <= place["y"] < 640, "the rule is on the screen"
        check_width(visitor, 320, f"rules of {game}")
        visitor.go(f"/learn/{game}")
        visitor.page.wait_for_selector("#table[data-busy=no]")
        check_width(visitor, 320, f"lesson of {game}")
    visitor.close()


# The pieces that the caption of each figure mentions.
MENTIONED = {
    "appenzell": {
        "AP2-1": ["mouse-0-0", "mouse-1-0", "spare"],
        "AP4-1": ["mouse-0-0", "square-a2", "square-a3"],
        "AP7-1": ["square-a2", "square-b2", "square-c2"],
        "AP9-1": ["square-f7"],
        "AP11-1": ["square-a2", "square-b2"],
    },
    "catymini": {
        "CM4-1": ["entrance-L", "entrance-R", "target-0"],
        "CM7-1": ["cat-0", "entrance-L", "entrance-R"],
        "CM8-1": ["cat-1", "target-1", "spool-1"],
        "CM9-1": ["thread-0-1", "won-0", "purse-0"],
    },
    "chopchop": {
        "CC1-1": ["cat", "mouse-1", "mouse-2", "mouse-3", "mouse-4"],
        "CC4-1": ["die-mice", "mouse-1", "mouse-4"],
        "CC7-1": ["cat", "mouse-1"],
        "CC9-1": ["cat", "mouse-2"],
        "CC12-1": ["cat", "square-f6"],
        "CC15-1": ["mouse-1", "square-f6"],
    },
    "clocktowers": {
        "CT2-1": ["pile-R", "pile-K", "pile-F", "basket"],
        "CT8-1": ["ladder-0", "tower-0-0", "tower-1-0"],
        "CT11-1": ["tower-0-0", "tower-0-1", "tower-0-2", "tower-0-3"],
    },
}
OUTSIDE = """(ids) => {
  const frame = document.documentElement.getBoundingClientRect();
  const inside = (b) => b.width && b.left >= frame.left - 3 && b.right <= frame.right + 3
    && b.top >= frame.top - 3 && b.bottom <= frame.bottom + 3;
  // The visible parts of an element: the area to click around it is transparent.
  const seen = (el) => [...el.querySelectorAll("path, rect, circle, ellipse, use, text")]
    .filter((one) => one.getAttribute("fill") !== "transparent")
    .filter((one) => one.getBoundingClientRect().width);
  return ids.map((id) => document.getElementById(id)).filter((el) =>
    (seen(el).length ? seen(el) : [el]).some((one) => !inside(one.getBoundingClientRect())))
    .map((el) => el.id);
}"""


def test_figures_show_the_pieces_that_their_captions_mention(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    for game, figures in MENTIONED.items():
        book = matou.game(game).book()
        assert book is not None
        named = {f"{r.rule}-{i + 1}" for r in book.rules for i in range(len(r.pictures))}
        assert named == set(figures)
        for figure, ids in figures.items():
            visitor.go(f"/rules/{game}/fr/light/{figure}.svg")
            assert visitor.page.evaluate(OUTSIDE, ids) == [], figure
    visitor.errors.clear()  # an SVG opened alone has no page to style it
    visitor.close()


def test_the_table_of_contents_lists_the_titles_of_rules(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, locale="fr")
    for game in MENTIONED:
        visitor.go(f"/rules/{game}")
        book = matou.game(game).book("fr")
        assert book is not None
        shown = visitor.page.locator(".contents li li a span").all_inner_texts()
        assert shown == [rule.title for rule in book.rules]
    visitor.close()
