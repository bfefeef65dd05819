"""Puts a drawing together again from the messages that a page receives."""

from __future__ import annotations

from typing import Any

from matou.paper.symbols import REFERENCE


class Drawn:
    """The parts of a drawing that a page holds."""

    def __init__(self, message: dict[str, Any] | None = None) -> None:
        self.parts: list[str] = []
        self.runs: dict[str, str] = {}
        if message is not None:
            self.take(message)

    def take(self, message: dict[str, Any]) -> list[str]:
        self.runs |= message.get("symbols", {})
        everything = [[0, len(self.parts), message.get("parts")]]
        for place, gone, coming in reversed(message.get("patch", everything)):
            self.parts[place : place + gone] = [self.expanded(part) for part in coming]
        return self.parts

    def expanded(self, part: str) -> str:
        return REFERENCE.sub(lambda found: self.runs[found[1]], part)
