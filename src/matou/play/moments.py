"""What just happened at a table, as everybody may see it."""

from __future__ import annotations

import logging
from typing import Any

from matou.core.moments import Moment
from matou.core.state import State
from matou.play.log import blanked

log = logging.getLogger("matou.play")


def onlooker(state: State) -> Any:
    """The record as whoever only looks on may know it."""
    return blanked(state, -1)


def happened(state: State, before: Any) -> tuple[Moment, ...]:
    """The moments of the step that led here from what an onlooker knew."""
    if state.game.moments is None:
        return ()
    try:
        return state.game.moments(before, onlooker(state))
    except Exception:
        log.exception("%s: a moment was missed", state.game.name)  # no reason to stop playing
        return ()
