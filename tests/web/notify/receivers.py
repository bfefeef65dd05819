"""Receivers for tests: a mail server, a push service, a webhook of a chat room."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import datetime
import email
import email.policy
import json
import os
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from web.support import PATIENCE

from labs.bench.site_server import free_port


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Request:
    """A request that a receiver got."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Receiver:
    """A local HTTP server that records its requests."""

    url: str = ""
    taken: list[Request] = field(default_factory=list)
    status: int = 201
    more: str = ""  # further header lines of its responses

    async def answer(self, reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        try:
            head = (await reading.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        except asyncio.IncompleteReadError:  # the client hung up: it could not send a header
            writing.close()
            return
        method, path, _ = head[0].split(" ")
        headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in head[1:] if line)}
        body = await reading.readexactly(int(headers.get("content-length", "0")))
        self.taken.append(Request(method, path, headers, body))
        reply = f"HTTP/1.1 {self.status} X\r\ncontent-length: 0\r\n{self.more}\r\n"
        writing.write(reply.encode("latin-1"))
        await writing.drain()
        writing.close()


@contextlib.asynccontextmanager
async def http_receiver() -> AsyncIterator[Receiver]:
    receiver = Receiver()
    server = await asyncio.start_server(receiver.answer, "127.0.0.1", 0)
    receiver.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield receiver


class Browser:
    """A subscribed browser. Only it can decrypt what its push service gets."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        public = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.keys = {"p256dh": b64(public), "auth": b64(self._auth)}

    def subscription(self, endpoint: str) -> str:
        keys = self.keys
        return json.dumps({"endpoint": endpoint, "expirationTime": None, "keys": keys})

    def read(self, request: Request) -> dict[str, Any]:
        assert request.headers["content-encoding"] == "aes128gcm"
        plain = http_ece.decrypt(
            request.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        reply: dict[str, Any] = json.loads(plain)
        return reply


def check_signature(request: Request, origin: str, key: str, contact: str) -> None:
    """Checks a request as a push service does (RFC 8292): claims signed by ES256 with this key."""
    scheme, _, rest = request.headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", key)
    signed, _, signature = parts["t"].rpartition(".")
    header, claims = (json.loads(unb64(part)) for part in signed.split("."))
    assert header["alg"] == "ES256"
    assert (claims["aud"], claims["sub"]) == (origin, contact)
    assert time.time() < claims["exp"] <= time.time() + 86400
    raw = unb64(signature)
    r, s = (int.from_bytes(half, "big") for half in (raw[:32], raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(key))
    public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))


class MailServer:
    """A local SMTP server."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refuses = ""  # if set, the reply to every recipient

    async def handle_RCPT(
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        if self.refuses:
            return self.refuses
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        made = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.mails.append(made)
        return "250 taken"


@contextlib.contextmanager
def mail_server(**more: Any) -> Iterator[tuple[MailServer, int]]:
    """Starts a mail server. ``more``: aiosmtpd's options for TLS and names."""
    smtp = MailServer()
    port = free_port()
    controller = Controller(smtp, "127.0.0.1", port, ready_timeout=PATIENCE, **more)
    controller.start()
    try:
        yield smtp, port
    finally:
        controller.stop()


def certificate(folder: Path, name: str) -> Path:
    """Makes a self-signed certificate and writes it with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / f"{name}.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(made.public_bytes(Encoding.PEM) + private)
    return path
