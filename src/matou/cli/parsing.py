"""Parses command lines with argparse, but with our own error messages in every language."""

import argparse
import difflib
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from matou.cli.declaring import EVERYWHERE, Command, CommandError
from matou.core.grammar import languages
from matou.core.messages import Message, listed, say
from matou.core.phrases import lines

UNKNOWN = say("Unexpected argument “{what}”.")
REQUIRED = say("Missing argument: {what}.")
NO_VALUE = say("{what} needs a value.")
# What argparse says, and what we say instead.
ERRORS = {
    r"unrecognized arguments: (\S+).*": UNKNOWN,
    r"the following arguments are required: (.+)": REQUIRED,
    r"argument (\S+): expected (?:one|at least one) argument": NO_VALUE,
    r"argument (\S+): ignored explicit argument.*": say("{what} takes no value."),
    r"ambiguous option: (\S+).*": say("{what} is ambiguous: several options begin like this."),
}


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
        says = say("“{lang}” is not a supported language. Choose {codes}.", lang=asked)
        raise CommandError(says, codes=listed(languages(), "or"))


def near(says: Message, word: str, known: Iterable[str]) -> Message:
    """Returns a message followed by 'Did you mean …?' if a known word is close."""
    lower = {k.lower(): k for k in known}
    close = difflib.get_close_matches(word.lower(), lower, 1, 0.6)
    return lines([says, *(say("Did you mean {what}?", what=lower[k]) for k in close)])


class Parser(argparse.ArgumentParser):
    def __init__(self, command: Command) -> None:
        super().__init__(prog=command.name, add_help=False, allow_abbrev=False)
        self.command = command
        for arg in (*command.args, *EVERYWHERE):
            how: dict[str, Any] = {"default": arg.default}
            if arg.value is None:
                how = {"action": "store_true"}
            elif arg.many and arg.is_option:
                how = {"action": "append", "default": []}
            elif arg.many or arg.optional:
                how["nargs"] = "+" if arg.many else "?"
            self.add_argument(*arg.flags, **how)

    def error(self, message: str) -> NoReturn:
        more = say("For help: {prog} {command} --help", prog=prog(), command=self.command.name)
        raise CommandError(lines([self.translated(message), more]))

    def translated(self, message: str) -> Message:
        """Returns argparse's error in our words."""
        for pattern, words in ERRORS.items():
            if (match := re.fullmatch(pattern, message)) is None:
                continue
            if words is REQUIRED:  # 'game, bots', as the help shows them
                values = {a.flags[0]: a.value for a in self.command.args if a.value is not None}
                missing = [values[name] for name in match[1].split(", ")]
                return words.filled(what=listed(missing, "comma"))
            says = words.filled(what=match[1])
            if words is not UNKNOWN:
                return says
            flags = [flag for action in self._actions for flag in action.option_strings]
            return near(says, match[1].partition("=")[0], flags)
        return say("Invalid command line: {what}", what=message)


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
    words = (
        say("{flag} is “{text}”, but must be a whole number from {least} to {most}.")
        if whole
        else say("{flag} is “{text}”, but must be a number from {least} to {most}.")
    )
    raise CommandError(words, flag=flag, text=given, least=f"{least:.15g}", most=f"{most:.15g}")


def past_language(args: Sequence[str]) -> list[str]:
    """Returns the arguments after a leading ``--lang fr``."""
    left = list(args)
    while left and (left[0] == "--lang" or left[0].startswith("--lang=")):
        if left == ["--lang"]:
            raise CommandError(NO_VALUE, what="--lang")
        left = left[2 if left[0] == "--lang" else 1 :]
    return left
