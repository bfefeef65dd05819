"""Sounds are made by the page itself, after the first click, and not at all if one asks."""

from __future__ import annotations

import random
from typing import Any

from browser.visitor import MARKS, TO_DO, Visitor, browser, server
from web.server import Server

from matou.core.moments import KINDS

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS

# Every tone that is asked for is counted.
COUNT = """
window.tones = 0;
window.contexts = 0;
const Real = window.AudioContext;
window.AudioContext = class extends Real {
  constructor() { super(); contexts += 1; }
  createOscillator() { tones += 1; return super.createOscillator(); }
  createBufferSource() { tones += 1; return super.createBufferSource(); }
};
"""
KNOWN = """import(document.querySelector('link[href$="/sound.js"]').href)
  .then((sound) => Object.keys(sound.SOUNDS))"""


def test_sounds_are_asked_for_and_silenced(browser: Any, server: Server) -> None:
    visitor, rng = Visitor(browser, server), random.Random(1)
    visitor.page.add_init_script(COUNT)
    visitor.set("clocktowers")
    assert {*KINDS} <= {*visitor.page.evaluate(KNOWN)}
    # Nothing before the first click of the visitor; then a card is heard.
    assert visitor.page.evaluate("[tones, contexts]") == [0, 0]
    visitor.page.mouse.click(4, 400)
    play(visitor, rng)
    visitor.until("tones > 0")
    # Off with one click, and remembered.
    visitor.page.click("#sound")
    assert visitor.page.get_attribute("#sound", "aria-pressed") == "false"
    before = visitor.page.evaluate("tones")
    play(visitor, rng)
    assert visitor.page.evaluate("tones") == before
    visitor.page.reload()
    visitor.at_table()
    assert visitor.page.get_attribute("#sound", "aria-pressed") == "false"
    visitor.page.click("#sound")
    play(visitor, rng)
    visitor.until("tones > 0")
    visitor.close()


def play(visitor: Visitor, rng: random.Random) -> None:
    """Some clicks, until the table has moved on and waits again."""
    at = visitor.data("at")
    for _ in range(50):
        visitor.until(TO_DO)
        if visitor.data("at") != at:
            return
        visitor.click_something(rng)
    raise AssertionError("nothing happened")
