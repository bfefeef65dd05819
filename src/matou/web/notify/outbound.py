"""Sends requests to URLs that visitors gave us, but never into private networks.

A name is resolved once. All its addresses must be public, and the connection uses one of them, so
DNS rebinding has no effect. ``httpcore`` follows no redirects and reads no proxy settings from the
environment. Time and response size are limited.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

import httpcore

LONGEST_URL = 1000
LONGEST_ANSWER = 16_384  # bytes of a response body
SECONDS = 10.0  # for the whole request
USUAL = {"https": 443, "http": 80}
Ip = ipaddress.IPv4Address | ipaddress.IPv6Address
GIVEN_OUT = ipaddress.IPv6Network("2000::/3")  # the part of IPv6 that is allocated for the internet
# Networks that some or all Python versions count as public, but that are not.
NOT_PUBLIC = tuple(
    ipaddress.ip_network(net)
    for net in (
        "168.63.129.16",  # Azure's internal services
        "192.0.0.0/24",  # protocol assignments; Oracle Cloud's metadata service (192.0.0.192)
        "192.88.99.0/24",  # 6to4 relays
        "2001::/23",  # protocol assignments; Teredo embeds any IPv4 address
        "2002::/16",  # 6to4; embeds any IPv4 address
        "3ffe::/16",  # returned by the 6bone
        "3fff::/20",  # documentation
    )
)


# A separate pool, so that slow DNS lookups block only other lookups.
_NAMES = ThreadPoolExecutor(4, "names")


class Forbidden(Exception):
    """Requests to this URL are not allowed."""


class Unreachable(Exception):
    """The server did not respond, or not with HTTP."""


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


def is_public(ip: Ip) -> bool:
    """Returns whether an address is on the public internet."""
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_public(ip.ipv4_mapped)
        if ip not in GIVEN_OUT:
            return False
    if any(ip in net for net in NOT_PUBLIC):
        return False
    return ip.is_global and not (
        ip.is_multicast or ip.is_reserved or ip.is_loopback or ip.is_link_local or ip.is_unspecified
    )


def checked(url: str, private: bool = False) -> SplitResult:
    """Returns the parts of a URL. Raises Forbidden if we never send to URLs like it."""
    try:
        parts = urlsplit(url)
        port = parts.port or USUAL.get(parts.scheme, 0)
        host = (parts.hostname or "").encode("idna").decode()
    except (ValueError, UnicodeError):
        raise Forbidden("no address") from None
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST_URL
    if not plain or not host or parts.username is not None or parts.password is not None:
        raise Forbidden("no address")
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise Forbidden("not https")
    if not private and port != 443 and port < 1024:  # for example mail servers
        raise Forbidden("port")
    return parts


async def resolved(host: str, port: int, private: bool = False) -> list[str]:
    """Returns the addresses of a host. Raises Forbidden if one is not on the public internet."""
    loop, find = asyncio.get_running_loop(), socket.getaddrinfo
    try:
        found = await loop.run_in_executor(_NAMES, find, host, port, 0, socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreachable(f"{host} is not found") from error
    places = list(dict.fromkeys(str(row[4][0]) for row in found))
    for place in places:
        ip = ipaddress.ip_address(place.partition("%")[0])
        if not private and not is_public(ip):
            raise Forbidden("private")
    if not places:
        raise Unreachable(f"{host} is not found")
    return places


@lru_cache(maxsize=1)
def trusted() -> ssl.SSLContext:
    """Returns the TLS context with the system's certificates. Cached, because loading is slow."""
    return ssl.create_default_context()


class CheckedNetwork(httpcore.AsyncNetworkBackend):
    """Resolves names, checks the addresses, and connects to one of them."""

    def __init__(self, private: bool) -> None:
        self.private = private
        self.network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self, host: str, port: int, *args: Any, **kwargs: Any
    ) -> httpcore.AsyncNetworkStream:
        failed = httpcore.ConnectError("no address")
        for place in await resolved(host, port, self.private):
            try:
                return await self.network.connect_tcp(place, port, *args, **kwargs)
            except httpcore.ConnectError as error:
                failed = error
        raise failed


async def send(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    method: str = "POST",
    private: bool = False,
    trust: ssl.SSLContext | None = None,
    seconds: float = SECONDS,
) -> Answer:
    """Sends a request and returns the response. Raises Forbidden or Unreachable if it fails.

    ``private`` allows addresses in private networks. ``trust`` replaces the system's certificates.
    """
    checked(url, private)
    head = {"User-Agent": "Matou", "Connection": "close", **headers}
    pool = httpcore.AsyncConnectionPool(trust or trusted(), network_backend=CheckedNetwork(private))
    try:
        sent = [(key.encode("ascii"), value.encode("ascii")) for key, value in head.items()]
        async with (
            asyncio.timeout(seconds),
            pool,
            pool.stream(method, url, headers=sent, content=body) as response,
        ):
            received = b""
            async for part in response.aiter_stream():
                received += part
                if len(received) >= LONGEST_ANSWER:
                    break
            known = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in response.headers}
            return Answer(response.status, known, received[:LONGEST_ANSWER])
    except (httpcore.LocalProtocolError, UnicodeEncodeError):
        raise Forbidden("header") from None  # a token from a visitor may contain line breaks
    except TimeoutError:
        raise Unreachable("no answer in time") from None
    except (OSError, httpcore.NetworkError, httpcore.ProtocolError) as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from error
