"""Courtesy at a table: who may write, whom somebody does not want to read, what is reported.

A page asks for it over its WebSocket: ``{"avoid": seat, "how": "mute"}`` (or ``"block"``, or
``""`` to lift either) and ``{"report": seat, "reason": "…"}``. Nobody is told that they are
avoided, or who reported them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from matou.play.refusals import Refused
from matou.play.requests import LONGEST_CHAT, whole_number
from matou.play.seats import name_of, printable
from matou.play.viewer import Viewer
from matou.web import text
from matou.web.http.limits import Limits
from matou.web.store.interface import Store
from matou.web.store.strangers import Report

REPORTED = 50  # lines of chat in a report


class Courtesy:
    """What people owe each other, and what is done where they do not."""

    def __init__(self, store: Store, limits: Limits, has_operator: bool) -> None:
        self.store = store
        self.limits = limits
        self.has_operator = has_operator  # does anybody read reports?
        self.acts: dict[str, Callable[[Viewer, dict[str, Any], str], Awaitable[None]]] = {
            "avoid": self.avoid,
            "report": self.report,
        }

    async def muted(self, owner: str) -> frozenset[str]:
        """Whose words somebody does not want to read; never their own, whoever they were once."""
        found = await self.store.avoided(owner) if owner else []
        return frozenset({one.other for one in found} - {owner})

    async def check_words(self, owner: str, address: str) -> None:
        """May somebody write another line?"""
        if not await self.limits.admits("chat", owner, address):
            raise Refused("rate", text.TOO_FAST)
        if owner and await self.store.sanctioned([owner], "mute"):
            raise Refused("muted", text.SILENCED)

    async def avoid(self, page: Viewer, message: dict[str, Any], address: str) -> None:
        """Somebody does not want to read somebody else, or to meet them, or minds no longer."""
        other, name = self.meant(page, whole_number(message, "avoid", 0, len(page.table.seats)))
        if not await self.limits.admits("avoid", page.owner, address):
            raise Refused("rate", text.TOO_FAST)
        match message.get("how"):
            case "":
                await self.store.bear(page.owner, other)
            case "mute" | "block" as how:
                await self.store.avoid(page.owner, other, how, name)
            case _:
                raise Refused("bad", text.NOT_UNDERSTOOD)

    async def report(self, page: Viewer, message: dict[str, Any], address: str) -> None:
        """What was written at the table goes to the operator, with a reason."""
        other, name = self.meant(page, whole_number(message, "report", 0, len(page.table.seats)))
        reason = message.get("reason")
        if not self.has_operator:
            raise Refused("bad", text.NO_OPERATOR)
        if not isinstance(reason, str) or not (reason := printable(reason)):
            raise Refused("bad", text.REPORT_WHY)
        if len(reason) > LONGEST_CHAT:
            raise Refused("big", text.TOO_LONG)
        if not await self.limits.admits("reports", page.owner, address):
            raise Refused("rate", text.SLOW_REPORTS)
        table = page.table
        own = table.seats_of(page.owner)
        await self.store.report(
            Report(
                table=table.id,
                owner=other,
                name=name,
                reporter=page.owner,
                reporter_name=name_of(table.seats, own[0], page.lang) if own else "",
                reason=reason,
                lines=list(table.chat)[-REPORTED:],
            )
        )

    def meant(self, page: Viewer, seat: int) -> tuple[str, str]:
        """Whom somebody means who sits at the same table: their owner and name."""
        there = page.table.seats[seat]
        if not page.owner or all(s.owner != page.owner for s in page.table.seats):
            raise Refused("seat", text.PLAYERS_TALK)
        if not there.owner or there.owner == page.owner:
            raise Refused("seat", text.NOBODY_THERE)
        return there.owner, there.name or text.PLAYER.say(page.lang).format(n=seat + 1)
