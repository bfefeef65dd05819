"""Fairness anyone can check: chance from a secret seed that was committed to beforehand.

Before the game the table shows ``commitment(seed)``, the SHA-256 of a secret seed.
Chance event number i (from 0) is drawn from HMAC-SHA256(seed, "game id:i"). After
the game the seed is shown, and ``check`` recomputes every die, card and tile. The
published hash itself never decides anything. What a record took over from another game
was not drawn from its seed: ``check`` answers for what came after, and ``prove`` for all of it,
given the records that it goes on from.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from matou.core.words import Words
from matou.kit.linking import CHANCE

if TYPE_CHECKING:
    from matou.core.record import Record
    from matou.core.state import State

SEED_BYTES = 32
SPAN = 1 << 256  # a digest read as a whole number is below this


def new_seed() -> str:
    """A fresh secret seed, as 64 hexadecimal digits."""
    return secrets.token_hex(SEED_BYTES)


def new_id() -> str:
    """A fresh name for a game, short enough to read aloud."""
    return secrets.token_hex(6)


def is_seed(text: str) -> bool:
    """Is this a seed (or a commitment) as we write them?"""
    return re.fullmatch(r"[0-9a-f]{64}", text) is not None


def commitment(seed: str) -> str:
    """What is shown before the game: the SHA-256 of the seed's bytes."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def number_below(seed: str, game_id: str, event: int, n: int) -> int:
    """A whole number from 0 up to and without ``n``, each exactly as likely.

    The digest is taken modulo n; the few highest values that would favour some
    remainders are thrown away and drawn again with a further counter.
    """
    key = bytes.fromhex(seed)
    retry = 0
    while True:
        message = f"{game_id}:{event}" if retry == 0 else f"{game_id}:{event}:{retry}"
        x = int.from_bytes(hmac.digest(key, message.encode(), "sha256"), "big")
        if x < SPAN - SPAN % n:
            return x % n
        retry += 1


def outcome(
    seed: str, game_id: str, event: int, actions: Sequence[int], weights: Sequence[int]
) -> int:
    """The outcome of a chance event: the actions in ascending order, by weight."""
    x = number_below(seed, game_id, event, sum(weights))
    for action, weight in zip(actions, weights, strict=True):
        if x < weight:
            return action
        x -= weight
    raise AssertionError("weights add up to more than their sum")


class Dealer:
    """Draws a table's chance events, one after another, from its seed."""

    def __init__(self, seed: str | None = None, game_id: str | None = None) -> None:
        self.seed = seed if seed is not None else new_seed()
        self.game_id = game_id if game_id is not None else new_id()
        self.commitment = commitment(self.seed)

    def draw(self, state: State, event: int | None = None) -> int:
        """The outcome of the chance event that a state waits for; its number where it is known."""
        if event is None:
            event = sum(1 for entry in state.history if entry.actor == CHANCE)
        return outcome(self.seed, self.game_id, event, state.legal(), state.weights())


def taken_over(record: Record) -> int:
    """How many of a record's actions came from another game."""
    return record.origin.count if record.origin is not None else 0


def check(record: Record) -> Words | None:
    """Recompute the chance events of a record; None if all fit, else the first that does not.

    Those that were taken over from another game (``record.origin``) are only counted.
    """
    if not record.seed or not record.commitment or not record.id:
        missing = [k for k in ("id", "commitment", "seed") if not getattr(record, k)]
        return Words(
            f"the record has no {' and no '.join(missing)}, so nothing can be recomputed",
            f"la partie n’a pas de {' ni de '.join(missing)} : rien ne peut être recalculé",
        )
    if commitment(record.seed) != record.commitment:
        return Words(
            "the seed does not fit the commitment: its SHA-256 is another",
            "la graine ne va pas avec l’empreinte promise : son SHA-256 est autre",
        )
    state = record.game.start(record.seats)
    event, taken = 0, taken_over(record)
    for number, name in enumerate(record.actions, 1):
        if state.actor == CHANCE:
            a = outcome(record.seed, record.id, event, state.legal(), state.weights())
            if number > taken and state.name(a) != name:
                return Words(
                    f"action {number}, chance event {event}: the record says {name}, "
                    f"the seed gives {state.name(a)}",
                    f"action {number}, tirage {event} : la partie dit {name}, "
                    f"la graine donne {state.name(a)}",
                )
            event += 1
        state.play(name)
    return None


class Proof(NamedTuple):
    """Which chance events of a record follow from seeds that were promised before."""

    wrong: Words | None  # what does not fit
    taken: int = 0  # actions at the beginning that came from elsewhere, and nothing answers for
    proved: int = 0  # chance events after those, which all fit
    unproved: int = 0  # chance events among those

    @property
    def whole(self) -> bool:
        """Is every chance event proved?"""
        return self.wrong is None and self.unproved == 0


def prove(record: Record, origins: Sequence[Record] = ()) -> Proof:
    """What is proved of a record, by its own seed and by those of the games it goes on from.

    ``origins`` are records of such games, in any order; where one is missing, or is of another
    game, nothing answers for what was taken over from it.
    """
    wrong = check(record)
    if wrong is not None:
        return Proof(wrong)
    taken = taken_over(record)
    first = origin_among(record, origins)
    if first is not None:
        if not begins_alike(record, first, taken):
            return Proof(
                Words(
                    f"its first {taken} actions are not those of game {first.id}",
                    f"ses {taken} premières actions ne sont pas celles de la partie {first.id}",
                )
            )
        before = prove(first, [other for other in origins if other is not first])
        if before.wrong is not None:
            en, fr = before.wrong
            return Proof(
                Words(f"of game {first.id}, {en}", f"pour la partie {first.id}, {fr}"),
            )
        taken = min(taken, before.taken)
    chance = [entry.actor == CHANCE for entry in record.replay().history]
    unproved = sum(chance[:taken])
    return Proof(None, taken if unproved else 0, sum(chance) - unproved, unproved)


def origin_among(record: Record, origins: Sequence[Record]) -> Record | None:
    """The record of the game that another goes on from, if it is there."""
    if record.origin is None:
        return None
    return next((other for other in origins if other.id == record.origin.id), None)


def begins_alike(record: Record, first: Record, count: int) -> bool:
    """Do two records agree on the rules of the table, and on their first ``count`` actions?"""
    told, other = (
        (r.game.name, r.game.version, r.seats, r.game.settings(r.seats), r.actions[:count])
        for r in (record, first)
    )
    return told == other and len(first.actions) >= count
