"""What all tests share: which of them coverage is asked of, and which begin first."""

from __future__ import annotations

from pathlib import Path

import pytest

# Laws that several tests share say what differed, as tests themselves do.
pytest.register_assert_rewrite("web.unknown")

# Rooms whose tests reach core, games and paper only through others: they run in the second part of
# ./test, which measures those rooms alone. What is heavy, or in a browser, is measured nowhere.
BESIDE = ("arena", "bench", "browser", "cli", "page", "studies", "web")

# What takes longest begins first, so that no worker is left alone with it at the end.
LONG = (
    "browser/test_whole_games.py",
    "browser/test_browser.py",
    "browser/test_everybody.py",
    "browser",
    "conformance/test_compiled.py",
    "research/test_open_spiel.py",
    "conformance",
    "reference",
    "web/test_durable.py",
    "web/test_safety.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        room = item.path.relative_to(here).parts[0]
        if room in BESIDE:
            item.add_marker("beside")
        if room == "browser" or item.get_closest_marker("heavy"):
            item.add_marker("no_cover")
    items.sort(key=lambda item: place(item.path.relative_to(here).as_posix()))


def place(path: str) -> int:
    """Where a file stands among the long ones, or after all of them."""
    return next((i for i, long in enumerate(LONG) if path.startswith(long)), len(LONG))
