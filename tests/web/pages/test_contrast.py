"""What is written on pages has AA contrast in both themes, whatever rule colours it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from matou import web
from matou.paper import ROLES, STYLE, THEMES, colour, contrast

SHEETS = sorted((Path(web.__file__).parent / "static").rglob("*.css"))
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
VALUE = r"(?<![-\w]){}:\s*(?:var\(--([a-z0-9-]+)\)|(#[0-9A-Fa-f]{{6}}))"
INK, GROUND = re.compile(VALUE.format("color")), re.compile(VALUE.format("background"))
PAINTED = {"me"}  # a seat's colour, on its mark: a graphic


def rules() -> list[tuple[str, str, str]]:
    found = []
    for sheet in SHEETS:
        plain = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
        # Paper that comes out of a printer has colours of its own.
        plain = plain.partition("@media print")[0]
        found += [(sheet.name, selector.strip(), body) for selector, body in RULE.findall(plain)]
    return found


def concrete(match: re.Match[str], theme: str) -> str:
    return colour(match[1], theme) if match[1] else match[2]


@pytest.mark.parametrize("theme", THEMES)
def test_every_rule_that_colours_words_leaves_them_readable(theme: str) -> None:
    seen = 0
    for sheet, selector, body in rules():
        ink, ground = INK.search(body), GROUND.search(body)
        if ink is None or ink[1] in PAINTED:
            continue
        grounds = [concrete(ground, theme)] if ground else [colour("card", theme)]
        if ground is None:
            grounds.append(colour("paper", theme))
        for behind in grounds:
            seen += 1
            assert contrast(concrete(ink, theme), behind) >= 4.5, (sheet, selector, behind)
    assert seen > 20


@pytest.mark.parametrize("theme", THEMES)
def test_the_ring_of_the_focus_is_seen_on_every_paper(theme: str) -> None:
    """It has two tones, and one of them always stands out."""
    ring = re.findall(r"\.highlighted:focus-visible [^{]*\{stroke:var\(--([a-z]+)\)", STYLE)
    assert len(ring) == 2
    for role in ROLES:
        seen = max(contrast(colour(tone, theme), colour(role, theme)) for tone in ring)
        assert seen >= 3, (role, seen)


@pytest.mark.parametrize("theme", THEMES)
def test_the_edge_of_a_field_is_seen(theme: str) -> None:
    edges = [body for _, selector, body in rules() if selector.startswith("input:not([type=radio]")]
    assert edges
    for body in edges:
        found = re.search(r"border:[^;]*var\(--([a-z]+)\)", body)
        assert found is not None
        assert contrast(colour(found[1], theme), colour("card", theme)) >= 3
