"""Ids of elements on a page and in its drawings."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import matou
from matou import web

TEMPLATES = Path(web.__file__).parent / "templates"


@pytest.mark.parametrize("game", matou.available())
def test_drawings_and_pages_share_no_element_ids(game: str) -> None:
    """Scripts find the page's elements by id and must not get a piece of the drawing."""
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
