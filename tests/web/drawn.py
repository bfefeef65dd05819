"""The other end of the wire: a drawing put together again from what a page is sent."""

from __future__ import annotations

from typing import Any

from matou.paper.stamps import NAMED


class Drawn:
    """The parts that a page has."""

    def __init__(self, message: dict[str, Any] | None = None) -> None:
        self.parts: list[str] = []
        self.runs: dict[str, str] = {}
        if message is not None:
            self.take(message)

    def take(self, message: dict[str, Any]) -> list[str]:
        if "parts" in message:
            self.runs.clear()  # all of it comes again
        self.runs |= message.get("stamps", {})
        everything = [[0, len(self.parts), message.get("parts")]]
        for place, gone, coming in reversed(message.get("patch", everything)):
            self.parts[place : place + gone] = [self.spelled_out(part) for part in coming]
        return self.parts

    def spelled_out(self, part: str) -> str:
        return NAMED.sub(lambda found: self.runs[found[1]], part)
