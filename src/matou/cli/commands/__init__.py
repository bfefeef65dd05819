"""The commands there are. Each is declared in its module, beside what it does.

Adding one is writing a module with a ``COMMAND`` and naming it here. What is heavy is imported
by the function that needs it, so that every command answers at once.
"""

from __future__ import annotations

from matou.cli.commands import (
    admin,
    analyse,
    arena,
    bench,
    doctor,
    exploit,
    export,
    games,
    play,
    replay,
    rules,
    serve,
    verify,
)
from matou.cli.declaring import Command, Group

COMMANDS: tuple[Command | Group, ...] = (
    games.COMMAND,
    rules.COMMAND,
    play.COMMAND,
    replay.COMMAND,
    verify.COMMAND,
    doctor.COMMAND,
    serve.COMMAND,
    export.COMMAND,
    admin.COMMAND,
    analyse.COMMAND,
    arena.COMMAND,
    exploit.COMMAND,
    bench.COMMAND,
)


def each() -> tuple[Command, ...]:
    """Every command that runs something, those of groups included."""
    found: list[Command] = []
    for command in COMMANDS:
        found += command.commands if isinstance(command, Group) else [command]
    return tuple(found)
