"""The command line: ``matou games``, ``play``, ``replay``, ``verify``, ``doctor``…

It names no game: it finds them in the registry. Heavy packages are imported by the command that
needs them, so that every command starts fast.
"""

import os
import sys
from collections.abc import Sequence

from matou.cli import help
from matou.cli.commands import COMMANDS, labs, serve
from matou.cli.declaring import INTERRUPTED, OK, USAGE, Command, CommandError, Group
from matou.cli.parsing import check_language, language, near, parse, past_language
from matou.cli.terminal.screen import Screen
from matou.core.messages import say
from matou.core.refusals import Refusal


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command line; returns the exit code (0 fine, 1 negative, 2 bad usage, 130 Ctrl-C)."""
    args = list(sys.argv[1:] if argv is None else argv)
    screen = Screen(language(args))
    try:
        code = dispatch(args, screen)
        sys.stdout.flush()  # here, where a closed pipe can still be caught
        return code
    except Refusal as stop:
        screen.warn(stop.says)
        return stop.code if isinstance(stop, CommandError) else USAGE
    except KeyboardInterrupt:
        print(file=sys.stderr)  # after ^C
        screen.warn(say("Stopped."))
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone (`| head`): prevent a traceback at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK


def dispatch(args: Sequence[str], screen: Screen) -> int:
    check_language(args)
    left = past_language(args)
    if not left or left[0] == "--share":
        if serve.COMMAND.missing() is None:
            return run(serve.COMMAND, ["--open", *left], screen)
        help.everything(screen)
        return OK
    if left[0] in ("-V", "--version"):
        from matou.core.version import VERSION

        screen.raw(f"matou {VERSION}")
        return OK
    left = help_last(left)
    if left[0] == "--help":
        help.everything(screen)
        return OK
    known = {c.name: c for c in COMMANDS}
    if left[0] not in known:
        raise unknown(left[0], left[0], [c.name for c in COMMANDS if c.missing() is None])
    rest = left[1:] if left[1:] == ["--lang"] else past_language(left[1:])
    if rest and f"{left[0]} {rest[0]}" in known:  # 'arena exploit', beside 'arena'
        return run(known[f"{left[0]} {rest[0]}"], rest[1:], screen)
    return run(known[left[0]], left[1:], screen)


def run(command: Command | Group | labs.Tool, args: Sequence[str], screen: Screen) -> int:
    """Runs a command with its arguments, or shows its help."""
    if (missing := command.missing()) is not None:
        raise missing
    if isinstance(command, labs.Tool):
        return command.run(past_language(args))
    if isinstance(command, Group):
        left = help_last(past_language(args)) or ["--help"]
        if left[0] == "--help":
            help.group(screen, command)
            return OK
        known = {c.name.removeprefix(f"{command.name} "): c for c in command.commands}
        if left[0] not in known:
            raise unknown(f"{command.name} {left[0]}", left[0], [*known])
        return run(known[left[0]], left[1:], screen)
    parsed = parse(command, args)
    if parsed.help:
        help.one(screen, command)
        return OK
    return command.run(parsed, screen)


def unknown(name: str, word: str, known: Sequence[str]) -> CommandError:
    says = say("Unknown command “{name}”. Choose from: {all}.", name=name, all=", ".join(known))
    return CommandError(near(says, word, known))


def help_last(args: list[str]) -> list[str]:
    """Turns 'help play' into 'play --help'."""
    if args and args[0] in ("-h", "--help", "help"):
        return [*past_language(args[1:]), "--help"]
    return args
