"""Messages that every game makes: paragraphs, numbers in figures, who wins."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from matou.core.catalogues import Catalogue
from matou.core.grammar import grammar
from matou.core.messages import UNSAID, Cached, Message, Names, Reader, Seat, counting, say, tell

if TYPE_CHECKING:
    from matou.core.observation import Observation


class Joined(Cached):
    FIELDS = ("between", "items")
    __slots__ = FIELDS

    def __init__(self, between: str, items: tuple[Message, ...]) -> None:
        self.between = between
        self.items = items
        self._said = UNSAID

    def _parts(self) -> Iterable[Any]:
        return self.items

    def _made(self, _found: Catalogue, reader: Reader, form: str) -> str:
        return self.between.join(
            item.said_to(reader.at(reader.inside and i == 0), form)
            for i, item in enumerate(self.items)
        )


class Written(Message):
    """Figures or a date, as the language writes them."""

    __slots__ = ("args", "how")

    def __init__(self, args: tuple[float, ...], how: str) -> None:
        self.args = args
        self.how = how  # a method of the grammar

    def names_nobody(self) -> bool:
        return True

    def said_to(self, reader: Reader, _form: str = "", /) -> str:
        text: str = getattr(grammar(reader.lang), self.how)(*self.args)
        return text


def date(at: float) -> Message:
    """Returns the date of a time in seconds since 1970: 15 Nov 2026."""
    when = time.gmtime(at)
    return Written((when.tm_mday, when.tm_mon, when.tm_year), "date")


def moment(at: float) -> Message:
    """Returns a time with its date: 15 Nov 2026, 14:30 UTC."""
    return say("{date}, {time} UTC", date=date(at), time=time.strftime("%H:%M", time.gmtime(at)))


def figures(number: float, digits: int = 0) -> Message:
    """Returns a number with the language's separators: 12,800. It has ``digits`` decimals."""
    return Written((number, digits), "figures")


def percent(share: float, digits: int = 0) -> Message:
    """Returns a share as people write it: 63%, in French 63 %."""
    return say("{n}%", n=figures(100 * share, digits))


in_points = counting("{n} point", "{n} points")


def joined(items: Sequence[Message]) -> Message:
    return items[0] if len(items) == 1 else Joined(" ", tuple(items))


def lines(items: Sequence[Message]) -> Message:
    """Returns messages as lines of text."""
    return items[0] if len(items) == 1 else Joined("\n", tuple(items))


def under(heading: Message, items: Sequence[Message]) -> Message:
    """Returns a line of text with others indented under it."""
    return Joined("\n  ", (heading, *items))


def winning(seats: Sequence[int], reason: Message | None = None, *, team: bool = False) -> Message:
    """Says who wins, with a reason. Several winners are a ``team``, or tied.

    >>> winning([0, 1]).say("en", ["Ada", "Basile"], you=1)
    'You and Ada share the victory.'
    """
    if not seats:
        won = say("Nobody wins")
    elif len(seats) == 1:
        won = tell(seats, "{who} wins", "You win")
    elif len(seats) == 2 and team:
        won = tell(seats, "{who} win together", "You and {others} win together")
    elif team:
        won = tell(seats, "{who} win together", "You, {others} win together")
    elif len(seats) == 2:
        won = tell(seats, "{who} share the victory", "You and {others} share the victory")
    else:
        won = tell(seats, "{who} share the victory", "You, {others} share the victory")
    return (
        say("{result}: {why}.", result=won, why=reason) if reason else say("{result}.", result=won)
    )


def turn_line(view: Observation) -> list[Message]:
    """Says whose turn it is, or who has won; nothing while chance decides."""
    if view.actor == view.seat:
        return [say("It is your turn.")]
    if view.actor >= 0:
        return [say("It is {who}’s turn.", who=Seat(view.actor))]
    return [winning(view.winners)] if view.over else []


def seat_labels(names: Names, seats: int, lang: str) -> list[str]:
    """Returns each seat’s label: the player’s name, or 'Seat 1' if there is none."""
    return [names[i] if i < len(names) else say("Seat {n}", n=i).say(lang) for i in range(seats)]
