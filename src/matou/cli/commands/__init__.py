"""All commands. Each is declared in its own module.

To add one, write a module with a ``COMMAND`` and list it here. Import heavy packages in the
functions that need them.
"""

from matou.cli.commands import (
    admin,
    analyse,
    arena,
    doctor,
    export,
    games,
    labs,
    play,
    puzzle,
    replay,
    rules,
    serve,
    verify,
)
from matou.cli.declaring import Command, Group

COMMANDS: tuple[Command | Group | labs.Tool, ...] = (
    games.COMMAND,
    rules.COMMAND,
    play.COMMAND,
    puzzle.COMMAND,
    replay.COMMAND,
    verify.COMMAND,
    doctor.COMMAND,
    serve.COMMAND,
    export.COMMAND,
    admin.COMMAND,
    analyse.COMMAND,
    arena.COMMAND,
    labs.EXPLOIT,
    labs.BENCH,
)
