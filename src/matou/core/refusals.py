"""Errors whose reason is a message for people."""

import copyreg
import importlib.util
from collections.abc import Iterable
from typing import Any, TypeVar

from matou.core.grammar import languages
from matou.core.messages import Message, Why, common, listed, say
from matou.kit.extras import install

T = TypeVar("T")


class Refusal(ValueError):
    """An input that cannot be used, and the reason: a message, or its text and arguments."""

    def __init__(self, says: Message | str, /, **args: Any) -> None:
        message = common.say(says) if isinstance(says, str) else says
        self.says = message.filled(**args) if args else message
        super().__init__(self.says.say())

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickle would call subclasses with ``args``, but they take other arguments.
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]

    def sentence(self, lang: str = "en") -> str:
        return self.says.say(lang)


class IllegalAction(Refusal):
    """An action that is not legal here. ``rule`` is the rule it would break."""

    def __init__(self, why: Why, text: str = "") -> None:
        super().__init__(why.says)
        self.args = (f"{why.says.say()} ({why.rule})",)
        self.rule = why.rule
        self.action = text


class BadChoice(Refusal):
    """A game, option, value or number of seats that does not exist. ``says`` lists the choices."""


class BadRecord(Refusal):
    """A record that cannot be read. The reason says where and why."""


class BadHeader(BadRecord):
    """A record whose headers are wrong."""

    def __init__(self, says: Message | str, /, **args: Any) -> None:
        super().__init__(say("in the headers: {why}", why=Refusal(says, **args).says))


class BadPosition(Refusal):
    """A text or bytes that are not a position of the game. The reason says where and why."""


class BadPart(BadPosition):
    """A position as text, one part of which is wrong."""

    def __init__(self, says: Message | str, /, *, part: int, **args: Any) -> None:
        super().__init__(say("in part {n}: {why}", n=part, why=Refusal(says, **args).says))


class Missing(ImportError):
    """A required package is not installed. ``says`` tells how to install it."""

    def __init__(self, says: Message) -> None:
        self.says = says
        super().__init__(says.say())


def missing(package: str, extra: str = "research") -> Missing:
    """Returns the error for a package that is not installed, with the extra that brings it."""
    how = install(extra)
    return Missing(say("{package} is not installed: {how}", package=package, how=how))


def need_package(module: str, package: str, extra: str = "research") -> None:
    """Raises Missing if a package is not installed."""
    if importlib.util.find_spec(module) is None:
        raise missing(package, extra) from None


def check_choice(name: str, value: T, choices: Iterable[T]) -> T:
    """Returns a value if it is one of the choices; raises a BadChoice that lists them."""
    if value not in choices:
        known = listed([repr(choice) for choice in choices], "or")
        says = say("{name} is {value}, but must be one of {choices}", choices=known)
        raise BadChoice(says.filled(name=name, value=repr(value)))
    return value


def check_language(lang: str) -> str:
    return check_choice("language", lang, languages())


def check_whole(name: str, value: object, least: int, most: int) -> None:
    """Raises BadChoice unless an argument is a whole number between two bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        says = say("{name} is {value}, but must be a whole number from {least} to {most}")
        raise BadChoice(says.filled(name=name, value=repr(value), least=least, most=most))
