"""Sends browser notifications by Web Push (RFC 8030).

Messages are encrypted for one browser (RFC 8291) and signed by the site (VAPID, RFC 8292). The key
pair is derived from the key that signs cookies, so all servers share it and backups include it.
"""

import hashlib
import hmac
import json
import os
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from matou.core.messages import say
from matou.play import daily
from matou.web.http.security import b64, unb64
from matou.web.notify import outbound
from matou.web.notify.choices import Choices
from matou.web.notify.messages import Notification, NotSent
from matou.web.notify.outbound import Forbidden, Unreachable
from matou.web.notify.repository import Channel

TTL_DAYS = 3  # for which a push service stores a message
SIGNED_SECONDS = 12 * 3600
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256
MOST = 500  # characters per line; a push message has at most 4,096 bytes


class Vapid:
    def __init__(self, site_key: str) -> None:
        drawn = hmac.new(site_key.encode(), b"matou.vapid", hashlib.sha512).digest()
        secret = int.from_bytes(drawn, "big") % (ORDER - 1) + 1
        self._key = ec.derive_private_key(secret, ec.SECP256R1())
        self.public = b64(
            self._key.public_key().public_bytes(
                serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
            )
        )

    def signed(self, endpoint: str, contact: str) -> dict[str, str]:
        """Returns the headers that identify the site to a push service."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + SIGNED_SECONDS,
            "sub": contact,
        }
        signed: dict[str, str] = Vapid02(private_key=self._key, conf={"no-strict": True}).sign(
            claims
        )
        return signed


def subscription(sent: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """Returns the endpoint and keys of a browser's subscription. Raises ValueError if invalid."""
    endpoint, keys = sent.get("endpoint"), sent.get("keys")
    if not isinstance(endpoint, str) or not isinstance(keys, dict):
        raise ValueError("no subscription")
    p256dh, auth = keys.get("p256dh"), keys.get("auth")
    if not isinstance(p256dh, str) or not isinstance(auth, str) or len(p256dh) + len(auth) > 300:
        raise ValueError("no keys")
    if len(unb64(auth)) != 16:
        raise ValueError("no secret")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(p256dh))
    return endpoint, {"p256dh": p256dh, "auth": auth}


def payload(message: Notification) -> bytes:
    """Returns the payload for the service worker. A message replaces one with the same ``tag``."""
    content = {
        "title": message.subject,
        "body": "\n".join(line[:MOST] for line, _ in message.lines[:5]),
        "url": message.url,
        "tag": topic(message),
        "lang": message.lang,
        "id": message.id,
        "tables": list(message.tables),
    }
    return json.dumps(content, ensure_ascii=False).encode()


def topic(message: Notification) -> str:
    """Returns the topic: one per table, so that a newer message replaces an older one."""
    tables = message.tables
    about = "several" if len(tables) > 1 else tables[0] if tables else message.event
    return b64(hashlib.sha256(about.encode()).digest())[:32]


async def send(vapid: Vapid, channel: Channel, message: Notification, choices: Choices) -> None:
    body = http_ece.encrypt(
        payload(message),
        salt=os.urandom(16),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=unb64(channel.details["p256dh"]),
        auth_secret=unb64(channel.details["auth"]),
        version="aes128gcm",
    )
    seconds: float = TTL_DAYS * daily.SECONDS
    if message.event == "reminder":
        seconds = daily.end_of(daily.today()) - daily.now()
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(seconds)),
        "Urgency": "normal",
        "Topic": topic(message),
        **vapid.signed(channel.address, choices.push),
    }
    await deliver(channel.address, body, headers, choices)


async def deliver(
    url: str, body: bytes, headers: Mapping[str, str], choices: Choices, method: str = "POST"
) -> None:
    """Sends a request. Raises NotSent unless the receiver accepts it."""
    try:
        judge(await outbound.send(url, body, headers, method=method, private=choices.private))
    except Forbidden:
        raise NotSent(say("we are not allowed to send there"), forever=True) from None
    except Unreachable:
        raise NotSent(say("the server does not answer")) from None


def judge(answer: outbound.Answer) -> None:
    status = answer.status
    if 200 <= status < 300:
        return
    why = say("refused by the server: {status}", status=status)
    if status in (408, 425, 429) or status >= 500:
        asked = answer.headers.get("retry-after", "")
        known = asked.isascii() and asked.isdigit()  # isdigit accepts "²", which is not a number
        raise NotSent(why, wait=min(3600.0, float(asked)) if known else 0.0)
    raise NotSent(why, forever=True)  # gone, forbidden, or a redirect, which is not followed
