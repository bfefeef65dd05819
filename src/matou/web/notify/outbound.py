"""Requests to addresses that visitors have given us: none of them reaches the operator's network.

A name is resolved once; every address that it has must be one of the public internet, and the
connection goes to an address that was looked at, so that a name which leads elsewhere a moment
later (DNS rebinding) leads nowhere. Redirects are not followed, no proxy of the environment is
used, and an answer is read for a few seconds and a few thousand bytes at most.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

import httptools

LONGEST_URL = 1000
LONGEST_ANSWER = 16_384  # bytes, of head and body together
SECONDS = 10.0  # for all of it
USUAL = {"https": 443, "http": 80}
Ip = ipaddress.IPv4Address | ipaddress.IPv6Address
# Of the public internet by their looks, but they carry an IPv4 address that may be any.
CARRIERS = tuple(
    ipaddress.IPv6Network(net)
    for net in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
)


# Names that take long to be found hold up other names, and nothing else.
_NAMES = ThreadPoolExecutor(4, "names")


class Forbidden(Exception):
    """An address that nothing is sent to."""


class Unreachable(Exception):
    """Nobody answered there, or nothing that makes sense."""


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


def is_public(ip: Ip) -> bool:
    """Is this an address that anybody on the internet has?"""
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_public(ip.ipv4_mapped)
        if any(ip in net for net in CARRIERS) or ip in ipaddress.IPv6Network("::/96"):
            return False
    return ip.is_global and not (
        ip.is_multicast or ip.is_reserved or ip.is_loopback or ip.is_link_local or ip.is_unspecified
    )


def checked(url: str, private: bool = False) -> SplitResult:
    """An address as it may be written; Forbidden if it may not. Where it leads is seen later."""
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
    if not private and port != 443 and port < 1024:  # mail servers and the like
        raise Forbidden("port")
    return parts


async def resolved(host: str, port: int, private: bool = False) -> list[str]:
    """The addresses of a host, in order; Forbidden if any is not of the public internet.

    However an address is written (``2130706433``, ``0x7f.1``), what the system makes of it counts.
    """
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
    """The certificates that this system trusts; reading them takes a while."""
    return ssl.create_default_context()


class _Reader:
    """Takes an answer in."""

    def __init__(self) -> None:
        self.headers: dict[str, str] = {}
        self.body = b""
        self.whole = False

    def on_header(self, name: bytes, value: bytes) -> None:
        self.headers[name.decode("latin-1").lower()] = value.decode("latin-1")

    def on_body(self, body: bytes) -> None:
        self.body += body

    def on_message_complete(self) -> None:
        self.whole = True


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
    """One request, and what is answered; Forbidden or Unreachable if there is no answer.

    ``private`` addresses are reached where the operator says so; ``trust``: other certificates
    than those that the system trusts.
    """
    parts = checked(url, private)
    host, port = parts.hostname or "", parts.port or USUAL[parts.scheme]
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    name = f"[{host}]" if ":" in host else host
    head = {
        "Host": name if port == USUAL[parts.scheme] else f"{name}:{port}",
        "User-Agent": "Matou",
        "Connection": "close",
        "Content-Length": str(len(body)),
        **headers,
    }
    if not all(value.isascii() and value.isprintable() for value in head.values()):
        raise Forbidden("header")  # a token that somebody gave may hold line breaks
    lines = [f"{method} {target} HTTP/1.1", *(f"{k}: {v}" for k, v in head.items()), "", ""]
    request = "\r\n".join(lines).encode("ascii", "strict") + body
    secure = (trust or trusted()) if parts.scheme == "https" else None
    try:
        async with asyncio.timeout(seconds):
            places = await resolved(host, port, private)
            return await _exchange(places, port, secure, host, request)
    except TimeoutError:
        raise Unreachable("no answer in time") from None
    except (OSError, ssl.SSLError, asyncio.IncompleteReadError) as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from error


async def _exchange(
    places: list[str], port: int, secure: ssl.SSLContext | None, host: str, request: bytes
) -> Answer:
    failed: OSError = OSError("no address")
    for place in places:
        try:
            reading, writing = await asyncio.open_connection(
                place, port, ssl=secure, server_hostname=host if secure else None
            )
            break
        except OSError as error:
            failed = error
    else:
        raise failed
    try:
        writing.write(request)
        await writing.drain()
        taken = _Reader()
        parser = httptools.HttpResponseParser(taken)
        read = 0
        while not taken.whole and read < LONGEST_ANSWER:
            data = await reading.read(4096)
            if not data:
                break
            read += len(data)
            parser.feed_data(data)
        status = parser.get_status_code()
        if not status:
            raise Unreachable("no answer")
        return Answer(status, taken.headers, taken.body[:LONGEST_ANSWER])
    except httptools.HttpParserError as error:
        raise Unreachable("no HTTP") from error
    finally:
        writing.close()
        with contextlib.suppress(Exception):
            writing.transport.abort()
