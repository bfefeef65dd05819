"""Security: signed cookies, same-origin checks, security headers, rate limits."""

import base64
import hashlib
import ipaddress
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection

from matou.play.keeping import StoreFailed
from matou.play.rate_limit import Bucket
from matou.web.http.address import is_loopback, split

K = TypeVar("K")
V = TypeVar("V")
COOKIE = "matou"
LONGEST_COOKIES = 4096  # bytes of all cookies together; longer headers are ignored
YEAR = 365 * 24 * 3600
DEVICE = "~"  # the prefix of secrets of signed-in devices
MOST_DEVICES = 20_000  # devices cached per server
STALE = 10.0  # seconds after which a lookup of a device expires
MOST_BUCKETS = 10_000  # per limit

POLICY = (
    # Images from blobs are drawn by our own scripts (page/static/page/picture.js).
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:;"
    " font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)
# Workers have their own policy. Only the bots' worker may run WebAssembly.
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
RAW_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Lookup(NamedTuple):
    owner: str  # '' if signed out
    at: float


class People:
    """Identifies people without accounts: a signed cookie holds a secret, the store only its hash.

    By default that hash identifies a person. A browser that is signed in to an account has the
    secret of a *device*, and the store knows the device's owner. ``devices.py`` looks it up before
    a request is handled, so that `owner` can return at once. Lookups expire.
    """

    def __init__(self, key: str = "") -> None:
        self.use(key or secrets.token_hex(32))
        self._devices: dict[str, Lookup] = {}

    def use(self, key: str) -> None:
        self._signer = Signer(key, salt="matou.person", digest_method=hashlib.sha256)

    def new(self) -> str:
        return self._signer.sign(secrets.token_urlsafe(18)).decode()

    def new_device(self) -> str:
        return self._signer.sign(DEVICE + secrets.token_urlsafe(18)).decode()

    def owner(self, cookie: str | None) -> str:
        """Returns the hash that seats are stored under, or '' without a valid cookie.

        Raises StoreFailed for a device that was not looked up in the last `STALE` seconds.
        """
        if (device := self.device(cookie)) == "":
            secret = self._secret(cookie)
            return hashed(secret) if secret else ""
        if not self.knows(device, STALE):
            raise StoreFailed("whose device is it?")
        return self._devices[device].owner

    def device(self, cookie: str | None) -> str:
        """Returns the hash that a signed-in device is stored under, or '' for other cookies."""
        if not cookie or not cookie.startswith(DEVICE):
            return ""
        secret = self._secret(cookie)
        return hashed(secret) if secret else ""

    def now(self) -> float:
        """Returns the clock that lookups expire by."""
        return time.monotonic()

    def knows(self, device: str, seconds: float) -> bool:
        """Returns whether a device was looked up in the last ``seconds``."""
        known = self._devices.get(device)
        return known is not None and self.now() - known.at < seconds

    def is_signed_in(self, device: str) -> bool:
        return self.knows(device, STALE) and self._devices[device].owner != ""

    def know(self, device: str, owner: str, asked: float | None = None) -> None:
        """Caches the owner of a device ('' if signed out), unless a newer result is cached."""
        at = self.now() if asked is None else asked
        known = self._devices.get(device)
        if known is not None and known.at > at:
            return
        remember(self._devices, device, Lookup(owner, at), MOST_DEVICES)

    def _secret(self, cookie: str | None) -> bytes:
        if not cookie or len(cookie) > 200:
            return b""
        try:
            return self._signer.unsign(cookie)
        except BadSignature:
            return b""


def remember(cache: dict[K, V], key: K, value: V, most: int) -> None:
    """Stores a value as the latest of a cache, which forgets the oldest of more than ``most``."""
    cache.pop(key, None)
    cache[key] = value
    if len(cache) > most:
        del cache[next(iter(cache))]


def b64(data: bytes) -> str:
    """Returns URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def hashed(secret: bytes) -> str:
    return hashlib.sha256(b"seat:" + secret).hexdigest()


def is_hex(text: str, length: int) -> bool:
    return len(text) == length and set(text) <= set("0123456789abcdef")


class Cookies:
    """Middleware that drops cookies that cannot be ours, before any library parses them.

    Older Python versions take quadratic time for backslashes in quoted values (CVE-2024-7592) and
    would block the event loop. Our cookies are short and contain no backslashes.
    """

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] in ("http", "websocket"):
            sent = [value for name, value in scope["headers"] if name == b"cookie"]
            short = sum(map(len, sent)) <= LONGEST_COOKIES
            if not short or any(b"\\" in value for value in sent):
                pairs = b";".join(sent).split(b";") if short else []
                clean = b";".join(pair for pair in pairs if b"\\" not in pair)
                others = [header for header in scope["headers"] if header[0] != b"cookie"]
                scope = {**scope, "headers": [*others, (b"cookie", clean)]}
        await self.app(scope, receive, send)


class OnResponse:
    """Middleware that calls ``begun`` with the start of each response, before it is sent."""

    def __init__(self, app: Any, begun: Callable[[dict[str, Any]], object]) -> None:
        self.app, self.begun = app, begun

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def sent(message: Any) -> None:
            if message["type"] == "http.response.start":
                self.begun(message)
            await send(message)

        await self.app(scope, receive, sent if scope["type"] == "http" else send)


def add_headers(response: dict[str, Any]) -> None:
    """Adds the security headers that a response does not set itself."""
    there = {name for name, _ in response["headers"]}
    added = [(name, value) for name, value in RAW_HEADERS if name not in there]
    response["headers"] = [*response["headers"], *added]


def bearer_token(headers: Mapping[str, str]) -> str:
    """Returns the token of ``Authorization: Bearer TOKEN``, or ''."""
    scheme, _, token = headers.get("authorization", "").strip().partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def client_network(address: str) -> str:
    """Returns the network that limits apply to: an IPv4 address, or the /64 of an IPv6 address.

    A household usually has a whole /64, so a limit on single IPv6 addresses would have no effect.
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    return str(found.ipv4_mapped or ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))


def network_of(scope: Mapping[str, Any]) -> str:
    """Returns the network of a request or WebSocket, or '' if it is unknown."""
    client = scope.get("client")
    return client_network(client[0]) if client else ""


def same_origin(headers: Mapping[str, str], base_url: str) -> bool:
    """Returns whether one of our own pages sent this request. Check it before changing anything.

    If the public address is known, only that origin is accepted: the Host header is under the
    client's control.
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
    """Returns whether the Host header names this machine.

    With DNS rebinding, another site's name resolves to this machine, and a browser here sends us
    requests under that name.
    """
    try:
        name = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    except ValueError:
        return False
    listens = (request.scope.get("server") or ("",))[0]
    return name == listens or is_loopback(name)


class Buckets:
    """One bucket for each client. The least recently used ones are dropped."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._of: dict[str, Bucket] = {}

    def take(self, who: str) -> bool:
        bucket = self._of.get(who) or Bucket(self.rate, self.burst)
        remember(self._of, who, bucket, MOST_BUCKETS)
        return bucket.take()

    def put_back(self, who: str) -> None:
        """Returns the last token to the bucket."""
        if (bucket := self._of.get(who)) is not None:
            bucket.left = min(bucket.burst, bucket.left + 1)
