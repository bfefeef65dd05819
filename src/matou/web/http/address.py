"""The site's public address and base path.

Behind a reverse proxy the site may have a base path, as in ``https://example.org/matou``. Every
link begins with that path: ``{{ root }}/…`` in a template, ``root(request)`` in Python,
``document.documentElement.dataset.root`` in the browser. The proxy may strip the path or pass it
on; `BasePath` accepts both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from matou.core.messages import say
from matou.core.refusals import Refusal

_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:\d+)?")


class BadAddress(Refusal):
    """An invalid public address, with the reason."""


def unclear(base_url: str) -> BadAddress:
    return BadAddress(
        say(
            "“{address}” is not a valid site address. Write it like https://example.org "
            "or https://example.org/matou",
            address=base_url,
        )
    )


def check_root(base_url: str, own: Iterable[str]) -> None:
    """Raises BadAddress if the base path begins like one of the site's own paths (``own``).

    Behind a proxy that strips the base path, the two would be ambiguous.
    """
    first = split(base_url)[1].split("/")[1:2]
    if first and first[0] in own:
        raise BadAddress(
            say(
                "The site cannot run under /{path}: some of its own addresses begin like "
                "that. Choose another path.",
                path=first[0],
            )
        )


@lru_cache
def split(base_url: str) -> tuple[str, str]:
    """Splits a public address into origin and base path: ``("https://example.org", "/matou")``."""
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
