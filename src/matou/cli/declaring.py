"""Declares commands: their arguments, help and function; exit codes and errors.

Parsing (``parsing.py``) and help in every language (``help.py``) are derived from it.
"""

import argparse
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from matou.cli.terminal.screen import Screen
from matou.core.grammar import languages
from matou.core.messages import Message, each, listed, say
from matou.core.refusals import Refusal
from matou.kit.extras import install

OK, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130
# The placeholders of values in the help, by their English text.
VALUES = {
    value.say(): value
    for value in each(
        "ADDRESS | ADDRESSES | BOT | CODE | CONTACT | FILE | FILE.html | FOLDER | GAME | HEX | "
        "HOST:PORT | LIST | MODE | N | N=WHO | NAME | NAME=VALUE | OUT.svg | RULE | SEATS | "
        "SECONDS | URL | USER:PASSWORD@HOST:PORT"
    )
}


class CommandError(Refusal):
    """A command cannot go on. The message says why and what to do instead."""

    def __init__(self, says: Message | str, /, *, code: int = USAGE, **args: Any) -> None:
        super().__init__(says, **args)
        self.code = code


Run = Callable[[argparse.Namespace, Screen], int]
Examples = dict[str, Message]  # arguments, and what they do


@dataclass(frozen=True)
class Arg:
    """An argument (``file FILE``), an option (``--seats N``) or a switch (``--json``)."""

    words: str  # its names, and the placeholder of its value
    says: Message
    number: tuple[float, float] | None = None  # from, to; whole numbers if both are ints
    default: float | None = None
    many: bool = False
    optional: bool = False  # of an argument

    @property
    def flags(self) -> list[str]:
        return [word for word in self.words.split() if word not in VALUES]

    @property
    def value(self) -> Message | None:
        """The placeholder of its value in the help; None for a switch."""
        return VALUES.get(self.words.split()[-1])

    @property
    def is_option(self) -> bool:
        return self.words.startswith("-")

    @property
    def help(self) -> Message:
        """The description, with the default unless it already mentions one."""
        if not self.default or "default" in self.says.say():
            return self.says
        return say("{what} (default: {value})", what=self.says, value=f"{self.default:.10g}")


@dataclass(frozen=True)
class Need:
    module: str
    extra: str  # of our package, which installs it

    def missing(self, name: str) -> CommandError | None:
        try:
            if importlib.util.find_spec(self.module) is not None:
                return None
        except ModuleNotFoundError:
            pass
        says = say("“{name}” requires packages that are not installed:\n{how}", name=name)
        return CommandError(says, code=FAILED, how=install(self.extra))


@dataclass(frozen=True)
class Command:
    """A command. Its examples may contain ``{game}`` and ``{most}``, a game and its seats."""

    name: str
    summary: Message
    description: Message
    args: tuple[Arg, ...]
    examples: Examples
    run: Run
    need: Need | None = None

    def missing(self) -> CommandError | None:
        return self.need.missing(self.name) if self.need else None


@dataclass(frozen=True)
class Group:
    """Commands with a common first word: ``admin backup``, ``admin restore``…"""

    name: str
    summary: Message
    description: Message
    commands: tuple[Command, ...]  # their names begin with the group's
    need: Need

    def missing(self) -> CommandError | None:
        return self.need.missing(self.name)

    @property
    def examples(self) -> Examples:
        """The first example of each command."""
        return dict(next(iter(command.examples.items())) for command in self.commands)


OPTION = Arg(
    "--option NAME=VALUE", say("set a game option (see: matou games); may be repeated"), many=True
)
LANG = Arg(
    "--lang CODE",
    say("language: {codes} (default: from $LANG)", codes=listed(languages(), "or")),
)
HELP = Arg("-h --help", say("show this help"))
EVERYWHERE = (LANG, HELP)  # arguments of every command
