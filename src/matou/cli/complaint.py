"""What stops a command: a sentence for a person, and the exit code."""

from __future__ import annotations

from matou.core.words import Words

FINE, NEGATIVE, USAGE, INTERRUPTED = 0, 1, 2, 130


class Complaint(Exception):
    """A command cannot go on; the text says why and what to do instead."""

    def __init__(self, says: Words, code: int = USAGE) -> None:
        self.says = says
        self.code = code
        super().__init__(says.en)
