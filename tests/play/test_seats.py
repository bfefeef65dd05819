"""Who sits at a table, and what they are called."""

from __future__ import annotations

import pytest

from matou.bots.levels import LEVELS
from matou.core.grammar import languages
from matou.play.seats import cats_called


@pytest.mark.parametrize("lang", languages())
def test_cats_are_found_by_part_of_their_name_in_every_language(lang: str) -> None:
    for number, level in enumerate(LEVELS, 1):
        called = level.name.say(lang)
        assert (number, 0) in cats_called(called[1:].upper())
        assert cats_called(level.namesakes[-1]) == [(number, len(level.namesakes))]
    assert cats_called("") == []
