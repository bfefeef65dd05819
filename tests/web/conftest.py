"""What tests of the site share: a PostgreSQL to be thrown away."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from matou.bench.postgres import Postgres, is_installed


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A cluster for all tests of this process; each makes a database of its own."""
    if not is_installed():
        if os.environ.get("CI"):
            pytest.fail("CI tests the site with PostgreSQL, and it is not installed")
        pytest.skip("PostgreSQL is not installed (on Debian: apt install postgresql)")
    with Postgres() as running:
        yield running
