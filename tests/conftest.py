"""What all tests share: which of them coverage is asked of, and which begin first."""

from __future__ import annotations

import sys
from collections.abc import Iterator
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


def pytest_configure(config: pytest.Config) -> None:
    """A worker of pytest-xdist is measured twice by pytest-cov, and the outer of the two would go
    on, and be slow, under every test that is not to be measured."""
    measuring = config.pluginmanager.getplugin("_cov")
    if hasattr(config, "workerinput") and measuring is not None and measuring.cov_controller:
        measuring.cov_controller.cov.stop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        room = item.path.relative_to(here).parts[0]
        if room in BESIDE:
            item.add_marker("beside")
        if room == "browser" or item.get_closest_marker("heavy") or is_another_table(item):
            item.add_marker("no_cover")
    items.sort(key=lambda item: place(item.path.relative_to(here).as_posix()))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """A browser is shared as long as tests want one: where it is open, asyncio.run cannot be."""
    yield
    if "browser.visitor" in sys.modules and "browser" not in getattr(nextitem, "fixturenames", ()):
        sys.modules["browser.visitor"].SHARED.close()


def is_another_table(item: pytest.Item) -> bool:
    """Tests of every table are measured, which takes thrice as long, only at a game's smallest
    and fullest."""
    found = getattr(item, "callspec", None)
    table = found.params.get("table") if found else None
    if table is None:
        return False
    # Not before measuring has begun: it imports the house.
    from conformance.support import LARGE, SMALL, Table

    return isinstance(table, Table) and table not in SMALL + LARGE


def place(path: str) -> int:
    """Where a file stands among the long ones, or after all of them."""
    return next((i for i, long in enumerate(LONG) if path.startswith(long)), len(LONG))
