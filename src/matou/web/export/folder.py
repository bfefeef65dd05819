"""Writes the exported folder (pages, scripts, pictures, Python for the browser), or serves it.

A running site serves it under ``/offline``, and its service worker at the root, so that the worker
controls all pages when there is no network.
"""

import asyncio
import hashlib
import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from matou import page
from matou.core.grammar import languages
from matou.web.export import pages, pyodide
from matou.web.export.copy import Offer, with_copy
from matou.web.export.ways import OWN, Ways
from matou.web.http import assets
from matou.web.http.address import root
from matou.web.http.assets import TYPES
from matou.web.http.security import WORKER_POLICY
from matou.web.site import PACE

STATIC = Path(page.__file__).parent / "static"
SERVICE_WORKER = "service_worker.js"  # in the root folder, so that it controls all pages
WORKERS = ("page_worker.js", "bots_worker.js")  # the scripts that run WebAssembly


async def export(
    folder: Path, report: Callable[[str], object], pace: float = PACE, ways: Ways | None = None
) -> dict[str, bytes]:
    """Writes all files into a folder and returns them by name. Reports each name."""
    files, _ = await made(report, pace, ways)
    for name, contents in files.items():
        report(name)
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents)
    return files


async def made(
    report: Callable[[str], object],
    pace: float = PACE,
    ways: Ways | None = None,
    *,
    site: bool = False,
) -> tuple[dict[str, bytes], Offer]:
    """Returns every file by name, and the offer. ``site``: whether a site serves the folder."""
    at = pyodide.fetched()
    ways = ways or (Ways((OWN,)) if site else Ways())
    with tempfile.TemporaryDirectory() as data:
        app, own = pages.application(Path(data), pace, site, ways)
        try:
            files = await pages.crawl(app, report)
        finally:
            await own.store.db.close()
    static = static_files(at)
    version = assets.digest(static)
    old, new = f"static/{assets.version()}/".encode(), f"static/{version}/".encode()
    files = {name: data.replace(old, new) for name, data in files.items()}
    files |= {f"static/{version}/{name}": data for name, data in static.items()}
    files, offer = with_copy(files)
    return {**files, SERVICE_WORKER: (STATIC / SERVICE_WORKER).read_bytes()}, offer


def static_files(at: Path) -> dict[str, bytes]:
    """Returns the files that pages load: the site's scripts, Pyodide, and our packed code."""
    found = {name: data for name, (_, data, _) in assets.files().items()}
    for path in sorted(STATIC.glob("*/*.js")):  # one of them replaces the site's own
        found[path.relative_to(STATIC).as_posix()] = path.read_bytes()
    found |= pyodide.minified({n: d for n, d in found.items() if n.endswith(".js")}, at)
    found |= {f"page/{name}": (at / name).read_bytes() for name in pyodide.FILES}
    for path in (at / pyodide.FRIENDS).iterdir():
        found[f"{pyodide.FRIENDS}/npm/{path.name}"] = path.read_bytes()
    # Removes the list of packages that Pyodide could fetch, because none is used.
    lock = json.loads((at / pyodide.LOCK).read_text(encoding="utf-8"))
    found[f"page/{pyodide.LOCK}"] = json.dumps({**lock, "packages": {}}).encode()
    found[f"page/{pyodide.LIBRARY}"] = pyodide.library(at)
    found["page/matou.pack"] = pyodide.ours(at)
    found["page/outlines.pack"] = pyodide.outlines()
    found |= {f"page/words-{lang}.pack": pyodide.words(lang) for lang in languages()[1:]}
    return found


class Exported:
    def __init__(self, files: Mapping[str, bytes], offer: Offer) -> None:
        self.files = files
        self.offer = offer
        self._small: dict[str, bytes | None] = {}

    def routes(self) -> list[Route]:
        return [
            Route("/offline", self.first),
            Route("/offline/{name:path}", self.sent),
            Route(f"/{SERVICE_WORKER}", self.sent),
        ]

    async def first(self, request: Request) -> Response:
        return RedirectResponse(f"{root(request)}/offline/index.html", 303)

    async def sent(self, request: Request) -> Response:
        name = request.path_params.get("name", SERVICE_WORKER)
        if name not in self.files:
            raise HTTPException(404)
        data = self.files[name]
        caching = assets.FOREVER if name.startswith("static/") else "no-cache"
        tag = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
        headers = {"cache-control": caching, "etag": tag, "vary": "accept-encoding"}
        if name.endswith(WORKERS):
            headers["content-security-policy"] = WORKER_POLICY
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        kind = TYPES.get(Path(name).suffix, "application/octet-stream")
        if "gzip" in request.headers.get("accept-encoding", ""):
            if name not in self._small:  # takes up to a second
                self._small[name] = await asyncio.to_thread(assets.compressed, data)
            if small := self._small[name]:
                headers["content-encoding"] = "gzip"
                return Response(small, media_type=kind, headers=headers)
        return Response(data, media_type=kind, headers=headers)
