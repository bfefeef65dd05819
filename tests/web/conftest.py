"""Fixtures for tests of the site: a temporary PostgreSQL, and stores of every kind."""

from __future__ import annotations

import itertools
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from needs import need_postgres
from web.db.stores import Stores
from web.support import PATIENCE

from labs.bench.postgres import Postgres
from matou.play import opening, rate_limit
from matou.web.db import appends, pool, postgres as postgresql, sqlite
from matou.web.http import security
from matou.web.notify import mail, outbound
from matou.web.ops import health
from matou.web.sharing import previews
from matou.web.strangers import open_tables
from matou.web.tables import peers, repository, site_time

NAMES = itertools.count()
SEND_DEFAULTS = outbound.send.__kwdefaults__ or {}


@pytest.fixture(autouse=True)
def deterministic_site(request: pytest.FixtureRequest) -> Iterator[None]:
    """Makes the site in this process independent of time and chance.

    Timeouts are long, rate limits do not refill, and tables are dealt from the test's name.
    """
    rng = random.Random(request.node.nodeid)
    patient = (
        (health, "PATIENCE"),
        (sqlite, "CHECK_SECONDS"),
        (pool, "CONNECT_SECONDS"),
        (pool, "SECONDS"),
        (postgresql, "SECONDS"),
        (appends, "SECONDS"),
        (peers, "LEASE"),
        (previews, "SECONDS"),
        (mail, "SECONDS"),
        (repository, "SIGNALLED"),
    )
    # Not the fixture `monkeypatch`: a test may call its undo().
    with pytest.MonkeyPatch.context() as patch:
        for module in (rate_limit, security):
            patch.setattr(module, "time", SimpleNamespace(monotonic=lambda: 0.0))
        for module, name in patient:
            patch.setattr(module, name, PATIENCE)
        patch.setattr(open_tables, "LAPSE", 1e6)
        patch.setattr(opening, "new_seed", lambda: rng.randbytes(32).hex())
        patch.setattr(opening, "new_id", lambda: rng.randbytes(6).hex())
        patch.setattr(outbound.send, "__kwdefaults__", {**SEND_DEFAULTS, "seconds": PATIENCE})
        for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
            patch.setitem(pool.SETTINGS, name, f"{PATIENCE:.0f}s")
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Starts a PostgreSQL server for all tests of this process. Each makes its own database."""
    need_postgres()
    # Autovacuum would look after dozens of databases that are never used again.
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
    """Returns the address of an empty store of each kind."""
    if request.param == "sqlite":
        return ""
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database(f"address{next(NAMES)}")


@pytest.fixture
def frozen_site_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stops the site's time. Tests move it; a slow machine does not."""
    still = SimpleNamespace(monotonic=lambda: 1000.0, time=lambda: 1.8e9)
    monkeypatch.setattr(site_time, "time", still)
    monkeypatch.setitem(sqlite.SqliteDatabase.DIALECT, r"\bNOW\b", "1.8e9")
    monkeypatch.setitem(postgresql.PostgresDatabase.DIALECT, r"\bNOW\b", "1.8e9::float8")


@pytest.fixture
def uncached_open_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes every look at the open tables read the store, without a cache."""
    monkeypatch.setattr(open_tables, "FRESH", 0.0)
    monkeypatch.setattr(open_tables, "RENEW", 1e6)
