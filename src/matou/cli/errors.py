"""Exit codes, and the error that stops a command."""

from __future__ import annotations

from matou.core.messages import Message

OK, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130


class CommandError(Exception):
    """A command cannot go on. The message says why and what to do instead."""

    def __init__(self, says: Message, code: int = USAGE) -> None:
        self.says = says
        self.code = code
        super().__init__(says.say())
