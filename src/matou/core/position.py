"""A position of a game: the part that a state and an observation share."""

from __future__ import annotations

import operator
from copy import copy
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from matou.core.messages import Message, Why, say
from matou.kit.layout import as_bytes
from matou.kit.linking import OVER
from matou.kit.sets import members

if TYPE_CHECKING:
    from matou.core.game import Game

# ``ended_by``, if the table stopped the game: somebody's time was up, or somebody resigned.
TIME = "time"
RESIGNED = "resigned"
# What ``dir`` shows of a state and of an observation: what programs need.
NAMES = (
    *("actor", "describe", "ended_by", "game", "legal", "name", "over", "played", "returns"),
    *("scores", "seats", "svg", "to_text", "tobytes", "winners"),
)


class Secret(NamedTuple):
    """An action whose details only one seat knows, and its notation and log line for the others."""

    owner: int
    name: str
    says: Message


class Entry(NamedTuple):
    actor: int
    action: int
    name: str
    secret: Secret | None
    reveals: bool


class Out(NamedTuple):
    """A seat that lost on time or resigned, and after how many actions."""

    seat: int
    after: int
    resigned: bool = False


class Seen(NamedTuple):
    """An action as a seat saw it; ``action`` is -1 if the seat did not see which."""

    actor: int
    action: int
    name: str


# The seats of a table share their entries. They are few, and taking one costs less than making one.
seen = lru_cache(maxsize=8192)(Seen)


def number_of(action: object) -> int:
    """Returns an integer of any type, NumPy's too; -1 if it is none."""
    try:
        return -1 if isinstance(action, bool) else operator.index(action)  # type: ignore[arg-type]
    except TypeError:
        return -1


class Position:
    """A record and the questions that a state and an observation both answer."""

    __slots__ = ("_actor", "_legal", "_weights", "game", "out", "s", "seats", "stopped")

    def __init__(
        self, game: Game, seats: int, s: Any, out: tuple[Out, ...] = (), stopped: bool = False
    ) -> None:
        self.game = game
        self.seats = seats
        self.s = s
        self.out = out  # who lost on time or resigned, in order…
        self.stopped = stopped  # …and whether that ended the game
        # Caches, cleared by each action. The weights are set with the legal actions.
        self._actor: int | None = None
        self._legal: list[int] | None = None
        self._weights: list[int]

    def __deepcopy__(self, memo: object) -> Self:
        return copy(self)

    def refresh(self) -> None:
        """Clears the caches, after something else has changed the record."""
        self._actor = self._legal = None

    @property
    def actor(self) -> int:
        """The seat to decide, CHANCE or OVER."""
        actor = self._actor
        if actor is None:
            actor = self._actor = OVER if self.stopped else self.game.rules.actor(self.s)
        return actor

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        actor = self._actor
        return (self.actor if actor is None else actor) == OVER

    def _list(self) -> list[int]:
        if self._legal is None:
            rules = self.game.rules
            out = [0] * rules.MAX_LEGAL
            weights = [0] * rules.MAX_LEGAL
            n = 0 if self.actor == OVER else rules.legal(self.s, out, weights)
            self._legal = out[:n]
            self._weights = weights[:n]
        return self._legal

    @property
    def scores(self) -> list[int]:
        """What people compare, one number per seat, at this moment."""
        out = [0] * self.seats
        self.game.rules.scores(self.s, out)
        return out

    @property
    def winners(self) -> list[int]:
        """The winning seats; empty in a draw, and while the game goes on.

        A seat that is ``out`` has lost, with its team. The best of the others win: if the game was
        stopped, by the scores at that moment.
        """
        if self.actor != OVER:
            return []
        winners = [] if self.stopped else members(self.game.rules.winners(self.s))
        if not self.out:
            return winners
        side = self.game.team or (lambda seat: seat)
        lost = {side(out.seat) for out in self.out}
        left = [seat for seat in range(self.seats) if side(seat) not in lost]
        still = [seat for seat in winners if seat in left]
        if still or len({side(seat) for seat in left}) < 2:
            return still or left
        best = max(self.scores[seat] for seat in left)
        return [seat for seat in left if self.scores[seat] == best]

    @property
    def returns(self) -> list[float]:
        """What the result is worth to each seat; zeros while the game goes on."""
        out = [0.0] * self.seats
        if self.out and self.actor == OVER:
            won = self.winners
            return [float(seat in won) / len(won) for seat in range(self.seats)]
        if self.actor == OVER:
            self.game.rules.returns(self.s, out)
        return out

    @property
    def ended_by(self) -> str | None:
        """The rule that ended the game, TIME or RESIGNED; None while it goes on."""
        if self.stopped:
            return RESIGNED if self.out[-1].resigned else TIME
        if self.actor != OVER:
            return None
        return self.game.rules.ENDINGS[self.game.rules.ended(self.s)]

    def why_not(self, what: object) -> Why:
        """Explains why an action, given by number or notation, is not legal here."""
        if self.stopped:
            return Why("", say("The game is over."))
        why, s = self.game.why, self.s
        if isinstance(what, str):
            action = self.game.notation.read(s, what)
            never = why.why_never(s, what) if action < 0 else None
            if never is not None:
                return never
        else:
            action = number_of(what)
        if 0 <= action < self.game.rules.ACTIONS:
            return why.why_not(s, action)
        shown, now = str(what)[:40], why.why_now(s)
        return Why(
            now.rule,
            say("“{action}” is not a legal action here. {now}", action=shown, now=now.says),
        )

    def tobytes(self) -> bytes:
        """Returns the record's bytes."""
        return as_bytes(self.s)

    def _stands_like(self, other: Position) -> bool:
        """Returns whether the positions are equal, whatever led to them."""
        return (
            self.tobytes() == other.tobytes()
            and (self.seats, self.out, self.stopped) == (other.seats, other.out, other.stopped)
            and self.game.plays_like(other.game, self.seats)
        )
