"""Serves an export from a running site, under ``/offline``, for visitors who play offline.

The site's service worker is served at the root, so that it controls all pages when there is no
network.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Mapping
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from matou.web.export.copy import Offer
from matou.web.export.folder import SERVICE_WORKER
from matou.web.http.address import root
from matou.web.http.assets import TYPES
from matou.web.http.security import WORKER_POLICY

WORKERS = ("page_worker.js", "bots_worker.js")  # the scripts that run WebAssembly


class Exported:
    def __init__(self, files: Mapping[str, bytes], offer: Offer) -> None:
        self.files = files
        self.offer = offer
        self._small: dict[str, bytes] = {}

    def routes(self) -> list[Route]:
        return [
            Route("/offline", self.first),
            Route("/offline/{name:path}", self.sent),
            Route(f"/{SERVICE_WORKER}", self.worker),
        ]

    async def first(self, request: Request) -> Response:
        return RedirectResponse(f"{root(request)}/offline/index.html", 303)

    async def worker(self, request: Request) -> Response:
        return await self.answer(request, SERVICE_WORKER)

    async def sent(self, request: Request) -> Response:
        return await self.answer(request, request.path_params["name"])

    async def answer(self, request: Request, name: str) -> Response:
        if name not in self.files:
            raise HTTPException(404)
        data = self.files[name]
        caching = (
            "public, max-age=31536000, immutable" if name.startswith("static/") else "no-cache"
        )
        tag = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
        headers = {"cache-control": caching, "etag": tag, "vary": "accept-encoding"}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if name.endswith(WORKERS):
            headers["content-security-policy"] = WORKER_POLICY
        kind = TYPES.get(Path(name).suffix, "application/octet-stream")
        if "gzip" in request.headers.get("accept-encoding", ""):
            if name not in self._small:  # takes up to a second
                self._small[name] = await asyncio.to_thread(gzip.compress, data, 9)
            data = self._small[name]
            headers["content-encoding"] = "gzip"
        return Response(data, media_type=kind, headers=headers)
