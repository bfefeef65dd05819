"""How long somebody has left, in a few letters: ``4:32``, ``1:04:09``, ``2 d 3 h``."""

from __future__ import annotations

import math

from matou.core.game import Game
from matou.play import text
from matou.play.clock import DAY, NOBODY, Clock, TimeControl
from matou.play.keeping import Kept


def shown(seconds: float, lang: str) -> str:
    """So much time; more than a day is told in whole hours, begun ones counted."""
    whole = math.ceil(max(0.0, seconds))
    if whole >= DAY:
        days, hours = divmod(math.ceil(whole / 3600), 24)
        says = text.DAYS_AND_HOURS if hours else text.WHOLE_DAYS
        return says.say(lang).format(d=days, h=hours)
    minutes, seconds_left = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds_left:02}" if hours else f"{minutes}:{seconds_left:02}"


def left_to_move(kept: Kept, game: Game, now: float) -> float | None:
    """What whoever is to move has left, as a table is kept; None where no time runs."""
    control = TimeControl.of(kept.settings)
    if control is None or not kept.clock or kept.over:
        return None
    sides = [i if game.team is None else game.team(i) for i in range(len(kept.seats))]
    clock = Clock(control, sides, kept.clock)
    return None if clock.runs == NOBODY else clock.left_at(clock.runs, now)
