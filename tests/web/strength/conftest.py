"""Fixtures for tests of ratings."""

from __future__ import annotations

import pytest

from matou.web.strength import counting


@pytest.fixture(autouse=True)
def nothing_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are counted when a test says so."""
    monkeypatch.setattr(counting, "LOOK_EVERY", 1e6)
