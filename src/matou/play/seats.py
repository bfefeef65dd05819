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
# The cats of each level after the first, who is called like it. No language has them alone.
FAMILIES = (
    ("Pompon", "Noisette", "Biscuit", "Pixel"),
    ("Brioche", "Praline", "Nougat", "Cannelle"),
    ("Nuage", "Plume", "Lune", "Ouate"),
    ("Filou", "Griffe", "Radar", "Tango"),
    ("Baron", "Duchesse", "Marquis", "Comtesse"),
)
LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")  # printable, says Unicode


@dataclass
class Seat:
    """Who sits at a seat; ``owner`` is a hash of a person's secret, '' if nobody's."""

    kind: str = "open"  # open, person or bot
    level: int = 0
    owner: str = ""
    name: str = ""
    colour: int = 0
    invite: str = ""  # whoever knows it may sit down here, while nobody does
    program: bool = False  # does a program play for whoever sits here, and say so?
    weakest: int = 0  # level of the bots that have moved here, where they were exchanged

    @property
    def is_warm(self) -> bool:
        """Does a bot keep it warm for anybody who may come (``Kept.free_seats``)?"""
        return self.kind == "bot" and self.owner == "" and self.invite != ""


def has_come(before: Seat, now: Seat) -> bool:
    """Has somebody sat down where nobody was, or a bot for anybody?"""
    return now.kind == "person" and (before.kind == "open" or before.is_warm)


def name_of(seats: Sequence[Seat], i: int, lang: str, seat_of_reader: int | None = None) -> str:
    """A player's name; the first bot of a level is called like it, each other has its own."""
    seat = seats[i]
    if seat.kind == "open":
        return text.OPEN_SEAT.say(lang)
    if seat.kind == "person":
        if seat.name or i == seat_of_reader:
            return seat.name or text.DEFAULT_NAME.say(lang)
        return text.PLAYER.say(lang).format(n=i + 1)
    nth = nth_of_level(seats, i)
    if nth == 0:
        return text.level_name(seat.level).say(lang)
    family = FAMILIES[max(1, min(seat.level, len(FAMILIES))) - 1]
    return family[(nth - 1) % len(family)]


def public_names(seats: Sequence[Seat], lang: str) -> list[str]:
    """Everybody's name, for whoever was not there: a person who gave none is 'Somebody'."""
    who = names_of(seats, lang)
    nameless = [i for i, seat in enumerate(seats) if seat.kind == "person" and not seat.name]
    if len(nameless) != 1:  # several are told apart by their places
        return who
    return [text.SOMEBODY.say(lang) if i in nameless else name for i, name in enumerate(who)]


def nth_of_level(seats: Sequence[Seat], i: int) -> int:
    """How many bots of its level sit before a bot."""
    return sum(s.kind == "bot" and s.level == seats[i].level for s in seats[:i])


def names_of(seats: Sequence[Seat], lang: str, seat: int | None = None) -> list[str]:
    """Everybody's name, as somebody at ``seat`` reads them."""
    return _names(tuple([(s.kind, s.level, s.name) for s in seats]), lang, seat)


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


def folded(name: str) -> str:
    """A name as it is looked for: 'Zoé' is found by 'ZOE', 'Œdipe' by 'oed'."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(LIGATURES))
    return "".join(c for c in plain if not unicodedata.combining(c))


def cats_called(part: str) -> list[tuple[int, int]]:
    """The cats whose names have that in them, in any language: their level, and which of it."""
    asked = folded(part)
    return [
        (level, nth)
        for level, family in enumerate(FAMILIES, 1)
        for nth, names in enumerate([text.level_name(level), *((name,) for name in family)])
        if asked and any(asked in folded(name) for name in names)
    ]


def clean_name(name: str) -> str:
    """A name as it may be shown: printable and short."""
    return printable(name[:LONGEST_READ])[:LONGEST_NAME].strip()
