"""Fairness that anyone can check: chance comes from a secret seed, committed to before the game.

Before the game the table shows ``commitment(seed)``, the SHA-256 of a secret seed. Chance event
number i (from 0) is drawn from HMAC-SHA256(seed, "game id:i"). After the game the seed is shown,
and ``check`` recomputes every die, card and tile. The published hash itself decides nothing.
A record that continues another game did not draw the first actions from its own seed: ``check``
proves the rest, and ``prove`` everything, given the records of the earlier games.
Where friends play without a server, all pages make the seed of each draw together (``chains``).
"""

import hmac
import itertools
import re
import secrets
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from matou.core.chains import Chain, Links, endings, hashed, not_opened, runs, wrong_with
from matou.core.messages import Message, listed, say
from matou.core.record import Record
from matou.core.state import State
from matou.kit.linking import CHANCE

SEED_BYTES = 32
SPAN = 1 << 256  # a digest read as a whole number is below this
commitment = hashed  # of a seed: the SHA-256 of its bytes, which is shown before the game


def new_seed() -> str:
    """Returns a new secret seed, 64 hexadecimal digits."""
    return secrets.token_hex(SEED_BYTES)


def new_id() -> str:
    """Returns a new id of a game, short enough to read aloud."""
    return secrets.token_hex(6)


def is_seed(text: str) -> bool:
    """Returns whether a text is a well-formed seed or commitment."""
    return re.fullmatch(r"[0-9a-f]{64}", text) is not None


@lru_cache(maxsize=4096)
def keyed(seed: str) -> hmac.HMAC:
    """Returns the HMAC of an empty message; extending a copy is faster than making a new one."""
    return hmac.new(bytes.fromhex(seed), digestmod="sha256")


def number_below(seed: str, game_id: str, event: int, n: int) -> int:
    """Returns a number from 0 to n - 1, all exactly equally likely.

    The digest is taken modulo n; the few highest values, which would favour some remainders, are
    drawn again with a further counter.
    """
    retry = 0
    while True:
        message = f"{game_id}:{event}" if retry == 0 else f"{game_id}:{event}:{retry}"
        code = keyed(seed).copy()
        code.update(message.encode())
        x = int.from_bytes(code.digest(), "big")
        if x < SPAN - SPAN % n:
            return x % n
        retry += 1


def outcome(
    seed: str, game_id: str, event: int, actions: Sequence[int], weights: Sequence[int]
) -> int:
    """Returns the outcome of a chance event: by weight, the actions in ascending order."""
    x = number_below(seed, game_id, event, sum(weights))
    for action, weight in zip(actions, weights, strict=True):
        if x < weight:
            return action
        x -= weight
    raise AssertionError("weights add up to more than their sum")


class Dealer:
    """Draws a table's chance events from its seed."""

    chains: tuple[Chain, ...] = ()  # if all pages draw together

    def __init__(self, seed: str | None = None, game_id: str | None = None) -> None:
        self.seed = seed if seed is not None else new_seed()
        self.game_id = game_id if game_id is not None else new_id()
        self.commitment = commitment(self.seed)

    @property
    def revealed(self) -> str:
        """Returns the secret that everybody sees after the game."""
        return self.seed

    def is_ready(self, state: State) -> bool:  # noqa: ARG002
        """Returns whether a state's chance event can be drawn now."""
        return True

    def draw(self, state: State, event: int | None = None) -> int:
        """Returns the outcome of a state's chance event; ``event`` is its number, if known."""
        if event is None:
            event = sum(1 for entry in state.history if entry.actor == CHANCE)
        return outcome(self.seed, self.game_id, event, state.legal(), state.weights())


def taken_over(record: Record) -> int:
    """Returns how many of a record's actions came from another game."""
    return record.origin.count if record.origin is not None else 0


def check(record: Record) -> Message | None:
    """Recomputes the chance events of a record; returns the first mismatch, or None.

    Events taken over from another game (``record.origin``) are only counted.
    """
    keys = ("id", "commitment") if record.chains else ("id", "commitment", "seed")
    missing = [k for k in keys if not getattr(record, k)]
    if missing:
        return say(
            "the record has no {missing}, so nothing can be recomputed",
            missing=listed(missing, "or"),
        )
    if record.chains:
        return check_chains(record)
    if commitment(record.seed) != record.commitment:
        return say("the seed does not match the fingerprint: its SHA-256 is different")
    return check_draws(record, itertools.repeat(record.seed))


def check_chains(record: Record) -> Message | None:
    """Checks a record whose draws all pages made together."""
    links = Links(record.chains)
    wrong = wrong_with(links, record.commitment, record.players)
    if wrong is not None:
        return wrong
    seeds = []
    for i, run in runs(entry.actor for entry in record.replay().history):
        seed = links.seed(run) if i >= taken_over(record) else ""
        if isinstance(seed, list):
            return not_opened(i + 1, seed[0], record.players)
        seeds.append(seed)
    return check_draws(record, iter(seeds))


def check_draws(record: Record, seeds: Iterator[str]) -> Message | None:
    """Draws each chance event again from its seed; returns the first mismatch, or None."""
    state = record.game.start(record.seats)
    event, taken = 0, taken_over(record)
    for number, name in enumerate(record.actions, 1):
        if state.actor == CHANCE:
            a = outcome(next(seeds), record.id, event, state.legal(), state.weights())
            if number > taken and state.name(a) != name:
                return say(
                    "action {number}, chance event {event}: the record says {name}, the seed "
                    "gives {outcome}",
                    number=number,
                    event=event,
                    name=name,
                    outcome=state.name(a),
                )
            event += 1
        state.play(name)
    return None


class Proof(NamedTuple):
    """Which chance events of a record follow from seeds that were committed to."""

    wrong: Message | None  # what does not fit
    taken: int = 0  # actions at the beginning that came from elsewhere, and nothing answers for
    proved: int = 0  # chance events after those, which all fit
    unproved: int = 0  # chance events among those
    pages: int = 0  # how many pages drew together; 0 if one seed decides
    notes: tuple[Message, ...] = ()  # chains that ended before the game

    @property
    def whole(self) -> bool:
        return self.wrong is None and self.unproved == 0


def prove(record: Record, origins: Sequence[Record] = ()) -> Proof:
    """Proves a record by its own seed and by those of the games that it continues.

    ``origins`` are records of such games, in any order. Actions taken over from a game whose record
    is missing stay unproved.
    """
    wrong = check(record)
    if wrong is not None:
        return Proof(wrong)
    taken = taken_over(record)
    first = origin_among(record, origins)
    if first is not None:
        if not begins_alike(record, first, taken):
            return Proof(
                say("up to action {taken}, it does not match game {id}", taken=taken, id=first.id)
            )
        before = prove(first, [other for other in origins if other is not first])
        if before.wrong is not None:
            return Proof(say("in game {id}, {why}", id=first.id, why=before.wrong))
        taken = min(taken, before.taken)
    actors = [entry.actor for entry in record.replay().history]
    unproved = actors[:taken].count(CHANCE)
    proved = actors.count(CHANCE) - unproved
    notes = tuple(endings(record.chains, actors, record.players))
    return Proof(None, taken if unproved else 0, proved, unproved, len(record.chains), notes)


def origin_among(record: Record, origins: Sequence[Record]) -> Record | None:
    """Returns the record of the game that a record continues, if it is there."""
    if record.origin is None:
        return None
    return next((other for other in origins if other.id == record.origin.id), None)


def begins_alike(record: Record, first: Record, count: int) -> bool:
    """Returns whether two records have the same settings and the same first ``count`` actions."""
    one, other = (
        (r.game.name, r.game.version, r.seats, r.game.settings(r.seats), r.actions[:count])
        for r in (record, first)
    )
    return one == other and len(first.actions) >= count
