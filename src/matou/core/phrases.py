"""Messages that every game makes: paragraphs, numbers in figures, who wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from matou.core.catalogues import Catalogue
from matou.core.grammar import grammar
from matou.core.messages import UNSAID, Cached, Message, Names, Reader, say, tell


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


class Figures(Message):
    """A number in figures, with the language's separators: 12,800."""

    __slots__ = ("digits", "number")

    def __init__(self, digits: int, number: float) -> None:
        self.digits = digits
        self.number = number

    def names_nobody(self) -> bool:
        return True

    def said_to(self, reader: Reader, _form: str = "", /) -> str:
        return grammar(reader.lang).figures(self.number, self.digits)


def figures(number: float, digits: int = 0) -> Message:
    """Returns a number as people write it, with ``digits`` decimals."""
    return Figures(digits, number)


def joined(items: Sequence[Message]) -> Message:
    return items[0] if len(items) == 1 else Joined(" ", tuple(items))


def lines(items: Sequence[Message]) -> Message:
    """Returns messages as lines of text."""
    return items[0] if len(items) == 1 else Joined("\n", tuple(items))


def under(heading: Message, items: Sequence[Message]) -> Message:
    """Returns a line of text with others indented under it."""
    return Joined("\n  ", (heading, *items))


def winning(seats: Sequence[int], reason: Message | None = None) -> Message:
    """Says who wins, with a reason: 'Ada wins: …', 'You and Basile win together: …'.

    >>> winning([0, 1]).say("en", ["Ada", "Basile"], you=1)
    'You and Ada win together.'
    """
    if not seats:
        return say("Nobody wins: {why}.", why=reason) if reason else say("Nobody wins.")
    if len(seats) == 1 and reason:
        return tell(seats, "{who} wins: {why}.", "You win: {why}.", why=reason)
    if len(seats) == 1:
        return tell(seats, "{who} wins.", "You win.")
    if len(seats) == 2 and reason:
        return tell(
            seats, "{who} win together: {why}.", "You and {others} win together: {why}.", why=reason
        )
    if len(seats) == 2:
        return tell(seats, "{who} win together.", "You and {others} win together.")
    if reason:
        return tell(
            seats, "{who} win together: {why}.", "You, {others} win together: {why}.", why=reason
        )
    return tell(seats, "{who} win together.", "You, {others} win together.")


def seat_labels(names: Names, seats: int, lang: str) -> list[str]:
    """Returns each seat’s label: the player’s name, or 'Seat 1' if there is none."""
    return [names[i] if i < len(names) else say("Seat {n}", n=i).say(lang) for i in range(seats)]
