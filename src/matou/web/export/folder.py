"""Writing the folder: pages, scripts, pictures, the bots' modules, Python for the browser."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from matou import page
from matou.web.app import PACE
from matou.web.export import compiled, pages, parts
from matou.web.http import assets

STATIC = Path(page.__file__).parent / "static"


async def export(
    folder: Path, told: Callable[[str], object], pace: float = PACE
) -> dict[str, bytes]:
    """Write everything into a folder; ``told`` hears of each file. What was written, by name.

    A bot's move takes ``pace`` seconds at least.
    """
    pyodide = parts.fetched()
    with tempfile.TemporaryDirectory() as data:
        app, store = pages.application(Path(data), pace)
        try:
            files = await pages.crawl(app, told)
        finally:
            store.shut()
    static = static_files(pyodide)
    version = digest(static)
    old, new = f"static/{assets.version()}/".encode(), f"static/{version}/".encode()
    files = {name: data.replace(old, new) for name, data in files.items()}
    files |= {f"static/{version}/{name}": data for name, data in static.items()}
    for name, contents in files.items():
        told(name)
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents)
    return files


def static_files(pyodide: Path) -> dict[str, bytes]:
    """All that lies beside the pages: the site's scripts, and what stands in for a server."""
    found = {name: data for name, (_, data, _) in assets.files().items()}
    for path in sorted(STATIC.rglob("*.js")):  # one of them in the place of the site's own
        found[path.relative_to(STATIC).as_posix()] = path.read_bytes()
    found |= {f"page/{name}": (pyodide / name).read_bytes() for name in parts.FILES}
    # Packages that Pyodide could fetch are listed there; none of them is used here.
    lock = json.loads((pyodide / parts.LOCK).read_text(encoding="utf-8"))
    found[f"page/{parts.LOCK}"] = json.dumps({**lock, "packages": {}}).encode()
    found[f"page/{parts.LIBRARY}"] = compiled.library(pyodide)
    found["page/matou.pack"] = compiled.ours(pyodide)
    return found


def digest(files: Mapping[str, bytes]) -> str:
    """A name for these very files, so that a browser may keep them for ever."""
    told = hashlib.sha256()
    for name, data in sorted(files.items()):
        told.update(name.encode() + b"\0" + data)
    return told.hexdigest()[:12]
