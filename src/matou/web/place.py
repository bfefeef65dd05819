"""Where the site lives: its public address, and the path it stands under there.

Behind a reverse proxy the site may stand under a path, ``https://example.org/matou``. Every
address that it hands out begins with that path: ``{{ root }}/…`` in a template,
``root(request)`` in Python, ``document.documentElement.dataset.root`` in the browser. The proxy
may strip the path or pass it on; both arrive here, and `Place` makes them one.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:\d+)?")


class BadAddress(ValueError):
    """A public address that the site could not live at."""


@lru_cache
def split(base_url: str) -> tuple[str, str]:
    """A public address as its origin and its root: ``("https://example.org", "/matou")``."""
    if not base_url:
        return "", ""
    try:
        parts = urlsplit(base_url)
    except ValueError:
        raise BadAddress(base_url) from None
    path = parts.path.rstrip("/")
    if (
        parts.scheme not in ("http", "https")
        or not _HOST.fullmatch(parts.netloc)
        or not _PATH.fullmatch(path)
        or any(part in (".", "..") for part in path.split("/"))
        or parts.query
        or parts.fragment
    ):
        raise BadAddress(base_url)
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
