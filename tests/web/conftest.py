"""What tests of the site share: a PostgreSQL to be thrown away, and stores of every kind."""

from __future__ import annotations

import itertools
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from web.stores import Stores
from web.support import PATIENCE

from matou.bench.postgres import Postgres, is_installed
from matou.web.http import security
from matou.web.notify import mail, outbound
from matou.web.ops import health
from matou.web.sharing import card
from matou.web.store import appends, pool, sqlite, tables
from matou.web.store import postgres as postgresql
from matou.web.strangers import open_tables
from matou.web.tables import peers, site_time

NAMES = itertools.count()
LASTING = outbound.send.__kwdefaults__ or {}


@pytest.fixture(autouse=True)
def whatever_else_keeps_the_machine_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A site in this process gives nobody up who is slow, and what each may ask for does not grow
    while it is asked: what is shown does not depend on how long anything takes."""
    monkeypatch.setattr(security, "time", SimpleNamespace(monotonic=lambda: 0.0))
    for module, name in (
        (health, "PATIENCE"),
        (sqlite, "CHECK_SECONDS"),
        (pool, "CONNECT_SECONDS"),
        (pool, "SECONDS"),
        (postgresql, "SECONDS"),
        (appends, "SECONDS"),
        (peers, "LEASE"),
        (card, "SECONDS"),
        (mail, "SECONDS"),
        (tables, "SIGNALLED"),
    ):
        monkeypatch.setattr(module, name, PATIENCE)
    monkeypatch.setattr(open_tables, "LAPSE", 1e6)
    monkeypatch.setattr(outbound.send, "__kwdefaults__", {**LASTING, "seconds": PATIENCE})
    for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
        monkeypatch.setitem(pool.SETTINGS, name, f"{PATIENCE:.0f}s")


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
def time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """A site's time goes on when a test moves it, and not while a busy machine answers."""
    still = SimpleNamespace(monotonic=lambda: 1000.0, time=lambda: 1.8e9)
    monkeypatch.setattr(site_time, "time", still)
    monkeypatch.setattr(sqlite.SqliteStore, "NOW", "1.8e9")
    monkeypatch.setattr(postgresql.PostgresStore, "NOW", "1.8e9::float8")


@pytest.fixture
def lists_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looks at the open tables sees those that are there now: nobody else has just looked."""
    monkeypatch.setattr(open_tables, "FRESH", 0.0)
    monkeypatch.setattr(open_tables, "RENEW", 1e6)
