"""A game in play: ``State``, and ``Observation``, what one seat may know of it."""

from __future__ import annotations

import operator
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from matou.core.words import IllegalAction, Secret, Why, Words, winning
from matou.kit.layout import Row, as_bytes, clone
from matou.kit.linking import CHANCE, OVER

if TYPE_CHECKING:
    from matou.core.game import Game
    from matou.core.record import Record
    from matou.paper import Sheet


STOPPED_BY_TIME = Words(
    "The game is over: somebody’s time was up.",
    "La partie est finie : le temps de quelqu’un était écoulé.",
)
TIME = "time"  # what ended a game whose table stopped it when somebody's time was up


class Entry(NamedTuple):
    """One action of a game, as it was played."""

    actor: int
    action: int
    name: str
    secret: Secret | None
    reveals: bool


class Out(NamedTuple):
    """A seat that has lost because its time was up, and after how many actions."""

    seat: int
    after: int


class Seen(NamedTuple):
    """One action of a game, as a seat saw it; ``action`` is -1 where it did not see which."""

    actor: int
    action: int
    name: str


def number_of(action: object) -> int:
    """A whole number of whatever type, NumPy's too; -1 for what is none."""
    try:
        return -1 if isinstance(action, bool) else operator.index(action)  # type: ignore[arg-type]
    except TypeError:
        return -1


class Position:
    """What a state and an observation share: a record and the questions one asks of it."""

    __slots__ = ("_actor", "_legal", "_weights", "game", "out", "s", "seats", "stopped")

    def __init__(self, game: Game, seats: int, s: Any) -> None:
        self.game = game
        self.seats = seats
        self.s = s
        self.out: tuple[Out, ...] = ()  # who has lost by time, the first to do so first…
        self.stopped = False  # …and whether that ended the game
        # Asked often, and the same until something is played.
        self._actor: int | None = None
        self._legal: list[int] | None = None
        self._weights: list[int] = []

    @property
    def actor(self) -> int:
        """Whose decision it is: a seat, CHANCE or OVER."""
        actor = self._actor
        if actor is None:
            actor = self._actor = OVER if self.stopped else self.game.rules.actor(self.s)
        return actor

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.actor == OVER

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
        """What people compare, one number per seat, as it stands now."""
        out = [0] * self.seats
        self.game.rules.scores(self.s, out)
        return out

    @property
    def winners(self) -> list[int]:
        """The winning seats; empty in a draw, and while the game goes on.

        Whoever is ``out`` has lost with all who play together with them; the best of the others
        win, by the scores as they stand where the game was stopped.
        """
        if self.actor != OVER:
            return []
        won = 0 if self.stopped else self.game.rules.winners(self.s)
        winners = [seat for seat in range(self.seats) if won >> seat & 1]
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
        """The rule that ended the game, or TIME; None while it goes on."""
        if self.stopped:
            return TIME
        if self.actor != OVER:
            return None
        return self.game.rules.ENDINGS[self.game.rules.ended(self.s)]

    def why_not(self, what: object) -> Why:
        """Why something is no legal action here, by number or notation: one door for all."""
        if self.stopped:
            return Why("", STOPPED_BY_TIME)
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
            Words(
                en=f"“{shown}” is no action here. {now.says.en}",
                fr=f"« {shown} » n’est pas une action ici. {now.says.fr}",
            ),
        )

    def tobytes(self) -> bytes:
        """The record's bytes."""
        return as_bytes(self.s)


class State(Position):
    """A whole game, all of it known: what a referee holds.

    >>> import matou
    >>> state = matou.game("clocktowers").start(seats=2)
    >>> state.actor == matou.CHANCE
    True
    >>> state.play("=R3")
    """

    __slots__ = ("_seen", "history")

    def __init__(self, game: Game, seats: int, s: Any) -> None:
        super().__init__(game, seats, s)
        self.history: list[Entry] = []
        self._seen: dict[int | None, tuple[list[Seen], Entry]] = {}  # logs, and up to where

    def __repr__(self) -> str:
        return f"<{self.game.name}, {self.seats} seats, after {len(self.history)} actions>"

    def legal(self) -> list[int]:
        """The legal actions, ascending; at CHANCE, the possible outcomes."""
        return list(self._list())

    def weights(self) -> list[int]:
        """At CHANCE, one whole-number weight per legal action; empty otherwise."""
        self._list()
        return list(self._weights) if self.actor == CHANCE else []

    def name(self, action: SupportsIndex) -> str:
        """The notation of a legal action."""
        return self.game.notation.name(self.s, self._check(action))

    def parse(self, text: str) -> int:
        """The legal action that a notation string means; IllegalAction if none."""
        action = self.game.notation.read(self.s, text) if isinstance(text, str) else -1
        if action not in self._list():
            raise IllegalAction(self.why_not(text), str(text))
        return action

    def allows(self, action: int) -> bool:
        """Is this one of the legal actions?"""
        return action in self._list()

    def _check(self, action: SupportsIndex) -> int:
        number = action if type(action) is int else number_of(action)
        if number not in self._list():
            raise IllegalAction(self.why_not(action), str(action))
        return number

    def play(self, action: SupportsIndex | str) -> None:
        """Carry out an action, by number or notation; refused, nothing has changed."""
        a = self.parse(action) if isinstance(action, str) else self._check(action)
        game = self.game
        actor = self.actor
        entry = Entry(
            actor,
            a,
            game.notation.name(self.s, a),
            game.notation.secret(self.s, a),
            actor >= 0 and game.rules.reveals(self.s, a),
        )
        game.rules.apply(self.s, a)
        self.history.append(entry)
        self._actor = self._legal = None

    def sample(self, rng: random.Random) -> int:
        """A random legal action: at CHANCE by weight, otherwise any as likely as another."""
        legal = self._list()
        if not legal:
            raise ValueError(f"{self!r} is over: there is nothing to play")
        if self.actor == CHANCE:
            return rng.choices(legal, self._weights)[0]
        return rng.choice(legal)

    def describe(self, action: SupportsIndex, lang: str = "en") -> str:
        """A legal action in words."""
        return self.game.words.describe(self.s, self._check(action)).say(lang)

    def can_undo(self, seat: int) -> bool:
        """May this seat take its last action back?

        Never across chance, a reveal, another player's action, or the end of the
        game: after those somebody knows more than before.
        """
        if not self.history or self.actor == OVER:
            return False
        last = self.history[-1]
        return last.actor == seat and seat >= 0 and not last.reveals

    def undo(self, seat: int) -> None:
        """Take the seat's last action back, where ``can_undo`` allows it."""
        if not self.can_undo(seat):
            raise ValueError(
                "there is nothing to take back: undo never goes across chance, a reveal, "
                "another player or the end of the game"
            )
        before = self.game.start(self.seats)
        for entry in self.history[:-1]:
            before.game.rules.apply(before.s, entry.action)
        self.history.pop()
        self.s = before.s
        self._actor = self._legal = None

    def lose(self, seat: int, *, stops: bool) -> None:
        """A seat's time is up: it has lost, whatever comes; ``stops``: and the game is over.

        That is the table's doing and no rule of a game. Nothing before it can be taken back.
        """
        self.out = (*self.out, Out(seat, len(self.history)))
        self.stopped = stops
        self.seal()
        self._actor = self._legal = None

    def seal(self) -> None:
        """Nobody can take back what was played so far."""
        if self.history:
            self.history[-1] = self.history[-1]._replace(reveals=True)

    def copy(self) -> State:
        """An independent copy."""
        twin = State(self.game, self.seats, clone(self.s))
        twin.history = list(self.history)
        twin.out, twin.stopped = self.out, self.stopped
        return twin

    def observe(self, seat: int | None = None) -> Observation:
        """What a seat may know; None is a spectator, who knows nothing private."""
        if seat is not None and not 0 <= seat < self.seats:
            raise ValueError(f"seat is {seat}; this table has seats 0 to {self.seats - 1}")
        s = clone(self.s)
        self.game.rules.observe(s, -1 if seat is None else seat)
        history = self.history
        if self.actor == OVER:
            log = [Seen(e.actor, e.action, e.name) for e in history]
            return Observation(self.game, self.seats, s, seat, log, self.out, self.stopped)
        log, last = self._seen.get(seat, ([], None))
        if log and (len(log) > len(history) or history[len(log) - 1] is not last):
            log = []  # another one: observations from before still look at theirs
        for e in history[len(log) :]:
            if e.secret is None or e.secret.owner == seat:
                log.append(Seen(e.actor, e.action, e.name))
            else:
                log.append(Seen(e.actor, -1, e.secret.name))
        if history:
            self._seen[seat] = log, history[-1]
        return Observation(self.game, self.seats, s, seat, log, self.out)

    def svg(self, seat: int | None = None, **how: Any) -> str:
        """The picture that a seat sees; see ``Observation.svg``."""
        return self.observe(seat).svg(**how)

    def _repr_svg_(self) -> str:
        return self.svg(seat=self.actor if self.actor >= 0 else None)

    def record(self) -> Record:
        """The game as a record, which dumps to text, loads from it and replays."""
        from matou.core.record import Record

        return Record.of(self)


class Observation(Position):
    """What one seat may know of a game: the same record, the rest of it blanked.

    All that people and bots are given is made from this.
    """

    __slots__ = ("_log", "_played", "seat")

    def __init__(
        self,
        game: Game,
        seats: int,
        s: Any,
        seat: int | None,
        log: Sequence[Seen],
        out: tuple[Out, ...] = (),
        stopped: bool = False,
    ) -> None:
        super().__init__(game, seats, s)
        self.out, self.stopped = out, stopped
        self.seat = seat
        # It grows as the game goes on: what is seen from here ends here.
        self._log, self._played = log, len(log)

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<{self.game.name} as {who} sees it, after {self.played} actions>"

    @property
    def played(self) -> int:
        """How many actions led here; what was taken back is not counted."""
        return self._played

    @property
    def log(self) -> list[Seen]:
        """What happened so far, as this seat saw it."""
        return list(self._log[: self._played])

    def backwards(self) -> Iterator[Seen]:
        """The log from the last entry to the first, for whoever need not read all of it."""
        return islice(reversed(self._log), len(self._log) - self._played, None)

    @property
    def last(self) -> Seen | None:
        """What happened last."""
        return self._log[self._played - 1] if self._played else None

    def legal(self) -> list[int]:
        """The legal actions if this seat is to act; otherwise none are known."""
        return list(self._list()) if self.seat is not None and self.actor == self.seat else []

    def name(self, action: int) -> str:
        """The notation of one of this seat's legal actions."""
        if action not in self.legal():
            raise ValueError(f"{action} is not a legal action of this seat here")
        return self.game.notation.name(self.s, action)

    def describe(self, action: int, lang: str = "en", names: Sequence[str] = ()) -> str:
        """One of this seat's legal actions, in words."""
        if action not in self.legal():
            raise ValueError(f"{action} is not a legal action of this seat here")
        return self.game.words.describe(self.s, action).say(lang, names, self.seat)

    def prompt(self, lang: str = "en", names: Sequence[str] = ()) -> str:
        """What may be done now, in one sentence."""
        says = winning(self.winners) if self.stopped else self.game.words.prompt(self)
        return says.say(lang, names, self.seat)

    def text(self, lang: str = "en", names: Sequence[str] = ()) -> str:
        """The board in words: all that the picture says."""
        return self.game.words.board(self).say(lang, names, self.seat)

    def svg(
        self,
        *,
        lang: str = "en",
        theme: str | None = "light",
        memory: bool = False,
        names: Sequence[str] = (),
        wide: bool = False,
    ) -> str:
        """The picture. ``theme`` None leaves colours as CSS variables, for a page.

        ``memory`` shows what was seen once and is hidden now, where a game has such;
        ``names`` are the players' names, by seat; ``wide`` is the shape for a screen that is
        wider than high, otherwise it is one column.
        """
        from matou.paper import paint

        drawn = str(self.sheet(lang=lang, memory=memory, names=names, wide=wide))
        return drawn if theme is None else paint(drawn, theme)

    def sheet(
        self,
        *,
        lang: str = "en",
        memory: bool = False,
        names: Sequence[str] = (),
        wide: bool = False,
        before: Sheet | None = None,
    ) -> Sheet:
        """The picture in parts that change apart from each other, for a page.

        ``before`` is one that may have some of them already: they are not drawn again.
        """
        draw = self.game.drawing.draw
        names = tuple(names)
        return draw(self, lang=lang, memory=memory, names=names, wide=wide, before=before)

    def _repr_svg_(self) -> str:
        return self.svg()

    def imagine(self, rng: Row) -> State:
        """One whole state that fits what this seat knows, for bots; it has no history."""
        s = clone(self.s)
        self.game.rules.imagine(s, rng)
        return State(self.game, self.seats, s)
