"""``matou bench page``: measures Matou without a server in Chromium, and compares it with a
server.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import functools
import http.server
import importlib.util
import json
import os
import re
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from labs.bench.site_click import ARGS, CLICKS, MOVES, click_to_painted
from labs.bench.site_server import MatouServer, megabytes, processor_seconds
from matou.bots import binding
from matou.bots.memory import Params, Tree
from matou.bots.players import first_decision, make
from matou.core.registry import find, names
from matou.page.players import question
from matou.web.export import pyodide
from matou.web.export.copy import language, small
from matou.web.export.folder import export

SIZES = {"download": 8e6, "copy": 11e6, "first_page": 90e3}
LIMITS = {"cold": 6.0, "warm": 2.0, "memory": 400.0}
THINK = """async ([worker, module, asked]) => {
  const bots = new Worker(worker, { type: 'module' });
  const answer = await new Promise((done) => {
    bots.onmessage = ({ data }) => done(data);
    bots.postMessage({ id: 1, module, questions: [asked] });
  });
  bots.terminate();
  return answer.found.reduce((n, { visits }) => n + visits, 0);
}"""

KEPT = "caches.open('matou-python').then((c) => c.keys()).then((keys) => keys.length)"


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serves a folder over HTTP; yields its address."""
    handler = functools.partial(Files, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def sizes(files: Mapping[str, bytes]) -> dict[str, float]:
    """Returns the compressed bytes loaded before a game, with one game, and for offline play.

    A reader of the longest language, whose pack has pages and words, stores English too.
    """
    page = files["en/index.html"].decode()
    first = {f"en/{name}" for name in re.findall(r'(?:src|href)="([^":#?]+)"', page)}
    first = {str(Path(name)) for name in first if "picture/dark" not in name}
    first = {name.replace("en/../", "") for name in first if not name.endswith(".html")}
    loaded = small(files["en/index.html"]) + sum(small(files[name]) for name in sorted(first))
    static = {name: data for name, data in files.items() if name.startswith("static/")}
    game = [data for name, data in static.items() if language(name) == "en"]
    packs = [len(data) for name, data in files.items() if name.startswith("pages-")]
    pages = len(files["pages-en.pack"]) + max(packs[1:]) + 2 * small(files["en/index.html"])
    runtime = sum(map(small, game))
    return {"first_page": loaded, "download": loaded + runtime, "copy": pages + runtime}


def click_times(page: Any) -> float:
    times: list[float] = page.evaluate(CLICKS, MOVES)
    return statistics.median(times)


def in_the_page(browser: Any, url: str, game: str) -> dict[str, float]:
    """Returns one game's figures in an exported folder."""
    context = browser.new_context(reduced_motion="reduce", locale="en")
    page = context.new_page()
    page.goto(f"{url}/en/index.html")
    page.select_option(f"#{game} select", "1")
    found: dict[str, float] = {}
    with timed(browser, found, "cold"):
        page.click(f"#{game} .primary")
        page.wait_for_selector("#picture .highlighted", timeout=120_000)
    while not page.evaluate(KEPT):  # the snapshot that later starts use
        page.wait_for_timeout(100)
    with timed(browser, found, "warm"):
        page.reload()
        page.wait_for_selector("#picture .highlighted", timeout=120_000)
    found["click"] = click_times(page)
    found["memory"] = memory(browser)
    asked = question(make(game, 5, seed=1), first_decision(find(game)))
    assert asked is not None
    script = page.evaluate("document.querySelector('script[src$=\"table.js\"]').src")
    bots = script.replace("tables/table.js", "bots/")
    module = bots + asked.pop("module")
    found["iterations"] = page.evaluate(THINK, [f"{bots}bots_worker.js", module, asked])
    context.close()
    return found


def at_the_server(game: str, seconds: float = 1.0) -> float:
    """Returns level 5's iterations a second under wasmtime, as on the server."""
    found, view = find(game), first_decision(find(game))
    room = binding.open_backend(found, "wasm")
    params = Params.of(found)
    tree = Tree(room, found.rules, view.s, view.seats, 1, nodes=2_000_000, params=params)
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        tree.run(200)
    return tree.iterations / seconds


@contextlib.contextmanager
def timed(browser: Any, found: dict[str, float], what: str) -> Iterator[None]:
    """Records how long something takes, and the processor time of the tabs.

    Other work on the machine delays a start, but does not add to its processor time.
    """
    began, busy = time.perf_counter(), processor_time(browser)
    yield
    found[what] = time.perf_counter() - began
    found[f"{what}_cpu"] = processor_time(browser) - busy


def tabs(browser: Any) -> list[int]:
    """Returns the process ids of the tabs."""
    info = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return [process["id"] for process in info if process["type"] == "renderer"]


def processor_time(browser: Any) -> float:
    """Returns the seconds of all tabs and all their threads."""
    return sum(map(processor_seconds, tabs(browser)))


def memory(browser: Any) -> float:
    """Returns the memory of the largest tab, in MB."""
    return max(map(megabytes, tabs(browser)))


def run(args: argparse.Namespace) -> int:
    """Returns 1 if a figure is beyond its limit."""
    chromium = shutil.which("chromium")
    if chromium is None or importlib.util.find_spec("playwright") is None:
        print("chromium and playwright are needed: pip install playwright")
        return 2
    try:
        pyodide.fetched()
    except pyodide.NoPyodide as missing:
        print(missing)
        return 2
    from playwright.sync_api import sync_playwright

    figures: dict[str, Any] = {"games": {}, "load": os.getloadavg()[0]}
    with tempfile.TemporaryDirectory() as made, served(Path(made)) as url:
        figures |= sizes(asyncio.run(export(Path(made), lambda _: None, pace=0.0)))
        for game in args.games or names():
            with sync_playwright() as driver:
                browser = driver.chromium.launch(executable_path=chromium, args=ARGS)
                figures["games"][game] = in_the_page(browser, url, game)
                browser.close()
            figures["games"][game]["server_iterations"] = at_the_server(game)
    with tempfile.TemporaryDirectory() as data:
        server = MatouServer(Path(data))
        clicks = click_to_painted(server.port, tuple(figures["games"]))
        server.stop()
    assert isinstance(clicks, dict)
    for game, found in figures["games"].items():
        found["server_click"] = clicks[game]
    print(json.dumps(figures) if args.json else report(figures))
    return 0 if within(figures) else 1


def within(figures: dict[str, Any]) -> bool:
    """Returns whether every figure is within its limit."""
    games = figures["games"].values()
    return (
        all(figures[key] <= most for key, most in SIZES.items())
        and all(found[key] <= most for found in games for key, most in LIMITS.items())
        and all(found["click"] <= 1.5 * found["server_click"] for found in games)
        and all(found["iterations"] >= 0.7 * found["server_iterations"] for found in games)
    )


def report(figures: dict[str, Any]) -> str:
    rows = [
        f"first page {figures['first_page'] / 1000:.1f} kB, with a game "
        f"{figures['download'] / 1e6:.2f} MB, all that is stored for offline "
        f"{figures['copy'] / 1e6:.2f} MB, compressed by gzip; load of this machine at the "
        f"start {figures['load']:.1f}"
    ]
    for game, found in figures["games"].items():
        ratio = found["iterations"] / found["server_iterations"]
        rows.append(
            f"  {game:<12} playable after {found['cold']:.1f} s cold "
            f"({found['cold_cpu']:.1f} of the processor), {found['warm']:.1f} s warm "
            f"({found['warm_cpu']:.1f}); "
            f"click to painted {found['click']:.0f} ms "
            f"(server {found['server_click']:.0f}); tab {found['memory']:.0f} MB; "
            f"level 5 {found['iterations']:,.0f} iterations a second, {ratio:.2f} of the server's"
        )
    return "\n".join(rows)
