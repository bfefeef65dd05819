"""Records: a game as readable text that loads, prints and replays.

::

    matou record 1
    game: clocktowers
    version: 1
    seats: 2
    option ladder: table
    player 0: Anna
    id: 6d2f0c9a11be
    commitment: 9f86d0…
    result: 21-17, won by seat 0 (CT10)

    1 =R3 =Km =F2
    4 F1c+ <R =R2
    7 xKm <K =K

    end 9 b1946ac9

Each line of the body begins with the number of its first action; a new line begins when another
seat decides. The last line has the number of actions and a checksum of the text above, which
reveal a cut or changed file. Loading replays: a record that loads is a legal game.

A game that continues another from some position says so, and its seed covers only what followed::

    continues: 0b7c4d21ee90 after 23 actions

If a seat lost on time or resigned, the record says after how many actions, and whether that ended
the game. Such a record has format 2, so that an older Matou asks to be updated::

    time 2: up after 28 actions
    resigned 1: after 34 actions, which ended the game

If all pages at the table drew together (``chains``), the record has no seed but the chains, each
with its last open link. The commitment is that of all chains. Such a record has format 3::

    chain host: 60303a… opened 41 d7a8fb…
    chain 1: fcde2b… opened 12 4355a4…, ended at step 12
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from matou.core.chains import Chain
from matou.core.game import Game, Value
from matou.core.position import Out
from matou.core.state import State
from matou.kit.linking import CHANCE
from matou.kit.reducing import made_by

FORMAT = 3
FIRST = "matou record"


@dataclass(frozen=True)
class Origin:
    """The game that a record continues: its id, and how many of its actions were taken over."""

    id: str
    count: int


@dataclass(frozen=True)
class Outcome:
    """The result of a game in numbers. Lists have a number for each seat."""

    is_over: bool
    scores: tuple[int, ...]  # what people compare
    returns: tuple[float, ...]  # what the result is worth; zeros if the game is not over
    winners: tuple[int, ...]  # seats; empty in a draw
    ended_by: str | None  # a rule, 'time' or 'resigned'
    actions: int  # chance included
    decisions: tuple[int, ...]  # actions of each seat
    chance_events: int

    @property
    def is_draw(self) -> bool:
        return self.is_over and not self.winners

    @classmethod
    def of(cls, state: State, actors: Sequence[int]) -> Outcome:
        return cls(
            state.over,
            tuple(state.scores),
            tuple(state.returns),
            tuple(state.winners),
            state.ended_by,
            len(actors),
            tuple(actors.count(seat) for seat in range(state.seats)),
            actors.count(CHANCE),
        )


@dataclass(frozen=True)
class Record:
    """A game written down: what was agreed, and every action, chance included.

    It is a value: equal records agree in everything, names and headers included.

    >>> import matou, random
    >>> state, rng = matou.game("catymini").start(seats=2), random.Random(1)
    >>> while not state.over:
    ...     state.play(state.sample(rng))
    >>> outcome = state.record().outcome
    >>> outcome.ended_by, outcome.decisions, sum(outcome.returns)
    ('CM11', (22, 22), 1.0)
    """

    game: Game
    seats: int
    actions: tuple[str, ...]
    breaks: tuple[int, ...] = ()  # indices of actions at which another seat begins to decide
    result: str = "unfinished"
    players: dict[int, str] = field(default_factory=dict)
    id: str = ""
    commitment: str = ""
    seed: str = ""  # public once the game is over, otherwise in a private save
    origin: Origin | None = None  # if it continues another game
    out: tuple[Out, ...] = ()  # who lost on time or resigned…
    stopped: bool = False  # …and whether that ended the game
    chains: tuple[Chain, ...] = ()  # instead of a seed, if all pages drew together
    counted: Outcome | None = field(default=None, compare=False, repr=False)  # if it is known

    def __hash__(self) -> int:
        return hash((self.game, self.seats, self.actions, self.id))

    def __copy__(self) -> Record:
        return replace(self, players=dict(self.players))

    def __deepcopy__(self, memo: object) -> Record:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        from matou.core.pickling import parts_of_record

        return made_by("restored_record", *parts_of_record(self))

    @classmethod
    def of(cls, state: State) -> Record:
        names = tuple(entry.name for entry in state.history)
        return cls.after(state, names, [entry.actor for entry in state.history])

    @classmethod
    def after(cls, state: State, names: tuple[str, ...], actors: Sequence[int]) -> Record:
        """Returns the record of a game, given its end and what was played by whom."""
        breaks, decider = [], None
        for i, actor in enumerate(actors):
            if actor not in (CHANCE, decider):
                breaks.append(i)
                decider = actor
        return cls(
            state.game.having(**state.game.settings(state.seats)),
            state.seats,
            names,
            tuple(breaks),
            result_line(state),
            out=state.out,
            stopped=state.stopped,
            counted=Outcome.of(state, actors),
        )

    @property
    def outcome(self) -> Outcome:
        """The result in numbers: returns, winners, how it ended, who acted how often."""
        if self.counted is not None:
            return self.counted
        return Record.of(self.replay()).outcome

    def dumps(self) -> str:
        """Returns the record as text."""
        lines = [
            f"{FIRST} {3 if self.chains else 2 if self.out else 1}",
            f"game: {self.game.name}",
            f"version: {self.game.version}",
            f"seats: {self.seats}",
        ]
        for name, value in self.game.settings(self.seats).items():
            lines.append(f"option {name}: {shown(value)}")
        for seat, player in sorted(self.players.items()):
            lines.append(f"player {seat}: {' '.join(player.split())}")
        for key in ("id", "commitment", "seed", "result"):
            if getattr(self, key):
                lines.append(f"{key}: {getattr(self, key)}")
        lines += [chain.header() for chain in self.chains]
        if self.origin is not None:
            lines.append(f"continues: {self.origin.id} after {self.origin.count} actions")
        for out in self.out:
            how = f"resigned {out.seat}:" if out.resigned else f"time {out.seat}: up"
            ends = ", which ended the game" if self.stopped and out is self.out[-1] else ""
            lines.append(f"{how} after {out.after} actions{ends}")
        lines.append("")
        edges = sorted({0, *self.breaks, len(self.actions)})
        for start, stop in itertools.pairwise(edges):
            lines.append(f"{start + 1} {' '.join(self.actions[start:stop])}")
        if self.actions:
            lines.append("")
        text = "\n".join(lines) + "\n"
        return text + f"end {len(self.actions)} {digest(text)}\n"

    __str__ = dumps

    @classmethod
    def loads(cls, text: str) -> Record:
        """Reads a record; a BadRecord says where it is wrong and why."""
        from matou.core.reading import Reader

        return Reader(text).record()

    def replay(self) -> State:
        """Returns the state at the record's end."""
        state = self.game.start(self.seats)
        for _ in self._steps(state):
            pass
        return state

    def states(self) -> Iterator[State]:
        """Yields a copy of every state of the game, the first and the last included."""
        state = self.game.start(self.seats)
        for _ in self._steps(state):
            yield state.copy()

    def _steps(self, state: State) -> Iterator[None]:
        """Plays the game on a new state, and pauses before and after each action."""
        self.lose(state)
        yield
        for name in self.actions:
            state.play(name)
            if self.origin is not None and len(state.history) == self.origin.count:
                state.seal()
            self.lose(state)
            yield

    def lose(self, state: State) -> None:
        """Applies the losses on time and resignations at this point of the game."""
        for out in self.out:
            if out.after == len(state.history):
                stops = self.stopped and out is self.out[-1]
                state.lose(out.seat, stops=stops, resigned=out.resigned)


def result_line(state: State) -> str:
    """Returns the result in one line: '21-17, won by seat 0 (CT10)'."""
    if not state.over:
        return "unfinished"
    scores = "-".join(str(x) for x in state.scores)
    who = " and ".join(f"seat {seat}" for seat in state.winners)
    return f"{scores}, {f'won by {who}' if who else 'drawn'} ({state.ended_by})"


def shown(value: Value) -> str:
    """Returns an option's value as headers have it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]
