"""The registry of games, and what ``matou.games`` is and is not."""

from __future__ import annotations

import pytest

import matou
from matou.core import registry


def test_the_list_of_games_is_available_and_the_old_call_says_so() -> None:
    assert tuple(matou.available()) == registry.names()
    with pytest.raises(TypeError, match=r"matou\.available\(\)"):
        matou.games()  # type: ignore[operator]
