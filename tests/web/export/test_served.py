"""An export served by a running site, and the manifest that makes the site an app."""

from __future__ import annotations

import gzip
from pathlib import Path

from web.support import Person, a_site

from matou.paper import colour
from matou.web.export.copy import Offer
from matou.web.export.folder import Exported
from matou.web.http import assets
from matou.web.http.security import POLICY, WORKER_POLICY

PACKED = gzip.compress(bytes(range(256)) * 9)
FILES = {
    "index.html": b"<!doctype html>",
    "service_worker.js": b"// at the root, too",
    "static/v/page/page_worker.js": b"// Python" * 200,
    "static/v/page/pyodide.asm.wasm": b"\0asm",
    "static/v/bots/bots_worker.js": b"// bots",
    "static/v/page/offline.js": b"// keep",
    "static/v/puzzles/catymini.json.gz": PACKED,
}


def policy(reply: str) -> dict[str, list[str]]:
    return {line.split()[0]: line.split()[1:] for line in reply.split(";")}


async def test_only_workers_may_run_webassembly(
    tmp_path: Path,
) -> None:
    assert policy(WORKER_POLICY) == {
        **policy(POLICY),
        "script-src": ["'self'", "'wasm-unsafe-eval'"],
    }

    async with a_site(tmp_path, offline=Exported(FILES, Offer("v1", "8", "v"))) as app:
        person = Person(app)
        for name, data in FILES.items():
            answer = await person.get(f"/offline/{name}")
            works = name.endswith(("page_worker.js", "bots_worker.js"))
            reply = answer.headers["content-security-policy"]
            assert reply == (WORKER_POLICY if works else POLICY), name
            assert answer.content == data
            assert ("immutable" in answer.headers["cache-control"]) == ("static/" in name)
            assert len(gzip.compress(data)) >= int(answer.headers["content-length"]) - 3
            same = {"if-none-match": answer.headers["etag"]}
            again = await person.http.get(f"/offline/{name}", headers=same)
            assert again.status_code == 304
            assert again.headers["content-security-policy"] == reply  # Firefox uses this one
        worker = await person.get("/service_worker.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        assert (await person.get("/offline")).headers["location"] == "/offline/index.html"
        assert (await person.get("/offline/../key")).status_code == 404
        home = (await person.get("/")).text
        assert 'class="keep">Save for offline play (8 MB)<' in home
        assert 'src="/offline/static/v/page/offline.js"' in home


async def test_compressed_files_are_not_compressed_again(tmp_path: Path) -> None:
    """WebKit does not unpack twice, and the copy checks the size of its files."""
    async with a_site(tmp_path, offline=Exported(FILES, Offer("v1", "8", "v"))) as app:
        person = Person(app)
        found = [name for name in assets.files() if name.endswith((".gz", ".woff2"))]
        assert len(found) > 4
        paths = [f"/static/{assets.version()}/{name}" for name in found]
        for path in (*paths, "/offline/static/v/puzzles/catymini.json.gz"):
            answer = await person.get(path)
            assert answer.status_code == 200
            assert "content-encoding" not in answer.headers, path
        script = await person.get("/offline/static/v/page/page_worker.js")
        assert script.headers["content-encoding"] == "gzip"


async def test_without_the_option_a_site_offers_no_offline_copy(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        assert "offline" not in (await person.get("/")).text
        for path in ("/offline/index.html", "/service_worker.js"):
            assert (await person.get(path)).status_code == 404


async def test_the_site_can_be_installed_in_both_languages(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        names = set()
        for lang in ("en", "fr"):
            person = Person(app, lang)
            link = f'rel="manifest" href="/manifest.webmanifest?lang={lang}"'
            assert link in (await person.get("/")).text
            reply = (await person.get("/manifest.webmanifest")).json()
            assert (reply["lang"], reply["start_url"], reply["scope"]) == (lang, "./", "./")
            assert reply["theme_color"] == colour("paper", "light")
            names.add(reply["name"])
            for shortcut in reply["shortcuts"]:
                assert (await person.get(f"/{shortcut['url']}")).status_code == 200
        assert len(names) == 2
        for icon in reply["icons"]:
            drawn = (await person.get(f"/{icon['src']}")).content
            assert drawn.startswith(b"\x89PNG")
            wide = int.from_bytes(drawn[16:20])
            assert icon["sizes"] == f"{wide}x{wide}"
        assert {icon["purpose"] for icon in reply["icons"]} == {"any", "maskable"}
