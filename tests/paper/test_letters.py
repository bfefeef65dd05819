"""Text is measured and outlined in the typeface that pages show."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import matou
from matou.paper import fitted, letters, standalone, text, text_width

HOME = Path(matou.__file__).parent
# Used only in terminals, window titles and text drawings.
ELSEWHERE = set("▓▒░ᴗ˅˄ʌ●▲■◆○◣╳▫◷─━▯▟▙▐▌█▀▄∥∴◊▔▕▏✓✗≈\n")


def test_the_typeface_has_every_letter_of_our_texts() -> None:
    for path in HOME.rglob("*.po"):
        said = re.findall(r'^(?:msgstr(?:\[\d\])? )?"(.*)"$', path.read_text("utf-8"), re.MULTILINE)
        foreign = set("".join(said)) - ELSEWHERE - letters.ADVANCES["regular"].keys()
        assert not foreign, (path, foreign)
    for path in HOME.glob("games/*/book/*.md"):
        foreign = set(path.read_text("utf-8")) - {"\n"} - letters.ADVANCES["regular"].keys()
        assert not foreign, (path, foreign)


def test_digits_have_one_width_and_bold_letters_are_wider() -> None:
    for bold in (False, True):
        assert len({text_width(digit, 10, bold) for digit in "0123456789"}) == 1
    assert text_width("Maximilienne", 20) < text_width("Maximilienne", 20, bold=True)


@pytest.mark.parametrize(("letter", "least"), [("Щ", 0.94), ("猫", 1.0), ("🐈", 1.25), ("ﷺ", 1.0)])
def test_letters_missing_from_the_typeface_are_measured_wide_enough(
    letter: str, least: float
) -> None:
    assert text_width(letter) >= least
    assert text_width("e\N{COMBINING ACUTE ACCENT}") == text_width("e")


def test_a_text_is_set_smaller_before_it_is_shortened() -> None:
    name = "Wilhelmina Gräfin von Hohenstein"
    for room in range(30, 400, 7):
        shown, size = fitted(name, room, 20.0, 12.0, bold=True)
        assert text_width(shown, size, bold=True) <= room + 0.01
        assert shown == name or (size == 12.0 and shown.endswith("…"))
    assert fitted(name, 1000.0, 20.0, 12.0) == (name, 20.0)
    assert fitted("", 10.0, 20.0, 12.0) == ("", 20.0)


def test_outlines_are_drawn_at_the_position_of_the_text() -> None:
    drawn = standalone(text("A & b", 50, 20, 94, anchor="end", bold=True, halo="var(--card)"))
    found = re.search(r'translate\(50 20\) scale\(0\.1\)" d="M(-?\d+) 0', drawn)
    assert found is not None
    assert float(found[1]) == -round(text_width("A & b", letters.EM, bold=True))
    assert 'stroke-width="50"' in drawn
    assert "<text" not in drawn
    assert standalone(text("Ада", 0, 0)).endswith(">Ада</text>")


def test_outlines_and_widths_cover_the_same_letters() -> None:
    outlines = json.loads((HOME / "paper" / "outlines.json").read_text("utf-8"))
    for weight, advances in letters.ADVANCES.items():
        assert outlines[weight].keys() == advances.keys()
    for weight in outlines:
        assert (HOME / "web" / "static" / "type" / f"{weight}.woff2").stat().st_size < 25_000
