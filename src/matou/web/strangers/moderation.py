"""Moderation at tables: chat limits, mutes, blocks and reports.

Players never learn who muted, blocked or reported them. They never see another player's ``owner``
either: lists of avoided people use ids that differ for each reader.
"""

import hashlib
import hmac

from matou.core.messages import say
from matou.play.protocol.programs import Avoided
from matou.play.refusals import TOO_FAST, Refused
from matou.play.seats import LONGEST_CHAT, Seat, name_of, printable
from matou.play.table import Table
from matou.web.http.limits import Limits
from matou.web.store import Store
from matou.web.strangers.repository import Avoiding, Report

REPORTED = 50  # lines of chat in a report
PAIR_ID = 32  # length of the id of a person on somebody's list


class Moderation:
    def __init__(self, store: Store, limits: Limits, has_operator: bool) -> None:
        self.store = store
        self.limits = limits
        limits.add("chat", (0.5, 12), (4, 80))
        limits.add("avoid", (0.2, 30), (1, 100))
        limits.add("reports", (1 / 300, 4), (1 / 60, 12))
        self.has_operator = has_operator  # whether anybody reads reports

    async def muted(self, owner: str) -> frozenset[str]:
        """Returns the owners whom a player has muted or blocked, never themselves."""
        found = await self.store.moderation.avoided(owner) if owner else []
        return frozenset({one.other for one in found} - {owner})

    async def blocked(self, owner: str) -> set[str]:
        """Returns the owners whom a player has blocked."""
        found = await self.store.moderation.avoided(owner) if owner else []
        return {one.other for one in found if one.kind == "block"}

    async def avoided(self, owner: str) -> list[Avoided]:
        """Returns the people whom a player has muted or blocked, the latest first."""
        found = await self.store.moderation.avoided(owner) if owner else []
        return [
            Avoided(person=self.pair_id(owner, a.other), name=a.name, how=a.kind) for a in found
        ]

    async def lift(self, owner: str, id: str) -> None:
        """Removes an entry from a player's list. Ignores unknown ids."""
        for one in await self.store.moderation.avoided(owner):
            if self.pair_id(owner, one.other) == id:
                await self.store.moderation.stop_avoiding(owner, one.other)

    def pair_id(self, owner: str, other: str) -> str:
        """Returns the id of a person on another's lists. It differs for each reader."""
        pair = f"avoided {owner} {other}".encode()
        return hmac.new(self.store.db.key.encode(), pair, hashlib.sha256).hexdigest()[:PAIR_ID]

    async def check_words(self, owner: str, network: str) -> None:
        """Raises `Refused` if a player may not write another line now."""
        if not await self.limits.admits("chat", owner, network):
            raise Refused("rate", TOO_FAST)
        if owner and await self.store.moderation.sanctioned([owner], "mute"):
            raise Refused(
                "muted",
                say("The site’s operator has banned you from the chat. You can keep playing."),
            )

    async def set_avoided(
        self, table: Table, owner: str, lang: str, seat: int, how: Avoiding | None, network: str
    ) -> None:
        """Mutes or blocks the person at a seat; None lifts either."""
        other, name = meant(table, owner, lang, seat)
        if not await self.limits.admits("avoid", owner, network):
            raise Refused("rate", TOO_FAST)
        if how is None:
            await self.store.moderation.stop_avoiding(owner, other)
        else:
            await self.store.moderation.avoid(owner, other, how, name)

    async def send_report(
        self, table: Table, owner: str, lang: str, seat: int, reason: str, network: str
    ) -> None:
        """Sends the operator a reason and the last lines of the table's chat."""
        other, name = meant(table, owner, lang, seat)
        if not self.has_operator:
            raise Refused(
                "nobody",
                say("Nobody reads reports on this site. You can mute or block the player instead."),
            )
        if not (reason := printable(reason)):
            raise Refused("bad", say("Say briefly what’s wrong (reason)."))
        if len(reason) > LONGEST_CHAT:
            raise Refused("big", say("That is too long."))
        if not await self.limits.admits("reports", owner, network):
            raise Refused(
                "rate", say("You’ve sent a lot of reports in a short time. Wait a few minutes.")
            )
        own = table.seats_of(owner)
        await self.store.moderation.report(
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
    """Returns the owner and name of another player here. Raises `Refused` if there is none."""
    if not owner or all(s.owner != owner for s in table.seats):
        raise Refused("seat", say("Only players can chat here."))
    there = table.seats[seat] if 0 <= seat < len(table.seats) else Seat()
    if not there.owner or there.owner == owner:
        raise Refused("seat", say("Nobody else is sitting there."))
    return there.owner, there.name or say("Player {n}", n=seat + 1).say(lang)
