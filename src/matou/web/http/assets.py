"""Static files: compressed once, under versioned URLs, so browsers can cache them forever."""

import gzip
import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from matou.bots.binding import module_path
from matou.core.puzzles import path_of
from matou.core.registry import find, names, versions
from matou.paper import SEATS, STYLE, THEMES, colour, css
from matou.web.http.security import WORKER_POLICY

HERE = Path(__file__).parent.parent
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".gz": "application/gzip",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
FOREVER = "public, max-age=31536000, immutable"  # for addresses that name their contents
WORKER = "bots/bots_worker.js"  # the only script that runs WebAssembly


def palette() -> str:
    """Returns the palette as a style sheet. ``--c0`` … are the colours that a seat can choose."""
    light, dark = (
        css(theme) + "".join(f"--c{i}:{colour(f'seat-{i}', theme)};" for i in range(len(SEATS)))
        for theme in THEMES
    )
    return (
        f":root{{{light}color-scheme:light dark}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
        f":root[data-theme=light]{{{light}color-scheme:light}}\n"
        f":root[data-theme=dark]{{{dark}color-scheme:dark}}\n{STYLE}"
    )


@lru_cache(maxsize=1)
def files() -> dict[str, tuple[str, bytes, bytes | None]]:
    """Returns the static files: name to (content type, contents, compressed contents if any)."""
    found = {"paper.css": palette().encode()}
    for path in sorted((HERE / "static").rglob("*.*")):
        if path.suffix in TYPES:
            found[path.relative_to(HERE / "static").as_posix()] = path.read_bytes()
    for game in (find(name, version) for name in names() for version in versions(name)):
        path = module_path(game)
        if path.exists():
            found[f"bots/{path.name}"] = path.read_bytes()
        if path_of(game).exists():  # a page fetches those of its game alone
            found[f"puzzles/{game.name}.json.gz"] = path_of(game).read_bytes()
    return {
        name: (TYPES[Path(name).suffix], data, compressed(data)) for name, data in found.items()
    }


def compressed(data: bytes) -> bytes | None:
    """Returns a file compressed with gzip, or None if that makes it no smaller."""
    small = gzip.compress(data, 9)
    return small if len(small) < len(data) else None


@lru_cache(maxsize=1)
def version() -> str:
    return digest({name: data for name, (_, data, _) in files().items()})


def digest(files: Mapping[str, bytes]) -> str:
    """Returns a hash of these files, so that browsers can cache them forever."""
    made = hashlib.sha256()
    for name, data in sorted(files.items()):
        made.update(name.encode() + b"\0" + data)
    return made.hexdigest()[:12]


async def sent(request: Request) -> Response:
    """Serves a static file. Its URL contains the version of all files."""
    found = files().get(request.path_params["name"])
    if found is None or request.path_params["version"] != version():
        raise HTTPException(404)
    kind, data, small = found
    headers = {"cache-control": FOREVER, "vary": "accept-encoding"}
    if request.path_params["name"] == WORKER:
        headers["content-security-policy"] = WORKER_POLICY
    if small and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(small, media_type=kind, headers={**headers, "content-encoding": "gzip"})
    return Response(data, media_type=kind, headers=headers)


def routes() -> list[Route]:
    return [Route("/static/{version}/{name:path}", sent)]
