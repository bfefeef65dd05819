"""The log of a game: what each action was, in words, as each may read it."""

from __future__ import annotations

import logging
from typing import Any, NamedTuple

from matou.core.game import Game
from matou.core.state import State
from matou.core.words import Words
from matou.kit.layout import clone

log = logging.getLogger("matou.play")


class Told(NamedTuple):
    """A line of the log as somebody reads it: a sentence about whoever did it."""

    actor: int
    says: Words
    name: str  # in notation


class Line(NamedTuple):
    """One line of the log; ``own`` is what the owner of a secret reads, at the end everybody."""

    actor: int
    own: Words
    own_name: str
    open: Words
    open_name: str
    owner: int | None

    def read_by(self, seat: int | None, is_over: bool) -> Told:
        """As a seat (None: an onlooker) reads it, in play or when all is open."""
        if is_over or self.owner is None or self.owner == seat:
            return Told(self.actor, self.own, self.own_name)
        return Told(self.actor, self.open, self.open_name)


def play(state: State, action: int, onlooker: Any = None) -> Line:
    """Play an action; its line, in words, from what may be seen of it.

    ``onlooker`` is the record as an onlooker knows it now, where it is at hand.
    """
    game, actor = state.game, state.actor
    secret = game.notation.secret(state.s, action) if state.allows(action) else None
    # An open action is told as an onlooker sees it, a secret one as its owner does.
    if secret is not None:
        before = blanked(state, secret.owner)
    else:
        before = blanked(state, -1) if onlooker is None else onlooker
    state.play(action)
    name = state.history[-1].name
    own = spoken(game, before, action, name)
    if secret is None:
        return Line(actor, own, name, own, name, None)
    return Line(actor, own, name, secret.says, secret.name, secret.owner)


def blanked(state: State, seat: int) -> Any:
    """The record as a seat (-1: an onlooker) may know it."""
    s = clone(state.s)
    state.game.rules.observe(s, max(seat, -1))
    return s


def spoken(game: Game, s: Any, action: int, name: str) -> Words:
    """What an action did, in words; its notation where the game fails to say it."""
    try:
        return game.telling.tell(s, action)
    except Exception:
        # No reason to stop playing. Which action it was, the log does not say: it may be secret.
        log.exception("%s: an action could not be put in words", game.name)
        return Words(name, name)
