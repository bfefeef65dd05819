"""A state: a game in play, with nothing hidden."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, SupportsIndex

from matou.core.observation import Observation
from matou.core.position import NAMES, Entry, Out, Position, Seen, number_of, seen
from matou.core.refusals import BadChoice, IllegalAction, check_language
from matou.kit.layout import clone
from matou.kit.linking import CHANCE, OVER
from matou.kit.reducing import made_by

if TYPE_CHECKING:
    from matou.core.game import Game
    from matou.core.record import Record

_RANDOM = random.Random()


def as_seen(entry: Entry, seat: int | None) -> Seen:
    """Returns an action as a seat saw it."""
    secret = entry.secret
    if secret is None or secret.owner == seat:
        return seen(entry.actor, entry.action, entry.name)
    return seen(entry.actor, -1, secret.name)


class State(Position):
    """A whole game with nothing hidden: what a referee knows.

    Equal states have equal histories too, so they answer everything alike. ``tobytes`` compares
    positions alone. Copies are independent, and a pickle holds everything, secrets included.

    >>> import matou
    >>> state = matou.game("clocktowers").start(seats=2)
    >>> state.actor == matou.CHANCE
    True
    >>> state.play("=R3")
    """

    __slots__ = ("_before", "_first", "_logs", "history")

    def __init__(self, game: Game, seats: int, s: Any) -> None:
        super().__init__(game, seats, s)
        self.history: list[Entry] = []
        self._first: Any = None  # the record before the history, if that is not the game's start…
        self._before = 0  # …and how many actions led to it
        self._logs: dict[int | None, list[Seen]] = {}  # of the seats that observe it

    def __dir__(self) -> list[str]:
        own = ("allows", "can_undo", "copy", "history", "observe", "parse", "play", "record")
        return sorted((*NAMES, *own, "sample", "undo", "weights", "why_not"))

    @classmethod
    def at(cls, game: Game, seats: int, s: Any, played: int = 0) -> State:
        """Returns a state that begins at a position, after so many actions that are not known."""
        state = cls(game, seats, s)
        state._first, state._before = clone(s), played
        return state

    def __repr__(self) -> str:
        return f"<{self.game.name}, {self.seats} seats, after {self.played} actions>"

    def __str__(self) -> str:
        """Returns the board in characters, as the seat to decide sees it."""
        return str(self.observe(self.actor if self.actor >= 0 else None))

    @property
    def played(self) -> int:
        """The number of actions so far, without those taken back."""
        return self._before + len(self.history)

    @property
    def kind(self) -> str:
        return "state"

    def to_text(self) -> str:
        """Returns the position as one line of text, which ``game.from_text`` reads.

        It is complete: it says everything, the secrets of every seat included. What one seat may
        know is ``state.observe(seat).to_text()``. How the game got there is not in it: that is in
        ``state.record()``.

        >>> import matou
        >>> game = matou.game("chopchop")
        >>> state = game.start(seats=2)
        >>> state.play(state.legal()[0])
        >>> state.to_text()
        'chopchop 1; seats=2; state played=1; cat=16 phase=1'
        >>> game.from_text(state.to_text()).legal() == state.legal()
        True
        """
        from matou.core.position_text import written

        return written(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        same = self._stands_like(other) and self.played == other.played
        return same and self.history == other.history

    __hash__ = None  # type: ignore[assignment]  # it changes with each action

    def __copy__(self) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        from matou.core.pickling import parts_of_state

        return made_by("restored_state", *parts_of_state(self))

    def legal(self) -> list[int]:
        """Returns the legal actions, ascending; at CHANCE, the possible outcomes."""
        return list(self._list())

    def weights(self) -> list[int]:
        """Returns the weight of each legal action at CHANCE; otherwise raises ValueError."""
        if self.actor != CHANCE:
            now = "the game is over" if self.actor == OVER else f"seat {self.actor} decides"
            raise ValueError(f"only chance has weights, and in {self!r} {now}: see state.actor")
        self._list()
        return list(self._weights)

    def name(self, action: SupportsIndex | str) -> str:
        """Returns the notation of a legal action."""
        return self.game.notation.name(self.s, self.check(action))

    def parse(self, text: str) -> int:
        """Returns the legal action that a notation means; raises IllegalAction if there is none."""
        if not isinstance(text, str):
            raise TypeError(f"parse reads notation like 'F1c+', not {text!r}: see state.name")
        action = self.game.notation.read(self.s, text)
        if action not in self._list():
            raise IllegalAction(self.why_not(text), str(text))
        return action

    def allows(self, action: int) -> bool:
        """Returns whether an action is legal."""
        return action in self._list()

    def check(self, action: SupportsIndex | str) -> int:
        """Returns a legal action as a number; raises IllegalAction if it is not legal."""
        if isinstance(action, str):
            return self.parse(action)
        number = action if type(action) is int else number_of(action)
        if number not in (self._legal or self._list()):
            raise IllegalAction(self.why_not(action), str(action))
        return number

    def play(self, action: SupportsIndex | str) -> None:
        """Plays an action, given by number or notation. A refused action changes nothing."""
        self.add(self.entry(action))

    def entry(self, action: SupportsIndex | str) -> Entry:
        """Returns an action as the history records it; raises IllegalAction if it is not legal."""
        a = self.check(action)
        game, actor, s = self.game, self.actor, self.s
        notation = game.notation
        reveals = actor >= 0 and game.rules.reveals(s, a)
        return Entry(actor, a, notation.name(s, a), notation.secret(s, a), reveals)

    def add(self, entry: Entry) -> None:
        """Plays an action that ``entry`` returned in this position."""
        self.game.rules.apply(self.s, entry.action)
        self.history.append(entry)
        for seat, log in self._logs.items():
            log.append(as_seen(entry, seat))
        self._actor = self._legal = None

    def sample(self, rng: random.Random | None = None) -> int:
        """Returns a random legal action: at CHANCE by weight, otherwise uniformly.

        With the same ``random.Random(seed)`` it returns the same action.
        """
        if rng is None:
            rng = _RANDOM
        elif not isinstance(rng, random.Random):
            raise TypeError(f"sample takes a random.Random(seed), not {rng!r}")
        legal = self._list()
        if not legal:
            raise ValueError(f"{self!r} is over: there is nothing to play")
        if self.actor == CHANCE:
            return rng.choices(legal, self._weights)[0]
        return rng.choice(legal)

    def describe(self, action: SupportsIndex | str, lang: str = "en") -> str:
        """Returns a legal action in words, in one of our languages."""
        return self.game.words.describe(self.s, self.check(action)).say(check_language(lang))

    def can_undo(self, seat: int) -> bool:
        """Returns whether this seat may take its last action back.

        Never across chance, a reveal, another player's action, or the end of the game: after
        those somebody knows more than before.
        """
        if not self.history:
            return False
        last = self.history[-1]
        return last.actor == seat and seat >= 0 and not last.reveals and self.actor != OVER

    def undo(self, seat: int) -> None:
        """Takes the seat's last action back; raises ValueError unless ``can_undo``."""
        if not self.can_undo(seat):
            raise ValueError(
                "there is nothing to take back: undo never goes across chance, a reveal, "
                "another player or the end of the game"
            )
        s = self.first_record()
        for entry in self.history[:-1]:
            self.game.rules.apply(s, entry.action)
        self.history.pop()
        self._logs = {}  # new lists, because earlier observations use the old ones
        self.s = s
        self.refresh()

    @property
    def begins_at_start(self) -> bool:
        """Whether the history begins at the start of the game."""
        return self._first is None

    def first_record(self) -> Any:
        """Returns a copy of the record with which the history begins."""
        return self.game.start(self.seats).s if self._first is None else clone(self._first)

    def lose(self, seat: int, *, stops: bool, resigned: bool = False) -> None:
        """Makes a seat lose, on time or because it resigned; with ``stops`` the game is over.

        The table decides this, not the rules. Nothing before it can be taken back.
        """
        self.out = (*self.out, Out(seat, self.played, resigned))
        self.stopped = stops
        self.seal()
        self.refresh()

    def seal(self) -> None:
        """Prevents all players from undoing earlier actions."""
        if self.history:
            self.history[-1] = self.history[-1]._replace(reveals=True)

    def copy(self) -> State:
        """Returns an independent copy, with its history."""
        twin = State(self.game, self.seats, clone(self.s))
        twin.history = list(self.history)
        twin.out, twin.stopped = self.out, self.stopped
        twin._first, twin._before = self._first, self._before
        return twin

    def check_seat(self, seat: SupportsIndex | None) -> int | None:
        """Returns a seat of this table, or None; raises a BadChoice that says which there are."""
        number = seat if seat is None or type(seat) is int else number_of(seat)
        if number is not None and not 0 <= number < self.seats:
            raise BadChoice(
                "seat is {seat}, but must be a number from 0 to {last}, or None for a spectator",
                seat=repr(seat),
                last=self.seats - 1,
            )
        return number

    def observe(self, seat: SupportsIndex | None = None) -> Observation:
        """Returns what a seat may know; None is a spectator, who knows nothing private."""
        if type(seat) is not int or not 0 <= seat < self.seats:
            seat = self.check_seat(seat)
        s = clone(self.s)
        self.game.rules.observe(s, -1 if seat is None else seat)
        history, actor = self.history, self._actor
        if actor is None:
            actor = self.actor
        if actor == OVER:
            whole = [seen(e.actor, e.action, e.name) for e in history]
            how = (self.out, self.stopped, self._before)
            return Observation(self.game, self.seats, s, seat, whole, *how)
        log = self._logs.get(seat)
        if log is None or len(log) != len(history):
            log = self._logs[seat] = [as_seen(entry, seat) for entry in history]
        view = Observation(self.game, self.seats, s, seat, log, self.out, False, self._before)
        view._actor = actor  # everybody knows who decides
        if seat == actor:  # a seat sees all that its choices depend on
            view._legal = self._list()
        return view

    def svg(self, seat: int | None = None, **how: Any) -> str:
        """Returns the picture that a seat sees; see ``Observation.svg``."""
        return self.observe(seat).svg(**how)

    def _repr_svg_(self) -> str:
        return self.svg(seat=self.actor if self.actor >= 0 else None)

    def record(self) -> Record:
        """Returns the game's record, which can be written, read and replayed.

        Raises ValueError if the state was not played from the start of a game.
        """
        from matou.core.record import Record

        if not self.begins_at_start:
            raise ValueError(
                f"{self!r} was not played from the start, so it has no record: save to_text()"
            )
        return Record.of(self)
