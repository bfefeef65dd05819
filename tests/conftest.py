"""What all tests share: how they are measured and shared out, and which of them begin first."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from measuring import Measuring

HERE = Path(__file__).parent
MEASURING: pytest.StashKey[Measuring] = pytest.StashKey()

# What takes longest begins first, so that no worker is left alone with it at the end.
# What others find compiled, or made, comes before all.
LONG = (
    "bots/test_search.py",
    "research/test_vector.py",
    "web/export/test_folder.py",
    "browser/test_whole_games.py",
    "browser/test_browser.py",
    "browser/test_everybody.py",
    "page/test_offline.py",  # beside the others with a browser, which stays open between them
    "page/test_exported_folder.py",
    "page/test_failures.py",
    "browser",
    "conformance/test_compiled.py",
    "research/test_open_spiel.py",
    "conformance",
    "reference",
    "web/tables/test_durability.py",
    "web/test_security.py",
)
AROUND = ("cli", "page", "play", "web")  # rooms around the games
EXAMPLE = "clocktowers"  # the game they are measured with: it has secrets


def pytest_addoption(parser: pytest.Parser) -> None:
    says = "measure what is run of each room, for tools/coverage_floors.py"
    parser.addoption("--measured", action="store_true", help=says)


def pytest_configure(config: pytest.Config) -> None:
    tests_here = hasattr(config, "workerinput") or not config.getoption("numprocesses", 0)
    if config.getoption("measured") and tests_here:
        from measuring import Measuring

        measuring = Measuring(os.environ.get("PYTEST_XDIST_WORKER", "alone"))
        config.stash[MEASURING] = measuring
        if is_first_process():
            measuring.importing.start()


def is_first_process() -> bool:
    """All import the same: one measures it."""
    return os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        again = is_another_table(item) or is_another_game(item)
        if room(item) == "browser" or item.get_closest_marker("heavy") or again:
            item.add_marker("unmeasured")
    items.sort(key=lambda item: place(item.path.relative_to(HERE).as_posix()))


def pytest_collection_finish(session: pytest.Session) -> None:
    if MEASURING in session.config.stash and is_first_process():
        session.config.stash[MEASURING].importing.stop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    if MEASURING in item.config.stash and not item.get_closest_marker("unmeasured"):
        with item.config.stash[MEASURING].of(room(item)):
            return (yield)
    return (yield)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if MEASURING in session.config.stash:
        session.config.stash[MEASURING].save()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """A browser is shared as long as tests want one: where it is open, no event loop can run."""
    yield
    if "browser.visitor" in sys.modules and "browser" not in getattr(nextitem, "fixturenames", ()):
        sys.modules["browser.visitor"].SHARED.close()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Runs asynchronous tests on asyncio, as `asyncio.run` would."""
    return "asyncio"


def room(item: pytest.Item) -> str:
    """The room that a test is of: 'web', 'labs/bench'."""
    parts = item.path.relative_to(HERE).parent.parts
    return "/".join(parts[: 2 if parts[:1] == ("labs",) else 1])


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


def is_another_game(item: pytest.Item) -> bool:
    """Around the games, where what is measured is the same for each, one will do."""
    found = getattr(item, "callspec", None)
    game = found.params.get("game", EXAMPLE) if found else EXAMPLE
    return room(item) in AROUND and game != EXAMPLE


def place(path: str) -> int:
    """Where a file stands among the long ones, or after all of them."""
    return next((i for i, long in enumerate(LONG) if path.startswith(long)), len(LONG))
