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
        says = text.DAYS_LEFT if hours else text.WHOLE_DAYS_LEFT
        return says.say(lang).format(d=days, h=hours)
    minutes, seconds_left = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds_left:02}" if hours else f"{minutes}:{seconds_left:02}"


def lost_by_time(kept: Kept, game: Game) -> list[int]:
    """Who lost because their time was up, as a table is kept; of a side its first seat."""
    control = TimeControl.of(kept.settings)
    if control is None or not control.loses or not kept.clock:
        return []
    sides = sides_of(kept, game)
    left = Clock(control, sides, kept.clock).left
    return [i for i, side in enumerate(sides) if left[side] == 0.0 and sides.index(side) == i]


def sides_of(kept: Kept, game: Game) -> list[int]:
    """Which clock is each seat's."""
    return [i if game.team is None else game.team(i) for i in range(len(kept.seats))]


def left_to_move(kept: Kept, game: Game, now: float) -> float | None:
    """What whoever is to move has left, as a table is kept; None where no time runs."""
    control = TimeControl.of(kept.settings)
    if control is None or not kept.clock or kept.over:
        return None
    clock = Clock(control, sides_of(kept, game), kept.clock)
    return None if clock.runs == NOBODY else clock.left_at(clock.runs, now)
