"""Which store it is: the one place that knows."""

from __future__ import annotations

from pathlib import Path

from matou.web.store.interface import Store
from matou.web.store.key import server_key
from matou.web.store.sqlite import SqliteStore


def open_store(data: Path) -> Store:
    """The store of a site; BadStore if it cannot be used."""
    store = SqliteStore(data / "tables.db")
    store.key = server_key(data)
    return store
