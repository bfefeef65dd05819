"""Text has AA contrast in both themes, in every state that a style sheet describes.

axe sees only the elements on a page; the style sheets also colour elements that no test shows.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser.visitor import MARKS, Visitor, browser, server
from web.server import Server

from matou import web
from matou.paper import ROLES, STYLE, THEMES, colour, contrast

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS
SHEETS = sorted((Path(web.__file__).parent / "static").rglob("*.css"))
SEAT = "var(--me)"  # the colour of a seat's mark, which is a graphic

# Reads the rules of style sheets that colour text or outline focus. Returns for each
# [selector, text, background, outline] as colours, '' where the rule has none.
COLOURED = """([sheets, seat]) => {
  const probe = document.body.appendChild(document.createElement('p'));
  const hex = (css) => {
    const [r, g, b, a = 1] = css.match(/[\\d.]+/g).map(Number);
    return a === 1 ? '#' + [r, g, b].map((v) => v.toString(16).padStart(2, '0')).join('') : '';
  };
  const found = [];
  const read = (rules) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule && rule.conditionText.includes('print')) continue;
      if (rule.cssRules) read(rule.cssRules);
      const style = rule.style;
      if (!rule.selectorText || !(style.color || style.stroke) || style.color === seat) continue;
      probe.style.cssText = `background:${style.background || style.backgroundColor}`;
      probe.style.color = style.color || style.stroke;
      const { color, backgroundColor } = getComputedStyle(probe);
      const ink = hex(color), ground = hex(backgroundColor);
      found.push([rule.selectorText, style.color && ink, ground, style.stroke && ink]);
    }
  };
  for (const text of sheets) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    read(sheet.cssRules);
  }
  probe.remove();
  return found;
}"""
EDGE = """() => {
  const field = document.body.appendChild(document.createElement('input'));
  const edge = getComputedStyle(field).borderTopColor.match(/\\d+/g).map(Number);
  field.remove();
  return '#' + edge.map((v) => v.toString(16).padStart(2, '0')).join('');
}"""


@pytest.fixture
def visitor(browser: Any, server: Server) -> Visitor:
    here = Visitor(browser, server)
    here.go("/")
    return here


def test_text_focus_and_fields_stand_out_in_both_themes(visitor: Visitor) -> None:
    sheets = [path.read_text() for path in SHEETS]
    for theme in THEMES:
        visitor.page.emulate_media(color_scheme=theme)
        papers = [colour("card", theme), colour("paper", theme)]
        coloured = visitor.page.evaluate(COLOURED, [sheets, SEAT])
        texts = [(selector, ink, ground) for selector, ink, ground, _ in coloured if ink]
        assert len(texts) > 20
        for selector, ink, ground in texts:
            for behind in [ground] if ground else papers:
                assert contrast(ink, behind) >= 4.5, (theme, selector, ink, behind)
        assert contrast(visitor.page.evaluate(EDGE), papers[0]) >= 3, theme
        # The focus ring has two tones. On every colour one of them stands out.
        drawing = visitor.page.evaluate(COLOURED, [[STYLE], SEAT])
        ring = [tone for selector, *_, tone in drawing if ".highlighted:focus-visible" in selector]
        assert len(ring) == 2
        for role in ROLES:
            assert max(contrast(tone, colour(role, theme)) for tone in ring) >= 3, (theme, role)
    visitor.close()
