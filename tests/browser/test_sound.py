"""The page makes its sounds itself, after the first click. A button turns them off."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
import sounds
from browser.scripts import CAN_ACT
from browser.visitor import MARKS, SHARED, Visitor, browser, server
from web.server import Server

from matou.core.moments import KINDS

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS

# Counts every tone.
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


def test_sounds_start_after_a_click_and_can_be_turned_off(browser: Any, server: Server) -> None:
    visitor, rng = Visitor(browser, server), random.Random(1)
    visitor.page.add_init_script(COUNT)
    visitor.open_table("clocktowers")
    assert {*KINDS} <= {*visitor.page.evaluate(KNOWN)}
    # No sound before the visitor's first click; then a card makes one.
    assert visitor.page.evaluate("[tones, contexts]") == [0, 0]
    visitor.page.mouse.click(4, 400)
    play(visitor, rng)
    visitor.until("tones > 0")
    # One click turns sounds off, and the page remembers it.
    visitor.page.click("#sound")
    assert visitor.page.get_attribute("#sound", "aria-pressed") == "false"
    before = visitor.page.evaluate("tones")
    play(visitor, rng)
    assert visitor.page.evaluate("tones") == before
    visitor.page.reload()
    visitor.wait_for_table()
    assert visitor.page.get_attribute("#sound", "aria-pressed") == "false"
    visitor.page.click("#sound")
    play(visitor, rng)
    visitor.until("tones > 0")
    visitor.close()


QUIETEST, LOUDEST = -36.0, -22.0  # dB, A-weighted
ALIKE = 0.5  # sounds nearer than this are hard to tell apart


@pytest.fixture(scope="module")
def rendered_sounds() -> dict[str, sounds.Samples]:
    return sounds.render(SHARED.browse(), sounds.SCRIPT.read_text())


def test_each_sound_is_as_loud_long_and_high_as_its_reference(
    rendered_sounds: dict[str, sounds.Samples],
) -> None:
    """After an intended change run ``python tools/sounds.py --write``."""
    names, *lines = sounds.FIGURES.read_text().splitlines()
    assert [line.split()[0] for line in lines] == [*rendered_sounds]
    for line in lines:
        name, *values = line.split()
        expected = dict(zip(names.split()[1:], map(float, values), strict=True))
        found = sounds.figures(rendered_sounds[name])
        near = {"loudness": 1.0, "peak": 1.0, "seconds": 0.051, "pitch": 0.3 * expected["pitch"]}
        for figure, within in near.items():
            assert found[figure] == pytest.approx(expected[figure], abs=within), (name, figure)
        assert QUIETEST < found["loudness"] < LOUDEST, name


def test_no_two_sounds_are_alike(rendered_sounds: dict[str, sounds.Samples]) -> None:
    nearest = sounds.pairs(rendered_sounds)[0]
    assert nearest[0] > ALIKE, nearest


def test_sounds_that_differ_only_in_volume_and_delay_count_as_alike(
    rendered_sounds: dict[str, sounds.Samples],
) -> None:
    late = np.roll(rendered_sounds["lift"], sounds.RATE // 10) / 2
    apart, *names = sounds.pairs({**rendered_sounds, "push": late})[0]
    assert names == ["lift", "push"]
    assert apart < 0.02


def play(visitor: Visitor, rng: random.Random) -> None:
    """Clicks until the table has moved on and waits again."""
    at = visitor.data("at")
    for _ in range(50):
        visitor.until(CAN_ACT)
        if visitor.data("at") != at:
            return
        visitor.click_something(rng)
    raise AssertionError("nothing happened")
