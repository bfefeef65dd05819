"""Draws at a table with guests: collects their chains and asks them for links (``joint_luck``).

A guest gets and sends, besides the messages of ``guests``::

    {"t": "table", "id": …, "seat": …, "chains": [[seat, commitment], …]}   none: not sealed yet
    {"chain": commitment}                        the guest's own, for that game
    {"t": "link", "step": …, "lines": …, "bound": …}      then {"link": …, "step": …}
    {"t": "absent", "seats": […], "begun": …}    a draw waits for pages that are away or silent
    {"without": seat}                            this player agrees to go on without that page
    {"t": "without", "seat": …, "step": …, …}    everybody has agreed
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from matou.core.fairness import is_seed
from matou.page.storage import OWNER
from matou.play import joint_luck, requests
from matou.play.joint_luck import JointDealer
from matou.play.table import Table

if TYPE_CHECKING:
    from matou.page.guests import Guest, Guests

T = TypeVar("T")
SILENT = 20.0  # seconds after which a page that opens no link counts as missing


class GuestDraws:
    def __init__(self, guests: Guests) -> None:
        self.guests = guests
        self.commitments: dict[tuple[str, int], str] = {}  # by table and seat, until it is sealed
        self.agreed: dict[tuple[str, int, int], set[str]] = {}  # owners, by table, step and seat
        self.absent: dict[str, list[int]] = {}  # seats by table, as last shown
        self.waits: tuple[str, int] | None = None  # the table and step of the draw that waits…
        self.since = 0.0  # and since when
        self.tasks: set[asyncio.Task[None]] = set()  # questions on their way

    def show_table(self, guest: Guest) -> None:
        """Tells a guest which game this is, and the chains of all pages."""
        chains = [[chain.seat, chain.commitment] for chain in guest.table.dealer.chains]
        guest.post({"t": "table", "id": guest.table.id, "seat": guest.place, "chains": chains})

    async def take(self, guest: Guest, message: dict[str, Any]) -> bool:
        """Carries out a guest's message about draws; returns False if it is another one."""
        seat, table = guest.place, guest.table
        if not {"chain", "link", "without"} & message.keys():
            return False
        if seat is None or not isinstance(table.dealer, JointDealer):
            raise requests.nonsense()
        if "chain" in message:
            if not is_seed(expected(str, message["chain"])):
                raise requests.nonsense()
            self.commitments[table.id, seat] = message["chain"]
            await self.seal(table)
            await self.ask(table)
        elif "link" in message:
            link, step = expected(str, message["link"]), expected(int, message.get("step"))
            await joint_luck.open_link(table, seat, step, link)
            await self.ask(table)
        else:
            await self.agree(table, guest.owner, expected(int, message["without"]))
        return True

    async def seal(self, table: Table) -> None:
        """Fixes the chains once every seat is taken and every guest has given one."""
        if is_sealed(table) or not table.full or table.number:
            return
        theirs = guests_of(table)
        if all((table.id, seat) in self.commitments for seat in theirs):
            made = {seat: self.commitments[table.id, seat] for seat in theirs}
            await joint_luck.seal(table, made)
            for guest in self.at(table):
                self.show_table(guest)
            await self.ask(table)

    def at(self, table: Table) -> list[Guest]:
        return [guest for guest in self.guests.here.values() if guest.table is table]

    def soon(self, table: Table) -> None:
        """Asks for links a moment later, when the table's lock is free."""
        task = asyncio.create_task(self.ask(table))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def ask(self, table: Table) -> None:
        """Asks for the links that a draw waits for, and says who is away."""
        draws = isinstance(table.dealer, JointDealer)
        waits = await joint_luck.waits_for(table) if draws else None
        seats = waits.seats if waits is not None else []
        for guest in self.at(table):
            if waits is not None and guest.place in seats and guest.asked != waits.step:
                guest.asked = waits.step
                guest.post({"t": "link", **about(waits)})
        if waits is not None and self.waits != (table.id, waits.step):
            self.waits, self.since = (table.id, waits.step), self.guests.host.monotonic()
            asyncio.get_running_loop().call_later(SILENT, self.soon, table)
        absent = [seat for seat in seats if self.misses(table, seat)]
        if table.full and not is_sealed(table):  # before a rematch, somebody may not come back
            here = {guest.place for guest in self.at(table)}
            absent = [seat for seat in guests_of(table) if seat not in here]
        if absent != self.absent.get(table.id, []):
            self.absent[table.id] = absent
            for guest in self.at(table):
                self.show_absent(guest)
            if self.guests.host.shown is table:
                self.guests.host.post("", self.about_absent(table))

    def misses(self, table: Table, seat: int) -> bool:
        silent = self.guests.host.monotonic() >= self.since + SILENT
        return silent or not table.presence.here(seat)

    def show_absent(self, guest: Guest) -> None:
        guest.post(self.about_absent(guest.table))

    def about_absent(self, table: Table) -> dict[str, Any]:
        seats = self.absent.get(table.id, [])
        return {"t": "absent", "seats": seats, "begun": is_sealed(table)}

    async def agree(self, table: Table, owner: str, seat: int) -> None:
        """Notes that a player agrees to go on without a page; goes on once all others have."""
        waits = await joint_luck.waits_for(table)
        if waits is None or seat not in waits.seats or not self.misses(table, seat):
            raise requests.nonsense()
        agreed = self.agreed.setdefault((table.id, waits.step, seat), set())
        agreed.add(owner)
        others = {
            there.owner
            for i, there in enumerate(table.seats)
            if there.kind == "person" and i not in waits.seats
        }
        if others <= agreed:
            for guest in self.at(table):
                if guest.place is not None:
                    guest.post({"t": "without", "seat": seat, **about(waits)})
            await joint_luck.end_chain(table, seat, waits.step)
            await self.ask(table)


def is_sealed(table: Table) -> bool:
    """Returns whether all pages have given their chains, or none has to."""
    return not isinstance(table.dealer, JointDealer) or bool(table.dealer.chains)


def guests_of(table: Table) -> list[int]:
    """Returns the seats that guests play. Where a cat plays for one, nothing waits for its page."""
    seats = enumerate(table.seats)
    return [i for i, seat in seats if seat.kind == "person" and seat.owner != OWNER]


def about(waits: joint_luck.Waiting) -> dict[str, Any]:
    return {"step": waits.step, "lines": waits.lines, "bound": waits.bound}


def expected(kind: type[T], value: Any) -> T:
    """Returns a value of this type; raises Refused for another."""
    if type(value) is not kind:
        raise requests.nonsense()
    return value
