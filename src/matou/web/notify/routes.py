"""Pages to choose, confirm and end notifications."""

import json
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.routing import BaseRoute

from matou import page
from matou.core.messages import Message, say
from matou.play.seats import name_of
from matou.play.table import Table
from matou.web.feature import Chore, Feature, HTTPException, Problem, Request, Response, form, route
from matou.web.notify import mail, outbound, webhook, webpush
from matou.web.notify.notifier import CONFIRM, END, NOT_OFFERED, STOP
from matou.web.notify.repository import Channel
from matou.web.ops.logs import log

SERVICE_WORKER = "service_worker.js"
MOST = {"push": 10, "mail": 3, "webhook": 30}  # channels per person
TOO_MANY_REQUESTS = say("Too many requests. Try again in an hour.")
TOO_MANY_MAILS = say(
    "We have just sent a lot of e-mail to this provider. Try again in an hour, "
    "or use another address."
)
TOO_MANY_CHANNELS = say("You already have the maximum number of notifications. Remove one first.")
BAD_PUSH = say("We cannot use the address of this browser’s push service.")
BAD_WEBHOOK = say(
    "We cannot use the address in the field “Webhook URL”. It must start with https:// and be on "
    "the public internet, not on a private network."
)


class NotifyRoutes(Feature):
    LIMITS = (
        ("notify", (1 / 600, 12), (1 / 600, 12)),
        ("notify to", (1 / 28_800, 3), None),  # to one mailbox
        ("notify domain", (1 / 120, 30), None),  # to all mailboxes of a domain
    )

    def routes(self) -> Sequence[BaseRoute]:
        return super().routes() if self.site.options.notify.offered else []

    def chores(self) -> list[Chore]:
        return self.site.notifier.chores()

    @route(f"/{SERVICE_WORKER}")
    async def worker(self, _request: Request) -> Response:
        """Serves the script that shows notifications. An offline copy serves its own instead."""
        script = (Path(page.__file__).parent / "static" / SERVICE_WORKER).read_text("utf-8")
        caching = {"cache-control": "no-cache"}
        return Response(script, media_type="text/javascript", headers=caching)

    # Pages

    @route("/notify")
    async def page(self, request: Request) -> Response:
        return await self.shown(request, request.query_params.get("table", ""))

    async def shown(
        self, request: Request, table: str = "", wrong: Message | None = None, status: int = 200
    ) -> Response:
        return request.render(
            "notify/notify.html",
            status,
            notify=await menu(request, await self.table_of(request.owner, table)),
            wrong=wrong.say(request.lang) if wrong else "",
        )

    async def table_of(self, owner: str, id: str) -> Table | None:
        table = await self.manager.table(id) if owner and id else None
        return table if table is not None and table.seats_of(owner) else None

    # Requests

    async def admit(self, request: Request) -> None:
        """Counts a request against the limits of the person and the network."""
        if not request.owner:
            raise HTTPException(403)
        await request.limit("notify", TOO_MANY_REQUESTS)

    async def admit_mail(self, to: str) -> None:
        """Counts a mail against the limits of its mailbox and its domain."""
        mailbox = mail.mailbox(to)
        if not await self.site.limits.admits("notify to", mailbox, ""):
            raise Problem(TOO_MANY_REQUESTS, 429)
        if not await self.site.limits.admits("notify domain", mailbox.rpartition("@")[2], ""):
            log.warning("too many mails to confirm go to one domain")
            raise Problem(TOO_MANY_MAILS, 429)

    async def add(self, owner: str, kind: str, table: str, address: str, *about: Any) -> None:
        """Adds a channel, in place of one to the same address. ``about`` are its other fields."""
        if kind not in self.site.options.notify.offered:
            raise Problem(NOT_OFFERED, 404)
        for other in await self.store.notices.channels_of(owner):
            if (other.kind, other.tbl, other.address) == (kind, table, address):
                await self.store.notices.end_channel(other.id)
        channel = Channel(secrets.token_hex(12), owner, kind, table, address, *about)
        if not await self.store.notices.add_channel(channel, MOST[kind]):
            raise Problem(TOO_MANY_CHANNELS, 409)
        self.site.notifier.hurry()

    async def check(self, url: str, wrong: Message) -> None:
        """Raises Problem if a URL is not allowed. Sending checks it again."""
        is_private = self.site.options.notify.private
        try:
            parts = outbound.checked(url, is_private)
            port = parts.port or outbound.USUAL[parts.scheme]
            await outbound.resolved(parts.hostname or "", port, is_private)
        except (outbound.Forbidden, outbound.Unreachable):
            raise Problem(wrong) from None

    @form("/notify/push")
    async def push(self, request: Request) -> Response:
        """Adds a browser that shows notifications. It has asked its user for permission."""
        owner, lang = request.owner, request.lang
        try:
            try:
                sent = json.loads(request.fields.get("subscription", ""))
                endpoint, keys = webpush.subscription(sent)
            except (ValueError, TypeError, AttributeError, RecursionError):
                raise Problem(BAD_PUSH) from None
            await self.admit(request)
            await self.check(endpoint, BAD_PUSH)
            await self.add(owner, "push", "", endpoint, keys, lang, request.device_name, 1)
        except Problem as refused:
            return Response(refused.says.say(lang), refused.status, media_type="text/plain")
        return Response(status_code=204)

    @form("/notify/mail")
    async def mail(self, request: Request) -> Response:
        table, to = request.fields.get("table", ""), request.fields.get("address", "").strip()
        try:
            if not mail.is_address(to):
                raise Problem(say("Enter a valid address in the field “Your e-mail address”."))
            await self.admit(request)
            await self.admit_mail(to)
            await self.add(request.owner, "mail", "", to, {}, request.lang, to)
        except Problem as refused:
            return await self.shown(request, table, refused.says, refused.status)
        return self.back(request, table)

    @form("/notify/webhook")
    async def webhook(self, request: Request) -> Response:
        owner, lang, fields = request.owner, request.lang, request.fields
        asked, url = fields.get("table", ""), fields.get("address", "").strip()
        table = await self.table_of(owner, asked)
        try:
            if table is None:
                raise HTTPException(403)
            await self.admit(request)
            await self.check(url, BAD_WEBHOOK)
            form = webhook.guessed(url) or fields.get("form", "")
            details = {
                "form": form if form in webhook.FORMS else "json",
                "name": name_of(table.seats, table.seats_of(owner)[0], lang),
            }
            shown = urlsplit(url).hostname or ""
            await self.add(owner, "webhook", table.id, url, details, lang, shown)
        except Problem as refused:
            return await self.shown(request, asked, refused.says, refused.status)
        return self.back(request, asked)

    def back(self, request: Request, table: str) -> Response:
        more = f"?table={table}" if table.isalnum() else ""
        return request.redirect(f"/notify{more}")

    @form("/notify/end")
    async def end(self, request: Request) -> Response:
        """Ends one of the visitor's own channels, by its id or, for a browser, by its endpoint."""
        owner, fields = request.owner, request.fields
        for channel in await self.store.notices.channels_of(owner) if owner else []:
            if fields.get("channel") == channel.id or fields.get("endpoint") == channel.address:
                await self.store.notices.end_channel(channel.id)
        return self.back(request, fields.get("table", ""))

    @form("/notify/daily")
    async def daily(self, request: Request) -> Response:
        """Chooses the channel and the hour of a daily reminder, or none."""
        owner, hour = request.owner, request.fields.get("hour", "")
        known = {c.id for c in await self.store.notices.channels_of(owner)} if owner else {}
        if not owner or hour not in map(str, range(24)):
            raise HTTPException(400)
        channel = request.fields.get("channel", "")
        await self.store.daily.remind(owner, channel if channel in known else "", int(hour))
        return request.redirect("/notify#daily")

    # Links in messages

    @route("/notify/confirm/{token}", methods=["GET", "POST"])
    async def confirm(self, request: Request) -> Response:
        """Confirms a channel on POST only, because mail scanners follow links."""
        channel = await self.linked(CONFIRM, request)
        if channel is None or channel.confirmed < 0:
            return request.note(410, "expired-notice")
        if request.method == "POST":
            await request.read_fields()
            await self.store.notices.confirm_channel(channel.id)
        if channel.confirmed or request.method == "POST":
            return request.note(200, "notices-on")
        says = say("We will write to {shown} when it is your turn.", shown=channel.shown)
        return request.render("notify/asked.html", ends=False, says=says)

    @route("/notify/end/{token}", "/notify/stop/{token}", methods=["GET", "POST"])
    async def end_by_link(self, request: Request) -> Response:
        """Ends a channel on POST, which mail programs send by themselves (RFC 8058)."""
        channel, stopped = await self.linked(END, request), await self.linked(STOP, request)
        if request.method == "POST" and channel is not None:
            await self.store.notices.end_channel(channel.id)
        elif request.method == "POST" and stopped is not None:
            await self.store.daily.remind(stopped.owner, "", 0)
        channel = channel or stopped
        if channel is None:
            return request.note(200, "notices-off")
        says = (
            say("We will send nothing more to {shown}.", shown=channel.shown)
            if stopped is None
            else say("We will no longer remind you of the cat of the day.")
        )
        if request.method == "POST":
            return request.note(200, "notices-off", says)
        return request.render("notify/asked.html", ends=True, says=says)

    async def linked(self, what: str, request: Request) -> Channel | None:
        id = self.site.notifier.linked(what, request.path_params["token"])
        return await self.store.notices.channel(id) if id else None


async def menu(request: Request, table: Table | None) -> dict[str, Any]:
    """Returns the values for the forms that choose notifications, at a table or for all."""
    site, owner = request.site, request.owner
    channels = await site.store.notices.channels_of(owner) if owner else []
    rows = await site.store.tables.by_id([channel.tbl for channel in channels if channel.tbl])
    return {
        "offered": site.options.notify.offered,
        "channels": channels,
        "titles": {
            row.id: site.games[row.game].words.TITLE.say(request.lang)
            for row in rows.values()
            if row.game in site.games
        },
        "table": table,
        "forms": webhook.FORMS,
        "key": site.notifier.vapid.public,
        "reminder": await site.store.daily.reminder(owner) if owner else None,
        "here": [c.address for c in channels if c.kind == "push" and c.confirmed == 1],
    }


async def bell(request: Request, table: Table) -> dict[str, Any] | None:
    """Returns the values for the notification menu at a table with other people, or None."""
    owner = request.owner
    if not request.site.options.notify.offered or table.state.over or not table.seats_of(owner):
        return None
    others = any(s.kind == "open" or s.is_warm or s.owner not in ("", owner) for s in table.seats)
    return await menu(request, table) if others else None
