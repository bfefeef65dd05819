"""Errors whose reason is a message for people."""

from __future__ import annotations

from typing import Any

from matou.core.messages import Message, Why, house, say


class Refusal(ValueError):
    """An input that cannot be used, and the reason: a message, or its text and arguments."""

    def __init__(self, says: Message | str, /, **args: Any) -> None:
        self.says = house.say(says, **args) if isinstance(says, str) else says
        super().__init__(self.says.say())

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickle would call subclasses with ``args``, but they take other arguments.
        return restored, (type(self), self.args, vars(self))

    def sentence(self, lang: str = "en") -> str:
        return self.says.say(lang)


def restored(kind: type[Refusal], args: tuple[Any, ...], parts: dict[str, Any]) -> Refusal:
    refusal = kind.__new__(kind, *args)
    vars(refusal).update(parts)
    return refusal


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
    """A text or bytes that are no position of the game. The reason says where and why."""


class Missing(ImportError):
    """A required package is not installed. ``says`` tells how to install it."""

    def __init__(self, says: Message) -> None:
        self.says = says
        super().__init__(says.say())
