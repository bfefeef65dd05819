"""Scenes of great moments, with sounds: a click or a key skips them, and a setting turns them off.

They appear at tables, in replays and in lessons.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from browser.visitor import MARKS, Visitor, browser, server
from web.server import Server

import matou
from matou.core.moments import GREAT
from matou.play.log import blanked, happened

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS

DATA = Path(__file__).parents[1] / "data"

# Pauses the finale, counts scenes and records the longest.
PAUSE_FINALE = """
window.longest = 0;
window.scenes = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  const made = animate.apply(this, how);
  if (made.id === 'moment') {
    scenes += 1;
    longest = Math.max(longest, (how[1].delay || 0) + how[1].duration);
    if (this.closest('.finale')) made.pause();
  }
  return made;
};
"""
# Records what the page gives away when the last move has arrived but is not shown yet.
RECORD_SPOILERS = """
document.addEventListener('DOMContentLoaded', () => {
  const table = document.getElementById('table'), end = document.getElementById('end');
  const look = () => {
    if (table.dataset.over === 'yes') window.spoilt ??= !end.hidden || prompt.textContent.trim();
  };
  const prompt = document.getElementById('prompt');
  new MutationObserver(look).observe(table, { attributes: true });
});
"""
# Whether the main button of the end panel is completely visible.
SEEN = """((el) => {
  const { top, bottom } = el.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
})(document.querySelector('#end .primary'))"""
STAGE = """(kinds) => import(document.querySelector('link[href$="/moments.js"]').href).then((m) => {
  const picture = document.getElementById('picture');
  return kinds.map((kind) => {
    const scene = m.stage(picture, [[kind, 0, 'plate-1', 3]], 'The last round!', null);
    const seen = document.querySelectorAll('.staged').length;
    scene.finish();
    return [scene.count > 0, seen, document.querySelectorAll('.staged').length];
  });
})"""


def test_great_moments_are_short_and_a_key_ends_them(browser: Any, server: Server) -> None:
    upright = {"width": 390, "height": 844}
    visitor = Visitor(browser, server, reduced_motion="no-preference", viewport=upright)
    visitor.page.add_init_script(PAUSE_FINALE + RECORD_SPOILERS)
    visitor.open_table("chopchop")
    visitor.until("document.querySelector('.staged .banner')")  # the visitor's side
    visitor.page.keyboard.press("Shift")
    visitor.until("!document.querySelector('.staged')")
    # Every kind has a scene, and ending it leaves nothing.
    assert visitor.page.evaluate(STAGE, [*GREAT]) == [[True, 1, 0]] * len(GREAT)
    visitor.play_to_the_end()
    visitor.until("document.querySelector('.finale')")
    assert visitor.page.evaluate("document.querySelectorAll('.finale .face').length") > 0
    assert visitor.page.evaluate("longest") < 2000
    visitor.page.keyboard.press("Escape")
    visitor.until("!document.querySelector('.staged')")
    assert visitor.data("busy") == "no"
    # The page did not give away the end before showing it. Now the main button is visible.
    assert visitor.page.evaluate("spoilt") == ""
    assert visitor.page.is_visible("#end .heads .face")
    visitor.until(SEEN)
    visitor.close()


def test_reduced_motion_shows_no_scenes(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    visitor.page.add_init_script(PAUSE_FINALE)
    visitor.open_table("clocktowers")
    visitor.play_to_the_end()
    visitor.until("document.querySelector('#table').dataset.over === 'yes'")
    assert visitor.page.evaluate("scenes") == 0
    assert visitor.page.is_visible("#end .heads")
    visitor.close()


# Pauses scenes and counts tones.
PAUSE_SCENES = """
window.tones = 0;
const Real = window.AudioContext;
window.AudioContext = class extends Real {
  createOscillator() { tones += 1; return super.createOscillator(); }
};
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  const made = animate.apply(this, how);
  if (made.id === 'moment') made.pause();
  return made;
};
"""
CLOCK = "document.querySelector('.staged .clock') && tones > 0"


def first_tower(record: matou.Record) -> int:
    """Returns the number of the position in which a record's first tower is finished."""
    state = record.game.start(record.seats)
    for at, entry in enumerate(record.replay().history, 1):
        before = blanked(state, -1)
        state.play(entry.action)
        if any(
            moment.kind == "tower" for moment in happened(state.game, before, blanked(state, -1))
        ):
            return at
    raise AssertionError("no tower")


def test_a_step_forward_in_a_replay_plays_its_scene_and_a_click_ends_it(
    browser: Any, server: Server
) -> None:
    visitor = Visitor(browser, server, reduced_motion="no-preference")
    visitor.page.add_init_script(PAUSE_SCENES)
    record = matou.Record.loads((DATA / "clocktowers" / "ending-CT10.matou").read_text())
    at = first_tower(record)
    visitor.go("/open")
    visitor.page.fill("#record", record.dumps())
    visitor.follow("#open .big")
    visitor.page.wait_for_selector("#main[data-at]")
    visitor.page.evaluate(f"location.hash = '#{at - 1}'")
    visitor.page.wait_for_selector(f"#main[data-at='{at - 1}']")
    visitor.page.click("#following")
    visitor.until(CLOCK)
    visitor.page.mouse.click(5, 500)
    visitor.until("!document.querySelector('.staged')")
    # Without sound, a step back and the same step forward play no tone.
    visitor.page.click("#sound")
    visitor.page.click("#previous")
    heard = visitor.page.evaluate("tones")
    visitor.page.wait_for_selector(f"#main[data-at='{at - 1}']")
    assert not visitor.page.evaluate("document.querySelector('.staged')")
    visitor.page.click("#following")
    visitor.until("document.querySelector('.staged .clock')")
    assert visitor.page.evaluate("tones") == heard
    visitor.close()


def test_a_lesson_plays_scenes(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, reduced_motion="no-preference")
    visitor.page.add_init_script(PAUSE_SCENES)
    book = matou.game("clocktowers").book()
    assert book is not None
    step = next(i for i, step in enumerate(book.lesson.steps) if step.asks == "R1>1")
    visitor.go(f"/learn/clocktowers#{step + 1}")
    visitor.page.wait_for_selector("#picture .hinted")
    visitor.page.keyboard.press("Shift")  # browsers play sound only after a key or a click
    visitor.page.evaluate(
        "document.querySelector('#picture .highlighted[id=tower-0-0]')"
        ".dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    visitor.until(CLOCK)
    visitor.page.mouse.click(5, 500)
    visitor.until("!document.querySelector('.staged')")
    visitor.close()
