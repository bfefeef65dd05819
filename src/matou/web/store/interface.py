"""The store's interface: what the site asks of a database.

SQLite (``sqlite.py``) and PostgreSQL (``postgres.py``) stand behind it; nothing outside this folder
knows which. What both do alike, each subject in a module of its own, is written once, in statements
that both read the same way; a store brings the ways to its database (``_read``, ``_write``,
``append``) and its own words for what differs (``NOW`` and the like).

Several processes may use one store (``shared``): the number of an event is the fence, so of two
that append it, the slower one is told (`Conflict`) and takes over what is there.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from matou.play.keeping import Keeper, StoreFailed
from matou.web.store.kept_names import KeptNames
from matou.web.store.notices import Notices
from matou.web.store.owners import Owners
from matou.web.store.ratings import Ratings
from matou.web.store.strangers import Strangers

log = logging.getLogger("matou.web")


class Store(Strangers, Owners, KeptNames, Notices, Ratings, Keeper):
    """What the site asks of a store.

    Whatever fails is a `StoreFailed`, and ``ill`` says why for as long as it may fail again.
    """

    def __init__(self) -> None:
        super().__init__()
        self.key = ""  # signs cookies; there from ``start`` on
        self.damage = ""  # what was found that cannot be read, for good
        self.shared = False  # may other processes write, too?
        self.on_commit: Callable[[float], object] = float  # is told the seconds of every commit
        self.on_hint: Callable[[str, int], object] = lambda table, number: None  # noqa: ARG005
        self.on_gap: Callable[[], object] = lambda: None  # hints may have been lost

    async def start(self) -> None:
        """From now on it can be used, and hints are heard."""
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError

    async def answers(self) -> None:
        """Come back once it can be written."""
        raise NotImplementedError

    def size(self) -> int:
        """Bytes that it takes."""
        raise NotImplementedError

    def report_damage(self, why: str) -> None:
        """Something that is kept makes no sense: only whoever runs the site can mend that."""
        if not self.damage:
            log.error("the store is damaged", extra={"why": why})
        self.damage = self.damage or why

    def _unreadable(self, error: Exception) -> StoreFailed:
        """What was handed over makes no sense."""
        why = f"{type(error).__name__}: {error}"
        self.report_damage(why)
        log.error("the store cannot be read", extra={"why": why})
        return StoreFailed(why)
