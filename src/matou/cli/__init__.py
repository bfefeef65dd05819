"""The command line: ``matou games``, ``play``, ``replay``, ``verify``, ``doctor``…

Names no game: it finds them in the registry. Heavy packages are imported by the
command that needs them, so that everything answers at once.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

from matou.cli import help as teach
from matou.cli.commands import COMMANDS, HANDED
from matou.cli.complaint import FINE, INTERRUPTED, Complaint, filled
from matou.cli.parsing import check_language, language, near, parse, prog
from matou.cli.terminal.screen import Screen
from matou.core.words import Words

UNKNOWN = Words(
    "There is no command “{name}”.{meant} There are: {all}.",
    "Il n’y a pas de commande « {name} ».{meant} Il y a : {all}.",
)
NOT_HERE = Words(
    "“{name}” is not part of this installation (the package {package} is missing).",
    "« {name} » ne fait pas partie de cette installation (il manque le paquet {package}).",
)
STOPPED = Words("Stopped.", "Arrêté.")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; the exit code (0 fine, 1 a negative answer, 2 bad usage, 130 Ctrl-C)."""
    args = list(sys.argv[1:] if argv is None else argv)
    screen = Screen(language(args))
    try:
        code = dispatch(args, screen)
        sys.stdout.flush()  # here, where a closed pipe is still ours to catch
        return code
    except Complaint as stop:
        screen.warn(
            screen.tell(Words(*(t.replace("{", "{{").replace("}", "}}") for t in stop.says)))
        )
        return stop.code
    except KeyboardInterrupt:
        screen.warn("\n" + screen.tell(STOPPED))
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read us has gone (`| head`); keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE


def dispatch(args: list[str], screen: Screen) -> int:
    handed_on = {h.name: h for h in HANDED}
    before: list[str] = []
    while args[:1] == ["--lang"] or (args and args[0].startswith("--lang=")):
        count = 2 if args[0] == "--lang" else 1
        before, args = [*before, *args[:count]], args[count:]
    if args and args[0] in handed_on:
        own = handed_on[args[0]].package.startswith("matou.cli.")  # it speaks our languages
        return hand_on(args[0], [*args[1:], *(before if own else ())])
    check_language([*before, *args])
    if not args or args[0] == "--share":
        site = handed_on["serve"]
        if teach.installed(site):
            return hand_on("serve", ["--open", *args, *before])
        teach.everything(screen)
        return FINE
    first, rest = args[0], args[1:]
    commands = {c.name: c for c in COMMANDS}
    if first in ("-V", "--version"):
        from matou.core.version import VERSION

        screen.raw(f"matou {VERSION}")
        return FINE
    if first == "help" and rest and rest[0] in commands:
        teach.one(screen, commands[rest[0]])
        return FINE
    if first in ("-h", "--help", "help"):
        teach.everything(screen)
        return FINE
    if first not in commands:
        names = [*commands, *(h.name for h in HANDED if teach.installed(h))]
        raise Complaint(filled(UNKNOWN, name=first, meant=near(first, names), all=", ".join(names)))
    command = commands[first]
    parsed = parse(command, rest)
    if parsed.help:
        teach.one(screen, command)
        return FINE
    module, _, function = command.run.partition(":")
    code: int = getattr(importlib.import_module(module), function)(parsed, screen)
    return code


def hand_on(name: str, args: list[str]) -> int:
    """Let another package's own command line answer."""
    handed = next(h for h in HANDED if h.name == name)
    if not teach.installed(handed):
        raise Complaint(filled(NOT_HERE, name=name, package=handed.package))
    code: int = importlib.import_module(handed.package).main(args)
    return code


__all__ = ["main", "prog"]
