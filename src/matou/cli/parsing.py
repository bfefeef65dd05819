"""Parses command lines with argparse, but with our own error messages in every language."""

import argparse
import difflib
import os
import re
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from matou.cli.declaring import EVERYWHERE, Arg, Command, CommandError
from matou.core.grammar import languages
from matou.core.messages import Message, listed, say
from matou.core.phrases import lines

UNKNOWN_LANG = say("“{lang}” is not a supported language. Choose {codes}.")
UNKNOWN = say("Unexpected argument “{what}”.")
REQUIRED = say("Missing argument: {what}.")
NO_VALUE = say("{what} needs a value.")
AMBIGUOUS = say("{what} is ambiguous: several options begin like this.")
NOT_WHOLE = say("{flag} is “{text}”, but must be a whole number from {least} to {most}.")
NOT_A_NUMBER = say("{flag} is “{text}”, but must be a number from {least} to {most}.")


def prog() -> str:
    """Returns how this program was started, so that commands we print can be typed."""
    typed = os.environ.get("MATOU_CALLED")  # set by the ./matou script
    if typed:
        return shlex.quote(typed)
    called = Path(sys.argv[0] if sys.argv and sys.argv[0] else "matou")
    if called.name == "__main__.py":
        return f"{as_typed(Path(sys.executable))} -m matou"
    if called.name != "matou" or not called.exists():
        return "matou"
    return "./matou" if sys.argv[0] == "./matou" else as_typed(called)


def as_typed(program: Path) -> str:
    """Returns a program's bare name if the shell finds it by that, else its path."""
    found = shutil.which(program.name)
    return program.name if found and Path(found) == program else shlex.quote(str(program))


def asked_language(args: Sequence[str]) -> str | None:
    """Returns the value of ``--lang``, before anything else is parsed."""
    for i, arg in enumerate(args):
        if arg == "--":
            break
        if arg == "--lang" and i + 1 < len(args):
            return args[i + 1]
        if arg.startswith("--lang="):
            return arg.partition("=")[2]
    return None


def language(args: Sequence[str]) -> str:
    """Returns the language to use: ``--lang``, else the environment's, else English."""
    asked = asked_language(args)
    if asked in languages():
        return asked
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            code = os.environ[name].lower()[:2]
            return code if code in languages() else "en"
    return "en"


def check_language(args: Sequence[str]) -> None:
    """Raises CommandError for a language that we do not have."""
    asked = asked_language(args)
    if asked is not None and asked not in languages():
        raise CommandError(UNKNOWN_LANG, lang=asked, codes=listed(languages(), "or"))


def near(word: str, known: Sequence[str]) -> list[Message]:
    """Returns 'Did you mean …?' if a known word is close."""
    close = difflib.get_close_matches(word.lower(), [k.lower() for k in known], 1, 0.6)
    if not close:
        return []
    return [say("Did you mean {what}?", what=next(k for k in known if k.lower() == close[0]))]


class Parser(argparse.ArgumentParser):
    def __init__(self, command: Command) -> None:
        super().__init__(prog=command.name, add_help=False, allow_abbrev=False)
        self.command = command
        for arg in (*command.args, *EVERYWHERE):
            add(self, arg)

    def error(self, message: str) -> NoReturn:
        more = say("For help: {prog} {command} --help", prog=prog(), command=self.command.name)
        raise CommandError(lines([self.translated(message), more]))

    def translated(self, message: str) -> Message:
        """Returns argparse's error in our words."""
        for pattern, words in (
            (r"unrecognized arguments: (\S+).*", UNKNOWN),
            (r"the following arguments are required: (.+)", REQUIRED),
            (r"argument (\S+): expected (?:one|at least one) argument", NO_VALUE),
            (r"argument (\S+): ignored explicit argument.*", say("{what} takes no value.")),
            (r"ambiguous option: (\S+).*", AMBIGUOUS),
        ):
            match = re.fullmatch(pattern, message)
            if match is None:
                continue
            says = words.filled(what=self.places(match[1]) if words is REQUIRED else match[1])
            if words is UNKNOWN:
                flags = [flag for action in self._actions for flag in action.option_strings]
                says = lines([says, *near(match[1].partition("=")[0], flags)])
            return says
        return say("Invalid command line: {what}", what=message)

    def places(self, names: str) -> Message:
        """Returns 'game, bots' as the help shows them."""
        values = {a.flags[0]: a.value for a in self.command.args if a.value is not None}
        return listed([values[name] for name in names.split(", ")], "comma")


def add(parser: argparse.ArgumentParser, arg: Arg) -> None:
    is_place = not arg.flags[0].startswith("-")
    if arg.value is None:
        parser.add_argument(*arg.flags, action="store_true")
    elif is_place and (arg.many or arg.optional):
        nargs = ("*" if arg.optional else "+") if arg.many else "?"
        parser.add_argument(*arg.flags, nargs=nargs, default=arg.default)
    elif arg.many:
        parser.add_argument(*arg.flags, action="append", default=[])
    else:
        parser.add_argument(*arg.flags, default=arg.default)


def parse(command: Command, args: Sequence[str]) -> argparse.Namespace:
    """Parses the arguments of a command; raises CommandError if they are invalid."""
    if "-h" in args or "--help" in args:
        return argparse.Namespace(help=True)
    parsed = Parser(command).parse_args(args)
    parsed.typed = list(args)
    for arg in command.args:
        name = arg.flags[0].lstrip("-").replace("-", "_")
        given = getattr(parsed, name)
        if arg.number is not None and isinstance(given, str):
            setattr(parsed, name, number(arg.flags[0], given, *arg.number))
    return parsed


def number(flag: str, given: str, least: float, most: float) -> float:
    """Returns a number within bounds; a whole one if the bounds are."""
    whole = isinstance(least, int) and isinstance(most, int)
    try:
        value = int(given) if whole else float(given)
        if least <= value <= most:
            return value
    except ValueError:
        pass
    words = NOT_WHOLE if whole else NOT_A_NUMBER
    raise CommandError(words, flag=flag, text=given, least=f"{least:.15g}", most=f"{most:.15g}")


def past_language(args: Sequence[str]) -> list[str]:
    """Returns the arguments after a leading ``--lang fr``."""
    left = list(args)
    while left and (left[0] == "--lang" or left[0].startswith("--lang=")):
        if left == ["--lang"]:
            raise CommandError(NO_VALUE, what="--lang")
        left = left[2 if left[0] == "--lang" else 1 :]
    return left
