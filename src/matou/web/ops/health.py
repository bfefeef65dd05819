"""For those who look after the site: is it well (``/healthz``), how busy is it (``/metrics``).

``/metrics`` answers who asks from this very machine and by a name of its own, as long as no proxy
stands before the site; behind one (``--base-url``) everybody seems to come from this machine, so
then, and for whoever asks from elsewhere, it wants the token of ``MATOU_METRICS_TOKEN``.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import ipaddress
import logging
from collections.abc import Iterator
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from matou.web.http.security import own_host
from matou.web.ops.metrics import TYPE, ErrorCount, Gauge, merged, of_process
from matou.web.store.interface import Store
from matou.web.store.siblings import Siblings
from matou.web.tables.bots import Bots
from matou.web.tables.manager import TableManager
from matou.web.tables.websocket import Live

TOLD_EVERY = 1.0  # seconds between two words to the other processes of this server
PATIENCE = 2.0  # seconds the store may take before it counts as gone
ONLY_HERE = (
    "The metrics are for this machine alone, or for whoever sends the token of"
    " MATOU_METRICS_TOKEN (Authorization: Bearer …).\n"
)


class Health:
    """Reads how a site is, and tells those who may know."""

    def __init__(
        self,
        store: Store,
        manager: TableManager,
        live: Live,
        bots: Bots,
        proxied: bool,
        token: str,
        siblings: Siblings | None = None,
    ) -> None:
        self.store = store
        self.manager = manager
        self.live = live
        self.bots = bots
        self.proxied = proxied
        self.token = token
        self.siblings = siblings
        self.metrics = metrics = manager.metrics
        store.on_commit = metrics.commit_seconds.observe
        metrics.extra += [
            Gauge("matou_tables_open", "Tables in memory.", lambda: len(manager.tables)),
            Gauge("matou_pages_connected", "Table pages open.", lambda: len(live.open)),
            Gauge("matou_behind_seconds", "How late the server is.", lambda: manager.lag.behind),
            Gauge("matou_bots_there", "Whether the bots' process is there.", self.bots_there),
            Gauge("matou_store_bytes", "Size of the store's files.", store.size),
            Gauge("matou_store_well", "Whether it can be read and written.", self.store_well),
            *of_process(),
        ]

    def bots_there(self) -> float:
        return float(self.bots.are_there())

    def store_well(self) -> float:
        return float(not self.store.ill)

    def routes(self) -> list[Route]:
        return [Route("/healthz", self.health), Route("/metrics", self.tell_metrics)]

    async def health(self, _request: Request) -> Response:
        """200 as long as moves can be made durable and what is kept can be read; where the bots'
        process is away for a moment, lower levels move."""
        store = "ok"
        try:
            async with asyncio.timeout(PATIENCE):
                await self.store.answers()
        except TimeoutError:
            store = "does not answer"
        except Exception:
            store = "cannot write"
        if self.store.damage:
            store = "damaged"
        found: dict[str, Any] = {
            "ok": store == "ok",
            "store": store,
            "tables": len(self.manager.tables),
            "pages": len(self.live.open),
            "bots": "ok" if self.bots.are_there() else "away",
        }
        return JSONResponse(
            found, 200 if found["ok"] else 503, headers={"cache-control": "no-store"}
        )

    async def tell_metrics(self, request: Request) -> Response:
        if not self.may_read(request):
            return PlainTextResponse(ONLY_HERE, 403)
        text = self.metrics.text()
        if self.siblings is not None:
            text = merged({self.siblings.index: text, **self.told_by_siblings()})
        return Response(text, headers={"content-type": TYPE, "cache-control": "no-store"})

    def told_by_siblings(self) -> dict[int, str]:
        """What the other processes of this server counted, a moment ago."""
        assert self.siblings is not None
        found = {}
        for index in self.siblings.others:
            with contextlib.suppress(OSError):
                found[index] = self.siblings.metrics_of(index).read_text(encoding="utf-8")
        return found

    async def tell_siblings(self) -> None:
        """Have the others know what this process counts, for as long as it runs."""
        if self.siblings is None:
            return
        place = self.siblings.metrics_of(self.siblings.index)
        while True:
            part = place.with_suffix(".part")
            part.write_text(self.metrics.text(), encoding="utf-8")
            part.replace(place)
            await asyncio.sleep(TOLD_EVERY)

    def may_read(self, request: Request) -> bool:
        scheme, _, sent = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and self.token:
            return hmac.compare_digest(sent.strip().encode(), self.token.encode())
        if self.proxied or request.client is None or not own_host(request):
            return False
        try:
            return ipaddress.ip_address(request.client.host).is_loopback
        except ValueError:
            return False

    @contextlib.contextmanager
    def counting_errors(self) -> Iterator[None]:
        """For as long as the site runs, count what any part of it logs as wrong."""
        handler = ErrorCount(self.metrics.errors)
        logs = [logging.getLogger("matou"), logging.getLogger("uvicorn.error")]
        for log in logs:
            log.addHandler(handler)
        try:
            yield
        finally:
            for log in logs:
                log.removeHandler(handler)


class Count:
    """Counts the answers by status."""

    def __init__(self, app: Any, health: Health) -> None:
        self.app = app
        self.responses = health.metrics.responses

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def counted(message: Any) -> None:
            if message["type"] == "http.response.start":
                self.responses.add(str(message["status"]))
            await send(message)

        await self.app(scope, receive, counted if scope["type"] == "http" else send)
