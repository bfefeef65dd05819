"""What just happened at a table, as everybody may see it."""

from __future__ import annotations

import logging
from typing import Any

from matou.core.game import Game
from matou.core.moments import Moment

log = logging.getLogger("matou.play")


def happened(game: Game, before: Any, after: Any) -> tuple[Moment, ...]:
    """The moments of a step, from what an onlooker knew before and knows after it."""
    if game.moments is None:
        return ()
    try:
        return game.moments(before, after)
    except Exception:
        log.exception("%s: a moment was missed", game.name)  # no reason to stop playing
        return ()
