"""Dates and lengths of time, as they are written in a list."""

from __future__ import annotations

import time

from matou.web import text

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
MINUTE, HOUR, DAY = 60, 3600, 86400


def day(then: float, lang: str) -> str:
    """``15 Nov 2026`` or ``15/11/2026``."""
    when = time.gmtime(then)
    if lang == "fr":
        return f"{when.tm_mday:02}/{when.tm_mon:02}/{when.tm_year}"
    return f"{when.tm_mday} {MONTHS[when.tm_mon - 1]} {when.tm_year}"


def length(seconds: float, lang: str) -> str:
    """How long, in words short enough for a column: ``40 s``, ``12 min``, ``3 h``, ``2 d 4 h``."""
    whole = max(0, round(seconds))
    if whole >= 2 * DAY:
        days, hours = divmod(round(whole / HOUR), 24)
        says = text.DAYS_LEFT if hours else text.WHOLE_DAYS_LEFT
        return says.say(lang).format(d=days, h=hours)
    for unit, name in ((2 * HOUR, "h"), (2 * MINUTE, "min")):  # the same in both languages
        if whole >= unit:
            return f"{round(whole * 2 / unit)}\u00a0{name}"
    return f"{whole}\u00a0s"
