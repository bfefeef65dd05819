"""The commands that ``matou`` declares."""

from __future__ import annotations

from matou.cli.commands import COMMANDS
from matou.cli.declaring import Command, Group


def all_commands() -> tuple[Command, ...]:
    """Returns every command, those of groups included, but not those of ``labs``."""
    found: list[Command] = []
    for command in COMMANDS:
        if isinstance(command, Group):
            found += command.commands
        elif isinstance(command, Command):
            found.append(command)
    return tuple(found)
