"""The interface between tables and their host: storage, bots, time, and other servers."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from matou.play.keeping import Keeper, TableRow
from matou.play.players import Players
from matou.play.protocol.messages import Signal

if TYPE_CHECKING:
    from matou.play.table import Table


class Host:
    """Hosts tables: a site, a page that plays by itself, or a test.

    The default methods suit a single process; a site overrides them.
    """

    keeper: Keeper
    players: Players
    pace: float  # minimum seconds for a bot's move
    advised: set[str]  # owners waiting for a hint: one at a time across all tables
    # When the host started (`monotonic`): players may be on their way back.
    began: float = -math.inf
    is_shared: bool = False  # other servers may have the same tables open

    # Time

    def monotonic(self) -> float:
        """Returns the clock that presence is measured by."""
        return time.monotonic()

    def now(self) -> float:
        """Returns the site time, by which game clocks run."""
        return time.time()

    async def update_now(self) -> None:
        """Sets ``now`` from the store. Time in which no server ran does not count."""

    async def check_now(self) -> None:
        """Updates ``now`` if it may be out of date."""

    # Events of a table

    def move_made(self, table: Table, seconds: float | None) -> None:
        """Called after a move is durable, with the ``seconds`` it took; None for a bot's move."""

    def game_ended(self, table: Table) -> None:
        """Called when a game has ended."""

    def player_came(self, table: str, owner: str) -> None:
        """Called when a player is at this copy of a table."""

    async def table_fills(self, row: TableRow) -> None:
        """Called before the last free seat is stored as taken."""

    async def seats_changed(self, table: Table) -> None:
        """Called when somebody sat down, left, or was replaced."""

    # Several servers

    async def take_bots(self, table: Table) -> bool:  # noqa: ARG002
        """Returns whether this server moves for a table's bots."""
        return True

    async def end_bots(self, table: Table) -> None:
        """Called when the bots have moved, or cannot move here."""

    def signal(self, table: str, name: str, message: Signal) -> None:
        """Sends a message to everybody who watches a table on other servers.

        ``name`` identifies it, so that repeats are dropped.
        """
