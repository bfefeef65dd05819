"""Who is asking, and may they: signed cookies, same-origin checks, headers, rates."""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection

from matou.play.keeping import StoreFailed
from matou.web.http.address import split

COOKIE = "matou"
LONGEST_COOKIES = 4096  # bytes, of all cookies together; longer ones are not read
YEAR = 365 * 24 * 3600
DEVICE = "~"  # what the secret of a signed-in browser begins with; no other does
MOST_DEVICES = 20_000  # that a server remembers
MOST_BUCKETS = 10_000  # of a kind

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# A worker has a policy of its own: the one that thinks may run WebAssembly, and nothing else may.
WORKER_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class People:
    """People without accounts: a signed cookie holds a secret, the store only its hash.

    By default that hash is a person. A browser that is signed in to a name that lasts has a secret
    of another kind, of a *device*: whose it is only the store knows, and is asked before
    (``devices.py``), so that `owner` can answer at once.
    """

    def __init__(self, key: str = "") -> None:
        self.use(key or secrets.token_hex(32))
        self._devices: OrderedDict[str, str] = OrderedDict()  # whose they are, as last heard

    def use(self, key: str) -> None:
        """Sign with this key from now on."""
        self._signer = Signer(key, salt="matou.person", digest_method=hashlib.sha256)

    def new(self) -> str:
        """A cookie for somebody we have not met."""
        return self._signer.sign(secrets.token_urlsafe(18)).decode()

    def new_device(self) -> str:
        """A cookie for a browser that signs in."""
        return self._signer.sign(DEVICE + secrets.token_urlsafe(18)).decode()

    def owner(self, cookie: str | None) -> str:
        """The hash that seats are kept under; '' for no cookie, or one that we did not sign.

        StoreFailed where it is a device, and the store could not say whose.
        """
        if (device := self.device(cookie)) == "":
            secret = self._secret(cookie)
            return hashed(secret) if secret else ""
        if device not in self._devices:
            raise StoreFailed("whose device is it?")
        return self._devices[device]

    def device(self, cookie: str | None) -> str:
        """The hash that a signed-in browser is kept under; '' for any other."""
        secret = self._secret(cookie)
        return hashed(secret) if secret.startswith(DEVICE.encode()) else ""

    def know(self, device: str, owner: str) -> None:
        """Whose device it is; '' once it is signed out."""
        self._devices[device] = owner
        self._devices.move_to_end(device)
        if len(self._devices) > MOST_DEVICES:
            self._devices.popitem(last=False)

    def _secret(self, cookie: str | None) -> bytes:
        if not cookie or len(cookie) > 200:
            return b""
        try:
            return self._signer.unsign(cookie)
        except BadSignature:
            return b""


def hashed(secret: bytes) -> str:
    return hashlib.sha256(b"seat:" + secret).hexdigest()


def is_owner(text: str) -> bool:
    """Can this be what seats are kept under?"""
    return len(text) == 64 and all(c in "0123456789abcdef" for c in text)


class Cookies:
    """Hands on only cookies that can be ours: before any library reads them.

    Older Pythons take time that grows with the square of a quoted value's backslashes
    (CVE-2024-7592), and hold up everybody. Ours are short and hold none.
    """

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] in ("http", "websocket"):
            sent = [value for name, value in scope["headers"] if name == b"cookie"]
            short = sum(map(len, sent)) <= LONGEST_COOKIES
            if not short or any(b"\\" in value for value in sent):
                pairs = b";".join(sent).split(b";") if short else []
                kept = b";".join(pair for pair in pairs if b"\\" not in pair)
                others = [header for header in scope["headers"] if header[0] != b"cookie"]
                scope = {**scope, "headers": [*others, (b"cookie", kept)]}
        await self.app(scope, receive, send)


def address_of(request: HTTPConnection) -> str:
    """Where somebody asks from, for what is counted."""
    return request.client.host if request.client else ""


def same_origin(headers: Mapping[str, str], base_url: str) -> bool:
    """Did our own page send this? For everything that changes something.

    With a public address only that one is ours, whatever ``Host`` says: whoever asks wrote that.
    """
    origin = headers.get("origin")
    if base_url:
        return origin == split(base_url)[0]
    if origin is None:
        return headers.get("sec-fetch-site") == "same-origin"
    try:
        asked = urlsplit(origin)
    except ValueError:
        return False
    return asked.scheme in ("http", "https") and asked.netloc == headers.get("host", "")


def own_host(request: HTTPConnection) -> bool:
    """Is this machine asked for by a name that is its own?

    A page of anywhere can have its own name lead here (DNS rebinding), and its visitor's browser
    then asks us from this very machine; but under that name.
    """
    try:
        name = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    except ValueError:
        return False
    listens = (request.scope.get("server") or ("",))[0]
    if name in ("localhost", listens):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


class Bucket:
    """So many a second, with a reserve for a burst."""

    __slots__ = ("burst", "left", "rate", "then")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.then = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.then) * self.rate)
        self.then = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """One bucket for each that knocks; the oldest are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._of: dict[str, Bucket] = {}

    def take(self, who: str) -> bool:
        bucket = self._of.pop(who, None) or Bucket(self.rate, self.burst)
        self._of[who] = bucket
        if len(self._of) > MOST_BUCKETS:
            del self._of[next(iter(self._of))]
        return bucket.take()
