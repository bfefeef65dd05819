"""A game as its list of events: what was played, by whom or by chance, and what was taken back.

Each event makes a new position, numbered by how many events there were before it. Taking back is
an event too, so a number never means two positions, and nothing that happened is lost. A game is
brought back by its events; those that were taken back need not be carried out again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from matou.core.fairness import Dealer
from matou.core.game import Game
from matou.core.record import Origin, Record, seal
from matou.core.state import State
from matou.kit.linking import CHANCE
from matou.play.log import Line, play

UNDO = -1  # the event of taking the last action back
UNDOS = 30  # how often one may come back to the same position


def timeline_of(record: Record, most: int | None = None) -> Timeline:
    """A recorded game, all of it or its first actions."""
    made = Timeline(record.game, record.seats, origin=record.origin)
    for name in record.actions[:most]:
        made.add(made.state.parse(name))
    return made


class Timeline:
    """A game in play: its events so far, where it stands, and its log."""

    def __init__(
        self, game: Game, seats: int, events: Sequence[int] = (), origin: Origin | None = None
    ) -> None:
        self.game = game
        self.origin = origin  # the game whose first actions it took over, if it did
        self.state: State = game.start(seats)
        self.lines: list[Line] = []
        self.number = 0  # of the position
        self.undone = False  # was the last event taking something back?
        self.standing: list[int] = []  # numbers of the events that stand, as the history has them
        self._undos: Counter[int] = Counter()  # by how many events stood then
        for event in events:
            self._count(event)
        for number in self.standing:
            self._carry_out(events[number])

    def add(self, event: int) -> None:
        """One more event: an action, or UNDO."""
        if event == UNDO:
            self.state.undo(self.state.history[-1].actor)
            self.lines.pop()
        else:
            self._carry_out(event)
        self._count(event)

    def draw(self, dealer: Dealer) -> int:
        """Let chance act; what it did."""
        event = dealer.draw(self.state)
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
    def mover(self) -> int:
        """The seat that acted last; CHANCE if none has."""
        acts = (entry.actor for entry in reversed(self.state.history) if entry.actor >= 0)
        return next(acts, CHANCE)

    def _carry_out(self, action: int) -> None:
        self.lines.append(play(self.state, action))
        if self.origin is not None and len(self.lines) == self.origin.count:
            seal(self.state)  # what came from another game cannot be taken back here

    def _count(self, event: int) -> None:
        self.undone = event == UNDO
        if self.undone:
            self.standing.pop()
            self._undos[len(self.standing)] += 1
        else:
            self.standing.append(self.number)
        self.number += 1
