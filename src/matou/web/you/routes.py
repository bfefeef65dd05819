"""The account page: name, passkeys, devices, recovery codes, signing in and out."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from matou.core.messages import say
from matou.play.seats import clean_name
from matou.web.feature import Feature
from matou.web.http.address import root
from matou.web.http.language import language
from matou.web.site import Site
from matou.web.you.dates import day
from matou.web.you.games import YourGames
from matou.web.you.joining import Joining
from matou.web.you.keeping import Keeping
from matou.web.you.passkeys import Passkeys, asked_name, can_have
from matou.web.you.signing_in import OwnPages, SigningIn, new_owner

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without letters that look like others
MEANT = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V"})  # …which are read as these
GROUPS, GROUP = 5, 4  # of a recovery code, 100 bits in all
TOLD = {
    "kept": say("Your name is saved."),
    "passkey": say("The new passkey works."),
    "removed": say("That passkey no longer works here. Delete it on your device, too."),
    "saved": say("Saved."),
    "out": say("That device is signed out."),
    "last": say(
        "That’s your only way to sign in. First add another passkey or print a recovery code."
    ),
    "recovered": say(
        "Welcome back, {name}. That code can’t be used again: add a new passkey and "
        "print a new code."
    ),
}


def account_pages(site: Site) -> list[Feature]:
    signing_in = SigningIn(site)
    pages = [kind(site, signing_in) for kind in (You, Passkeys, Joining, Keeping)]
    return [*pages, YourGames(site)]


class You(OwnPages):
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
        return self.redirect(request, f"/you?{asked}")

    # The page

    async def you(self, request: Request) -> Response:
        lang, kept = language(request), await self.signing_in.account(request)
        found = (
            {
                "passkeys": await self.store.accounts.passkeys_of(kept.owner),
                "devices": await self.store.accounts.devices_of(kept.owner),
            }
            if kept
            else {"passkeys": [], "devices": []}
        )
        return self.pages.page(
            request,
            "you/you.html",
            kept=kept,
            name=kept.name if kept else self.visitors.name(request),
            here=self.signing_in.device(request),
            told=self.told(request, kept.name if kept else ""),
            possible=can_have(self.pages.origin(request)),
            known=bool(self.visitors.owner(request)),
            day=lambda then: day(then, lang),
            **found,
        )

    def told(self, request: Request, name: str) -> str:
        """Returns a message about the action that led to this page."""
        lang, which = language(request), request.query_params.get("told", "")
        count = request.query_params.get("n", "")
        if which == "in":
            brought = count.isdecimal() and count != "0" and len(count) < 9
            says = (
                say("Welcome back, {name}. This browser’s games are now with yours ({n}).")
                if brought
                else say("Welcome back, {name}.")
            )
            return says.filled(name=name, n=count).say(lang)
        return TOLD[which].filled(name=name).say(lang) if which in TOLD else ""

    async def name(self, request: Request) -> Response:
        fields = await self.visitors.form(request)
        kept, name = await self.signing_in.account(request), clean_name(fields.get("name", ""))
        response = self.back(request, "saved")
        if name:
            if kept:
                await self.store.accounts.rename(kept.owner, name)
            self.visitors.remember_name(request, response, name)
        return response

    async def name_passkey(self, request: Request) -> Response:
        fields = await self.visitors.form(request)
        kept, name = await self.signing_in.account(request), clean_name(fields.get("name", ""))
        if kept and name:
            await self.store.accounts.rename_passkey(kept.owner, fields.get("id", ""), name)
        return self.back(request, "saved")

    async def remove_passkey(self, request: Request) -> Response:
        fields = await self.visitors.form(request)
        kept = await self.signing_in.account(request)
        id = fields.get("id", "")
        gone = kept is not None and await self.store.accounts.remove_passkey(kept.owner, id)
        return self.back(request, "removed" if gone else "last")

    # Recovery codes

    async def code(self, request: Request) -> Response:
        """Issues a new recovery code and shows it once. A visitor without an account gets one."""
        fields = await self.visitors.form(request)
        if not await self.signing_in.admits(request):
            return self.pages.slow(request, say("Too much at once. Wait a moment."))
        lang, kept = language(request), await self.signing_in.account(request)
        name = kept.name if kept else asked_name(request, self.visitors, fields)
        owner = kept.owner if kept else new_owner()
        if not kept:
            await self.store.accounts.create(owner, name)
        code = new_code()
        await self.store.accounts.set_recovery(owner, hashed(code))
        response = self.pages.page(
            request,
            "you/code.html",
            code=code,
            name=name,
            date=day(time.time(), lang),
            address=self.pages.origin(request) + root(request) + "/you/in",
        )
        if not kept:
            await self.signing_in.sign_in(request, response, owner, name)
        return response

    # Signing in and out

    async def sign_in(self, request: Request) -> Response:
        return await self.in_page(request)

    async def in_page(self, request: Request, wrong: str = "", status: int = 200) -> Response:
        return self.pages.page(
            request,
            "you/in.html",
            status,
            wrong=wrong,
            brings=await self.signing_in.brings(request),
            possible=can_have(self.pages.origin(request)),
        )

    async def by_code(self, request: Request) -> Response:
        fields, lang = await self.visitors.form(request), language(request)
        if not await self.signing_in.admits(request, self.signing_in.codes):
            return await self.in_page(
                request, say("Too much at once. Wait a moment.").say(lang), 429
            )
        owner = await self.store.accounts.recover(hashed(fields.get("code", "")))
        kept = await self.store.accounts.get(owner) if owner else None
        if kept is None:
            return await self.in_page(
                request,
                say(
                    "That code doesn’t match any account. Check it again: a code works once, and "
                    "a newer one replaces it."
                ).say(lang),
                422,
            )
        response = self.back(request, "recovered")
        along = "along" in fields
        await self.signing_in.sign_in(request, response, kept.owner, kept.name, along=along)
        return response

    async def sign_out(self, request: Request) -> Response:
        fields = await self.visitors.form(request)
        which = fields.get("which", "here")
        here = which in ("here", "all", self.signing_in.device(request))
        response = self.redirect(request, "/") if here else self.back(request, "out")
        if self.visitors.owner(request) and self.signing_in.device(request):
            await self.signing_in.sign_out(request, response, which)
        return response


def new_code() -> str:
    drawn = "".join(secrets.choice(LETTERS) for _ in range(GROUPS * GROUP))
    return "-".join(drawn[i : i + GROUP] for i in range(0, len(drawn), GROUP))


def hashed(code: str) -> str:
    """Returns the hash of a recovery code, or '' if it is malformed.

    Codes carry 100 bits, so a fast hash is enough.
    """
    plain = "".join(c for c in code[:200].upper().translate(MEANT) if c in LETTERS)
    if len(plain) != GROUPS * GROUP:
        return ""
    return hashlib.sha256(b"recovery:" + plain.encode()).hexdigest()
