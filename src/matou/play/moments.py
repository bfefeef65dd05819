"""Moments of a step: events that everybody at the table may see."""

from __future__ import annotations

import logging
from typing import Any

from matou.core.game import Game
from matou.core.moments import Moment

log = logging.getLogger("matou.play")


def happened(game: Game, before: Any, after: Any) -> tuple[Moment, ...]:
    """Returns the moments of a step, given a spectator's records before and after it."""
    if game.moments is None:
        return ()
    try:
        return game.moments(before, after)
    except Exception:
        log.exception("%s: a moment was missed", game.name)  # play goes on
        return ()
