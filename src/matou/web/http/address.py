"""Where the site lives: its public address, and the path it stands under there.

Behind a reverse proxy the site may stand under a path, ``https://example.org/matou``. Every
address that it hands out begins with that path: ``{{ root }}/…`` in a template,
``root(request)`` in Python, ``document.documentElement.dataset.root`` in the browser. The proxy
may strip the path or pass it on; both arrive here, and `Place` makes them one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from matou.core.words import Refusal

_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:\d+)?")


class BadAddress(Refusal):
    """A public address that the site could not live at, and why."""


def unclear(base_url: str) -> BadAddress:
    return BadAddress(
        f"“{base_url}” is no address a site can have: write it like https://example.org or "
        "https://example.org/matou",
        f"« {base_url} » n’est pas une adresse de site : écris-la comme https://example.org "
        "ou https://example.org/matou",
    )


def check_root(base_url: str, own: Iterable[str]) -> None:
    """Refuse a root that begins like an address of the site's own (``own`` are their first
    parts): with a proxy that strips it, nobody could tell the two apart."""
    first = split(base_url)[1].split("/")[1:2]
    if first and first[0] in own:
        raise BadAddress(
            f"The site cannot stand under /{first[0]}: it has addresses of its own that begin "
            "like that. Choose another path.",
            f"Le site ne peut pas vivre sous /{first[0]} : il a lui-même des adresses qui "
            "commencent ainsi. Choisis un autre chemin.",
        )


@lru_cache
def split(base_url: str) -> tuple[str, str]:
    """A public address as its origin and its root: ``("https://example.org", "/matou")``."""
    if not base_url:
        return "", ""
    try:
        parts = urlsplit(base_url)
    except ValueError:
        raise unclear(base_url) from None
    path = parts.path.rstrip("/")
    if (
        parts.scheme not in ("http", "https")
        or not _HOST.fullmatch(parts.netloc)
        or not _PATH.fullmatch(path)
        or any(part in (".", "..") for part in path.split("/"))
        or parts.query
        or parts.fragment
    ):
        raise unclear(base_url)
    host = parts.netloc.lower()
    usual = {"http": ":80", "https": ":443"}[parts.scheme]
    return f"{parts.scheme}://{host.removesuffix(usual)}", path


def root(request: HTTPConnection) -> str:
    """What every address of the site begins with: '' or '/matou'."""
    return str(request.scope.get("root_path", ""))


class Place:
    """Gives every request the whole path, whether or not the proxy has stripped its root."""

    def __init__(self, app: Any, base_url: str) -> None:
        self.app = app
        self.root = split(base_url)[1]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] in ("http", "websocket"):
            path: str = scope["path"]
            if self.root and path != self.root and not path.startswith(self.root + "/"):
                path = self.root + path
            # Whole addresses only: a path with a slash too many is the page without it.
            path = path.rstrip("/")
            if path == self.root:
                path += "/"
            scope = {**scope, "path": path, "root_path": self.root}
        await self.app(scope, receive, send)
