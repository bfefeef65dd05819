"""Finds turns, knows who is looking, and sends what is due: for as long as a server runs.

What is done when is in the store (``web/store/notices.py``), so any server may do any part of it,
and one that dies leaves nothing behind but a lease.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import random
import secrets
from typing import Any

from itsdangerous import BadSignature, URLSafeTimedSerializer

from matou.play.keeping import StoreFailed
from matou.web.notify import mail, messages, text, webhook, webpush
from matou.web.notify.choices import Choices
from matou.web.notify.messages import NotSent
from matou.web.notify.webpush import Vapid
from matou.web.ops.chores import called, every
from matou.web.store.notices import Channel
from matou.web.tables.manager import AT_ONCE, TableManager

log = logging.getLogger("matou.web")

MOST = 20  # channels that are sent to at once
RECENT = 60.0  # seconds; turns that began before are looked for…
LOOK_BACK = 600.0  # …only so often, and when nobody has looked for a while
TRIES = 14  # with back-off, three days
LONGEST_WAIT = 6 * 3600.0
CONFIRM_DAYS = 3
LOOKING = "turns"  # a kind of job: one server at a time looks for turns
CONFIRM, END = "confirm", "end"
FAILING = "telling people of their turns failed"


class Notifier:
    """Tells people that it is their turn."""

    def __init__(self, manager: TableManager, choices: Choices, base_url: str) -> None:
        self.manager = manager
        self.store = manager.store
        self.choices = choices
        self.base = base_url
        self.vapid = Vapid("")
        self._seen: dict[str, int] = {}  # at which number of a table its turn was marked as seen
        self._looked = self._looked_back = -math.inf
        self._clock_set = 0
        self._come = asyncio.Event()  # something may be due

    # Links

    @property
    def _signer(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self.store.key, salt="matou.notify")

    def link(self, what: str, channel: Channel) -> str:
        """The address at which a channel is confirmed or ended: whoever reads its messages may."""
        return f"{self.base}/notify/{what}/{self._signer.dumps([what, channel.id])}"

    def linked(self, what: str, token: str) -> str:
        """The channel that such an address is about; '' for one that we did not make."""
        try:
            age = CONFIRM_DAYS * 86400 if what == CONFIRM else None
            named, id = self._signer.loads(token[:300], max_age=age)
        except (BadSignature, ValueError, TypeError):
            return ""
        return str(id) if named == what else ""

    # Who looks

    async def tell_who_looks(self) -> None:
        """Whoever's turn it is and who looks at the table need not be told of it."""
        looking: list[tuple[str, str, int, int]] = []
        for nth, table in enumerate(list(self.manager.tables.values()), 1):
            if nth % AT_ONCE == 0:  # ten thousand tables hold up nobody
                await asyncio.sleep(0)
            actor = table.state.actor
            if actor < 0 or table.broken or table.lock.locked() or not table.full:
                continue
            owner = table.seats[actor].owner
            if self._seen.get(table.id) != table.number and table.seen_by(owner):
                looking.append((table.id, owner, table.number, actor))
        if not looking:
            return
        people = await self.store.with_channels(sorted({owner for _, owner, *_ in looking}))
        for id, owner, number, actor in looking:
            if owner in people:  # what they looked at: there may be a later turn by now
                await self.store.turn_seen(id, number, actor)
            self._seen[id] = number
        self._seen = {id: at for id, at in self._seen.items() if id in self.manager.tables}

    # Turns

    async def look_for_turns(self) -> None:
        """One server at a time, for all of them."""
        if self.store.shared and not await self.store.take_job(LOOKING, "", 5 * self.choices.every):
            return  # another does; should it stop, we have not looked for a while
        now = asyncio.get_running_loop().time()
        if self._clock_set != self.store.clock_set:  # what is recent by the new one is not all
            self._clock_set, self._looked_back = self.store.clock_set, -math.inf
        back = now - self._looked_back > LOOK_BACK or now - self._looked > RECENT / 2
        wait = self.choices.wait, self.choices.mail_wait
        find = self.store.find_all_turns(*wait) if back else self.store.find_turns(RECENT, *wait)
        if await find:
            self.hurry()
        self._looked = now
        if back:
            await self.store.clean_notices(CONFIRM_DAYS)
            self._looked_back = now

    # Sending

    async def send_due(self) -> int:
        """Send all that is due; how many channels had something."""
        c = self.choices
        waits = max(c.wait, c.rest), max(c.mail_wait, c.mail_rest)
        taken = await self.store.take_channels(c.lease, MOST, *waits)
        await asyncio.gather(*(self._serve(channel) for channel in taken))
        return len(taken)

    async def _serve(self, channel: Channel) -> None:
        with contextlib.suppress(StoreFailed):  # the lease runs out, and it comes again
            batch = await self.store.batch(channel, secrets.token_hex(12))
            if batch is None:
                await self.store.release_channel(channel)
                return
            try:
                if channel.kind not in self.choices.offered:
                    raise NotSent(text.NOT_OFFERED, wait=LONGEST_WAIT)
                await self._send(channel, batch)
            except NotSent as failed:
                why = failed.why.say(channel.lang)
                self.manager.metrics.told.add(channel.kind, "failed")
                log.info("a notice did not arrive", extra={"way": channel.kind, "why": str(failed)})
                if failed.forever:
                    await self.store.channel_broke(channel, why)
                elif batch.tries >= TRIES:  # this turn is told of no more; the next may be
                    await self.store.given_up(channel, batch.name, why)
                else:
                    await self.store.not_sent(channel, why, failed.wait or waited(batch.tries))
                return
            is_mail = channel.kind == "mail"
            rest = self.choices.mail_rest if is_mail else self.choices.rest
            await self.store.sent(channel, batch.name, 0.0 if not batch.turns else rest)
            self.manager.metrics.told.add(channel.kind, "sent")

    async def _send(self, channel: Channel, batch: Any) -> None:
        end = self.link(END, channel)
        if batch.turns:
            message = messages.written(batch, channel, self.manager.games, self.base)
        elif channel.kind == "mail":
            message = messages.asking_mail(batch, channel, self.base, self.link(CONFIRM, channel))
        else:
            message = messages.asking_webhook(batch, channel, self.link(CONFIRM, channel), end)
        if channel.kind == "push":
            await webpush.send(self.vapid, channel, message, self.choices)
        elif channel.kind == "webhook":
            await webhook.send(channel, message, self.choices)
        else:
            assert self.choices.mail is not None
            await mail.send(self.choices.mail, channel.address, message, self.base, end)

    def hurry(self) -> None:
        """Something is due now."""
        self._come.set()

    async def _send_all(self) -> None:
        await called(self._come, self.choices.every)
        while await self.send_due():
            pass

    # For as long as the server runs

    async def run(self) -> None:
        if not self.choices.offered:
            return
        self.vapid = Vapid(self.store.key)
        if not self.store.shared:  # what a server left that was alone before us
            with contextlib.suppress(StoreFailed):
                await self.store.free_channels()
        async with asyncio.TaskGroup() as group:
            for chore in (self.tell_who_looks, self.look_for_turns):
                group.create_task(every(self.choices.every, chore, FAILING))
            group.create_task(every(0.0, self._send_all, FAILING))


def waited(tries: int) -> float:
    """Seconds until it is tried again: longer each time, and not everybody at once."""
    return min(LONGEST_WAIT, 10.0 * 3.0 ** min(tries - 1, 12)) * random.uniform(0.8, 1.2)
