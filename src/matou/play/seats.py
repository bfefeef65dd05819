"""Who sits at a table, and what they are called."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from matou.play import text

LONGEST_NAME = 20
LONGEST_READ = 1000  # characters of what is sent as a name that are looked at
MOST_MARKS = 3  # on one letter: the languages that we know of need no more
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")  # printable, says Unicode


@dataclass
class Seat:
    """Who sits at a seat; ``owner`` is a hash of a person's secret, '' if nobody's."""

    kind: str = "open"  # open, person or bot
    level: int = 0
    owner: str = ""
    name: str = ""
    colour: int = 0
    invite: str = ""


def name_of(seats: Sequence[Seat], i: int, lang: str, seat_of_reader: int | None = None) -> str:
    """A player's name; a bot is called by its level, with a number if there are several."""
    seat = seats[i]
    if seat.kind == "open":
        return text.OPEN_SEAT.say(lang)
    if seat.kind == "person":
        if seat.name or i == seat_of_reader:
            return seat.name or text.DEFAULT_NAME.say(lang)
        return text.PLAYER.say(lang).format(n=i + 1)
    name = text.level_name(seat.level).say(lang)
    same = [j for j, s in enumerate(seats) if s.kind == "bot" and s.level == seat.level]
    return name if len(same) == 1 else f"{name} {same.index(i) + 1}"


def names_of(seats: Sequence[Seat], lang: str, seat: int | None = None) -> list[str]:
    """Everybody's name, as somebody at ``seat`` reads them."""
    return _names(tuple((s.kind, s.level, s.name) for s in seats), lang, seat)


@lru_cache(maxsize=2048)
def _names(seats: tuple[tuple[str, int, str], ...], lang: str, seat: int | None) -> list[str]:
    sitting = [Seat(kind, level, name=name) for kind, level, name in seats]
    return [name_of(sitting, i, lang, seat) for i in range(len(sitting))]


def printable(said: str) -> str:
    """What somebody wrote, as it may be shown: seen, on one line, and within it.

    Controls (those of direction too) and letters that show nothing become spaces; marks stand on
    a letter, a few at most, or they would grow over the lines above and below.
    """
    kept: list[str] = []
    marks = MOST_MARKS  # on the character before: none may come first
    for c in unicodedata.normalize("NFC", said):
        if not c.isprintable() or c in BLANK:
            c = " "
        if unicodedata.category(c).startswith("M"):
            marks += 1
            if marks > MOST_MARKS:
                continue
        else:
            marks = MOST_MARKS if c == " " else 0
        kept.append(c)
    return " ".join("".join(kept).split())


def clean_name(name: str) -> str:
    """A name as it may be shown: printable and short."""
    return printable(name[:LONGEST_READ])[:LONGEST_NAME].strip()
