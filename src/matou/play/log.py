"""The log of a game: each action in words, as each seat may read it, and its moments."""

import logging
from collections.abc import Iterable
from typing import Any, NamedTuple

from matou.core.game import Game
from matou.core.messages import Message, Verbatim
from matou.core.moments import Moment
from matou.core.position import Position
from matou.core.state import State
from matou.kit.layout import clone

log = logging.getLogger("matou.play")


class VisibleLine(NamedTuple):
    """A line of the log as one reader sees it."""

    actor: int
    says: Message
    name: str  # in notation


class Line(NamedTuple):
    """A line of the log.

    ``own`` is for the owner of a secret and, once the game is over, for everybody; ``open`` is for
    the others.
    """

    own: VisibleLine
    open: VisibleLine
    owner: int | None

    def read_by(self, seat: int | None, is_over: bool) -> VisibleLine:
        """Returns the line as a seat (None: a spectator) may read it."""
        is_own = is_over or self.owner is None or self.owner == seat
        return self.own if is_own else self.open


def play(state: State, action: int, onlooker: Any = None) -> Line:
    """Plays an action and returns its line of the log. Raises IllegalAction.

    ``onlooker`` is the record as a spectator knows it now, if the caller has it.
    """
    entry = state.entry(action)
    secret, name = entry.secret, entry.name
    # Describe an open action as a spectator sees it, a secret one as its owner does.
    if secret is not None:
        before = blanked(state, secret.owner)
    else:
        before = blanked(state, -1) if onlooker is None else onlooker
    state.add(entry)
    own = VisibleLine(entry.actor, spoken(state.game, before, action, name), name)
    if secret is None:
        return Line(own, own, None)
    return Line(own, VisibleLine(entry.actor, secret.says, secret.name), secret.owner)


def written(game: Game, seats: int, actions: Iterable[int]) -> list[Line]:
    """Returns the log of a whole game."""
    state = game.start(seats)
    return [play(state, action) for action in actions]


def blanked(position: Position, seat: int) -> Any:
    """Returns the record as a seat (-1: a spectator) may know it."""
    s = clone(position.s)
    position.game.rules.observe(s, max(seat, -1))
    return s


def spoken(game: Game, s: Any, action: int, name: str) -> Message:
    """Returns an action in words, or its notation if the game raises an exception."""
    try:
        return game.telling.tell(s, action)
    except Exception:
        # Play goes on. The action is not logged, since it may be secret.
        log.exception("%s: an action could not be put in words", game.name)
        return Verbatim(name)


def happened(game: Game, before: Any, after: Any) -> tuple[Moment, ...]:
    """Returns the moments of a step, given a spectator's records before and after it."""
    if game.moments is None:
        return ()
    try:
        return game.moments(before, after)
    except Exception:
        log.exception("%s: a moment was missed", game.name)  # play goes on
        return ()
