"""The site's public address and base path, and where the site can be reached from.

Behind a reverse proxy the site may have a base path, as in ``https://example.org/matou``. Every
link begins with that path: ``{{ root }}/…`` in a template, ``root(request)`` in Python,
``document.documentElement.dataset.root`` in the browser. The proxy may strip the path or pass it
on; `BasePath` accepts both. A link for a friend must work on the friend's device: a page opened at
``http://localhost:8017`` makes links with this machine's address in the home network.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO, StringIO
from typing import Any
from urllib.parse import urlsplit

import segno
from starlette.requests import HTTPConnection

from matou.core.messages import say
from matou.core.refusals import Refusal

_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:\d+)?")
WILD = ("0.0.0.0", "::")
# An address for documentation (RFC 5737) and two of home networks. Nothing is sent there; the route
# to them reveals this machine's own address.
OTHER_HOSTS = ("203.0.113.1", "192.168.0.1", "10.0.0.1")
DARK, LIGHT = "#2B2A33", "#FFFFFF"  # cameras need dark on light, in every theme
BAD_ADDRESS = say(
    "“{address}” is not a valid site address. Write it like https://example.org "
    "or https://example.org/matou"
)
TAKEN_PATH = say(
    "The site cannot run under /{path}: some of its own addresses begin like "
    "that. Choose another path."
)


class BadAddress(Refusal):
    """An invalid public address, with the reason."""


def check_root(base_url: str, own: Iterable[str]) -> None:
    """Raises BadAddress if the base path begins like one of the site's own paths (``own``)."""
    first = split(base_url)[1].split("/")[1:2]
    if first and first[0] in own:
        raise BadAddress(TAKEN_PATH.filled(path=first[0]))


@lru_cache
def split(base_url: str) -> tuple[str, str]:
    """Splits a public address into origin and base path: ``("https://example.org", "/matou")``."""
    if not base_url:
        return "", ""
    try:
        parts = urlsplit(base_url)
    except ValueError:
        raise BadAddress(BAD_ADDRESS.filled(address=base_url)) from None
    path = parts.path.rstrip("/")
    if (
        parts.scheme not in ("http", "https")
        or not _HOST.fullmatch(parts.netloc)
        or not _PATH.fullmatch(path)
        or any(part in (".", "..") for part in path.split("/"))
        or parts.query
        or parts.fragment
    ):
        raise BadAddress(BAD_ADDRESS.filled(address=base_url))
    host = parts.netloc.lower()
    usual = {"http": ":80", "https": ":443"}[parts.scheme]
    return f"{parts.scheme}://{host.removesuffix(usual)}", path


def root(request: HTTPConnection) -> str:
    """Returns the base path of all links: '' or '/matou'."""
    return str(request.scope.get("root_path", ""))


class BasePath:
    """Middleware that restores the full path, whether or not the proxy stripped the base path."""

    def __init__(self, app: Any, base_url: str) -> None:
        self.app = app
        self.root = split(base_url)[1]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] in ("http", "websocket"):
            path: str = scope["path"]
            if self.root and path != self.root and not path.startswith(self.root + "/"):
                path = self.root + path
            # Ignores a trailing slash.
            path = path.rstrip("/")
            if path == self.root:
                path += "/"
            scope = {**scope, "path": path, "root_path": self.root}
        await self.app(scope, receive, send)


def is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def home_network_address() -> str:
    """Returns this machine's address in its network, or ''. Sends nothing."""
    for there in OTHER_HOSTS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            try:
                way.connect((there, 9))
            except OSError:
                continue
            found = str(way.getsockname()[0])
            if found not in WILD and not is_loopback(found):
                return found
    return ""


def home_address(host: str, port: int) -> str:
    """Returns the site's address in the home network, or '' if only this machine can reach it."""
    if host in WILD:
        host = home_network_address()
    if not host or is_loopback(host):
        return ""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def qr_code(link: str) -> bytes:
    drawn = BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(drawn, kind="svg", border=3, dark=DARK, light=LIGHT, xmldecl=False, omitsize=True)
    return drawn.getvalue()


def qr_text(link: str) -> str:
    drawn = StringIO()
    segno.make(link, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue().rstrip("\n")
