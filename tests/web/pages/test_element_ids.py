"""What a page and the drawing on it are called by."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import matou
from matou import web

TEMPLATES = Path(web.__file__).parent / "templates"


@pytest.mark.parametrize("game", matou.available())
def test_nothing_in_a_drawing_is_called_as_a_part_of_the_page(game: str) -> None:
    """A script asks the page for its parts by name, and must not be given a piece."""
    pages = "".join(path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html"))
    taken = set(re.findall(r'\bid="([\w-]+)"', pages))
    assert {"table", "picture", "end"} <= taken
    state, rng = matou.game(game).start(2), random.Random(6)
    for number in range(120):
        if state.over:
            break
        if number % 6 == 0:
            for seat in (None, 0):
                drawn = "".join(state.observe(seat).sheet().parts)
                assert taken.isdisjoint(re.findall(r'\bid="([^"]+)"', drawn))
        state.play(state.sample(rng))
