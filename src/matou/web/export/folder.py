"""Writes the exported folder: pages, scripts, pictures, bot modules, Python for the browser."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path

from matou import page
from matou.web.export import pages, pyodide
from matou.web.export.copy import Offer, digest, with_copy
from matou.web.http import assets
from matou.web.site import PACE

STATIC = Path(page.__file__).parent / "static"
SERVICE_WORKER = "service_worker.js"  # in the root folder, so that it controls all pages


async def export(
    folder: Path, report: Callable[[str], object], pace: float = PACE
) -> dict[str, bytes]:
    """Writes all files into a folder and returns them by name. Reports each name."""
    files, _ = await made(report, pace)
    for name, contents in files.items():
        report(name)
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents)
    return files


async def made(
    report: Callable[[str], object], pace: float = PACE, *, site: bool = False
) -> tuple[dict[str, bytes], Offer]:
    """Returns every file by name, and the offer. ``site``: whether a site serves the folder."""
    at = pyodide.fetched()
    with tempfile.TemporaryDirectory() as data:
        app, own = pages.application(Path(data), pace, site)
        try:
            files = await pages.crawl(app, report)
        finally:
            await own.store.db.close()
    static = static_files(at)
    version = digest(static)
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
    found |= {f"page/{name}": (at / name).read_bytes() for name in pyodide.FILES}
    # Removes the list of packages that Pyodide could fetch, because none is used.
    lock = json.loads((at / pyodide.LOCK).read_text(encoding="utf-8"))
    found[f"page/{pyodide.LOCK}"] = json.dumps({**lock, "packages": {}}).encode()
    found[f"page/{pyodide.LIBRARY}"] = pyodide.library(at)
    found["page/matou.pack"] = pyodide.ours(at)
    return found
