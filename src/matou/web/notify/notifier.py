"""Finds turns and sends notifications about them while the server runs.

The state is in the store (``repository.py``), so any server can do any part of the work. A server
that dies leaves nothing behind but a lease.
"""

import asyncio
import contextlib
import functools
import math
import random
import secrets
from typing import Any

from itsdangerous import BadSignature, URLSafeTimedSerializer

from matou.core.messages import say
from matou.play.keeping import StoreFailed
from matou.web.notify import mail, messages, webhook, webpush
from matou.web.notify.choices import Choices
from matou.web.notify.messages import NotSent
from matou.web.notify.repository import Channel
from matou.web.notify.webpush import Vapid
from matou.web.ops.chores import Chore, wait_at_most
from matou.web.ops.logs import log
from matou.web.tables.manager import AT_ONCE, TableManager

MOST = 20  # channels that are sent to at once
RECENT = 60.0  # seconds; older turns are searched for…
LOOK_BACK = 600.0  # …only this often, and after a gap
TRIES = 14  # in about two days, with exponential backoff
LONGEST_WAIT = 6 * 3600.0
CONFIRM_DAYS = 3
NOT_OFFERED = say("This site does not offer this kind of notification.")
LOOKING = "turns"  # a kind of job: one server at a time searches for turns
CONFIRM, END, STOP = "confirm", "end", "stop"  # links; the last one only stops daily reminders


class Notifier:
    def __init__(self, manager: TableManager, choices: Choices, base_url: str) -> None:
        self.manager = manager
        self.store = manager.store
        self.choices = choices
        self.base = base_url
        self._seen: dict[str, int] = {}  # table id to event number of the turn seen last
        self._looked = self._looked_back = -math.inf
        self._clock_set = 0
        self._come = asyncio.Event()  # set when something may be due

    @functools.cached_property
    def vapid(self) -> Vapid:
        return Vapid(self.store.db.key)

    async def start(self) -> None:
        if not self.store.db.shared:  # ends the leases of an earlier server
            with contextlib.suppress(StoreFailed):
                await self.store.notices.release_all()

    # Links

    @property
    def _signer(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self.store.db.key, salt="matou.notify")

    def link(self, what: str, channel: Channel) -> str:
        """Returns the signed URL that confirms or ends a channel, or stops daily reminders."""
        return f"{self.base}/notify/{what}/{self._signer.dumps([what, channel.id])}"

    def linked(self, what: str, token: str) -> str:
        """Returns the channel of a signed URL, or '' if the signature is not ours."""
        try:
            age = CONFIRM_DAYS * 86400 if what == CONFIRM else None
            named, id = self._signer.loads(token[:300], max_age=age)
        except (BadSignature, ValueError, TypeError):
            return ""
        return str(id) if named == what else ""

    # Players at the table

    async def tell_who_looks(self) -> None:
        """Marks turns as seen whose players are looking at the table."""
        looking: list[tuple[str, str, int, int]] = []
        for nth, table in enumerate(list(self.manager.tables.values()), 1):
            if nth % AT_ONCE == 0:  # let other tasks run: there may be thousands of tables
                await asyncio.sleep(0)
            actor = table.state.actor
            if actor < 0 or table.broken or table.lock.locked() or not table.full:
                continue
            owner = table.seats[actor].owner
            if self._seen.get(table.id) != table.number and table.presence.seen_by(owner):
                looking.append((table.id, owner, table.number, actor))
        if not looking:
            return
        people = await self.store.notices.with_channels(sorted({owner for _, owner, *_ in looking}))
        for id, owner, number, actor in looking:
            if owner in people:  # only this turn: a later one may have begun
                await self.store.notices.turn_seen(id, number, actor)
            self._seen[id] = number
        self._seen = {id: at for id, at in self._seen.items() if id in self.manager.tables}

    # Turns

    async def look_for_turns(self) -> None:
        """Searches for turns on behalf of all servers, if this server gets the lease."""
        lease = 5 * self.choices.every
        if self.store.db.shared and not await self.store.jobs.take(LOOKING, "", lease):
            return  # another server does; if it stops, we notice the gap
        now = asyncio.get_running_loop().time()
        clock_set = self.store.uptime.clock_set
        if self._clock_set != clock_set:  # the clock was set, so "recent" is unreliable: search all
            self._clock_set, self._looked_back = clock_set, -math.inf
        back = now - self._looked_back > LOOK_BACK or now - self._looked > RECENT / 2
        wait = self.choices.wait, self.choices.mail_wait
        find = (
            self.store.notices.find_all_turns(*wait)
            if back
            else self.store.notices.find_turns(RECENT, *wait)
        )
        if any([await find, await self.store.daily.find_reminders()]):
            self.hurry()
        self._looked = now
        if back:
            await self.store.notices.clean_up(CONFIRM_DAYS)
            self._looked_back = now

    # Sending

    async def send_due(self) -> int:
        """Sends all due notices. Returns how many channels had any."""
        c = self.choices
        waits = max(c.wait, c.rest), max(c.mail_wait, c.mail_rest)
        taken = await self.store.notices.take_channels(c.lease, MOST, *waits)
        await asyncio.gather(*(self._serve(channel) for channel in taken))
        return len(taken)

    async def _serve(self, channel: Channel) -> None:
        with contextlib.suppress(StoreFailed):  # the lease expires, and the notice is sent later
            batch = await self.store.notices.batch(channel, secrets.token_hex(12))
            if batch is None:
                await self.store.notices.release_channel(channel)
                return
            try:
                if channel.kind not in self.choices.offered:
                    raise NotSent(NOT_OFFERED, wait=LONGEST_WAIT)
                await self._send(channel, batch)
            except NotSent as failed:
                why = failed.why.say(channel.lang)
                self.manager.metrics.notices.labels(channel.kind, "failed").inc()
                log.info("a notice did not arrive", extra={"way": channel.kind, "why": str(failed)})
                if failed.forever:
                    await self.store.notices.end_broken(channel, why)
                elif batch.tries >= TRIES:  # give up this turn, but not the next ones
                    await self.store.notices.give_up(channel, batch.name, why)
                else:
                    await self.store.notices.not_sent(
                        channel, why, failed.wait or waited(batch.tries)
                    )
                return
            is_mail = channel.kind == "mail"
            rest = self.choices.mail_rest if is_mail else self.choices.rest
            await self.store.notices.sent(channel, batch.name, 0.0 if not batch.turns else rest)
            self.manager.metrics.notices.labels(channel.kind, "sent").inc()

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
            if message.event == "reminder":
                end = self.link(STOP, channel)
            await mail.send(self.choices.mail, channel.address, message, self.base, end)

    def hurry(self) -> None:
        """Starts sending at once, because something is due."""
        self._come.set()

    async def _send_all(self) -> None:
        await wait_at_most(self._come, self.choices.every)
        while await self.send_due():
            pass

    def chores(self) -> list[Chore]:
        if not self.choices.offered:
            return []
        looking = (self.tell_who_looks, self.look_for_turns)
        return [Chore(self._send_all), *(Chore(work, self.choices.every) for work in looking)]


def waited(tries: int) -> float:
    """Returns the seconds until the next try: exponential backoff with jitter."""
    return min(LONGEST_WAIT, 10.0 * 3.0 ** min(tries - 1, 12)) * random.uniform(0.8, 1.2)
