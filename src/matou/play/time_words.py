"""Remaining times in a few letters: ``4:32``, ``1:04:09``, ``2 d 3 h``."""

import math

from matou.core.game import Game
from matou.core.messages import say
from matou.play.clock import DAY, NOBODY
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
    clock = row.stored_clock(game)
    if clock is None or not clock.control.loses:
        return []
    sides = clock.sides
    return [i for i, side in enumerate(sides) if clock.left[side] == 0 and sides.index(side) == i]


def left_to_move(row: TableRow, game: Game, now: float) -> float | None:
    """Returns the seconds left to the seat to move, or None if no time runs."""
    clock = row.stored_clock(game)
    if clock is None or clock.runs == NOBODY or row.over:
        return None
    return clock.left_at(clock.runs, now)
