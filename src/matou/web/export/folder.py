"""Writing the folder: pages, scripts, pictures, the bots' modules, Python for the browser."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path

from matou import page
from matou.web.app import PACE
from matou.web.export import compiled, pages, pyodide
from matou.web.export.copy import Offer, digest, with_copy
from matou.web.http import assets

STATIC = Path(page.__file__).parent / "static"
SERVICE_WORKER = "service_worker.js"  # beside the languages: it answers for what lies below it


async def export(
    folder: Path, told: Callable[[str], object], pace: float = PACE
) -> dict[str, bytes]:
    """Write everything into a folder; ``told`` hears of each file. What was written, by name."""
    files, _ = await made(told, pace)
    for name, contents in files.items():
        told(name)
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents)
    return files


async def made(
    told: Callable[[str], object], pace: float = PACE, *, site: bool = False
) -> tuple[dict[str, bytes], Offer]:
    """Every file by its name, and what pages say of the copy that a browser may keep.

    A bot's move takes ``pace`` seconds at least; ``site``: the folder will be one of a site's.
    """
    at = pyodide.fetched()
    with tempfile.TemporaryDirectory() as data:
        app, store = pages.application(Path(data), pace, site)
        try:
            files = await pages.crawl(app, told)
        finally:
            await store.close()
    static = static_files(at)
    version = digest(static)
    old, new = f"static/{assets.version()}/".encode(), f"static/{version}/".encode()
    files = {name: data.replace(old, new) for name, data in files.items()}
    files |= {f"static/{version}/{name}": data for name, data in static.items()}
    files, offer = with_copy(files)
    return {**files, SERVICE_WORKER: (STATIC / SERVICE_WORKER).read_bytes()}, offer


def static_files(at: Path) -> dict[str, bytes]:
    """All that lies beside the pages: the site's scripts, and what stands in for a server."""
    found = {name: data for name, (_, data, _) in assets.files().items()}
    for path in sorted(STATIC.glob("*/*.js")):  # one of them in the place of the site's own
        found[path.relative_to(STATIC).as_posix()] = path.read_bytes()
    found |= {f"page/{name}": (at / name).read_bytes() for name in pyodide.FILES}
    # Packages that Pyodide could fetch are listed there; none of them is used here.
    lock = json.loads((at / pyodide.LOCK).read_text(encoding="utf-8"))
    found[f"page/{pyodide.LOCK}"] = json.dumps({**lock, "packages": {}}).encode()
    found[f"page/{pyodide.LIBRARY}"] = compiled.library(at)
    found["page/matou.pack"] = compiled.ours(at)
    return found
