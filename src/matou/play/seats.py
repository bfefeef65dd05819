"""Seats of a table, and the names of players."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from matou.bots.levels import LEVELS, at_table
from matou.core.game import Game
from matou.core.grammar import languages
from matou.core.messages import say
from matou.paper.portraits import PORTRAITS
from matou.play.protocol.messages import Face

LONGEST_NAME = 20
LONGEST_CHAT = 300
LONGEST_READ = 1000  # characters of a submitted name that are read
MOST_MARKS = 3  # combining marks on one letter; no supported language needs more
UNDIVIDED = str.maketrans({"œ": "oe", "æ": "ae", "ł": "l", "ø": "o", "đ": "d"})
# Invisible, though Unicode calls them printable.
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")


@dataclass
class Seat:
    """A seat; ``owner`` is a hash of a person's secret, or '' if it has no owner."""

    kind: str = "open"  # open, person or bot
    level: int = 0
    owner: str = ""
    name: str = ""
    colour: int = 0
    invite: str = ""  # the token that lets a person take the open seat
    program: bool = False  # a program plays for this person and says so
    weakest: int = 0  # lowest level of the bots that moved here, if it was changed
    rated_at: float = 0.0  # when the person was confirmed as rated; 0: not rated
    network: str = ""  # keyed hash of the person's network when they asked for a rating
    left_at: int | None = None  # number of actions when a bot first moved for this person
    hinted: bool = False  # this person got a hint in this game

    @property
    def has_forfeited(self) -> bool:
        """Returns whether a bot has moved for a rated person, who thereby lost the rated game."""
        return self.rated_at > 0 and self.left_at is not None

    @property
    def is_warm(self) -> bool:
        """Returns whether a bot holds the seat for anybody who joins (``TableRow.free_seats``)."""
        return self.kind == "bot" and self.owner == "" and self.invite != ""


def has_come(before: Seat, now: Seat) -> bool:
    """Returns whether a person took a seat that was open or held by a bot."""
    return now.kind == "person" and (before.kind == "open" or before.is_warm)


def name_of(seats: Sequence[Seat], i: int, lang: str, seat_of_reader: int | None = None) -> str:
    seat = seats[i]
    if seat.kind == "open":
        return say("open seat").say(lang)
    if seat.kind == "person":
        if seat.name or i == seat_of_reader:
            return seat.name or say("You").say(lang)
        return say("Player {n}", n=i + 1).say(lang)
    return at_table(seat.level).name_of(nth_of_level(seats, i), lang)


def public_names(seats: Sequence[Seat], lang: str) -> list[str]:
    """Returns all names for readers outside the game: a person without a name is 'Somebody'."""
    who = names_of(seats, lang)
    nameless = [i for i, seat in enumerate(seats) if seat.kind == "person" and not seat.name]
    if len(nameless) != 1:  # several are distinguished by their seat numbers
        return who
    return [say("Somebody").say(lang) if i in nameless else name for i, name in enumerate(who)]


def nth_of_level(seats: Sequence[Seat], i: int) -> int:
    return sum(s.kind == "bot" and s.level == seats[i].level for s in seats[:i])


def face_of(game: Game, seats: Sequence[Seat], i: int) -> Face:
    """Returns a player's portrait. A person's resembles their piece, mostly in their colour."""
    seat = seats[i]
    if seat.kind == "bot":
        return Face(str(seat.level), at_table(seat.level).coat_of(nth_of_level(seats, i)))
    figure = game.figures[min(i, len(game.figures) - 1)]
    return Face(figure, PORTRAITS[figure].breed.coat or f"var(--c{seat.colour})")


def names_of(seats: Sequence[Seat], lang: str, seat: int | None = None) -> list[str]:
    """Returns all names, as the player at ``seat`` reads them."""
    return _names(tuple([(s.kind, s.level, s.name) for s in seats]), lang, seat)


@lru_cache(maxsize=2048)
def _names(seats: tuple[tuple[str, int, str], ...], lang: str, seat: int | None) -> list[str]:
    sitting = [Seat(kind, level, name=name) for kind, level, name in seats]
    return [name_of(sitting, i, lang, seat) for i in range(len(sitting))]


def printable(said: str) -> str:
    """Returns a text made fit to show: visible, on one line, and inside it.

    Control characters (including text direction) and invisible letters become spaces. Combining
    marks are limited, since many of them would grow over the neighbouring lines.
    """
    shown, marks = "", MOST_MARKS  # marks on the previous character; none may come first
    for c in unicodedata.normalize("NFC", said):
        if not c.isprintable() or c in BLANK:
            c = " "
        if unicodedata.category(c).startswith("M"):
            marks += 1
        else:
            marks = MOST_MARKS if c == " " else 0
        if marks <= MOST_MARKS:
            shown += c
    return " ".join(shown.split())


def folded(text: str) -> str:
    """Returns a text as searches compare it: 'ZOE' finds 'Zoé', 'lukasz' finds 'Łukasz'."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(UNDIVIDED))
    return "".join(c for c in plain if not unicodedata.combining(c))


def cats_called(part: str) -> list[tuple[int, int]]:
    """Returns the level and number of each cat whose name contains the text, in any language."""
    asked = folded(part)
    return [
        (number, nth)
        for number, level in enumerate(LEVELS, 1)
        for nth in range(len(level.namesakes) + 1)
        if asked and any(asked in folded(level.name_of(nth, lang)) for lang in languages())
    ]


def clean_name(name: str) -> str:
    """Returns a name made fit to show: printable and short."""
    return printable(name[:LONGEST_READ])[:LONGEST_NAME].strip()
