"""The account page: name, passkeys, devices, recovery codes, signing in and out."""

import hashlib
import secrets
import time
from typing import Any

from matou.core.messages import Message, say
from matou.core.phrases import date
from matou.play import solving
from matou.play.seats import clean_name
from matou.web.feature import Feature, Request, Response, form, route
from matou.web.strength.routes import ladder
from matou.web.you import games, people, signing_in
from matou.web.you.passkeys import asked_name, can_have
from matou.web.you.signing_in import TOO_MUCH

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without letters that look like others
MEANT = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V"})  # …which are read as these
UNKNOWN_CODE = say(
    "That code doesn’t match any account. Check it again: a code works once, and a newer one "
    "replaces it."
)
GLANCE = 3  # people on the page
GROUPS, GROUP = 5, 4  # of a recovery code, 100 bits in all


class You(Feature):
    # Challenges, links and codes that a network may request, and recovery codes it may try.
    LIMITS = (("you", None, (0.5, 60)), ("codes", None, (1 / 30, 10)))

    # The page

    @route("/you")
    async def you(self, request: Request) -> Response:
        account, accounts = await request.account(), self.store.accounts
        return request.render(
            "you/you.html",
            account=account,
            name=account.name if account else request.name,
            here=request.device,
            done=request.query_params.get("done", ""),
            brought=max(0, request.number("n")),
            possible=can_have(request.origin),
            known=bool(request.owner),
            **await self.summary(request),
            day=lambda then: date(then).say(request.lang),
            passkeys=await accounts.passkeys_of(account.owner) if account else [],
            devices=await accounts.devices_of(account.owner) if account else [],
        )

    async def summary(self, request: Request) -> dict[str, Any]:
        """Returns the visitor's games, streak, ladders and people in short, for the template."""
        owner, lang = request.owner, request.lang
        found = await self.store.games.figures_of(owner) if owner else []
        by_game = {
            game: figures
            for game in self.site.games.values()
            if (figures := [f for f in found if f.game == game.name])
        }
        return {
            "totals": [
                (game, games.tally(game.words.TITLE, f, lang)) for game, f in by_game.items()
            ],
            "streak": await self.store.daily.streak(owner, lang) if owner else "",
            "puzzling": solving.with_puzzles(self.site.games.values()),
            "ladders": [(game, await ladder(self.store, owner, game)) for game in by_game],
            "people": await people.known_people(self.site, owner, lang, GLANCE),
            **await people.received(request),
        }

    @form("/you/name")
    async def name(self, request: Request) -> Response:
        account, name = await request.account(), clean_name(request.fields.get("name", ""))
        if account and name:
            await self.store.accounts.rename(account.owner, name)
        request.remember_name(name)
        return request.redirect("/you?done=saved")

    @form("/you/passkey/name")
    async def name_passkey(self, request: Request) -> Response:
        account, name = await request.account(), clean_name(request.fields.get("name", ""))
        if account and name:
            id = request.fields.get("id", "")
            await self.store.accounts.rename_passkey(account.owner, id, name)
        return request.redirect("/you?done=saved")

    @form("/you/passkey/remove")
    async def remove_passkey(self, request: Request) -> Response:
        account, id = await request.account(), request.fields.get("id", "")
        gone = account is not None and await self.store.accounts.remove_passkey(account.owner, id)
        return request.redirect(f"/you?done={'removed' if gone else 'last'}")

    # Recovery codes

    @form("/you/code")
    async def code(self, request: Request) -> Response:
        """Issues a new recovery code and shows it once. A visitor without an account gets one."""
        await request.limit("you", TOO_MUCH)
        account = await request.account()
        name = account.name if account else asked_name(request)
        owner = account.owner if account else signing_in.new_owner()
        if not account:
            await self.store.accounts.create(owner, name)
        code = new_code()
        await self.store.accounts.set_recovery(owner, hashed(code))
        if not account:
            await signing_in.sign_in(request, owner, name)
        return request.render(
            "you/code.html",
            code=code,
            name=name,
            date=date(time.time()).say(request.lang),
            address=request.origin + request.root + "/you/in",
        )

    # Signing in and out

    @route("/you/in")
    async def sign_in(
        self, request: Request, wrong: Message | None = None, status: int = 200
    ) -> Response:
        return request.render(
            "you/in.html",
            status,
            wrong=wrong,
            brings=await signing_in.brings(request),
            possible=can_have(request.origin),
        )

    @form("/you/in/code")
    async def by_code(self, request: Request) -> Response:
        if not await request.may("codes"):
            return await self.sign_in(request, TOO_MUCH, 429)
        owner = await self.store.accounts.recover(hashed(request.fields.get("code", "")))
        account = await self.store.accounts.get(owner) if owner else None
        if account is None:
            return await self.sign_in(request, UNKNOWN_CODE, 422)
        along = "along" in request.fields
        await signing_in.sign_in(request, account.owner, account.name, along=along)
        return request.redirect("/you?done=recovered")

    @form("/you/out")
    async def sign_out(self, request: Request) -> Response:
        which = request.fields.get("which", "here")
        if request.owner and request.device:
            await signing_in.sign_out(request, which)
        here = which in ("here", "all", request.device)
        return request.redirect("/" if here else "/you?done=out")


def new_code() -> str:
    drawn = "".join(secrets.choice(LETTERS) for _ in range(GROUPS * GROUP))
    return "-".join(drawn[i : i + GROUP] for i in range(0, len(drawn), GROUP))


def hashed(code: str) -> str:
    """Returns the hash of a code, or '' if malformed. With 100 bits, a fast hash is enough."""
    plain = "".join(c for c in code[:200].upper().translate(MEANT) if c in LETTERS)
    if len(plain) != GROUPS * GROUP:
        return ""
    return hashlib.sha256(b"recovery:" + plain.encode()).hexdigest()
