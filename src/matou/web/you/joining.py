"""Links another device to an account by a one-time link or its QR code.

The first device shows the link. The second device opens it and shows a number, which the user
confirms on the first device. The state is stored in a ticket, so both devices may use different
servers: ``waiting``, then the second device's request, then ``yes``. A refusal deletes the ticket.
"""

import hashlib
import json
import secrets
from typing import Any

from matou.web.feature import Feature, HTTPException, Request, Response, form, route
from matou.web.http import address, answers
from matou.web.you import repository, signing_in
from matou.web.you.signing_in import TOO_MUCH

JOIN = "join"  # a kind of ticket
SECONDS = 600.0  # lifetime of a link
COOKIE = "joining"  # holds the link's token on the first device, and a proof on the second


def named(token: str) -> str:
    return hashlib.sha256(b"join:" + token.encode()).hexdigest()


class Joining(Feature):
    async def shown(self, request: Request) -> tuple[str, repository.Ticket | None]:
        """Returns the token of the link that this device shows, and its ticket."""
        account, token = await request.account(), request.cookies.get(COOKIE, "")
        if account is None or not token:
            return "", None
        found = await self.store.accounts.ticket(JOIN, named(token))
        return token, found if found and found.owner == account.owner else None

    def link(self, request: Request, token: str) -> str:
        return f"{request.links_begin}/you/join/{token}"

    # The first device

    @route("/you/join")
    async def first(self, request: Request) -> Response:
        if await request.account() is None:
            return request.redirect("/you")
        token, found = await self.shown(request)
        state = read(found)
        return request.render(
            "you/join.html",
            state=state["state"],
            device=state.get("device", ""),
            number=state.get("number", ""),
            link=self.link(request, token) if found else "",
            alone=not request.friends,
        )

    @form("/you/join")
    async def make_link(self, request: Request) -> Response:
        if (account := await request.account()) is None:
            return request.redirect("/you")
        await request.limit("you", TOO_MUCH)
        token, owner = secrets.token_urlsafe(16), account.owner
        await self.store.accounts.put_ticket(JOIN, named(token), SECONDS, owner, "waiting")
        request.set_cookie(COOKIE, token)
        return request.redirect("/you/join")

    @route("/you/join/state")
    async def first_state(self, request: Request) -> Response:
        _, found = await self.shown(request)
        return answers.json_answer({"state": read(found)["state"]})

    @route("/you/join/{token}/state")
    async def other_state(self, request: Request) -> Response:
        found = await self.store.accounts.ticket(JOIN, named(request.path_params["token"]))
        return answers.json_answer({"state": read(found)["state"]})

    @route("/you/join/qr.svg")
    async def qr(self, request: Request) -> Response:
        token, found = await self.shown(request)
        if found is None:
            raise HTTPException(404)
        return answers.svg(address.qr_code(self.link(request, token)))

    @form("/you/join/answer")
    async def answer(self, request: Request) -> Response:
        """Handles the user's answer to whether the second device is theirs."""
        token, found = await self.shown(request)
        state, fields = read(found), request.fields
        if found is not None and state["state"] == "asked":
            if fields.get("answer") == "yes" and fields.get("number") == state["number"]:
                yes = json.dumps({**state, "state": "yes"})
                await self.store.accounts.change_ticket(JOIN, named(token), found.text, yes)
            else:
                await self.store.accounts.take_ticket(JOIN, named(token))
        return request.redirect("/you/join")

    # The second device

    @route("/you/join/{token}", methods=["GET", "POST"])
    async def other(self, request: Request) -> Response:
        token = request.path_params["token"]
        found = await self.store.accounts.ticket(JOIN, named(token))
        account = await self.store.accounts.get(found.owner) if found else None
        if found is None or account is None:
            return request.note(410, "expired-link")
        if account.owner == request.owner:  # on the first device itself
            return request.redirect("/you/join")
        state, proof = read(found), request.cookies.get(COOKIE, "")
        asked = state["state"] != "waiting"
        if asked and (not proof or named(proof) != state["proof"]):
            return request.note(410, "expired-link")
        if state["state"] == "yes":
            return await self.arrived(request, token)
        if request.method == "POST" and not asked:
            return await self.ask(request, token)
        return request.render(
            "you/joining.html",
            name=account.name,
            number=state.get("number", ""),
            brings=await signing_in.brings(request),
        )

    async def ask(self, request: Request, token: str) -> Response:
        """Requests access: shows a number here, to be confirmed on the first device."""
        fields = await request.read_fields()
        await request.limit("you", TOO_MUCH)
        proof, number = secrets.token_urlsafe(16), f"{secrets.randbelow(900) + 100}"
        asked = {"state": "asked", "device": request.device_name, "number": number}
        written = json.dumps({**asked, "proof": named(proof), "along": "along" in fields})
        if await self.store.accounts.change_ticket(JOIN, named(token), "waiting", written):
            request.set_cookie(COOKIE, proof)
        return request.redirect(f"/you/join/{token}")

    async def arrived(self, request: Request, token: str) -> Response:
        """Signs this device in, after the first device has confirmed it."""
        taken = await self.store.accounts.take_ticket(JOIN, named(token))
        account = await self.store.accounts.get(taken.owner) if taken else None
        if taken is None or account is None:
            return request.note(410, "expired-link")
        along = bool(read(taken).get("along"))
        brings = await signing_in.brings(request) if along else 0
        await signing_in.sign_in(request, account.owner, account.name, along=along)
        request.forget_cookie(COOKIE)
        joined = json.dumps({**read(taken), "state": "joined", "proof": ""})
        await self.store.accounts.put_ticket(JOIN, named(token), SECONDS, account.owner, joined)
        return request.redirect(f"/you?done=in&n={brings}")


def read(found: repository.Ticket | None) -> dict[str, Any]:
    if found is None:
        return {"state": "over"}
    if found.text == "waiting":
        return {"state": "waiting"}
    written: dict[str, Any] = json.loads(found.text)
    return written
