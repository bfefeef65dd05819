"""The command line: ``matou games``, ``play``, ``replay``, ``verify``, ``doctor``…

Names no game: it finds them in the registry. Heavy packages are imported by the
command that needs them, so that everything answers at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from matou.cli import help as teach
from matou.cli.commands import COMMANDS, serve
from matou.cli.complaint import FINE, INTERRUPTED, Complaint
from matou.cli.declaring import Command, Group
from matou.cli.parsing import check_language, language, near, parse, past_language, prog
from matou.cli.terminal.screen import Screen
from matou.core.words import Words

UNKNOWN = Words(
    "There is no command “{name}”.{meant} There are: {all}.",
    "Il n’y a pas de commande « {name} ».{meant} Il y a : {all}.",
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


def dispatch(args: Sequence[str], screen: Screen) -> int:
    check_language(args)
    left = past_language(args)
    if not left or left[0] == "--share":
        if serve.COMMAND.missing() is None:
            return run(serve.COMMAND, ["--open", *left], screen)
        teach.everything(screen)
        return FINE
    if left[0] in ("-V", "--version"):
        from matou.core.version import VERSION

        screen.raw(f"matou {VERSION}")
        return FINE
    left = help_last(left)
    if left[0] == "--help":
        teach.everything(screen)
        return FINE
    names = {c.name: c for c in COMMANDS if c.missing() is None}
    known = {c.name: c for c in COMMANDS}
    if left[0] not in known:
        near_it = near(left[0], [*names])
        raise Complaint(UNKNOWN.filled(name=left[0], meant=near_it, all=", ".join(names)))
    rest = left[1:] if left[1:] == ["--lang"] else past_language(left[1:])
    if rest and f"{left[0]} {rest[0]}" in known:  # 'arena exploit', beside 'arena'
        return run(known[f"{left[0]} {rest[0]}"], rest[1:], screen)
    return run(known[left[0]], left[1:], screen)


def run(command: Command | Group, args: Sequence[str], screen: Screen) -> int:
    """Run a command with what follows its name, or show its help."""
    missing = command.missing()
    if missing is not None:
        raise missing
    if isinstance(command, Group):
        left = help_last(past_language(args)) or ["--help"]
        if left[0] == "--help":
            teach.group(screen, command)
            return FINE
        known = {c.name.removeprefix(f"{command.name} "): c for c in command.commands}
        if left[0] not in known:
            name = f"{command.name} {left[0]}"
            meant = near(left[0], [*known])
            raise Complaint(UNKNOWN.filled(name=name, meant=meant, all=", ".join(known)))
        return run(known[left[0]], left[1:], screen)
    parsed = parse(command, args)
    if parsed.help:
        teach.one(screen, command)
        return FINE
    missing = command.missing_to_run()
    if missing is not None:
        raise missing
    return command.run(parsed, screen)


def help_last(args: list[str]) -> list[str]:
    """'help play' as 'play --help'."""
    if args and args[0] in ("-h", "--help", "help"):
        return [*past_language(args[1:]), "--help"]
    return args


__all__ = ["main", "prog"]
