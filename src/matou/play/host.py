"""The interfaces of a table: its host, its bots and its watchers."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from matou.core.messages import Message
from matou.core.moments import Moment
from matou.core.observation import Observation
from matou.play.keeping import Keeper, TableRow
from matou.play.protocol import messages
from matou.play.protocol.messages import Signal

if TYPE_CHECKING:
    from matou.play.table import Table


class Choice(NamedTuple):
    """A bot's action."""

    action: int
    is_lower: bool = False  # a lower level answered instead


class Players:
    """Answers for bots of every level, perhaps in another process. Here there are none."""

    async def answer(
        self, view: Observation, level: int, *, hint: bool = False, seed: int | None = None
    ) -> Choice:
        """Returns the action of a bot of that level. A hint waits until no bot has to move.

        With a ``seed``, a bot that is limited by iterations always answers the same.
        """
        raise NotImplementedError

    def are_there(self) -> bool:
        return False

    def close(self) -> None: ...


@dataclass
class Step:
    """A position, as each watched seat saw it."""

    number: int
    lines: int
    seen: dict[int | None, Observation]
    undone: bool = False
    moments: tuple[Moment, ...] = ()
    remark: tuple[int, Message] | None = None  # a bot's remark
    drawn: dict[Any, Any] = field(default_factory=dict)  # cache of views


class Watcher:
    """A page or program that has the table open."""

    owner: str
    seat: int | None = None
    plain = False  # wants no pictures
    draws = False  # draws by itself, and gets observations
    pace = "normal"  # of the bots: a key of PACES
    muted: frozenset[str] = frozenset()  # people whose messages it does not get
    seen = True  # the page is visible, not behind other windows

    @property
    def answers(self) -> bool:
        """Returns whether the page has been heard from lately."""
        return True

    def show(self, steps: list[Step]) -> None: ...
    def tell(self, message: messages.Message) -> None:
        """Sends a message."""
        raise NotImplementedError

    def seats_changed(self) -> None: ...
    def presence_changed(self) -> None: ...


class Peers:
    """The other servers with the same tables. Here there are none; a site overrides the methods."""

    def player_came(self, table: str, owner: str) -> None:
        """Called when a player is at this copy of a table."""

    def player_left(self, table: str, owner: str) -> None:
        """Called when a player is no longer at this copy of a table."""

    async def take_bots(self, table: Table) -> bool:  # noqa: ARG002
        """Returns whether this server moves for a table's bots."""
        return True

    async def end_bots(self, table: Table) -> None:
        """Called when the bots have moved, or cannot move here."""

    def signal(self, table: str, name: str, message: Signal) -> None:
        """Sends a message to everybody who watches a table on other servers.

        ``name`` identifies it, so that repeats are dropped.
        """


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
    peers = Peers()

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

    async def table_fills(self, row: TableRow) -> None:
        """Called before the last free seat is stored as taken."""

    async def seats_changed(self, table: Table) -> None:
        """Called when somebody sat down, left, or was replaced."""
