"""A software authenticator: makes and uses passkeys as a browser sends them (WebAuthn)."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


class Authenticator:
    """One passkey of a site."""

    def __init__(self, rp_id: str, origin: str) -> None:
        self.rp_id, self.origin = rp_id, origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = bytes_to_base64url(secrets.token_bytes(16))
        self.count = 0

    def _data(self, rp_id: str, flags: int, more: bytes = b"") -> bytes:
        self.count += 1
        return (
            hashlib.sha256(rp_id.encode()).digest()
            + bytes([flags])
            + self.count.to_bytes(4, "big")
            + more
        )

    def _client(self, kind: str, challenge: str, origin: str) -> bytes:
        reply = {"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}
        return json.dumps(reply).encode()

    def make(self, asked: dict[str, Any], **how: Any) -> str:
        self.id = how.get("id", self.id)
        numbers = self.key.public_key().public_numbers()
        public = cbor2.dumps(
            {
                1: 2,
                3: -7,
                -1: 1,
                -2: numbers.x.to_bytes(32, "big"),
                -3: numbers.y.to_bytes(32, "big"),
            }
        )
        id = base64url_to_bytes(self.id)
        held = bytes(16) + len(id).to_bytes(2, "big") + id + public
        data = self._data(how.get("rp_id", self.rp_id), PRESENT | VERIFIED | WITH_KEY, held)
        client = self._client(
            "webauthn.create",
            how.get("challenge", asked["challenge"]),
            how.get("origin", self.origin),
        )
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._sent(client, attestationObject=bytes_to_base64url(attested))

    def use(self, asked: dict[str, Any], **how: Any) -> str:
        data = self._data(how.get("rp_id", self.rp_id), PRESENT | VERIFIED)
        client = self._client(
            "webauthn.get", how.get("challenge", asked["challenge"]), how.get("origin", self.origin)
        )
        signed = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._sent(
            client,
            how.get("id", self.id),
            authenticatorData=bytes_to_base64url(data),
            signature=bytes_to_base64url(how.get("signature", signed)),
            userHandle=None,
        )

    def _sent(self, client: bytes, id: str = "", **response: Any) -> str:
        sent = {"id": id or self.id, "rawId": id or self.id, "type": "public-key"}
        reply = {"clientDataJSON": bytes_to_base64url(client), **response}
        return json.dumps({**sent, "response": reply, "clientExtensionResults": {}})
