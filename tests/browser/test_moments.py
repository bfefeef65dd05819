"""Great moments are staged over the board, skipped by a click, and not at all if one asks."""

from __future__ import annotations

from typing import Any

from browser.visitor import MARKS, Visitor, browser, server
from web.server import Server

from matou.core.moments import GREAT

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS

# The end is held where it stands, and how long each scene would take is noted.
HOLD = """
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
STAGE = """(kinds) => import(document.querySelector('link[href$="/moments.js"]').href).then((m) => {
  const picture = document.getElementById('picture');
  return kinds.map((kind) => {
    const scene = m.stage(picture, [[kind, 0, 'plate-1', 3]], 'The last round!', true);
    const seen = document.querySelectorAll('.staged').length;
    scene.finish();
    return [scene.count > 0, seen, document.querySelectorAll('.staged').length];
  });
})"""


def test_great_moments_are_short_and_a_click_ends_them(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, reduced_motion="no-preference")
    visitor.page.add_init_script(HOLD)
    visitor.play_now("chopchop")
    visitor.calm()
    # Every kind has its scene, and nothing is left of it when it is ended.
    assert visitor.page.evaluate(STAGE, [*GREAT]) == [[True, 1, 0]] * len(GREAT)
    visitor.play_to_the_end()
    visitor.until("document.querySelector('.finale')", 60)
    assert visitor.page.evaluate("document.querySelectorAll('.finale .face').length") > 0
    assert visitor.page.evaluate("longest") < 2000
    visitor.page.mouse.click(5, 500)
    visitor.until("!document.querySelector('.staged')")
    assert visitor.data("busy") == "no"
    assert visitor.page.is_visible("#end .podium .face")
    visitor.close()


def test_who_wants_no_motion_sees_no_scenes(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    visitor.page.add_init_script(HOLD)
    visitor.play_now("clocktowers")
    visitor.calm()
    visitor.play_to_the_end()
    visitor.until("document.querySelector('#table').dataset.over === 'yes'")
    assert visitor.page.evaluate("scenes") == 0
    assert visitor.page.is_visible("#end .podium")
    visitor.close()
