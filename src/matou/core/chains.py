"""Draws that nobody can choose or foresee: every page at a table holds a chain of hashes.

A page hashes a secret again and again (SHA-256) and shows the last hash, its commitment, before the
first draw. To open link i is to show the value that gives the commitment when it is hashed i + 1
times. Nobody else can find it, and the page cannot show another.

Draws come in runs: all chance events between two decisions. Each run takes a step of every chain.
The guests open their links for that step to the host, and the hash of all links, the host's own
included, is the seed of the run. The host's links stay sealed until the game is over.

When the host asks for links, it binds itself to all actions so far, so that it cannot change a
hidden one when it knows the draw. The guests' pages compare that with the record.

A page that is missing stops the game. The others may go on without it: its chain ends at the
waiting step, which draws nothing, and the run takes the next step of the other chains. A guest who
opens that next link agrees. So the record needs no other proof that the guests agreed, and the host
cannot compare the draw with and without a page.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from matou.core.messages import Message, say
from matou.kit.linking import CHANCE

HOST = -1  # in place of a seat: the page that holds the table
# More than the steps of any game: Chop! Chop! has at most 21,238 chance events, the others 61.
LENGTH = 1 << 15
FORM = re.compile(r"([0-9a-f]{64}) opened (\d{1,5}) ([0-9a-f]{64})(?:, ended at step (\d{1,5}))?")


def hashed(link: str) -> str:
    return hashlib.sha256(bytes.fromhex(link)).hexdigest()


def joint(values: Iterable[str]) -> str:
    """Returns the hash of links or commitments, which are in order: the host's, then by seat."""
    return hashed("".join(values))


def bound_to(link: str, actions: Iterable[str]) -> str:
    """Returns what binds the host to the actions before a draw, hidden until its link is open."""
    return hashlib.sha256(bytes.fromhex(link) + " ".join(actions).encode()).hexdigest()


def links_up_to(link: str, count: int) -> list[str]:
    """Returns the commitment and the first ``count`` links, the last of which is ``link``."""
    found = [link]
    for _ in range(count):
        found.append(hashed(found[-1]))
    return found[::-1]


class Chain(NamedTuple):
    """A page's chain, as far as it is open."""

    seat: int  # of the guest, or HOST
    commitment: str
    opened: int  # how many links are open
    link: str  # the last open link; the commitment if none is open
    ended: int | None = None  # the step at which the others went on without this page

    @classmethod
    def sealed(cls, seat: int, commitment: str) -> Chain:
        return cls(seat, commitment, 0, commitment)

    @classmethod
    def read(cls, key: str, value: str) -> Chain | None:
        """Reads a header of a record (``chain 1``), or returns None if it is malformed."""
        match = FORM.fullmatch(value)
        if match is None or int(match[2]) > LENGTH:
            return None
        seat = HOST if key == "chain host" else int(key[-1])
        ended = None if match[4] is None else int(match[4])
        return cls(seat, match[1], int(match[2]), match[3], ended)

    def header(self) -> str:
        """Returns the chain as a header of a record."""
        key = "host" if self.seat == HOST else str(self.seat)
        end = "" if self.ended is None else f", ended at step {self.ended}"
        return f"chain {key}: {self.commitment} opened {self.opened} {self.link}{end}"

    def opening(self, step: int, link: str) -> Chain | None:
        """Returns the chain with the link of ``step`` open, or None if it is the wrong link."""
        value = link
        for _ in range(step + 1 - self.opened):
            value = hashed(value)
        return self._replace(opened=step + 1, link=link) if value == self.link else None

    def takes_part(self, step: int) -> bool:
        return self.ended is None or step < self.ended


def runs(actors: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yields the index of each chance event, and the number of its run."""
    run, before = -1, CHANCE + 1
    for i, actor in enumerate(actors):
        if actor == CHANCE:
            run += before != CHANCE
            yield i, run
        before = actor


def step_of(run: int, chains: Iterable[Chain]) -> int:
    """Returns the step of a run. Steps at which a chain ended draw nothing."""
    for ended in sorted({chain.ended for chain in chains if chain.ended is not None}):
        run += ended <= run
    return run


def missing(chains: Iterable[Chain], step: int) -> list[int]:
    """Returns the seats that have not opened their link for a step."""
    return [c.seat for c in chains if c.takes_part(step) and c.opened <= step]


def page_of(seat: int, players: Mapping[int, str]) -> Message | str:
    return say("the host") if seat == HOST else players.get(seat) or say("seat {n}", n=seat)


class Links:
    """All open links of a table, from which the seed of each run follows."""

    def __init__(self, chains: Sequence[Chain]) -> None:
        self.chains = chains
        self._links = {c.seat: links_up_to(c.link, c.opened) for c in chains}

    def swapped(self) -> list[int]:
        """Returns the seats whose links do not lead to their commitments."""
        return [c.seat for c in self.chains if self._links[c.seat][0] != c.commitment]

    def seed(self, run: int) -> str | list[int]:
        """Returns the seed of a run, or the seats whose links are missing."""
        step = step_of(run, self.chains)
        absent = missing(self.chains, step)
        if absent:
            return absent
        return joint(self._links[c.seat][step + 1] for c in self.chains if c.takes_part(step))


def wrong_with(links: Links, commitment: str, players: Mapping[int, str]) -> Message | None:
    """Returns why a record's chains prove nothing, or None."""
    for seat in links.swapped():
        return say(
            "the links of {page} do not lead to the fingerprint that it gave before the game",
            page=page_of(seat, players),
        )
    if joint(chain.commitment for chain in links.chains) != commitment:
        return say("the chains do not match the table’s fingerprint: its SHA-256 is different")
    return None


def not_opened(number: int, seat: int, players: Mapping[int, str]) -> Message:
    """Returns the sentence for a draw that was made without a page's link."""
    return say(
        "action {number} was drawn without a link of {page}, and nothing shows that everybody "
        "agreed to that",
        number=number,
        page=page_of(seat, players),
    )


def endings(
    chains: Sequence[Chain], actors: Sequence[int], players: Mapping[int, str]
) -> list[Message]:
    """Returns a sentence for each chain that ended, with the first action drawn without it."""
    firsts: dict[int, int] = {}  # the number of the first action of each step
    for i, run in runs(actors):
        firsts.setdefault(step_of(run, chains), i + 1)
    says = []
    for chain in sorted((c for c in chains if c.ended is not None), key=lambda c: c.ended or 0):
        later = [number for step, number in firsts.items() if not chain.takes_part(step)]
        if later:
            says.append(
                say(
                    "From move {number} on, the draws are made without {page}: the others agreed.",
                    number=min(later),
                    page=page_of(chain.seat, players),
                )
            )
    if len(chains) > 1 and all(c.ended is not None for c in chains if c.seat != HOST) and says:
        says.append(say("After that only the host’s page was left, which could foresee the draws."))
    return says
