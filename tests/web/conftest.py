"""What tests of the site share: a PostgreSQL to be thrown away, and stores of every kind."""

from __future__ import annotations

import itertools
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from web.stores import Stores

from matou.bench.postgres import Postgres, is_installed
from matou.web.strangers import open_tables

NAMES = itertools.count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A cluster for all tests of this process; each makes a database of its own."""
    if not is_installed():
        if os.environ.get("CI"):
            pytest.fail("CI tests the site with PostgreSQL, and it is not installed")
        pytest.skip("PostgreSQL is not installed (on Debian: apt install postgresql)")
    # It would look after dozens of databases that nobody comes back to.
    with Postgres(settings=("autovacuum=off",)) as running:
        yield running


@pytest.fixture(params=["sqlite", "sqlite of several processes", "postgresql"])
def stores(request: pytest.FixtureRequest) -> Iterator[Stores]:
    if request.param == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        yield Stores(Path(), postgres.new_database(f"store{next(NAMES)}"))
        return
    with tempfile.TemporaryDirectory() as data:  # short: the path of a socket has 107 bytes
        yield Stores(Path(data), shared="several" in request.param)


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest) -> str:
    """The address of an empty store of each kind."""
    if request.param == "sqlite":
        return ""
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database(f"address{next(NAMES)}")


@pytest.fixture
def lists_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looks at the open tables sees those that are there now."""
    monkeypatch.setattr(open_tables, "FRESH", 0.0)
