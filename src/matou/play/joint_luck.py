"""Draws at a table whose pages hold chains (``core/chains.py``): the host's side.

The settings of the table have ``chains``: an empty list until ``seal``, then an entry for each
page. The secret of the host's own chain follows from the table's seed. A guest is known by a seat.

1. ``seal`` fixes the commitments before the first draw. The host then shows them to every page.
2. While a draw waits, ``waits_for`` gives its step, the seats whose links are missing, and what
   binds the host to the actions so far. The host asks these pages with all of it, and again when a
   page comes back.
3. ``open_link`` takes a guest's link, and draws when it was the last one.
4. If a page stays away, the host asks the other players. When all agree, ``end_chain`` goes on to
   the next step, for which they open their links.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from matou.core import chains
from matou.core.chains import HOST, LENGTH, Chain, Links, joint
from matou.core.fairness import Dealer, is_seed
from matou.core.messages import say
from matou.core.state import State
from matou.kit.linking import CHANCE
from matou.play.refusals import MOVED_ON, Refused

if TYPE_CHECKING:
    from matou.play.keeping import TableRow
    from matou.play.table import Table


class JointDealer(Dealer):
    """Draws from the links of all pages, and keeps the chains in the settings of the table."""

    def __init__(self, row: TableRow) -> None:
        super().__init__("", row.draws_id)  # nobody gets the host's secret
        # The row's own commitment, the hash of the seed, must not be one of the links.
        self.own = chains.links_up_to(joint([row.seed, row.seed]), LENGTH)
        self._settings = row.settings
        self.hold(Chain(*one) for one in row.settings["chains"])

    @property
    def revealed(self) -> str:
        return self.chains[0].link if self.chains else ""

    def hold(self, held: Iterable[Chain]) -> None:
        self.chains = tuple(held)
        self.commitment = joint(chain.commitment for chain in self.chains)
        self._settings["chains"] = [list(chain) for chain in self.chains]

    def replace(self, changed: Chain) -> None:
        self.hold(changed if chain.seat == changed.seat else chain for chain in self.chains)

    def chain(self, seat: int) -> Chain | None:
        return next((chain for chain in self.chains if chain.seat == seat), None)

    def run(self, state: State) -> int:
        """Returns the number of the run that a state's chance event belongs to."""
        *_, (_, run) = chains.runs([*(entry.actor for entry in state.history), CHANCE])
        return run

    def step(self, state: State) -> int:
        return chains.step_of(self.run(state), self.chains)

    def missing(self, state: State) -> list[int]:
        """Returns the seats whose links a state's chance event waits for."""
        return [seat for seat in chains.missing(self.chains, self.step(state)) if seat != HOST]

    def is_ready(self, state: State) -> bool:
        return bool(self.chains) and not self.missing(state)

    def draw(self, state: State, event: int | None = None) -> int:
        step = self.step(state)
        self.replace(self.chains[0]._replace(opened=step + 1, link=self.own[step + 1]))
        seed = Links(self.chains).seed(self.run(state))
        assert isinstance(seed, str), "links are missing"
        return Dealer(seed, self.game_id).draw(state, event)


def dealer_of(row: TableRow) -> Dealer:
    return JointDealer(row) if "chains" in row.settings else Dealer(row.seed, row.draws_id)


def joint_dealer(table: Table) -> JointDealer:
    assert isinstance(table.dealer, JointDealer), "one seed decides here"
    return table.dealer


async def seal(table: Table, commitments: Mapping[int, str]) -> None:
    """Fixes the chains of the guests, by seat, and begins the game if every seat is taken.

    Guests may come and go until a link is open. Raises Refused after that, or if a commitment is
    malformed.
    """
    async with table.lock:
        dealer = joint_dealer(table)
        has_begun = table.number or any(chain.opened for chain in dealer.chains)
        if has_begun or not all(is_seed(each) for each in commitments.values()):
            raise Refused("link", say("This page can’t take part in the draws of this game."))
        guests = [Chain.sealed(seat, commitments[seat]) for seat in sorted(commitments)]
        await change(table, [Chain.sealed(HOST, dealer.own[0]), *guests])
        table.show_seats()  # with the fingerprint of the table
    await table.begin()


class Waiting(NamedTuple):
    """A draw that waits for links."""

    step: int
    seats: list[int]  # whose links are missing
    lines: int  # the length of the log
    bound: str  # binds the host to the actions so far


async def waits_for(table: Table) -> Waiting | None:
    """Returns the draw that waits, if its position is stored."""
    async with table.lock:
        return waiting(table)


def waiting(table: Table) -> Waiting | None:
    """Returns the draw that waits; call with the lock held."""
    dealer, state = joint_dealer(table), table.state
    if table.broken or not table.full or state.actor != CHANCE or not dealer.chains:
        return None
    step = dealer.step(state)
    bound = chains.bound_to(dealer.own[step + 1], (entry.name for entry in state.history))
    return Waiting(step, dealer.missing(state), len(state.history), bound)


def missing_chain(table: Table, seat: int, step: int) -> Chain:
    """Returns the chain of a page that a draw waits for; raises Refused if it does not."""
    waits, chain = waiting(table), joint_dealer(table).chain(seat)
    if waits is None or chain is None or waits.step != step or seat not in waits.seats:
        raise Refused("stale", MOVED_ON)
    return chain


async def open_link(table: Table, seat: int, step: int, link: str) -> None:
    """Opens a guest's link for the draw that waits, and draws if it was the last one.

    The link is stored together with the draw. Raises Refused if it is wrong, or not waited for.
    """
    async with table.lock:
        chain = missing_chain(table, seat, step)
        changed = chain.opening(step, link) if is_seed(link) else None
        if changed is None:
            raise Refused("link", say("This link does not belong to the chain of your page."))
        joint_dealer(table).replace(changed)
    await table.begin()


async def end_chain(table: Table, seat: int, step: int) -> None:
    """Ends the chain of a page that the draw at a step waits for, once all other players agree."""
    async with table.lock:
        ended = missing_chain(table, seat, step)._replace(ended=step)
        now = joint_dealer(table).chains
        await change(table, [ended if chain.seat == seat else chain for chain in now])
    await table.begin()


async def change(table: Table, changed: Sequence[Chain]) -> None:
    """Changes the chains when they are stored; call with the lock held."""
    dealer = joint_dealer(table)
    before = dealer.chains
    dealer.hold(changed)
    try:
        await table.store.append(table.id, table.number, [], table.state.actor)
    except BaseException:
        dealer.hold(before)
        raise
