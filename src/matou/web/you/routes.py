"""A person's own page: their name, their passkeys and devices, the way back, the way out."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from matou.play.seats import clean_name
from matou.web import text
from matou.web.http.address import root
from matou.web.http.devices import Devices
from matou.web.http.language import language
from matou.web.http.page_maker import PageMaker
from matou.web.http.visitors import Visitors
from matou.web.tables.manager import TableManager
from matou.web.tables.websocket import Live
from matou.web.you.arrivals import Arrivals, OwnPages, new_owner
from matou.web.you.dates import day
from matou.web.you.games import YourGames
from matou.web.you.joining import Joining
from matou.web.you.keeping import Keeping
from matou.web.you.passkeys import Passkeys, asked_name, can_have

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that is mistaken for another
MEANT = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V"})  # …and what is read in their place
GROUPS, GROUP = 5, 4  # of a recovery code: 100 bits
TOLD = {
    "kept": "TOLD_KEPT",
    "passkey": "TOLD_PASSKEY",
    "removed": "TOLD_REMOVED",
    "saved": "TOLD_SAVED",
    "out": "TOLD_DEVICE_OUT",
    "last": "LAST_WAY",
    "recovered": "TOLD_RECOVERED",
}


def you_routes(
    manager: TableManager, pages: PageMaker, visitors: Visitors, devices: Devices, live: Live
) -> list[Route]:
    """All that is asked under ``/you``."""
    arrivals = Arrivals(manager, visitors, devices, live)
    return [
        *You(pages, visitors, arrivals).routes(),
        *Passkeys(pages, visitors, arrivals).routes(),
        *Joining(pages, visitors, arrivals).routes(),
        *YourGames(manager, pages, visitors).routes(),
        *Keeping(pages, visitors, arrivals).routes(),
    ]


class You(OwnPages):
    """The page of who asks, and what its forms do."""

    def routes(self) -> list[Route]:
        return [
            Route("/you", self.you),
            Route("/you/name", self.name, methods=["POST"]),
            Route("/you/code", self.code, methods=["POST"]),
            Route("/you/passkey/name", self.name_passkey, methods=["POST"]),
            Route("/you/passkey/remove", self.remove_passkey, methods=["POST"]),
            Route("/you/in", self.sign_in),
            Route("/you/in/code", self.by_code, methods=["POST"]),
            Route("/you/out", self.sign_out, methods=["POST"]),
        ]

    def back(self, request: Request, told: str, **more: Any) -> RedirectResponse:
        asked = urlencode({"told": told, **more})
        return RedirectResponse(f"{root(request)}/you?{asked}", 303)

    # The page

    async def you(self, request: Request) -> Response:
        lang, kept = language(request), await self.arrivals.kept(request)
        found = (
            {
                "passkeys": await self.store.passkeys_of(kept.owner),
                "devices": await self.store.devices_of(kept.owner),
            }
            if kept
            else {"passkeys": [], "devices": []}
        )
        return self.pages.page(
            request,
            "you/you.html",
            kept=kept,
            name=kept.name if kept else self.visitors.name(request),
            here=self.arrivals.device(request),
            told=self.told(request, kept.name if kept else ""),
            possible=can_have(self.pages.origin(request)),
            known=bool(self.visitors.owner(request)),
            scripts=text.spoken(text.FOR_PASSKEYS, lang),
            day=lambda then: day(then, lang),
            **found,
        )

    def told(self, request: Request, name: str) -> str:
        """What has just happened, in words."""
        lang, which = language(request), request.query_params.get("told", "")
        count = request.query_params.get("n", "")
        if which == "in":
            brought = count.isdecimal() and count != "0" and len(count) < 9
            says = text.TOLD_IN_MERGED if brought else text.TOLD_IN
            return says.say(lang).format(name=name, n=count)
        return getattr(text, TOLD[which]).say(lang).format(name=name) if which in TOLD else ""

    async def name(self, request: Request) -> Response:
        fields = await self.visitors.form(request)
        kept, name = await self.arrivals.kept(request), clean_name(fields.get("name", ""))
        response = self.back(request, "saved")
        if name:
            if kept:
                await self.store.rename(kept.owner, name)
            self.visitors.remember_name(request, response, name)
        return response

    async def name_passkey(self, request: Request) -> Response:
        fields = await self.visitors.form(request)
        kept, name = await self.arrivals.kept(request), clean_name(fields.get("name", ""))
        if kept and name:
            await self.store.rename_passkey(kept.owner, fields.get("id", ""), name)
        return self.back(request, "saved")

    async def remove_passkey(self, request: Request) -> Response:
        fields = await self.visitors.form(request)
        kept = await self.arrivals.kept(request)
        id = fields.get("id", "")
        gone = kept is not None and await self.store.remove_passkey(kept.owner, id)
        return self.back(request, "removed" if gone else "last")

    # Recovery codes

    async def code(self, request: Request) -> Response:
        """A new recovery code, shown this once; whose name is not kept yet keeps it by that."""
        fields = await self.visitors.form(request)
        if not await self.arrivals.admits(request):
            return self.pages.slow(request, "YOU_SLOW")
        lang, kept = language(request), await self.arrivals.kept(request)
        name = kept.name if kept else asked_name(request, self.visitors, fields)
        owner = kept.owner if kept else new_owner()
        if not kept:
            await self.store.keep_name(owner, name)
        code = new_code()
        await self.store.set_recovery(owner, hashed(code))
        response = self.pages.page(
            request,
            "you/code.html",
            code=code,
            name=name,
            date=day(time.time(), lang),
            address=self.pages.origin(request) + root(request) + "/you/in",
        )
        if not kept:
            await self.arrivals.arrive(request, response, owner, name)
        return response

    # Coming back, going away

    async def sign_in(self, request: Request) -> Response:
        return await self.in_page(request)

    async def in_page(self, request: Request, wrong: str = "", status: int = 200) -> Response:
        lang = language(request)
        return self.pages.page(
            request,
            "you/in.html",
            status,
            wrong=wrong,
            brings=await self.arrivals.brings(request),
            possible=can_have(self.pages.origin(request)),
            scripts=text.spoken(text.FOR_PASSKEYS, lang),
        )

    async def by_code(self, request: Request) -> Response:
        fields, lang = await self.visitors.form(request), language(request)
        if not await self.arrivals.admits(request, self.arrivals.codes):
            return await self.in_page(request, text.YOU_SLOW.say(lang), 429)
        owner = await self.store.recover(hashed(fields.get("code", "")))
        kept = await self.store.kept_name(owner) if owner else None
        if kept is None:
            return await self.in_page(request, text.WRONG_CODE.say(lang), 422)
        response = self.back(request, "recovered")
        along = "along" in fields
        await self.arrivals.arrive(request, response, kept.owner, kept.name, along=along)
        return response

    async def sign_out(self, request: Request) -> Response:
        fields = await self.visitors.form(request)
        which = fields.get("which", "here")
        here = which in ("here", "all", self.arrivals.device(request))
        response = RedirectResponse(f"{root(request)}/", 303) if here else self.back(request, "out")
        if self.visitors.owner(request) and self.arrivals.device(request):
            await self.arrivals.leave(request, response, which)
        return response


def new_code() -> str:
    drawn = "".join(secrets.choice(LETTERS) for _ in range(GROUPS * GROUP))
    return "-".join(drawn[i : i + GROUP] for i in range(0, len(drawn), GROUP))


def hashed(code: str) -> str:
    """A recovery code as it is kept; '' for what is none. It is long: no guess needs slowing."""
    plain = "".join(c for c in code[:200].upper().translate(MEANT) if c in LETTERS)
    if len(plain) != GROUPS * GROUP:
        return ""
    return hashlib.sha256(b"recovery:" + plain.encode()).hexdigest()
