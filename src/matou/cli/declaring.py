"""Declares commands: their arguments, help and function; exit codes and errors.

Parsing (``parsing.py``) and help in every language (``help.py``) are derived from it.
"""

import argparse
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass

from matou.cli.terminal.screen import Screen
from matou.core.grammar import languages
from matou.core.messages import Message, listed, say
from matou.kit.extras import install

OK, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130


class CommandError(Exception):
    """A command cannot go on. The message, with its values, says why and what to do instead."""

    def __init__(self, says: Message, code: int = USAGE, **values: object) -> None:
        self.says = says.filled(**values) if values else says
        self.code = code
        super().__init__(self.says.say())


NOT_HERE = say("“{name}” requires packages that are not installed:\n{how}")

Run = Callable[[argparse.Namespace, Screen], int]
Example = tuple[str, Message]  # arguments, and what they do


@dataclass(frozen=True)
class Arg:
    """An argument (``file``) or an option (``--seats``)."""

    names: str  # separated by spaces
    says: Message
    value: Message | None = None  # its placeholder in the help; None: a switch
    many: bool = False
    optional: bool = False  # of an argument
    number: tuple[float, float] | None = None  # from, to; whole numbers if both are ints
    default: float | None = None

    @property
    def flags(self) -> list[str]:
        return self.names.split()

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
        return CommandError(NOT_HERE, FAILED, name=name, how=install(self.extra))


@dataclass(frozen=True)
class Command:
    """A command. Its examples may contain ``{game}`` and ``{most}``, a game and its seats."""

    name: str
    summary: Message
    description: Message
    args: tuple[Arg, ...]
    examples: tuple[Example, ...]
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
    need: Need | None = None

    def missing(self) -> CommandError | None:
        return self.need.missing(self.name) if self.need else None

    @property
    def examples(self) -> tuple[Example, ...]:
        return tuple(command.examples[0] for command in self.commands)


FILE = say("FILE")
GAME = say("GAME")
N = say("N")
OPTION = Arg(
    "--option",
    say("set a game option (see: matou games); may be repeated"),
    say("NAME=VALUE"),
    many=True,
)
LANG = Arg(
    "--lang",
    say("language: {codes} (default: from $LANG)", codes=listed(languages(), "or")),
    say("CODE"),
)
HELP = Arg("-h --help", say("show this help"))
EVERYWHERE = (LANG, HELP)  # arguments of every command
