"""The operator's page: what was reported, who may not write, who may not sit at open tables.

Behind a token of the operator's own (``serve --operator-token-file``, ``MATOU_OPERATOR_TOKEN``):
typed once into a form, and kept as a signed cookie for some hours; or sent with each request as
``Authorization: Bearer …``. It stands in no address, and so in no log. Without a token there is no
such page.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import time

from itsdangerous import BadSignature, TimestampSigner
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from matou.play.seats import clean_name
from matou.web.http.address import root
from matou.web.http.page_maker import PageMaker
from matou.web.http.security import is_owner
from matou.web.http.visitors import Visitors
from matou.web.ops import logs
from matou.web.store.interface import Store
from matou.web.store.strangers import Sanction

log = logging.getLogger("matou.web")

COOKIE = "operator"
HOURS = 12 * 3600  # seconds that the cookie is good for
MOST = 200  # reports on the page
SANCTIONS: dict[str, Sanction] = {"mute": "mute", "ban": "ban"}


class Operator:
    """Answers whoever runs the site."""

    def __init__(self, store: Store, pages: PageMaker, visitors: Visitors, token: str) -> None:
        self.store = store
        self.pages = pages
        self.visitors = visitors
        self.token = token.strip()

    def routes(self) -> list[Route]:
        if not self.token:
            return []
        return [
            Route("/operator", self.page),
            Route("/operator/enter", self.enter, methods=["POST"]),
            Route("/operator/leave", self.leave, methods=["POST"]),
            Route("/operator/act", self.act, methods=["POST"]),
        ]

    # Who it is

    def signer(self) -> TimestampSigner:
        """A new token makes all cookies worthless that were given for the old one."""
        key = hmac.new(self.store.key.encode(), self.token.encode(), hashlib.sha256).hexdigest()
        return TimestampSigner(key, salt="matou.operator", digest_method=hashlib.sha256)

    def is_token(self, said: str) -> bool:
        return hmac.compare_digest(said.strip().encode(), self.token.encode())

    def has_header(self, request: Request) -> bool:
        scheme, _, said = request.headers.get("authorization", "").partition(" ")
        return scheme.lower() == "bearer" and self.is_token(said)

    def is_operator(self, request: Request) -> bool:
        if self.has_header(request):
            return True
        try:
            self.signer().unsign(request.cookies.get(COOKIE, ""), max_age=HOURS)
        except BadSignature:
            return False
        return True

    async def enter(self, request: Request) -> Response:
        fields = await self.visitors.form(request)
        if not await self.visitors.may("operator", request):
            return self.pages.slow(request, "SLOW_OPERATOR")
        if not self.is_token(fields.get("token", "")):
            log.warning("a wrong token of the operator's", extra=logs.visitor(request.scope))
            return self.pages.page(request, "strangers/operator_door.html", 403, wrong=True)
        response = self.back(request)
        response.set_cookie(
            COOKIE,
            self.signer().sign("operator").decode(),
            max_age=HOURS,
            path=f"{root(request)}/operator",
            httponly=True,
            samesite="strict",
            secure=self.visitors.secure(request),
        )
        return response

    async def leave(self, request: Request) -> Response:
        await self.visitors.form(request)
        response = self.back(request)
        response.delete_cookie(COOKIE, path=f"{root(request)}/operator")
        return response

    def back(self, request: Request) -> Response:
        return RedirectResponse(f"{root(request)}/operator", 303)

    # What there is, and what is done

    async def page(self, request: Request) -> Response:
        if not self.is_operator(request):
            return self.pages.page(request, "strangers/operator_door.html", 401, wrong=False)
        sanctions = await self.store.sanctions()
        return self.pages.page(
            request,
            "strangers/operator.html",
            reports=await self.store.reports(MOST),
            sanctions=sanctions,
            has={(one.owner, one.kind) for one in sanctions},
            moment=moment,
        )

    async def act(self, request: Request) -> Response:
        by_header = self.has_header(request)  # which no other site's page can send
        fields = await self.visitors.form(request, ours=not by_header)
        if not self.is_operator(request):
            return self.pages.page(request, "strangers/operator_door.html", 401, wrong=False)
        what, _, more = fields.get("do", "").partition(" ")
        kind, owner = SANCTIONS.get(more, "ban"), fields.get("owner", "")
        if what == "done" and (report := fields.get("report", "")).isalnum():
            await self.store.see_to(report)
        elif what in ("put", "lift") and more in SANCTIONS and is_owner(owner):
            if what == "put":
                await self.store.sanction(owner, kind, clean_name(fields.get("name", "")))
            else:
                await self.store.lift(owner, kind)
            log.warning("the operator: %s %s", what, more, extra={"person": owner[:8]})
        else:
            raise HTTPException(400)
        return self.back(request)


def moment(at: float) -> str:
    """A time as everybody reads it."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(at))
