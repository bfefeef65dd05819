"""Accessibility checks of a page: axe, contrast of the board's text, sizes of controls."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest
from browser.visitor import Visitor

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

IMPACTS = ("moderate", "serious", "critical")

# Texts of the drawing whose contrast with the paper below is under 4.5 to 1 (AA). A modal dialog
# hides the drawing from elementsFromPoint.
FAINT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('#picture *{pointer-events:all!important}');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const style = (el) => getComputedStyle(el);
  const rgb = (css) => css.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const linear = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const ratio = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const solid = (el) => {
    let seen = Number(style(el).fillOpacity);
    for (let at = el; at && at.id !== 'picture'; at = at.parentElement) seen *= style(at).opacity;
    return seen;
  };
  const paper = rgb(style(document.body).backgroundColor);
  const faint = [];
  const modal = document.querySelector('dialog:modal') !== null;
  for (const text of modal ? [] : document.querySelectorAll('#picture text')) {
    const seen = solid(text), box = text.getBoundingClientRect();
    const far = box.y < 0 || box.y + box.height > innerHeight;  // out of the window
    if (far || seen < 0.5 || !box.width || text.closest('.ghost')) continue;
    const stack = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const paints = (el) => el.ownerSVGElement && !el.matches('text, g, .glow, .last')
      && style(el).fill.startsWith('rgb(') && solid(el) > 0.5;
    const at = stack.indexOf(text);
    if (stack.slice(0, Math.max(at, 0)).some(paints)) continue;  // something lies on it
    const under = stack.slice(at + 1).find(paints);
    const ground = under ? rgb(style(under).fill) : paper;
    const ink = rgb(style(text).fill).map((v, i) => v * seen + ground[i] * (1 - seen));
    const r = ratio(ink, ground);
    const on = under ? under.getAttribute('fill') : 'paper';
    if (r < 4.5) faint.push(`${text.textContent} on ${on}: ${r.toFixed(2)}`);
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((s) => s !== sheet);
  return faint;
}"""

# Controls under 44 pixels; links within a sentence need not be as tall.
SMALL = """() => {
  const tall = (el) => el.getBoundingClientRect().height >= 43.5;
  const found = [...document.querySelectorAll(
    'button, summary, select, input, a.button, a.primary, nav.ways a')];
  return found.filter((el) => el.checkVisibility() && el.type !== 'hidden')
    .filter((el) => !el.matches('.rule-link, .skip, .skip *') && !tall(el.closest('label') || el))
    .map((el) => el.outerHTML.slice(0, 120));
}"""


def check_accessibility(visitor: Visitor, what: str) -> None:
    """Checks sizes of controls and, in both themes, contrast. Axe runs in one theme per page."""
    visitor.settle()  # or it measures before the style is applied
    page = visitor.page
    small = page.evaluate(SMALL)
    assert not small, (what, small)
    themes = ("light", "dark") if crc32(what.encode()) % 2 else ("dark", "light")
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        faint = page.evaluate(FAINT)
        assert not faint, (what, theme, faint)
    check_axe(page, f"{what}, {theme}")


def check_axe(page: Any, what: str) -> None:
    found = axe.Axe().run(page, options={"resultTypes": ["violations"]})
    result = [
        f"{v['id']}: {n['html'][:120]} {n['failureSummary'][:200]}"
        for v in found.response["violations"]
        if v["impact"] in IMPACTS
        for n in v["nodes"]
    ]
    assert not result, (what, result)
