"""Health (``/healthz``) and metrics (``/metrics``) for operators.

Without a proxy, ``/metrics`` answers requests from this machine if the Host header names this
machine. Behind a proxy (``--base-url``) every request seems to come from this machine. In that
case, and for other machines, the token of ``MATOU_METRICS_TOKEN`` is required.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from starlette.responses import PlainTextResponse

from matou.web.feature import Chore, Feature, Request, Response, route
from matou.web.http import address, answers, security
from matou.web.ops.metrics import TYPE, ErrorCount, Merged

if TYPE_CHECKING:
    from matou.web.site import Site

SHARE_EVERY = 1.0  # seconds between two metrics files for the other processes of this server
PATIENCE = 2.0  # seconds before the store counts as down
ONLY_HERE = (
    "The metrics are for this machine alone, or for clients that send the token of"
    " MATOU_METRICS_TOKEN (Authorization: Bearer …).\n"
)


class Health(Feature):
    LIMITS = (("metrics", (0.05, 10), (0.05, 10)),)  # wrong tokens

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.live, self.bots, self.workers = site.live, site.players, site.workers
        manager, store, live, bots = self.manager, self.store, self.live, self.bots
        self.metrics = metrics = manager.metrics
        store.db.on_commit = metrics.commit_seconds.observe
        metrics.gauge("tables_open", "Tables in memory.", lambda: len(manager.tables))
        metrics.gauge("pages_connected", "Table pages open.", lambda: len(live.open))
        metrics.gauge("behind_seconds", "How late the server is.", lambda: manager.lag.behind)
        metrics.gauge("bots_there", "Whether the bots' process is there.", bots.are_there)
        metrics.gauge("store_bytes", "Size of the store's files.", store.db.size)
        metrics.gauge("store_well", "Whether it can be read and written.", lambda: not store.db.ill)

    def chores(self) -> list[Chore]:
        return [Chore(self.share_metrics, SHARE_EVERY)] if self.workers is not None else []

    @route("/healthz")
    async def health(self, _request: Request) -> Response:
        """Returns 200 while the store can be read and written. Bots may be down for a moment."""
        store = "ok"
        try:
            async with asyncio.timeout(PATIENCE):
                await self.store.db.answers()
        except TimeoutError:
            store = "does not answer"
        except Exception:
            store = "cannot write"
        if self.store.db.damage:
            store = "damaged"
        found: dict[str, Any] = {
            "ok": store == "ok",
            "store": store,
            "tables": len(self.manager.tables),
            "pages": len(self.live.open),
            "bots": "ok" if self.bots.are_there() else "away",
        }
        return answers.json_answer(found, 200 if found["ok"] else 503)

    @route("/metrics")
    async def tell_metrics(self, request: Request) -> Response:
        if (refusal := await self.refusal(request)) is not None:
            return refusal
        text, workers = self.metrics.text(), self.workers
        if workers is not None:  # add the latest metrics of the other processes
            texts = {workers.index: text}
            for index in workers.others:
                with contextlib.suppress(OSError):
                    texts[index] = workers.file("metrics", index).read_text(encoding="utf-8")
            text = Merged(texts).text()
        return Response(text, headers={"content-type": TYPE, "cache-control": "no-store"})

    async def share_metrics(self) -> None:
        """Writes this process's metrics to a file for the others."""
        assert self.workers is not None
        place = self.workers.file("metrics", self.workers.index)
        part = place.with_suffix(".part")
        part.write_text(self.metrics.text(), encoding="utf-8")
        part.replace(place)

    async def refusal(self, request: Request) -> Response | None:
        """Returns None if the client may read the metrics, else an error. Limits wrong tokens."""
        forbidden = PlainTextResponse(ONLY_HERE, 403)
        sent = security.bearer_token(request.headers)
        if not sent or not self.site.options.metrics_token:
            client = request.client.host if request.client else ""
            is_here = address.is_loopback(client) and security.own_host(request)
            return None if is_here and not self.site.options.base_url else forbidden
        if not await request.may("metrics"):
            return PlainTextResponse("Too many wrong tokens. Wait a minute.\n", 429)
        if not hmac.compare_digest(sent.encode(), self.site.options.metrics_token.encode()):
            return forbidden
        await request.give_back("metrics")
        return None

    @contextlib.contextmanager
    def counting_errors(self) -> Iterator[None]:
        handler = ErrorCount(self.metrics.errors)
        logs = [logging.getLogger("matou"), logging.getLogger("uvicorn.error")]
        for log in logs:
            log.addHandler(handler)
        try:
            yield
        finally:
            for log in logs:
                log.removeHandler(handler)
