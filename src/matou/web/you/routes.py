"""The account page: name, passkeys, devices, recovery codes, signing in and out."""

import hashlib
import secrets
import time
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from matou.bots.levels import LEVELS
from matou.core.messages import Message, say
from matou.core.phrases import date
from matou.play import solving
from matou.play.seats import clean_name
from matou.web.feature import Feature, Fields, form, language, root, route
from matou.web.http import security, visitors
from matou.web.site import Site
from matou.web.strength.routes import ladder
from matou.web.you import games, joining, people, personal_data
from matou.web.you.passkeys import Passkeys, asked_name, can_have
from matou.web.you.signing_in import TOO_MUCH, OwnPages, SigningIn, new_owner

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without letters that look like others
MEANT = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V"})  # …which are read as these
UNKNOWN_CODE = say(
    "That code doesn’t match any account. Check it again: a code works once, and a newer one "
    "replaces it."
)
GLANCE = 3  # people on the page
GROUPS, GROUP = 5, 4  # of a recovery code, 100 bits in all


def account_pages(site: Site) -> list[Feature]:
    signing_in = SigningIn(site)
    pages = [
        kind(site, signing_in)
        for kind in (You, Passkeys, joining.Joining, personal_data.PersonalDataPages)
    ]
    return [*pages, games.YourGames(site), people.People(site)]


class You(OwnPages):
    # The page

    @route("/you")
    async def you(self, request: Request) -> Response:
        lang, account = language(request), await self.account(request)
        accounts = self.store.accounts
        return self.pages.page(
            request,
            "you/you.html",
            account=account,
            name=account.name if account else self.visitors.name(request),
            here=self.signing_in.device(request),
            done=request.query_params.get("done", ""),
            brought=visitors.whole(request.query_params.get("n", "")) > 0
            and request.query_params["n"],
            possible=can_have(self.pages.origin(request)),
            known=bool(self.visitors.owner(request)),
            **await self.glance(request),
            day=lambda then: date(then).say(lang),
            passkeys=await accounts.passkeys_of(account.owner) if account else [],
            devices=await accounts.devices_of(account.owner) if account else [],
        )

    async def glance(self, request: Request) -> dict[str, Any]:
        """Returns the visitor's games, streak, ladders and people in short, for the template."""
        owner, lang = self.visitors.owner(request), language(request)
        found = await self.store.games.figures_of(owner) if owner else []
        played = [
            game for game in self.site.games.values() if any(f.game == game.name for f in found)
        ]
        return {
            "totals": [
                (game, games.tally("", [f for f in found if f.game == game.name], lang))
                for game in played
            ],
            "streak": await self.store.daily.streak(owner, lang) if owner else "",
            "puzzling": solving.with_puzzles(self.site.games.values()),
            "ladders": [(game, await ladder(self.store, owner, game)) for game in played],
            "cats": LEVELS,
            "people": await people.known_people(self.site, owner, lang, GLANCE),
            **await people.received(self.site, request),
        }

    @form("/you/name")
    async def name(self, request: Request, fields: Fields) -> Response:
        account, name = await self.account(request), clean_name(fields.get("name", ""))
        response = self.redirect(request, "/you?done=saved")
        if name:
            if account:
                await self.store.accounts.rename(account.owner, name)
            self.visitors.remember_name(request, response, name)
        return response

    @form("/you/passkey/name")
    async def name_passkey(self, request: Request, fields: Fields) -> Response:
        account, name = await self.account(request), clean_name(fields.get("name", ""))
        if account and name:
            await self.store.accounts.rename_passkey(account.owner, fields.get("id", ""), name)
        return self.redirect(request, "/you?done=saved")

    @form("/you/passkey/remove")
    async def remove_passkey(self, request: Request, fields: Fields) -> Response:
        account = await self.account(request)
        id = fields.get("id", "")
        gone = account is not None and await self.store.accounts.remove_passkey(account.owner, id)
        return self.redirect(request, f"/you?done={'removed' if gone else 'last'}")

    # Recovery codes

    @form("/you/code")
    async def code(self, request: Request, fields: Fields) -> Response:
        """Issues a new recovery code and shows it once. A visitor without an account gets one."""
        await self.signing_in.limit(request)
        lang, account = language(request), await self.account(request)
        name = account.name if account else asked_name(request, self.visitors, fields)
        owner = account.owner if account else new_owner()
        if not account:
            await self.store.accounts.create(owner, name)
        code = new_code()
        await self.store.accounts.set_recovery(owner, hashed(code))
        response = self.pages.page(
            request,
            "you/code.html",
            code=code,
            name=name,
            date=date(time.time()).say(lang),
            address=self.pages.origin(request) + root(request) + "/you/in",
        )
        if not account:
            await self.signing_in.sign_in(request, response, owner, name)
        return response

    # Signing in and out

    @route("/you/in")
    async def sign_in(
        self, request: Request, wrong: Message | None = None, status: int = 200
    ) -> Response:
        return self.pages.page(
            request,
            "you/in.html",
            status,
            wrong=wrong,
            brings=await self.signing_in.brings(request),
            possible=can_have(self.pages.origin(request)),
        )

    @form("/you/in/code")
    async def by_code(self, request: Request, fields: Fields) -> Response:
        if not await self.signing_in.codes.admits(security.network_of(request.scope)):
            return await self.sign_in(request, TOO_MUCH, 429)
        owner = await self.store.accounts.recover(hashed(fields.get("code", "")))
        account = await self.store.accounts.get(owner) if owner else None
        if account is None:
            return await self.sign_in(request, UNKNOWN_CODE, 422)
        response = self.redirect(request, "/you?done=recovered")
        along = "along" in fields
        await self.signing_in.sign_in(request, response, account.owner, account.name, along=along)
        return response

    @form("/you/out")
    async def sign_out(self, request: Request, fields: Fields) -> Response:
        which = fields.get("which", "here")
        here = which in ("here", "all", self.signing_in.device(request))
        response = self.redirect(request, "/") if here else self.redirect(request, "/you?done=out")
        if self.visitors.owner(request) and self.signing_in.device(request):
            await self.signing_in.sign_out(request, response, which)
        return response


def new_code() -> str:
    drawn = "".join(secrets.choice(LETTERS) for _ in range(GROUPS * GROUP))
    return "-".join(drawn[i : i + GROUP] for i in range(0, len(drawn), GROUP))


def hashed(code: str) -> str:
    """Returns the hash of a code, or '' if malformed. With 100 bits, a fast hash is enough."""
    plain = "".join(c for c in code[:200].upper().translate(MEANT) if c in LETTERS)
    if len(plain) != GROUPS * GROUP:
        return ""
    return hashlib.sha256(b"recovery:" + plain.encode()).hexdigest()
