"""A game as a list of events: actions, chance events, undos, timeouts and resignations.

Each event makes a new position, numbered by the events before it. An undo is an event too, so a
number never means two positions and nothing is lost. A game is restored from its events; undone
actions are skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from matou.core.fairness import Dealer
from matou.core.game import Game
from matou.core.record import Origin, Record
from matou.core.state import State
from matou.kit.linking import CHANCE
from matou.play.log import Line, blanked, play, written

UNDO = -1  # takes the last action back
# Timeouts; they concern the seat to act.
TIME_UP = -2  # a bot plays on
OUT = -3  # a bot plays on, and the seat has lost
STOPPED = -4  # the seat has lost, and the game is over
TIMES_UP = (TIME_UP, OUT, STOPPED)
RESIGNED = -10  # seat 0 resigns and a bot plays on; -11: …and the game is over; -12: seat 1…
UNDOS = 30  # times that undos may return to the same position
UNREAD = 8  # actions after which a log that nobody reads is no longer written


def resignation(seat: int, *, stops: bool) -> int:
    """Returns the event of a seat that resigns; with ``stops`` the game is over."""
    return RESIGNED - 2 * seat - stops


def timeline_of(record: Record, most: int | None = None) -> Timeline:
    """Returns a recorded game as a timeline, or only its first ``most`` actions."""
    made = Timeline(record.game, record.seats, origin=record.origin)
    record.lose(made.state)
    for name in record.actions[:most]:
        made.add(made.state.parse(name))
        record.lose(made.state)
    return made


class Timeline:
    def __init__(
        self, game: Game, seats: int, events: Sequence[int] = (), origin: Origin | None = None
    ) -> None:
        self.game = game
        self.origin = origin  # the game that it continues, if any
        self.state: State = game.start(seats)
        self.number = 0  # of the position
        self.undone = False  # the last event was an undo
        self.standing: list[int] = []  # numbers of the events that stand, parallel to the history
        self.mover = CHANCE  # the seat that acted last; CHANCE if none has
        self._lost: list[tuple[int, int]] = []  # each loss: how many actions stood, and the event
        self._undos: Counter[int] = Counter()  # by the number of actions that stand after the undo
        self._chances = 0  # number of chance events, which are never undone
        # Written along with the game while somebody reads it. Programs and pages that draw do not.
        self._lines: list[Line] | None = [] if events else None
        self._unread = -len(events)  # actions since it was read; a restored game is read soon
        self._onlooker: tuple[Any, Any] = None, None  # a position and its record
        for event in events:
            self._count(event)
        for count, number in enumerate(self.standing):
            self._lose(count)
            self._carry_out(events[number])
        self._lose(self.count)

    def add(self, event: int) -> None:
        """Adds an event: an action, UNDO, or a timeout or resignation, which move nothing."""
        if event == UNDO:
            self.state.undo(self.state.history[-1].actor)
            acts = (e.actor for e in reversed(self.state.history) if e.actor >= 0)
            self.mover = next(acts, CHANCE)
            if self._lines is not None:
                self._lines.pop()
        elif event >= 0:
            self._carry_out(event)
        self._count(event)
        if event < TIME_UP:
            self._lose(self.count)

    def play(self, action: int) -> None:
        """Adds an action. Raises IllegalAction if it is not legal."""
        self._carry_out(action)
        self._count(action)

    def draw(self, dealer: Dealer) -> int:
        action = dealer.draw(self.state, self._chances)
        self.play(action)
        return action

    def can_undo(self, seat: int) -> bool:
        """Returns whether a seat may undo its last action, by the rules and at most UNDOS times."""
        return self.state.can_undo(seat) and self._undos[len(self.standing) - 1] < UNDOS

    def ends_without(self, seat: int, people: Collection[int]) -> bool:
        """Returns whether the game is over if a seat loses: one side or only bots are left."""
        sides = self.game.teams(self.state.seats)
        lost = {sides[out.seat] for out in self.state.out} | {sides[seat]}
        left = [i for i, side in enumerate(sides) if side not in lost]
        return len({sides[i] for i in left}) < 2 or not any(i in people for i in left)

    def has_secrets(self, seat: int) -> bool:
        """Returns whether a seat knows anything that a spectator does not."""
        own, outsider = self.state.observe(seat), self.state.observe(None)
        return own.tobytes() != outsider.tobytes() or own.log != outsider.log

    def record(self, dealer: Dealer, players: dict[int, str]) -> Record:
        """Returns the game with its seed and names; private until the game is over."""
        return replace(
            Record.of(self.state),
            id=dealer.game_id,
            commitment=dealer.commitment,
            seed=dealer.seed,
            players=players,
            origin=self.origin,
            chains=dealer.chains,
        )

    @property
    def count(self) -> int:
        """Returns the number of actions that stand, which is the length of the log."""
        return len(self.standing)

    @property
    def lines(self) -> list[Line]:
        self._unread = 0
        if self._lines is None:
            actions = [entry.action for entry in self.state.history]
            self._lines = written(self.game, self.state.seats, actions)
        return self._lines

    @property
    def onlooker(self) -> Any:
        """Returns the record as a spectator may know it; cached for the position."""
        position = self.number, len(self.state.history)
        if self._onlooker[0] != position:
            self._onlooker = position, blanked(self.state, -1)
        return self._onlooker[1]

    def _carry_out(self, action: int) -> None:
        state = self.state
        self._unread += 1
        if self._unread > UNREAD:
            self._lines = None
        if self._lines is None:
            state.add(state.entry(action))
        else:
            self._lines.append(play(state, action, self.onlooker))
        actor = state.history[-1].actor
        if actor >= 0:
            self.mover = actor
        else:
            self._chances += 1
        if self.origin is not None and len(state.history) == self.origin.count:
            state.seal()  # moves of the earlier game cannot be undone here

    def _lose(self, count: int) -> None:
        """Marks the losses that happened when ``count`` actions stood."""
        for after, event in self._lost[len(self.state.out) :]:
            if after != count:
                break
            if event in TIMES_UP:
                self.state.lose(self.state.actor, stops=event == STOPPED)
            else:
                seat, stops = divmod(RESIGNED - event, 2)
                self.state.lose(seat, stops=bool(stops), resigned=True)

    def _count(self, event: int) -> None:
        self.undone = event == UNDO
        if self.undone:
            self.standing.pop()
            self._undos[len(self.standing)] += 1
        elif event >= 0:
            self.standing.append(self.number)
        elif event != TIME_UP:
            self._lost.append((self.count, event))
        self.number += 1
