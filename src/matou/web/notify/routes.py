"""Pages to choose, confirm and end notifications."""

import json
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from matou import page
from matou.core.messages import Message, say
from matou.play.seats import name_of
from matou.play.table import Table
from matou.web.feature import Chore, Feature, Fields, form, language, route
from matou.web.http.answers import Problem
from matou.web.http.limits import SharedBuckets
from matou.web.http.security import network_of
from matou.web.http.visitors import device_name
from matou.web.notify import mail, outbound, webhook, webpush
from matou.web.notify.notifier import CONFIRM, END, STOP
from matou.web.notify.repository import Channel
from matou.web.ops.logs import log
from matou.web.site import Site

SERVICE_WORKER = "service_worker.js"
MOST = {"push": 10, "mail": 3, "webhook": 30}  # channels per person
MOST_TITLES = 200  # tables whose webhooks are listed with the game's title
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
    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.notifier, self.choices = site.notifier, site.options.notify
        self.pages.tells = bool(self.choices.offered)
        self.asking = SharedBuckets(self.store.limits, "notify", rate=1 / 600, burst=12)
        self.to_mailbox = SharedBuckets(self.store.limits, "notify to", rate=1 / 28_800, burst=3)
        self.to_domain = SharedBuckets(self.store.limits, "notify domain", rate=1 / 120, burst=30)

    def routes(self) -> Sequence[BaseRoute]:
        return super().routes() if self.choices.offered else []

    def chores(self) -> list[Chore]:
        return self.notifier.chores()

    @route(f"/{SERVICE_WORKER}")
    async def worker(self, _request: Request) -> Response:
        """Serves the script that shows notifications. An offline copy serves its own instead."""
        script = (Path(page.__file__).parent / "static" / SERVICE_WORKER).read_text("utf-8")
        caching = {"cache-control": "no-cache"}
        return Response(script, media_type="text/javascript", headers=caching)

    # Pages

    async def bell(self, request: Request, table: Table) -> dict[str, Any] | None:
        """Returns the values for the notification menu at a table with other people, or None."""
        owner = self.visitors.owner(request)
        if not self.choices.offered or table.state.over or not table.seats_of(owner):
            return None
        others = any(
            s.kind == "open" or s.is_warm or s.owner not in ("", owner) for s in table.seats
        )
        return await self.menu(request, owner, table) if others else None

    async def menu(self, request: Request, owner: str, table: Table | None) -> dict[str, Any]:
        lang = language(request)
        channels = await self.store.notices.channels_of(owner) if owner else []
        titles: dict[str, str] = {}
        if any(channel.tbl for channel in channels):
            for row in await self.store.games.all_of(owner, MOST_TITLES):
                if row.game in self.manager.games:
                    titles[row.id] = self.manager.games[row.game].words.TITLE.say(lang)
        return {
            "offered": self.choices.offered,
            "channels": channels,
            "titles": titles,
            "table": table,
            "forms": webhook.FORMS,
            "key": self.notifier.vapid.public,
            "reminder": await self.store.daily.reminder(owner) if owner else None,
            "here": [c.address for c in channels if c.kind == "push" and c.confirmed == 1],
        }

    @route("/notify")
    async def page(self, request: Request) -> Response:
        return await self.shown(request, request.query_params.get("table", ""))

    async def shown(
        self, request: Request, table: str = "", wrong: Message | None = None, status: int = 200
    ) -> Response:
        owner = self.visitors.owner(request)
        return self.pages.page(
            request,
            "notify/notify.html",
            status,
            notify=await self.menu(request, owner, await self.table_of(owner, table)),
            wrong=wrong.say(language(request)) if wrong else "",
        )

    async def table_of(self, owner: str, id: str) -> Table | None:
        table = await self.manager.table(id) if owner and id else None
        return table if table is not None and table.seats_of(owner) else None

    # Requests

    async def admit(self, request: Request, owner: str) -> None:
        """Counts a request against the limits of the person and the network."""
        if not owner:
            raise HTTPException(403)
        network = network_of(request.scope)
        if not await self.asking.admits(owner) or not await self.asking.admits(network):
            raise Problem(say("Too many requests. Try again in an hour."), 429)

    async def admit_mail(self, to: str) -> None:
        """Counts a mail against the limits of its mailbox and its domain."""
        mailbox = mail.mailbox(to)
        domain = mailbox.rpartition("@")[2]
        if not await self.to_mailbox.admits(mailbox):
            raise Problem(say("Too many requests. Try again in an hour."), 429)
        if not await self.to_domain.admits(domain):
            log.warning("too many mails to confirm go to one domain")
            raise Problem(TOO_MANY_MAILS, 429)

    async def add(self, owner: str, kind: str, table: str, address: str, *about: Any) -> None:
        """Adds a channel, in place of one to the same address. ``about`` are its other fields."""
        if kind not in self.choices.offered:
            raise Problem(say("This site does not offer this kind of notification."), 404)
        for other in await self.store.notices.channels_of(owner):
            if (other.kind, other.tbl, other.address) == (kind, table, address):
                await self.store.notices.end_channel(other.id)
        channel = Channel(secrets.token_hex(12), owner, kind, table, address, *about)
        if not await self.store.notices.add_channel(channel, MOST[kind]):
            raise Problem(TOO_MANY_CHANNELS, 409)
        self.notifier.hurry()

    async def check(self, url: str, wrong: Message) -> None:
        """Raises Problem if a URL is not allowed. Sending checks it again."""
        try:
            parts = outbound.checked(url, self.choices.private)
            port = parts.port or outbound.USUAL[parts.scheme]
            await outbound.resolved(parts.hostname or "", port, self.choices.private)
        except (outbound.Forbidden, outbound.Unreachable):
            raise Problem(wrong) from None

    @form("/notify/push")
    async def push(self, request: Request, fields: Fields) -> Response:
        """Adds a browser that shows notifications. It has asked its user for permission."""
        owner, lang = self.visitors.owner(request), language(request)
        try:
            try:
                endpoint, keys = webpush.subscription(json.loads(fields.get("subscription", "")))
            except (ValueError, TypeError, AttributeError, RecursionError):
                raise Problem(BAD_PUSH) from None
            await self.admit(request, owner)
            await self.check(endpoint, BAD_PUSH)
            await self.add(owner, "push", "", endpoint, keys, lang, device_name(request), 1)
        except Problem as refused:
            return Response(refused.says.say(lang), refused.status, media_type="text/plain")
        return Response(status_code=204)

    @form("/notify/mail")
    async def mail(self, request: Request, fields: Fields) -> Response:
        owner, table = self.visitors.owner(request), fields.get("table", "")
        to = fields.get("address", "").strip()
        try:
            if not mail.is_address(to):
                raise Problem(say("Enter a valid address in the field “Your e-mail address”."))
            await self.admit(request, owner)
            await self.admit_mail(to)
            await self.add(owner, "mail", "", to, {}, language(request), to)
        except Problem as refused:
            return await self.shown(request, table, refused.says, refused.status)
        return self.back(request, table)

    @form("/notify/webhook")
    async def webhook(self, request: Request, fields: Fields) -> Response:
        owner, lang = self.visitors.owner(request), language(request)
        asked = fields.get("table", "")
        url = fields.get("address", "").strip()
        table = await self.table_of(owner, asked)
        try:
            if table is None:
                raise HTTPException(403)
            await self.admit(request, owner)
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
        return self.redirect(request, f"/notify{more}")

    @form("/notify/end")
    async def end(self, request: Request, fields: Fields) -> Response:
        """Ends one of the visitor's own channels, by its id or, for a browser, by its endpoint."""
        owner = self.visitors.owner(request)
        for channel in await self.store.notices.channels_of(owner) if owner else []:
            if fields.get("channel") == channel.id or fields.get("endpoint") == channel.address:
                await self.store.notices.end_channel(channel.id)
        return self.back(request, fields.get("table", ""))

    @form("/notify/daily")
    async def daily(self, request: Request, fields: Fields) -> Response:
        """Chooses the channel and the hour of a daily reminder, or none."""
        owner, hour = self.visitors.owner(request), fields.get("hour", "")
        known = {c.id for c in await self.store.notices.channels_of(owner)} if owner else {}
        if not owner or hour not in map(str, range(24)):
            raise HTTPException(400)
        channel = fields.get("channel", "")
        await self.store.daily.remind(owner, channel if channel in known else "", int(hour))
        return self.redirect(request, "/notify#daily")

    # Links in messages

    @route("/notify/confirm/{token}", "GET", "POST")
    async def confirm(self, request: Request) -> Response:
        """Confirms a channel on POST only, because mail scanners follow links."""
        channel = await self.linked(CONFIRM, request)
        if channel is None or channel.confirmed < 0:
            return self.pages.note(request, 410, "expired-notice")
        if request.method == "POST":
            await self.visitors.form(request)
            await self.store.notices.confirm_channel(channel.id)
        if channel.confirmed or request.method == "POST":
            return self.pages.note(request, 200, "notices-on")
        says = say("We will write to {shown} when it is your turn.", shown=channel.shown)
        return self.pages.page(request, "notify/asked.html", ends=False, says=says)

    @route("/notify/end/{token}", "GET", "POST")
    @route("/notify/stop/{token}", "GET", "POST")
    async def end_by_link(self, request: Request) -> Response:
        """Ends a channel on POST, which mail programs send by themselves (RFC 8058)."""
        channel, stopped = await self.linked(END, request), await self.linked(STOP, request)
        if request.method == "POST" and channel is not None:
            await self.store.notices.end_channel(channel.id)
        elif request.method == "POST" and stopped is not None:
            await self.store.daily.remind(stopped.owner, "", 0)
        channel = channel or stopped
        if channel is None:
            return self.pages.note(request, 200, "notices-off")
        says = (
            say("We will send nothing more to {shown}.", shown=channel.shown)
            if stopped is None
            else say("We will no longer remind you of the cat of the day.")
        )
        if request.method == "POST":
            return self.pages.note(request, 200, "notices-off", says)
        return self.pages.page(request, "notify/asked.html", ends=True, says=says)

    async def linked(self, what: str, request: Request) -> Channel | None:
        id = self.notifier.linked(what, request.path_params["token"])
        return await self.store.notices.channel(id) if id else None
