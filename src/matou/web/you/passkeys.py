"""Passkeys (WebAuthn): creating an account with one, adding one, and signing in.

A challenge is stored as a one-time ticket, so any server can handle the response. `webauthn`
verifies the response: challenge, origin, signature and counter.
"""

import asyncio
import functools
import hashlib
import importlib
import ipaddress
import json
import sys
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from matou.core.messages import say
from matou.web.feature import Feature, Handler, Problem, Request, Response, form
from matou.web.http.address import is_loopback
from matou.web.http.answers import json_answer
from matou.web.http.security import b64, unb64
from matou.web.you import signing_in
from matou.web.you.repository import Ticket

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


def script_form(path: str) -> Callable[[Handler], Handler]:
    """Marks the handler of a form that a script sends. It is limited, and its errors are JSON."""

    def marked(handler: Handler) -> Handler:
        @form(path)
        @functools.wraps(handler)
        async def answer(feature: Any, request: Request) -> Response:
            try:
                await request.limit("you", signing_in.TOO_MUCH)
                if "webauthn" not in sys.modules:  # a slow import, so it runs in a thread
                    await asyncio.to_thread(importlib.import_module, "webauthn")
                return await handler(feature, request)
            except Problem as wrong:
                return json_answer({"wrong": wrong.says.say(request.lang)}, wrong.status)

        return answer

    return marked


class Passkeys(Feature):
    def rp_id(self, request: Request) -> str:
        return urlsplit(request.origin).hostname or ""

    # Registration

    @script_form("/you/passkey/options")
    async def to_make(self, request: Request) -> Response:
        from webauthn import generate_registration_options
        from webauthn.helpers import options_to_json_dict, structs

        account = await request.account()
        name = account.name if account else asked_name(request)
        owner = account.owner if account else signing_in.new_owner()
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
                structs.PublicKeyCredentialDescriptor(unb64(key.id)) for key in there
            ],
        )
        asked = json.dumps({"name": name, "new": not account})
        await self.store.accounts.put_ticket(MAKE, ticket(options.challenge), SECONDS, owner, asked)
        return json_answer(options_to_json_dict(options))

    @script_form("/you/passkey")
    async def make(self, request: Request) -> Response:
        """Stores a new passkey's public key. Creates the account if it has none yet."""
        from webauthn import verify_registration_response

        credential, challenge = read(request.fields.get("credential", ""))
        given = await self.taken(MAKE, challenge)
        asked = json.loads(given.text)
        account = await request.account()
        if (account.owner if account else "") != ("" if asked["new"] else given.owner):
            raise Problem(TOO_LATE)  # signed in or out meanwhile
        made = self.verified(verify_registration_response, request, credential, challenge)
        id, key = b64(made.credential_id), b64(made.credential_public_key)
        about = given.owner, key, made.sign_count, request.device_name
        if not await self.store.accounts.add_passkey(id, *about):
            raise Problem(
                say("That passkey couldn’t be added: you already have it, or you have too many.")
            )
        if not asked["new"]:
            return json_answer({"go": f"{request.root}/you?done=passkey"})
        await self.store.accounts.create(given.owner, asked["name"])
        await signing_in.sign_in(request, given.owner, asked["name"])
        return json_answer({"code": f"{request.root}/you/code"})

    # Signing in

    @script_form("/you/in/options")
    async def to_use(self, request: Request) -> Response:
        """Returns the options for signing in. The passkey itself identifies the account."""
        from webauthn import generate_authentication_options
        from webauthn.helpers import options_to_json_dict

        options = generate_authentication_options(rp_id=self.rp_id(request))
        await self.store.accounts.put_ticket(USE, ticket(options.challenge), SECONDS)
        return json_answer(options_to_json_dict(options))

    @script_form("/you/in/passkey")
    async def use(self, request: Request) -> Response:
        from webauthn import verify_authentication_response

        credential, challenge = read(request.fields.get("credential", ""))
        await self.taken(USE, challenge)
        known = await self.store.accounts.passkey(str(credential.get("id", ""))[:1400])
        if known is None:
            raise Problem(UNKNOWN)
        used = self.verified(
            *(verify_authentication_response, request, credential, challenge),
            credential_public_key=unb64(known.public_key),
            credential_current_sign_count=known.counter,
        )
        if not await self.store.accounts.use_passkey(known.id, known.counter, used.new_sign_count):
            raise Problem(TOO_LATE)
        account = await self.store.accounts.get(known.owner)
        if account is None:
            raise Problem(UNKNOWN)
        along = "along" in request.fields
        brings = await signing_in.brings(request) if along else 0
        await signing_in.sign_in(request, account.owner, account.name, along=along)
        return json_answer({"go": f"{request.root}/you?done=in&n={brings}"})

    def verified(
        self, verify: Any, request: Request, credential: Any, challenge: bytes, **more: Any
    ) -> Any:
        """Verifies a passkey's response. Raises `Problem` if it is invalid."""
        from webauthn.helpers.exceptions import WebAuthnException

        try:
            return verify(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self.rp_id(request),
                expected_origin=request.origin,
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


def asked_name(request: Request) -> str:
    """Returns the name for a new account, from the form or the visitor's cookie."""
    return request.called or say("Somebody").say(request.lang)


def handle(owner: str) -> bytes:
    """Returns the WebAuthn user handle, a hash that reveals nothing about the person."""
    return hashlib.sha256(b"passkey:" + owner.encode()).digest()


def ticket(challenge: bytes) -> str:
    return hashlib.sha256(challenge).hexdigest()


def read(sent: str) -> tuple[dict[str, Any], bytes]:
    """Parses a credential. Returns it with the challenge that it answers."""
    try:
        credential = json.loads(sent)
        client = json.loads(unb64(credential["response"]["clientDataJSON"]))
        return dict(credential), unb64(client["challenge"])
    except (ValueError, KeyError, TypeError, RecursionError, AttributeError):
        raise Problem(UNKNOWN) from None
