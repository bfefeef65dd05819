"""Courtesy at a table: who may write, whom somebody does not want to read, what is reported.

A page asks for it over its WebSocket: ``{"avoid": seat, "how": "mute"}`` (or ``"block"``, or
``""`` to lift either) and ``{"report": seat, "reason": "…"}``; a program by the API. Nobody
is told that they are avoided, or who reported them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal

from matou.play.refusals import Refused
from matou.play.requests import LONGEST_CHAT, whole_number
from matou.play.seats import Seat, name_of, printable
from matou.play.table import Table
from matou.play.viewer import Viewer
from matou.web import text
from matou.web.http.limits import Limits
from matou.web.store.interface import Store
from matou.web.store.strangers import Avoiding, Report

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
        """A page asks not to read somebody, or not to meet them, or minds no longer."""
        seat = whole_number(message, "avoid", 0, len(page.table.seats))
        match message.get("how"):
            case "" | "mute" | "block" as how:
                await self.set_avoided(page.table, page.owner, page.lang, seat, how, address)
            case _:
                raise Refused("bad", text.NOT_UNDERSTOOD)

    async def set_avoided(
        self,
        table: Table,
        owner: str,
        lang: str,
        seat: int,
        how: Avoiding | Literal[""],
        address: str,
    ) -> None:
        """Somebody does not want to read whoever sits there, or to meet them; '' lifts either."""
        other, name = meant(table, owner, lang, seat)
        if not await self.limits.admits("avoid", owner, address):
            raise Refused("rate", text.TOO_FAST)
        if how == "":
            await self.store.bear(owner, other)
        else:
            await self.store.avoid(owner, other, how, name)

    async def report(self, page: Viewer, message: dict[str, Any], address: str) -> None:
        """A page reports somebody."""
        seat = whole_number(message, "report", 0, len(page.table.seats))
        reason = message.get("reason")
        if not isinstance(reason, str):
            raise Refused("bad", text.REPORT_WHY)
        await self.send_report(page.table, page.owner, page.lang, seat, reason, address)

    async def send_report(
        self, table: Table, owner: str, lang: str, seat: int, reason: str, address: str
    ) -> None:
        """What was written at the table goes to the operator, with a reason."""
        other, name = meant(table, owner, lang, seat)
        if not self.has_operator:
            raise Refused("nobody", text.NO_OPERATOR)
        if not (reason := printable(reason)):
            raise Refused("bad", text.REPORT_WHY)
        if len(reason) > LONGEST_CHAT:
            raise Refused("big", text.TOO_LONG)
        if not await self.limits.admits("reports", owner, address):
            raise Refused("rate", text.SLOW_REPORTS)
        own = table.seats_of(owner)
        await self.store.report(
            Report(
                table=table.id,
                owner=other,
                name=name,
                reporter=owner,
                reporter_name=name_of(table.seats, own[0], lang) if own else "",
                reason=reason,
                lines=list(table.chat)[-REPORTED:],
            )
        )


def meant(table: Table, owner: str, lang: str, seat: int) -> tuple[str, str]:
    """Whom somebody means who sits at the same table: their owner and name."""
    if not owner or all(s.owner != owner for s in table.seats):
        raise Refused("seat", text.PLAYERS_TALK)
    there = table.seats[seat] if seat < len(table.seats) else Seat()
    if not there.owner or there.owner == owner:
        raise Refused("seat", text.NOBODY_THERE)
    return there.owner, there.name or text.PLAYER.say(lang).format(n=seat + 1)
