"""Remaining times in a few letters: ``4:32``, ``1:04:09``, ``2 d 3 h``."""

from __future__ import annotations

import math

from matou.core.game import Game
from matou.core.messages import say
from matou.play.clock import DAY, NOBODY, Clock, TimeControl
from matou.play.keeping import TableRow


def shown(seconds: float, lang: str) -> str:
    """Returns a time in a few letters; more than a day is rounded up to hours."""
    whole = math.ceil(max(0.0, seconds))
    if whole >= DAY:
        days, hours = divmod(math.ceil(whole / 3600), 24)
        says = say("{d} d {h} h") if hours else say("{d} d")
        return says.filled(d=days, h=hours).say(lang)
    minutes, seconds_left = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds_left:02}" if hours else f"{minutes}:{seconds_left:02}"


def lost_by_time(row: TableRow, game: Game) -> list[int]:
    """Returns the seats that lost on time, by the stored clock; the first seat of each side."""
    control = TimeControl.of(row.settings)
    if control is None or not control.loses or not row.clock:
        return []
    sides = sides_of(row, game)
    left = Clock(control, sides, row.clock).left
    return [i for i, side in enumerate(sides) if left[side] == 0.0 and sides.index(side) == i]


def sides_of(row: TableRow, game: Game) -> list[int]:
    """Returns the side, and so the clock, of each seat."""
    return [i if game.team is None else game.team(i) for i in range(len(row.seats))]


def left_to_move(row: TableRow, game: Game, now: float) -> float | None:
    """Returns the seconds left to the seat to move, or None if no time runs."""
    control = TimeControl.of(row.settings)
    if control is None or not row.clock or row.over:
        return None
    clock = Clock(control, sides_of(row, game), row.clock)
    return None if clock.runs == NOBODY else clock.left_at(clock.runs, now)
