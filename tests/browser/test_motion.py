"""Moves are animated, each in its manner and one after the other. A setting turns this off."""

from __future__ import annotations

import random
from typing import Any

import pytest
from browser.scripts import CAN_ACT
from browser.visitor import MARKS, Visitor, browser, server
from web.server import Server

import matou

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS

# Pauses every animation and records its manner. Also records the newest position received, which
# the page may not show yet, and the messages sent.
PAUSE_ANIMATIONS = """
window.manners = new Set();
window.held = [];
window.hold = true;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  const made = animate.apply(this, how);
  manners.add(made.id);
  if (hold) { made.pause(); held.push(made); }
  return made;
};
window.newest = -1;
window.said = [];
const Real = WebSocket;
window.WebSocket = class extends Real {
  constructor(...how) {
    super(...how);
    this.addEventListener('message', ({ data }) => {
      for (const { t, at } of [JSON.parse(data)].flat())
        if (t === 'view') newest = Math.max(newest, at);
    });
  }
  send(text) { said.push(JSON.parse(text)); super.send(text); }
};
"""
FINISH_ANIMATIONS = "held.splice(0).forEach((a) => a.finish())"
REST = f"({FINISH_ANIMATIONS}, {CAN_ACT})"
IS_PAUSED = "held.some((a) => a.playState === 'paused')"
# Counts ghosts and running animations, which a board at rest does not have.
LEFTOVERS = """() => [...document.querySelectorAll('#picture .ghost')].length +
  document.querySelector('#picture svg').getAnimations({subtree: true})
    .filter((a) => !(a instanceof CSSAnimation) && a.playState !== 'finished').length"""

# Records the board right after a press, before the bot's next move can arrive.
RECORD_AFTER_PRESS = """addEventListener('pointerdown', () => {
  const { busy, at } = document.getElementById('table').dataset;
  window.then = { busy, at, left: left() };
}, { once: true })"""


def paused_visitor(browser: Any, server: Server, game: str, mode: str, **how: Any) -> Visitor:
    """Returns a visitor at a table whose page pauses all animations."""
    visitor = Visitor(browser, server, **{"reduced_motion": "no-preference", **how})
    visitor.page.add_init_script(PAUSE_ANIMATIONS)
    if mode == "bot":
        visitor.open_table(game)
    else:
        visitor.open_table(game, mode, name="Ada", name1="Basile")
    return visitor


def click(visitor: Visitor, what: str) -> None:
    """Clicks a highlighted piece."""
    hot = f"#picture .highlighted[id^='{what}']:not(.rest)"
    visitor.page.wait_for_selector(hot, state="attached")
    visitor.page.evaluate(
        "(hot) => document.querySelector(hot).dispatchEvent("
        "new MouseEvent('click', {bubbles: true}))",
        hot,
    )


def press(visitor: Visitor, what: str, then: str = "") -> None:
    """Clicks a highlighted piece, and a second one if the move needs it. Waits for the result."""
    at = visitor.data("at")
    click(visitor, what)
    if visitor.page.query_selector(".narrowing"):
        click(visitor, then)
    visitor.until(f"table.dataset.at !== '{at}' && {REST}")


def manners(visitor: Visitor) -> set[str]:
    seen: list[str] = visitor.page.evaluate("[...manners]")
    return set(seen)


def test_a_roof_is_lifted_its_tiles_turn_and_a_line_slides(browser: Any, server: Server) -> None:
    visitor = paused_visitor(browser, server, "appenzell", "same")
    press(visitor, "tower-a1")
    press(visitor, "tower-g7")
    assert manners(visitor) == {"hops", "appears"}
    press(visitor, "roof-")
    assert {"lifts", "turns"} <= manners(visitor)
    press(visitor, "slot-1")
    assert {"enters", "slides", "leaves"} <= manners(visitor)
    assert visitor.page.evaluate(LEFTOVERS) == 0
    visitor.close()


def test_dice_tumble_mice_walk_and_tiles_are_turned(browser: Any, server: Server) -> None:
    visitor = paused_visitor(browser, server, "chopchop", "same")
    press(visitor, "square-T")
    assert {"walks", "tumbles"} <= manners(visitor)
    for _ in range(3):
        mouse = visitor.page.query_selector(".highlighted[id^=mouse-]")
        press(visitor, "mouse-" if mouse else "cat", "square-")
    assert "turns" in manners(visitor)
    visitor.close()


def paused_learner(browser: Any, server: Server, game: str, asks: str) -> Visitor:
    """Returns a visitor whose page pauses animations, at the step that asks for a move."""
    visitor = Visitor(browser, server, reduced_motion="no-preference")
    visitor.page.add_init_script(PAUSE_ANIMATIONS)
    book = matou.game(game).book()
    assert book is not None
    step = next(i for i, step in enumerate(book.lesson.steps) if step.asks == asks)
    visitor.go(f"/learn/{game}#{step + 1}")
    visitor.page.wait_for_selector("#picture .hinted")
    return visitor


def test_points_count_up_when_the_roof_has_landed(browser: Any, server: Server) -> None:
    visitor = paused_learner(browser, server, "clocktowers", "R1>1")
    click(visitor, "tower-0-0")
    visitor.until(IS_PAUSED)
    begins, ends = visitor.page.evaluate(
        """() => {
          const times = (id, last) => held.filter((a) => a.id === id)
            .map((a) => a.effect.getComputedTiming()).map((t) => last ? t.endTime : t.delay);
          return [Math.min(...times('counts', false)), Math.max(...times('flies', true))];
        }"""
    )
    assert begins >= ends > 0
    # Until then the plate and the tower show the old points.
    shown = """(name) => [...document.querySelectorAll('#picture .ghost')]
      .map((ghost) => ghost.textContent).includes(name)"""
    assert visitor.page.evaluate(shown, "0 pts")
    assert visitor.page.evaluate(
        "getComputedStyle(document.getElementById('points-0')).opacity === '0'"
    )
    visitor.close()


def test_the_cat_pounces_stands_over_its_mouse_and_carries_it_off(
    browser: Any, server: Server
) -> None:
    visitor = paused_learner(browser, server, "chopchop", "f4-f5")
    click(visitor, "mouse-2")
    click(visitor, "square-f5")
    # Finishes everything before the catch.
    caught = """(() => {
      window.prey = held.find((a) => a.id === 'caught' && a.effect.target.matches('.ghost'));
      window.leap = held.find((a) => a.id === 'pounces');
      if (!window.prey) held.splice(0).forEach((a) => a.finish());
      return window.prey;
    })()"""
    visitor.until(caught)
    assert visitor.page.evaluate(
        "Boolean(prey.effect.target.compareDocumentPosition(leap.effect.target)"
        " & Node.DOCUMENT_POSITION_FOLLOWING)"
    )
    # Half-way to the mice caught before, the cat is over this mouse.
    far = """() => {
      const { delay, duration } = prey.effect.getComputedTiming();
      prey.currentTime = leap.currentTime = delay + duration / 2;
      const [a, b] = [prey, leap].map((a) => a.effect.target.getBoundingClientRect());
      const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
      return Math.hypot(middle(a)[0] - middle(b)[0], middle(a)[1] - middle(b)[1]) / b.height;
    }"""
    assert visitor.page.evaluate(far) < 1
    visitor.close()


def test_cards_fly_and_thread_unrolls(browser: Any, server: Server) -> None:
    wanted = {"clocktowers": {"flies", "turns"}, "catymini": {"flies", "unrolls", "follows"}}
    for game, manner in wanted.items():
        visitor = paused_visitor(browser, server, game, "bot")
        rng = random.Random(game)
        while not manner <= manners(visitor):
            visitor.until(REST)
            visitor.click_something(rng)
        visitor.close()


def test_the_moves_of_others_wait_until_this_one_has_been_shown(
    browser: Any, server: Server
) -> None:
    """The die and the bot's move wait until the cat has been put down."""
    visitor = paused_visitor(browser, server, "chopchop", "bot")
    at = int(visitor.data("at"))
    click(visitor, "square-T")
    # The opening card may be paused, too: IS_PAUSED alone does not mean that the move is shown.
    visitor.until(f"{IS_PAUSED} && table.dataset.at === '{at + 1}'")
    visitor.until(f"newest >= {at + 3}")  # the bot has moved meanwhile
    assert visitor.data("at") == str(at + 1)
    assert visitor.data("busy") == "yes"
    visitor.page.evaluate(FINISH_ANIMATIONS)
    visitor.until(f"{IS_PAUSED} && table.dataset.at === '{at + 2}'")
    visitor.close()


def test_a_click_anywhere_skips_the_animation_and_asks_nothing(
    browser: Any, server: Server
) -> None:
    visitor = paused_visitor(browser, server, "chopchop", "bot")
    page = visitor.page
    click(visitor, "square-T")
    visitor.until(f"{IS_PAUSED} && Number(table.dataset.at)")
    at = int(visitor.data("at"))
    visitor.until(f"newest >= {at + 2}")
    page.evaluate(f"hold = false; const left = {LEFTOVERS}; {RECORD_AFTER_PRESS}")
    where = page.locator("#picture svg").bounding_box()
    page.mouse.click(where["x"] + 3, where["y"] + where["height"] - 3)
    then = page.evaluate("then")
    assert then["busy"] == "no"
    assert int(then["at"]) > at
    assert then["left"] == 0
    assert not page.evaluate("said.some((message) => 'why' in message)")
    visitor.close()


@pytest.mark.parametrize("asked", ["by the system", "on the page"])
def test_reduced_motion_animates_nothing(browser: Any, server: Server, asked: str) -> None:
    how = {"reduced_motion": "reduce"} if asked == "by the system" else {}
    visitor = paused_visitor(browser, server, "chopchop", "bot", **how)
    if how == {}:
        visitor.page.evaluate("document.getElementById('motion').click(); manners.clear()")
    rng = random.Random(3)
    enough = int(visitor.data("at")) + 8
    while int(visitor.data("at")) < enough:
        visitor.until(REST)
        visitor.click_something(rng)
    assert manners(visitor) == set()
    assert visitor.page.evaluate("document.getAnimations().length") == 0
    visitor.close()
