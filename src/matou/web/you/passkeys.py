"""Passkeys (WebAuthn): creating an account with one, adding one, and signing in.

A challenge is stored as a one-time ticket, so any server can handle the response. `webauthn`
verifies the response: challenge, origin, signature and counter.
"""

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
from starlette.responses import Response
from starlette.routing import Route

from matou.core.messages import say
from matou.play.seats import clean_name
from matou.web.http.address import is_loopback, root
from matou.web.http.answers import Problem, json_answer, language
from matou.web.http.visitors import Visitors, device_name
from matou.web.you.repository import Ticket
from matou.web.you.signing_in import OwnPages, new_owner

MAKE, USE = "make passkey", "use passkey"  # kinds of tickets
SECONDS = 300.0  # lifetime of a challenge
UNKNOWN = say(
    "We don’t know that passkey, or it was removed. Try another one, or your recovery code."
)
COPIED = say("That passkey was refused because it seems to have been copied. Use another one.")
TOO_LATE = say("That took too long, or was already done. Try again.")


def can_have(origin: str) -> bool:
    """Returns whether browsers support passkeys here: a domain name with https, or localhost."""
    parts = urlsplit(origin)
    host = parts.hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return bool(host) and (parts.scheme == "https" or is_loopback(host))
    return False


class Passkeys(OwnPages):
    def routes(self) -> list[Route]:
        return [
            Route("/you/passkey/options", self.answered(self.to_make), methods=["POST"]),
            Route("/you/passkey", self.answered(self.make), methods=["POST"]),
            Route("/you/in/options", self.answered(self.to_use), methods=["POST"]),
            Route("/you/in/passkey", self.answered(self.use), methods=["POST"]),
        ]

    def answered(self, call: Callable[[Request, dict[str, str]], Any]) -> Any:
        """Wraps a handler: checks limits, and returns errors as JSON for the page's script."""

        async def answer(request: Request) -> Response:
            fields = await self.visitors.form(request)
            try:
                await self.signing_in.limit(request)
                if "webauthn" not in sys.modules:  # a slow import, so it runs in a thread
                    await asyncio.to_thread(importlib.import_module, "webauthn")
                found: Response = await call(request, fields)
                return found
            except Problem as wrong:
                says = {"wrong": wrong.says.say(language(request))}
                return json_answer(says, wrong.status)

        return answer

    def rp_id(self, request: Request) -> str:
        return urlsplit(self.pages.origin(request)).hostname or ""

    # Registration

    async def to_make(self, request: Request, fields: dict[str, str]) -> Response:
        from webauthn import generate_registration_options
        from webauthn.helpers import base64url_to_bytes, options_to_json_dict, structs

        account = await self.account(request)
        name = account.name if account else asked_name(request, self.visitors, fields)
        owner = account.owner if account else new_owner()
        there = await self.store.accounts.passkeys_of(owner)
        options = generate_registration_options(
            rp_id=self.rp_id(request),
            rp_name="Matou",
            user_id=handle(owner),
            user_name=name,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED
            ),
            exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(base64url_to_bytes(key.id)) for key in there
            ],
        )
        asked = json.dumps({"name": name, "new": not account})
        await self.store.accounts.put_ticket(MAKE, ticket(options.challenge), SECONDS, owner, asked)
        return json_answer(options_to_json_dict(options))

    async def make(self, request: Request, fields: dict[str, str]) -> Response:
        """Stores a new passkey's public key. Creates the account if it has none yet."""
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url

        credential, challenge = read(fields.get("credential", ""))
        given = await self.taken(MAKE, challenge)
        asked = json.loads(given.text)
        account = await self.account(request)
        if (account.owner if account else "") != ("" if asked["new"] else given.owner):
            raise Problem(TOO_LATE)  # signed in or out meanwhile
        made = self.verified(verify_registration_response, request, credential, challenge)
        key = bytes_to_base64url(made.credential_public_key)
        id = bytes_to_base64url(made.credential_id)
        if not await self.store.accounts.add_passkey(
            id, given.owner, key, made.sign_count, device_name(request)
        ):
            raise Problem(
                say("That passkey couldn’t be added: you already have it, or you have too many.")
            )
        response = json_answer({"go": f"{root(request)}/you?done=passkey"})
        if asked["new"]:
            await self.store.accounts.create(given.owner, asked["name"])
            response = json_answer({"code": f"{root(request)}/you/code"})
            await self.signing_in.sign_in(request, response, given.owner, asked["name"])
        return response

    # Signing in

    async def to_use(self, request: Request, _fields: dict[str, str]) -> Response:
        """Returns the options for signing in. The passkey itself identifies the account."""
        from webauthn import generate_authentication_options
        from webauthn.helpers import options_to_json_dict

        options = generate_authentication_options(rp_id=self.rp_id(request))
        await self.store.accounts.put_ticket(USE, ticket(options.challenge), SECONDS)
        return json_answer(options_to_json_dict(options))

    async def use(self, request: Request, fields: dict[str, str]) -> Response:
        from webauthn import verify_authentication_response
        from webauthn.helpers import base64url_to_bytes

        credential, challenge = read(fields.get("credential", ""))
        await self.taken(USE, challenge)
        known = await self.store.accounts.passkey(str(credential.get("id", ""))[:1400])
        if known is None:
            raise Problem(UNKNOWN)
        used = self.verified(
            *(verify_authentication_response, request, credential, challenge),
            credential_public_key=base64url_to_bytes(known.public_key),
            credential_current_sign_count=known.counter,
        )
        if not await self.store.accounts.use_passkey(known.id, known.counter, used.new_sign_count):
            raise Problem(TOO_LATE)
        account = await self.store.accounts.get(known.owner)
        if account is None:
            raise Problem(UNKNOWN)
        along = "along" in fields
        brings = await self.signing_in.brings(request) if along else 0
        go = {"go": f"{root(request)}/you?done=in&n={brings}"}
        response = json_answer(go)
        await self.signing_in.sign_in(request, response, account.owner, account.name, along=along)
        return response

    def verified(
        self,
        verify: Any,
        request: Request,
        credential: dict[str, Any],
        challenge: bytes,
        **more: Any,
    ) -> Any:
        """Verifies a passkey's response. Raises `Problem` if it is invalid."""
        from webauthn.helpers.exceptions import WebAuthnException

        try:
            return verify(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self.rp_id(request),
                expected_origin=self.pages.origin(request),
                **more,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            copied = "sign count" in str(error).lower()
            raise Problem(COPIED if copied else UNKNOWN) from error

    async def taken(self, kind: str, challenge: bytes) -> Ticket:
        """Uses up the ticket of a challenge and returns it. Raises `Problem` if there is none."""
        given = await self.store.accounts.take_ticket(kind, ticket(challenge))
        if given is None:
            raise Problem(TOO_LATE)
        return given


def asked_name(request: Request, visitors: Visitors, fields: dict[str, str]) -> str:
    """Returns the name for a new account, from the form or the visitor's cookie."""
    named = clean_name(fields.get("name", "")) or visitors.name(request)
    return named or say("Somebody").say(language(request))


def handle(owner: str) -> bytes:
    """Returns the WebAuthn user handle, a hash that reveals nothing about the person."""
    return hashlib.sha256(b"passkey:" + owner.encode()).digest()


def ticket(challenge: bytes) -> str:
    return hashlib.sha256(challenge).hexdigest()


def read(sent: str) -> tuple[dict[str, Any], bytes]:
    """Parses a credential. Returns it with the challenge that it answers."""
    from webauthn.helpers import base64url_to_bytes

    try:
        credential = json.loads(sent)
        client = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return dict(credential), base64url_to_bytes(client["challenge"])
    except (ValueError, KeyError, TypeError, RecursionError, AttributeError):
        raise Problem(UNKNOWN) from None
