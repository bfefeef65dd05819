"""Reading a command line: argparse underneath, our own words on top, in both languages."""

from __future__ import annotations

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

from matou.cli.complaint import Complaint
from matou.cli.declaring import EVERYWHERE, Arg, Command
from matou.core.words import LANGUAGES, Words

UNKNOWN_LANG = Words(
    "“{lang}” is no language Matou speaks: choose en or fr.",
    "Matou ne parle pas « {lang} » : choisis fr ou en.",
)
UNKNOWN = Words("Matou does not understand “{what}” here.", "Matou ne comprend pas « {what} » ici.")
MEANT = Words(" Did you mean {what}?", " Voulais-tu dire {what} ?")
REQUIRED = Words("Something is missing: {what}.", "Il manque quelque chose : {what}.")
NO_VALUE = Words("{what} needs a value after it.", "{what} attend une valeur.")
NO_ARGUMENT = Words("{what} takes no value.", "{what} ne prend pas de valeur.")
AMBIGUOUS = Words("{what} could be several options.", "{what} peut être plusieurs options.")
NOT_WHOLE = Words(
    "{flag} is “{text}”; it must be a whole number, {least} to {most}.",
    "{flag} vaut « {text} » ; il faut un nombre entier, de {least} à {most}.",
)
NOT_A_NUMBER = Words(
    "{flag} is “{text}”; it must be a number, {least} to {most}.",
    "{flag} vaut « {text} » ; il faut un nombre, de {least} à {most}.",
)
WRONG = Words("This cannot be read: {what}", "Cela ne se lit pas : {what}")
SEE_HELP = Words("\nFor help: {prog} {command} --help", "\nPour l’aide : {prog} {command} --help")


def prog() -> str:
    """How this program was called, so that commands we print can be typed as they are."""
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
    """A program by its bare name where the shell would find that very one, else by its path."""
    found = shutil.which(program.name)
    return program.name if found and Path(found) == program else shlex.quote(str(program))


def asked_language(args: Sequence[str]) -> str | None:
    """What ``--lang`` says, looked up before anything else is read."""
    for i, arg in enumerate(args):
        if arg == "--":
            break
        if arg == "--lang" and i + 1 < len(args):
            return args[i + 1]
        if arg.startswith("--lang="):
            return arg.partition("=")[2]
    return None


def language(args: Sequence[str]) -> str:
    """The language to speak: ``--lang``, else the environment's, else English."""
    asked = asked_language(args)
    if asked in LANGUAGES:
        return asked
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "fr" if os.environ[name].lower().startswith("fr") else "en"
    return "en"


def check_language(args: Sequence[str]) -> None:
    """Refuse a language we do not speak."""
    asked = asked_language(args)
    if asked is not None and asked not in LANGUAGES:
        raise Complaint(UNKNOWN_LANG.filled(lang=asked))


def near(word: str, known: Sequence[str]) -> Words:
    """' Did you mean …?', or nothing."""
    close = difflib.get_close_matches(word.lower(), [k.lower() for k in known], 1, 0.6)
    if not close:
        return Words("", "")
    return MEANT.filled(what=next(k for k in known if k.lower() == close[0]))


class Parser(argparse.ArgumentParser):
    """argparse, complaining in our words."""

    def __init__(self, command: Command) -> None:
        super().__init__(prog=command.name, add_help=False, allow_abbrev=False)
        self.command = command
        for arg in (*command.args, *EVERYWHERE):
            add(self, arg)

    def error(self, message: str) -> NoReturn:
        raise Complaint(
            Words(
                *(
                    a + b
                    for a, b in zip(
                        self.translated(message),
                        SEE_HELP.filled(prog=prog(), command=self.command.name),
                        strict=True,
                    )
                )
            )
        )

    def translated(self, message: str) -> Words:
        """argparse's own sentences, in ours."""
        for pattern, words in (
            (r"unrecognized arguments: (\S+).*", UNKNOWN),
            (r"the following arguments are required: (.+)", REQUIRED),
            (r"argument (\S+): expected (?:one|at least one) argument", NO_VALUE),
            (r"argument (\S+): ignored explicit argument.*", NO_ARGUMENT),
            (r"ambiguous option: (\S+).*", AMBIGUOUS),
        ):
            match = re.fullmatch(pattern, message)
            if match is None:
                continue
            says = words.filled(what=self.places(match[1]) if words is REQUIRED else match[1])
            if words is UNKNOWN:
                flags = [flag for action in self._actions for flag in action.option_strings]
                hint = near(match[1].partition("=")[0], flags)
                says = Words(says.en + hint.en, says.fr + hint.fr)
            return says
        return WRONG.filled(what=message)

    def places(self, names: str) -> Words:
        """'game, bots' as the help shows them."""
        values = {a.flags[0]: a.value for a in self.command.args if a.value is not None}
        words = [values[name] for name in names.split(", ")]
        return Words(", ".join(w.en for w in words), ", ".join(w.fr for w in words))


def add(parser: argparse.ArgumentParser, arg: Arg) -> None:
    is_place = not arg.flags[0].startswith("-")
    if arg.value is None:
        parser.add_argument(*arg.flags, action="store_true")
    elif is_place and (arg.many or arg.optional):
        nargs = ("*" if arg.optional else "+") if arg.many else "?"
        parser.add_argument(*arg.flags, nargs=nargs, default=arg.otherwise)
    elif arg.many:
        parser.add_argument(*arg.flags, action="append", default=[])
    else:
        parser.add_argument(*arg.flags, default=arg.otherwise)


def parse(command: Command, args: Sequence[str]) -> argparse.Namespace:
    """The arguments of a command; a Complaint in words if they make no sense."""
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
    """A number within bounds: a whole one if they are."""
    whole = isinstance(least, int) and isinstance(most, int)
    try:
        value = int(given) if whole else float(given)
        if least <= value <= most:
            return value
    except ValueError:
        pass
    words = NOT_WHOLE if whole else NOT_A_NUMBER
    raise Complaint(words.filled(flag=flag, text=given, least=f"{least:.15g}", most=f"{most:.15g}"))


def past_language(args: Sequence[str]) -> list[str]:
    """What follows ``--lang fr``, where that comes first."""
    left = list(args)
    while left and (left[0] == "--lang" or left[0].startswith("--lang=")):
        if left == ["--lang"]:
            raise Complaint(NO_VALUE.filled(what="--lang"))
        left = left[2 if left[0] == "--lang" else 1 :]
    return left
