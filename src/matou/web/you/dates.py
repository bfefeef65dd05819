"""Formats dates and durations for lists."""

from __future__ import annotations

import time

from matou.core.grammar import grammar
from matou.core.messages import say

MINUTE, HOUR, DAY = 60, 3600, 86400


def day(then: float, lang: str) -> str:
    """Returns a date as ``15 Nov 2026`` or ``15/11/2026``."""
    when = time.gmtime(then)
    return grammar(lang).date(when.tm_mday, when.tm_mon, when.tm_year)


def length(seconds: float, lang: str) -> str:
    """Returns a short duration: ``40 s``, ``12 min``, ``3 h``, ``2 d 4 h``."""
    whole = max(0, round(seconds))
    if whole >= 2 * DAY:
        days, hours = divmod(round(whole / HOUR), 24)
        says = say("{d} d {h} h") if hours else say("{d} d")
        return says.filled(d=days, h=hours).say(lang)
    for unit, name in ((2 * HOUR, "h"), (2 * MINUTE, "min")):  # the same in every language so far
        if whole >= unit:
            return f"{round(whole * 2 / unit)}\u00a0{name}"
    return f"{whole}\u00a0s"
