"""What tests of the site share: a PostgreSQL to be thrown away, and stores of every kind."""

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
SENDING = outbound.send.__kwdefaults__ or {}


@pytest.fixture(autouse=True)
def the_same_each_time(request: pytest.FixtureRequest) -> Iterator[None]:
    """What is shown depends neither on how long anything takes nor on luck: a site in this process
    gives nobody up who is slow, what each may ask for does not grow while it is asked, and each
    test's tables are dealt the same whenever it runs."""
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
    # Its own: a test may undo what it has set by `monkeypatch` itself.
    with pytest.MonkeyPatch.context() as patch:
        for module in (rate_limit, security):
            patch.setattr(module, "time", SimpleNamespace(monotonic=lambda: 0.0))
        for module, name in patient:
            patch.setattr(module, name, PATIENCE)
        patch.setattr(open_tables, "LAPSE", 1e6)
        patch.setattr(opening, "new_seed", lambda: rng.randbytes(32).hex())
        patch.setattr(opening, "new_id", lambda: rng.randbytes(6).hex())
        patch.setattr(outbound.send, "__kwdefaults__", {**SENDING, "seconds": PATIENCE})
        for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
            patch.setitem(pool.SETTINGS, name, f"{PATIENCE:.0f}s")
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A cluster for all tests of this process; each makes a database of its own."""
    need_postgres()
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
    monkeypatch.setitem(sqlite.SqliteDatabase.DIALECT, r"\bNOW\b", "1.8e9")
    monkeypatch.setitem(postgresql.PostgresDatabase.DIALECT, r"\bNOW\b", "1.8e9::float8")


@pytest.fixture
def lists_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looks at the open tables sees those that are there now: nobody else has just looked."""
    monkeypatch.setattr(open_tables, "FRESH", 0.0)
    monkeypatch.setattr(open_tables, "RENEW", 1e6)
