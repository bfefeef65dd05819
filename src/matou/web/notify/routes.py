"""The pages on which people choose how they are told, confirm it, and end it."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from matou import page
from matou.core.words import Words
from matou.play.seats import name_of
from matou.play.table import Table
from matou.web import text
from matou.web.http.address import root
from matou.web.http.language import language
from matou.web.http.limits import SharedBuckets
from matou.web.http.page_maker import PageMaker
from matou.web.http.security import address_of
from matou.web.http.visitors import Visitors
from matou.web.notify import mail, outbound, webhook, webpush
from matou.web.notify.notifier import CONFIRM, END, Notifier
from matou.web.store.notices import Channel

SERVICE_WORKER = "service_worker.js"
MOST = {"push": 10, "mail": 3, "webhook": 30}  # channels that one person may have
MOST_TITLES = 200  # tables whose webhooks are shown with the name of their game
BROWSERS = (("Edg", "Edge"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "Mac", "Linux")


class NotWanted(Exception):
    """What was asked for is not done, and why."""

    def __init__(self, says: Words, status: int = 400) -> None:
        super().__init__(says.en)
        self.says, self.status = says, status


class NotifyRoutes:
    """Answers whoever wants to be told, or no longer."""

    def __init__(self, notifier: Notifier, pages: PageMaker, visitors: Visitors) -> None:
        self.notifier = notifier
        self.manager = notifier.manager
        self.store = notifier.store
        self.choices = notifier.choices
        self.pages = pages
        self.pages.tells = bool(self.choices.offered)
        self.visitors = visitors
        self.asking = SharedBuckets(self.store, "notify", rate=1 / 600, burst=12)
        self.mailing = SharedBuckets(self.store, "notify to", rate=1 / 28_800, burst=3)

    def routes(self) -> list[Route]:
        if not self.choices.offered:
            return []
        return [
            Route("/notify", self.page),
            Route(f"/{SERVICE_WORKER}", self.worker),
            Route("/notify/push", self.push, methods=["POST"]),
            Route("/notify/mail", self.mail, methods=["POST"]),
            Route("/notify/webhook", self.webhook, methods=["POST"]),
            Route("/notify/end", self.end, methods=["POST"]),
            Route("/notify/confirm/{token}", self.confirm, methods=["GET", "POST"]),
            Route("/notify/end/{token}", self.end_by_link, methods=["GET", "POST"]),
        ]

    async def worker(self, _request: Request) -> Response:
        """The script that shows notifications; the one of the offline copy, if there is one."""
        script = (Path(page.__file__).parent / "static" / SERVICE_WORKER).read_text("utf-8")
        kept = {"cache-control": "no-cache"}
        return Response(script, media_type="text/javascript", headers=kept)

    # What is shown

    async def bell(self, request: Request, table: Table) -> dict[str, Any] | None:
        """What a table's page shows of it: to who plays there with other people."""
        owner = self.visitors.owner(request)
        if not self.choices.offered or table.state.over or not table.seats_of(owner):
            return None
        others = any(
            s.kind == "open" or s.is_warm or s.owner not in ("", owner) for s in table.seats
        )
        return await self.told(request, owner, table) if others else None

    async def told(self, request: Request, owner: str, table: Table | None) -> dict[str, Any]:
        lang = language(request)
        channels = await self.store.channels_of(owner) if owner else []
        titles: dict[str, str] = {}
        if any(channel.tbl for channel in channels):
            for kept in await self.store.tables_of(owner, MOST_TITLES):
                if kept.game in self.manager.games:
                    titles[kept.id] = self.manager.games[kept.game].words.TITLE.say(lang)
        return {
            "offered": self.choices.offered,
            "channels": channels,
            "titles": titles,
            "table": table,
            "forms": webhook.FORMS,
            "key": self.notifier.vapid.public,
            "here": [c.address for c in channels if c.kind == "push" and c.confirmed == 1],
            "script": text.spoken(text.FOR_NOTIFY, lang),
        }

    async def page(self, request: Request) -> Response:
        return await self.shown(request, request.query_params.get("table", ""))

    async def shown(
        self, request: Request, table: str = "", wrong: Words | None = None, status: int = 200
    ) -> Response:
        owner = self.visitors.owner(request)
        return self.pages.page(
            request,
            "notify/notify.html",
            status,
            notify=await self.told(request, owner, await self.table_of(owner, table)),
            wrong=wrong.say(language(request)) if wrong else "",
        )

    async def table_of(self, owner: str, id: str) -> Table | None:
        """A table where somebody sits."""
        table = await self.manager.table(id) if owner and id else None
        return table if table is not None and table.seats_of(owner) else None

    # What is asked for

    async def admit(self, request: Request, owner: str) -> None:
        """One more, for whoever asks? Counted by person and by address."""
        if not owner:
            raise HTTPException(403)
        if not await self.asking.admits(owner) or not await self.asking.admits(address_of(request)):
            raise NotWanted(text.TOO_MANY_ASKED, 429)

    async def add(self, channel: Channel) -> None:
        if channel.kind not in self.choices.offered:
            raise NotWanted(text.NOT_OFFERED, 404)
        for other in await self.store.channels_of(channel.owner):
            if (other.kind, other.tbl, other.address) == (
                channel.kind,
                channel.tbl,
                channel.address,
            ):
                await self.store.end_channel(other.id)  # asked for again: begun again
        if not await self.store.add_channel(channel, MOST[channel.kind]):
            raise NotWanted(text.TOO_MANY_WAYS, 409)
        self.notifier.hurry()

    async def checked(self, url: str, wrong: Words) -> str:
        """An address that something may be sent to; looked at again whenever it is."""
        try:
            parts = outbound.checked(url, self.choices.private)
            port = parts.port or outbound.USUAL[parts.scheme]
            await outbound.resolved(parts.hostname or "", port, self.choices.private)
        except (outbound.Forbidden, outbound.Unreachable):
            raise NotWanted(wrong) from None
        return url

    async def push(self, request: Request) -> Response:
        """A browser that is to show notifications; it has asked its owner."""
        fields = await self.visitors.form(request)
        owner, lang = self.visitors.owner(request), language(request)
        try:
            try:
                told = json.loads(fields.get("subscription", ""))
                endpoint, keys = webpush.subscription(told)
            except (ValueError, TypeError, AttributeError, RecursionError):
                raise NotWanted(text.BAD_PUSH) from None
            await self.admit(request, owner)
            await self.checked(endpoint, text.BAD_PUSH)
            agent = browser_of(request.headers.get("user-agent", ""))
            id = secrets.token_hex(12)
            await self.add(Channel(id, owner, "push", "", endpoint, keys, lang, agent, 1))
        except NotWanted as refused:
            return Response(refused.says.say(lang), refused.status, media_type="text/plain")
        return Response(status_code=204)

    async def mail(self, request: Request) -> Response:
        fields = await self.visitors.form(request)
        owner, table = self.visitors.owner(request), fields.get("table", "")
        to = fields.get("address", "").strip()
        try:
            if not mail.is_address(to):
                raise NotWanted(text.BAD_ADDRESS)
            await self.admit(request, owner)
            if not await self.mailing.admits(to.lower()):
                raise NotWanted(text.TOO_MANY_ASKED, 429)
            id = secrets.token_hex(12)
            await self.add(Channel(id, owner, "mail", "", to, {}, language(request), to))
        except NotWanted as refused:
            return await self.shown(request, table, refused.says, refused.status)
        return self.back(request, table)

    async def webhook(self, request: Request) -> Response:
        fields = await self.visitors.form(request)
        owner, lang = self.visitors.owner(request), language(request)
        asked = fields.get("table", "")
        url = fields.get("address", "").strip()
        table = await self.table_of(owner, asked)
        try:
            if table is None:
                raise HTTPException(403)
            await self.admit(request, owner)
            await self.checked(url, text.BAD_HOOK)
            form = webhook.guessed(url) or fields.get("form", "")
            details = {
                "form": form if form in webhook.FORMS else "json",
                "name": name_of(table.seats, table.seats_of(owner)[0], lang),
            }
            shown = urlsplit(url).hostname or ""
            id = secrets.token_hex(12)
            await self.add(Channel(id, owner, "webhook", table.id, url, details, lang, shown))
        except NotWanted as refused:
            return await self.shown(request, asked, refused.says, refused.status)
        return self.back(request, asked)

    def back(self, request: Request, table: str) -> Response:
        more = f"?table={table}" if table.isalnum() else ""
        return RedirectResponse(f"{root(request)}/notify{more}", 303)

    async def end(self, request: Request) -> Response:
        """One of their own, by the button beside it or, for a browser, by its address."""
        fields = await self.visitors.form(request)
        owner = self.visitors.owner(request)
        for channel in await self.store.channels_of(owner) if owner else []:
            if fields.get("channel") == channel.id or fields.get("endpoint") == channel.address:
                await self.store.end_channel(channel.id)
        return self.back(request, fields.get("table", ""))

    # Links in messages

    async def confirm(self, request: Request) -> Response:
        """Looking at a link does nothing, since programs do that, too; its button does."""
        channel = await self.linked(CONFIRM, request)
        if channel is None or channel.confirmed < 0:
            return self.pages.note(request, 410, "lost", "LINK_OLD_TITLE", "LINK_OLD")
        if request.method == "POST":
            await self.visitors.form(request)
            await self.store.confirm_channel(channel.id)
        if channel.confirmed or request.method == "POST":
            return self.pages.note(request, 200, "hello", "CONFIRMED_TITLE", "CONFIRMED")
        words = text.CONFIRM_TITLE, text.CONFIRM_MORE, text.CONFIRM_YES
        return self.asked(request, channel, *words)

    async def end_by_link(self, request: Request) -> Response:
        """One click, by whoever reads the messages; mail programs send it by themselves
        (RFC 8058), so nobody is asked where they come from."""
        channel = await self.linked(END, request)
        if channel is None or request.method == "POST":
            if channel is not None:
                await self.store.end_channel(channel.id)
            return self.pages.note(request, 200, "hello", "ENDED_TITLE", "ENDED_MORE")
        words = text.END_TITLE, text.END_MORE, text.END_YES
        return self.asked(request, channel, *words, at_once=True)

    async def linked(self, what: str, request: Request) -> Channel | None:
        id = self.notifier.linked(what, request.path_params["token"])
        return await self.store.channel(id) if id else None

    def asked(
        self, request: Request, channel: Channel, *words: Words, at_once: bool = False
    ) -> Response:
        """A page with one button; ``at_once``: a browser that runs scripts presses it."""
        title, more, yes = (said.say(language(request)) for said in words)
        return self.pages.page(
            request,
            "notify/asked.html",
            title=title,
            more=more.format(shown=channel.shown),
            yes=yes,
            at_once=at_once,
        )


def browser_of(agent: str) -> str:
    """A browser as its owner would call it."""
    names = [name for mark, name in BROWSERS if mark in agent][:1]
    systems = [system for system in SYSTEMS if system in agent][:1]
    return " · ".join(names + systems) or "?"
