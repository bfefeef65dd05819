"""A game as its list of events: what was played, by whom or by chance, and what was taken back.

Each event makes a new position, numbered by how many events there were before it. Taking back is
an event too, so a number never means two positions, and nothing that happened is lost. A game is
brought back by its events; those that were taken back need not be carried out again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from matou.core.fairness import Dealer
from matou.core.game import Game
from matou.core.record import Origin, Record
from matou.core.state import State
from matou.kit.linking import CHANCE
from matou.play.log import Line, blanked, play

UNDO = -1  # the event of taking the last action back
# …and of letting one's time run out: whose turn it is says whose.
TIME_UP = -2  # a bot plays on
OUT = -3  # a bot plays on, and the seat has lost
STOPPED = -4  # the seat has lost, and the game is over
TIMES_UP = (TIME_UP, OUT, STOPPED)
UNDOS = 30  # how often one may come back to the same position


def timeline_of(record: Record, most: int | None = None) -> Timeline:
    """A recorded game, all of it or its first actions."""
    made = Timeline(record.game, record.seats, origin=record.origin)
    record.lose(made.state)
    for name in record.actions[:most]:
        made.add(made.state.parse(name))
        record.lose(made.state)
    return made


class Timeline:
    """A game in play: its events so far, where it stands, and its log."""

    def __init__(
        self, game: Game, seats: int, events: Sequence[int] = (), origin: Origin | None = None
    ) -> None:
        self.game = game
        self.origin = origin  # the game whose first actions it took over, if it did
        self.state: State = game.start(seats)
        self.number = 0  # of the position
        self.undone = False  # was the last event taking something back?
        self.standing: list[int] = []  # numbers of the events that stand, as the history has them
        self.mover = CHANCE  # the seat that acted last; CHANCE if none has
        self._lost: list[tuple[int, bool]] = []  # how many events stood when one did; the last?
        self._undos: Counter[int] = Counter()  # by how many events stood then
        self._chances = 0  # how often chance has acted: that is never taken back
        # The log is told as the game goes on once somebody has read it: programs never do.
        self._lines: list[Line] | None = [] if events else None
        self._onlooker: tuple[Any, Any] = None, None  # which position, and its record
        for event in events:
            self._count(event)
        for count, number in enumerate(self.standing):
            self._lose(count)
            self._carry_out(events[number])
        self._lose(self.count)

    def add(self, event: int) -> None:
        """One more event: an action, UNDO, or TIME_UP and the like, by which nothing moves."""
        if event == UNDO:
            self.state.undo(self.state.history[-1].actor)
            acts = (e.actor for e in reversed(self.state.history) if e.actor >= 0)
            self.mover = next(acts, CHANCE)
            if self._lines is not None:
                self._lines.pop()
        elif event not in TIMES_UP:
            self._carry_out(event)
        self._count(event)
        if event in (OUT, STOPPED):
            self._lose(self.count)

    def draw(self, dealer: Dealer) -> int:
        """Let chance act; what it did."""
        event = dealer.draw(self.state, self._chances)
        self.add(event)
        return event

    def can_undo(self, seat: int) -> bool:
        """May a seat take its last action back, by the law and not for the hundredth time?"""
        return self.state.can_undo(seat) and self._undos[len(self.standing) - 1] < UNDOS

    def has_secrets(self, seat: int) -> bool:
        """Does a seat know anything now that an onlooker does not?"""
        own, outsider = self.state.observe(seat), self.state.observe(None)
        return own.tobytes() != outsider.tobytes() or own.log != outsider.log

    def record(self, dealer: Dealer, players: dict[int, str]) -> Record:
        """The game with its seed and names: public once it is over, private until then."""
        return Record.of(self.state).signed(
            id=dealer.game_id,
            commitment=dealer.commitment,
            seed=dealer.seed,
            players=players,
            origin=self.origin,
        )

    @property
    def count(self) -> int:
        """How many actions stand: the lines of the log, whether told already or not."""
        return len(self.standing)

    @property
    def lines(self) -> list[Line]:
        """The log, a line an action."""
        if self._lines is None:
            again = self.game.start(self.state.seats)
            self._lines = [play(again, entry.action) for entry in self.state.history]
        return self._lines

    @property
    def onlooker(self) -> Any:
        """The record as whoever only looks on may know it; made once for a position."""
        position = self.number, len(self.state.history)
        if self._onlooker[0] != position:
            self._onlooker = position, blanked(self.state, -1)
        return self._onlooker[1]

    def _carry_out(self, action: int) -> None:
        state, actor = self.state, self.state.actor
        if self._lines is None:
            state.play(action)
        else:
            self._lines.append(play(state, action, self.onlooker))
        if actor >= 0:
            self.mover = actor
        else:
            self._chances += 1
        if self.origin is not None and len(state.history) == self.origin.count:
            state.seal()  # what came from another game cannot be taken back here

    def _lose(self, count: int) -> None:
        """Whoever's time was up when so many events stood has lost."""
        known = len(self.state.out)
        for after, stops in self._lost[known:]:
            if after == count:
                self.state.lose(self.state.actor, stops=stops)

    def _count(self, event: int) -> None:
        self.undone = event == UNDO
        if self.undone:
            self.standing.pop()
            self._undos[len(self.standing)] += 1
        elif event in (OUT, STOPPED):
            self._lost.append((self.count, event == STOPPED))
        elif event != TIME_UP:
            self.standing.append(self.number)
        self.number += 1
