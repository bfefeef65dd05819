"""Hooks for all tests: coverage, the order of files, and markers that follow from fixtures."""

from __future__ import annotations

import gc
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

# The longest files start first, so that no worker is left with one at the end. Files that compile
# or build something for others come before all.
LONG = (
    "bots/test_search.py",
    "research/test_vector.py",
    "web/export/test_folder.py",
    "labs/training/test_network_players.py",  # compiles code that test_learn and test_exploit run
    "browser/test_whole_games.py",
    "browser/test_browser.py",
    "browser/test_axe.py",
    "page/test_offline.py",  # next to the others with a browser, which stays open between them
    "page/test_friends.py",
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
AROUND = ("arena", "cli", "page", "play", "research", "web")  # packages around the games
# Their tests run no package code that other tests do not run.
UNMEASURED = ("", "browser", "reference")
WITH_POSTGRES = ("db", "ops", "tables")  # folders whose PostgreSQL code is measured
EXAMPLE = "clocktowers"  # the game they are measured with: it has secrets


def pytest_addoption(parser: pytest.Parser) -> None:
    says = "measure the coverage of each package, for tools/coverage_floors.py"
    parser.addoption("--measured", action="store_true", help=says)


def pytest_configure(config: pytest.Config) -> None:
    tests_here = hasattr(config, "workerinput") or not config.getoption("numprocesses", 0)
    if tests_here:
        gc.disable()  # until all tests are collected: imported modules stay to the end
    if config.getoption("measured") and tests_here:
        from measuring import Measuring

        measuring = Measuring(os.environ.get("PYTEST_XDIST_WORKER", "alone"))
        config.stash[MEASURING] = measuring
        if is_first_process():
            measuring.importing.start()


def is_first_process() -> bool:
    """Returns whether this process measures imports, which are the same in all."""
    return os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0"


@pytest.hookimpl(tryfirst=True)  # before -m chooses by markers
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        table = size_of_table(item)
        again = is_another_game(item) or table in ("smallest", "another")
        postgres = takes_postgres(item)
        again |= postgres and item.path.parent.name not in WITH_POSTGRES
        if package_of(item) in UNMEASURED or item.get_closest_marker("heavy") or again:
            item.add_marker("unmeasured")
        if postgres or table == "another":
            item.add_marker("heavy")
    items.sort(key=lambda item: order_of(item.path.relative_to(HERE).as_posix()))


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.freeze()
    gc.enable()
    if MEASURING in session.config.stash and is_first_process():
        session.config.stash[MEASURING].importing.stop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    if MEASURING in item.config.stash and not item.get_closest_marker("unmeasured"):
        with item.config.stash[MEASURING].of(package_of(item)):
            return (yield)
    return (yield)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if MEASURING in session.config.stash:
        session.config.stash[MEASURING].save()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """Closes the shared browser after the last test that uses it: no event loop runs beside it."""
    yield
    if "browser.visitor" in sys.modules and "browser" not in getattr(nextitem, "fixturenames", ()):
        sys.modules["browser.visitor"].SHARED.close()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Runs asynchronous tests on asyncio, as `asyncio.run` would."""
    return "asyncio"


def package_of(item: pytest.Item) -> str:
    """Returns the package of a test: 'web', 'labs/bench'."""
    parts = item.path.relative_to(HERE).parent.parts
    return "/".join(parts[: 2 if parts[:1] == ("labs",) else 1])


def size_of_table(item: pytest.Item) -> str:
    """Returns 'fullest', 'smallest' or 'another', by the table that a test takes, or ''.

    Only tests at the fullest table are measured, since that takes much longer. A quick run includes
    those and the smallest.
    """
    found = getattr(item, "callspec", None)
    table = found.params.get("table") if found else None
    if table is None:
        return ""
    # Imported late: it imports packages, so measuring must have begun.
    from conformance.support import LARGE, SMALL, Table

    if not isinstance(table, Table) or table in LARGE:
        return "fullest"
    return "smallest" if table in SMALL else "another"


def is_another_game(item: pytest.Item) -> bool:
    """Returns whether a test outside the games' folder runs with another game than the example."""
    found = getattr(item, "callspec", None)
    chosen = found.params if found else {}
    if package_of(item) not in AROUND or not chosen:
        return False
    import matou  # imported late, for the same reason

    others = {*matou.available()} - {EXAMPLE}
    return chosen.get("game", EXAMPLE) != EXAMPLE or chosen.get("name") in others


def takes_postgres(item: pytest.Item) -> bool:
    """Returns whether a test starts PostgreSQL: on its second database, or for two servers."""
    found = getattr(item, "callspec", None)
    chosen = found.params.values() if found else ()
    return "postgres" in getattr(item, "fixturenames", ()) or any(
        isinstance(value, str) and value.startswith("postgres") for value in chosen
    )


def order_of(path: str) -> int:
    """Returns the index of a file in LONG, or a number above all for others."""
    return next((i for i, long in enumerate(LONG) if path.startswith(long)), len(LONG))
