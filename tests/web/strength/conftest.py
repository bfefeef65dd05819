"""Fixtures for tests of ratings."""

from __future__ import annotations

import pytest

from matou.web.strength import counting


@pytest.fixture(autouse=True)
def no_background_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only tests count games: no background task does."""
    monkeypatch.setattr(counting, "LOOK_EVERY", 1e6)
