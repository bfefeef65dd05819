"""The operator's page: reports, mutes and bans.

It requires the operator's token (``serve --operator-token-file``, ``MATOU_OPERATOR_TOKEN``): typed
into a form, which sets a signed cookie for some hours, or sent with each request as
``Authorization: Bearer …``. Wrong tokens are rate-limited and logged. The token is never part of a
URL, so it does not appear in logs. If no token is configured, the page does not exist.
"""

import hashlib
import hmac

from itsdangerous import BadSignature, TimestampSigner

from matou.core.messages import say
from matou.core.phrases import moment
from matou.play.seats import clean_name
from matou.web.feature import Feature, HTTPException, Request, Response, form, route
from matou.web.http.security import bearer_token, is_hex
from matou.web.ops.logs import log, visitor
from matou.web.strangers.repository import Sanction

COOKIE = "operator"
HOURS = 12 * 3600  # lifetime of the cookie, in seconds
MOST = 200  # reports on the page
SANCTIONS: dict[str, Sanction] = {"mute": "mute", "ban": "ban"}


class Operator(Feature):
    LIMITS = (("operator", (0.05, 10), (0.05, 10)),)  # wrong tokens

    # Authentication

    @property
    def token(self) -> str:
        return self.site.options.operator_token.strip()

    def signer(self) -> TimestampSigner:
        """Returns the cookie signer. Its key uses the token: a new token revokes all cookies."""
        key = hmac.new(self.store.db.key.encode(), self.token.encode(), hashlib.sha256).hexdigest()
        return TimestampSigner(key, salt="matou.operator", digest_method=hashlib.sha256)

    async def refusal(self, request: Request) -> Response | None:
        """Returns an error response, or None if the request is authenticated."""
        if token := bearer_token(request.headers):
            return await self.refusal_of(request, token)
        try:
            self.signer().unsign(request.cookies.get(COOKIE, ""), max_age=HOURS)
        except BadSignature:
            return request.render("strangers/operator_door.html", 401, wrong=False)
        return None

    async def refusal_of(self, request: Request, token: str) -> Response | None:
        """Like ``refusal``, for a token from the form or a header. Counts and logs wrong tokens."""
        await request.limit("operator", say("Too many tries. Wait a minute."))
        if not hmac.compare_digest(token.strip().encode(), self.token.encode()):
            log.warning("a wrong token of the operator's", extra=visitor(request.scope))
            return request.render("strangers/operator_door.html", 403, wrong=True)
        await request.give_back("operator")
        return None

    @form("/operator/enter")
    async def enter(self, request: Request) -> Response:
        if (refusal := await self.refusal_of(request, request.fields.get("token", ""))) is not None:
            return refusal
        response = request.redirect("/operator")
        response.set_cookie(
            COOKIE,
            self.signer().sign("operator").decode(),
            max_age=HOURS,
            path=f"{request.root}/operator",
            httponly=True,
            samesite="strict",
            secure=request.is_secure,
        )
        return response

    @form("/operator/leave")
    async def leave(self, request: Request) -> Response:
        response = request.redirect("/operator")
        response.delete_cookie(COOKIE, path=f"{request.root}/operator")
        return response

    # The page and its actions

    @route("/operator")
    async def page(self, request: Request) -> Response:
        if (refusal := await self.refusal(request)) is not None:
            return refusal
        sanctions = await self.store.moderation.sanctions()
        return request.render(
            "strangers/operator.html",
            reports=await self.store.moderation.reports(MOST),
            sanctions=sanctions,
            has={(one.owner, one.kind) for one in sanctions},
            moment=moment,
        )

    @route("/operator/act", methods=["POST"])
    async def act(self, request: Request) -> Response:
        by_header = bearer_token(request.headers)  # which other sites cannot forge
        fields = await request.read_fields(ours=not by_header)
        if (refusal := await self.refusal(request)) is not None:
            return refusal
        what, _, more = fields.get("do", "").partition(" ")
        kind, owner = SANCTIONS.get(more), fields.get("owner", "")
        records = self.store.moderation
        if what == "done" and (report := fields.get("report", "")).isalnum():
            await records.close_report(report)
        elif what in ("put", "lift") and kind is not None and is_hex(owner, 64):
            if what == "put":
                await records.sanction(owner, kind, clean_name(fields.get("name", "")))
            else:
                await records.lift(owner, kind)
            log.warning("the operator: %s %s", what, more, extra={"person": owner[:8]})
        else:
            raise HTTPException(400)
        return request.redirect("/operator")
