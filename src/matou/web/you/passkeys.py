"""Passkeys (WebAuthn): making one keeps a name, or is one more way to it; using one signs in.

A challenge is a ticket in the store, taken once, so any server may be answered. All that the
browser sends back is checked by `webauthn`: challenge, origin, signature, counter.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import ipaddress
import json
import sys
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from matou.core.words import Words
from matou.play.seats import clean_name
from matou.web import text
from matou.web.http.address import root
from matou.web.http.answers import FRESH
from matou.web.http.language import language
from matou.web.http.reach import is_here
from matou.web.http.visitors import Visitors
from matou.web.store.kept_names import Passkey, Ticket
from matou.web.you.arrivals import OwnPages, called, new_owner

MAKE, USE = "make passkey", "use passkey"  # kinds of tickets
SECONDS = 300.0  # for which a challenge is good


class Wrong(Exception):
    """What a passkey was refused for, in words."""

    def __init__(self, says: Words, status: int = 400) -> None:
        super().__init__(says.en)
        self.says = says
        self.status = status


def can_have(origin: str) -> bool:
    """Do browsers make passkeys at such an address? Only at a name, and safely."""
    parts = urlsplit(origin)
    host = parts.hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return bool(host) and (parts.scheme == "https" or is_here(host))
    return False


class Passkeys(OwnPages):
    """Makes passkeys, and knows people by them."""

    def routes(self) -> list[Route]:
        return [
            Route("/you/passkey/options", self.answered(self.to_make), methods=["POST"]),
            Route("/you/passkey", self.answered(self.make), methods=["POST"]),
            Route("/you/in/options", self.answered(self.to_use), methods=["POST"]),
            Route("/you/in/passkey", self.answered(self.use), methods=["POST"]),
        ]

    def answered(self, call: Callable[[Request, dict[str, str]], Any]) -> Any:
        """Answers the page's script: what to do, or what is wrong in words."""

        async def answer(request: Request) -> Response:
            fields = await self.visitors.form(request)
            try:
                if not await self.arrivals.admits(request):
                    raise Wrong(text.YOU_SLOW, 429)
                if "webauthn" not in sys.modules:  # it takes a while, and nobody waits for it
                    await asyncio.to_thread(importlib.import_module, "webauthn")
                found: Response = await call(request, fields)
                return found
            except Wrong as wrong:
                says = {"wrong": wrong.says.say(language(request))}
                return JSONResponse(says, wrong.status, headers=FRESH)

        return answer

    def rp_id(self, request: Request) -> str:
        return urlsplit(self.pages.origin(request)).hostname or ""

    # Making one

    async def to_make(self, request: Request, fields: dict[str, str]) -> Response:
        """What the browser needs to make a passkey."""
        from webauthn import generate_registration_options
        from webauthn.helpers import base64url_to_bytes, options_to_json_dict
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
        )

        kept = await self.arrivals.kept(request)
        name = kept.name if kept else asked_name(request, self.visitors, fields)
        owner = kept.owner if kept else new_owner()
        there = await self.store.passkeys_of(owner)
        options = generate_registration_options(
            rp_id=self.rp_id(request),
            rp_name="Matou",
            user_id=handle(owner),
            user_name=name,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED
            ),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.id)) for key in there
            ],
        )
        asked = json.dumps({"name": name, "new": not kept})
        await self.store.put_ticket(MAKE, ticket(options.challenge), SECONDS, owner, asked)
        return JSONResponse(options_to_json_dict(options), headers=FRESH)

    async def make(self, request: Request, fields: dict[str, str]) -> Response:
        """A passkey was made: keep its public half, and the name if it is the first."""
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url
        from webauthn.helpers.exceptions import WebAuthnException

        credential, challenge = read(fields.get("credential", ""))
        given = await self.taken(MAKE, challenge)
        asked = json.loads(given.text)
        kept = await self.arrivals.kept(request)
        if (kept.owner if kept else "") != ("" if asked["new"] else given.owner):
            raise Wrong(text.LATE_PASSKEY)  # somebody else by now
        try:
            made = verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self.rp_id(request),
                expected_origin=self.pages.origin(request),
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise Wrong(text.WRONG_PASSKEY) from error
        key = bytes_to_base64url(made.credential_public_key)
        id = bytes_to_base64url(made.credential_id)
        if not await self.store.add_passkey(id, given.owner, key, made.sign_count, called(request)):
            raise Wrong(text.KNOWN_PASSKEY)
        response = JSONResponse({"go": f"{root(request)}/you?told=passkey"}, headers=FRESH)
        if asked["new"]:
            await self.store.keep_name(given.owner, asked["name"])
            response = JSONResponse({"code": f"{root(request)}/you/code"}, headers=FRESH)
            await self.arrivals.arrive(request, response, given.owner, asked["name"])
        return response

    # Using one

    async def to_use(self, request: Request, _fields: dict[str, str]) -> Response:
        """What the browser needs to use a passkey: whose it will be the passkey says."""
        from webauthn import generate_authentication_options
        from webauthn.helpers import options_to_json_dict

        options = generate_authentication_options(rp_id=self.rp_id(request))
        await self.store.put_ticket(USE, ticket(options.challenge), SECONDS)
        return JSONResponse(options_to_json_dict(options), headers=FRESH)

    async def use(self, request: Request, fields: dict[str, str]) -> Response:
        credential, challenge = read(fields.get("credential", ""))
        await self.taken(USE, challenge)
        known = await self.store.passkey(str(credential.get("id", ""))[:1400])
        if known is None:
            raise Wrong(text.WRONG_PASSKEY)
        counter = self.checked(request, known, credential, challenge)
        if not await self.store.use_passkey(known.id, known.counter, counter):
            raise Wrong(text.LATE_PASSKEY)
        kept = await self.store.kept_name(known.owner)
        if kept is None:
            raise Wrong(text.WRONG_PASSKEY)
        along = "along" in fields
        brings = await self.arrivals.brings(request) if along else 0
        go = {"go": f"{root(request)}/you?told=in&n={brings}"}
        response = JSONResponse(go, headers=FRESH)
        await self.arrivals.arrive(request, response, kept.owner, kept.name, along=along)
        return response

    def checked(
        self, request: Request, known: Passkey, credential: dict[str, Any], challenge: bytes
    ) -> int:
        """Is it the passkey that we know? What it counts now."""
        from webauthn import verify_authentication_response
        from webauthn.helpers import base64url_to_bytes
        from webauthn.helpers.exceptions import WebAuthnException

        try:
            used = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self.rp_id(request),
                expected_origin=self.pages.origin(request),
                credential_public_key=base64url_to_bytes(known.public_key),
                credential_current_sign_count=known.counter,
            )
        except WebAuthnException as error:
            cloned = "sign count" in str(error).lower()
            raise Wrong(text.CLONED_PASSKEY if cloned else text.WRONG_PASSKEY) from error
        except (ValueError, KeyError, TypeError) as error:
            raise Wrong(text.WRONG_PASSKEY) from error
        return used.new_sign_count

    async def taken(self, kind: str, challenge: bytes) -> Ticket:
        """The ticket of a challenge that we gave, and take back once."""
        given = await self.store.take_ticket(kind, ticket(challenge))
        if given is None:
            raise Wrong(text.LATE_PASSKEY)
        return given


def asked_name(request: Request, visitors: Visitors, fields: dict[str, str]) -> str:
    """The name that somebody wants to keep."""
    named = clean_name(fields.get("name", "")) or visitors.name(request)
    return named or text.SOMEBODY.say(language(request))


def handle(owner: str) -> bytes:
    """What a passkey knows a person by; it says nothing about them."""
    return hashlib.sha256(b"passkey:" + owner.encode()).digest()


def ticket(challenge: bytes) -> str:
    return hashlib.sha256(challenge).hexdigest()


def read(sent: str) -> tuple[dict[str, Any], bytes]:
    """A credential as a browser sends it, and the challenge that it answers."""
    from webauthn.helpers import base64url_to_bytes

    try:
        credential = json.loads(sent)
        client = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return dict(credential), base64url_to_bytes(client["challenge"])
    except (ValueError, KeyError, TypeError, RecursionError, AttributeError):
        raise Wrong(text.WRONG_PASSKEY) from None
