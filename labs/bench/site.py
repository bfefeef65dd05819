"""``matou bench site``: measures the site under load, and boardgame.io's server.

Both play many tables of two at once; a move starts when both players have seen the one before. Ours
makes every move durable first; boardgame.io keeps its matches in memory. Both send positions rather
than pictures, since boardgame.io's clients draw by themselves. What our own pages get is measured
separately: positions if a page draws by itself (``page/drawer.py``), else pictures and texts from
the server. On a shared machine the server's processor time a move is the figure to compare.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import re
import shutil
import subprocess
import tempfile
import urllib.request
from pathlib import Path
from typing import Any

from labs.bench.site_click import click_to_painted
from labs.bench.site_load import Load, create_tables_in, drive, watch
from labs.bench.site_server import MatouServer, free_port
from matou.core.registry import find, names

PEER = Path(__file__).parent / "peer"
# The query for each kind of message, and whether pages draw by themselves.
KINDS = {
    "positions": ("plain=1", False),
    "drawn in the page": ("plain=0", True),
    "pictures": ("plain=0", False),
    "three languages": ("plain=0", False),
}
LANGUAGES = {"three languages": ("en", "fr", "de")}  # the seats' in turn; otherwise English


def run(args: argparse.Namespace) -> int:
    args.game = args.game or names()[-1]
    figures: dict[str, Any] = {}
    ours(args, figures)
    if not args.no_peer:
        figures["peer"] = peer(args.games, args.seconds)
    report(args, figures)
    if args.json:
        Path(args.json).write_text(json.dumps(figures, indent=1))
    return 0


def ours(args: argparse.Namespace, figures: dict[str, Any]) -> None:
    game = find(args.game)
    for kind, (query, draws) in KINDS.items():
        with tempfile.TemporaryDirectory() as folder:
            tables = asyncio.run(create_tables_in(Path(folder), game, args.games))
            server = MatouServer(Path(folder))
            figures.setdefault("ready", server.ready)
            if args.seconds >= 2:  # otherwise only a rough idea is wanted
                server.wait_for_bots()
            if kind == "positions":
                figures["first_page"] = first_page(server.port)
                figures["click"] = click_to_painted(server.port, names())
            drawn, langs = game if draws else None, LANGUAGES.get(kind, ("en",))
            load = asyncio.run(drive(server, tables, args.seconds, query, drawn, langs))
            figures[kind] = figure(load)
            figures.setdefault("stopped", server.stop())
    with tempfile.TemporaryDirectory() as folder:
        tables = asyncio.run(create_tables_in(Path(folder), game, args.open))
        server = MatouServer(Path(folder))
        figures["memory"] = asyncio.run(open_all(server, tables))
        server.stop()


async def open_all(server: MatouServer, tables: list[Any]) -> float:
    opened = await watch(server.port, tables)
    await asyncio.sleep(2)
    megabytes = server.memory()
    for page in opened:
        page.close()
    return megabytes


def figure(load: Load) -> dict[str, float]:
    return {"moves": load.moves, "p50": load.p50, "p99": load.p99, "cpu": load.cost.cpu_a_move}


def first_page(port: int) -> int:
    """Returns the compressed bytes of the home page and all it loads."""
    base = f"http://127.0.0.1:{port}"

    def fetch(path: str) -> bytes:
        request = urllib.request.Request(base + path, headers={"accept-encoding": "gzip"})
        with urllib.request.urlopen(request) as answer:
            body: bytes = answer.read()
            return body

    page = fetch("/")
    html = gzip.decompress(page).decode()
    paths = re.findall(r'(?:src|href)="(/(?:static|icon|picture/light)[^"]*)"', html)
    return len(page) + sum(len(fetch(path)) for path in dict.fromkeys(paths))


def peer(matches: int, seconds: float) -> dict[str, float] | str:
    """Measures boardgame.io's server and clients under the same load, or says why not."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return "node and npm are not installed"
    with tempfile.TemporaryDirectory() as folder:
        for source in PEER.iterdir():
            shutil.copy(source, folder)
        install = [npm, "install", "--no-audit", "--no-fund", "--silent"]
        if subprocess.run(install, cwd=folder, capture_output=True).returncode:
            return "npm could not install boardgame.io"
        port = free_port()
        server = subprocess.Popen(
            [node, "server.js", str(port)],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        try:
            assert server.stdout is not None
            while b"ready" not in server.stdout.readline():
                if server.poll() is not None:
                    return "boardgame.io's server does not start"
            answer = subprocess.run(
                [node, "drive.js", str(port), str(matches), str(seconds), str(server.pid)],
                cwd=folder,
                capture_output=True,
                timeout=seconds + 120,
            )
            found: dict[str, float] = json.loads(answer.stdout.decode().strip().splitlines()[-1])
            return found
        finally:
            server.kill()
            server.wait()


def report(args: argparse.Namespace, figures: dict[str, Any]) -> None:
    def row(name: str, found: Any) -> None:
        if isinstance(found, str):
            print(f"  {name:<44}{found}")
        else:
            shown = f"{found['moves']:8,.0f} moves/s   p50 {found['p50']:7.1f} ms"
            shown += f"   p99 {found['p99']:7.1f} ms   CPU {found['cpu']:5.0f} µs a move"
            print(f"  {name:<44}{shown}")

    print(f"\n{args.games} tables of two, both watching, {args.seconds:g} s ({args.game}):")
    row("Matou, durable, positions", figures["positions"])
    if "peer" in figures:
        row("boardgame.io, in memory, positions", figures["peer"])
    row("Matou, durable, drawn in the page", figures["drawn in the page"])
    row("Matou, durable, pictures and words", figures["pictures"])
    row("Matou, the same in three languages", figures["three languages"])
    if isinstance(figures.get("peer"), dict):
        theirs = figures["peer"]
        for kind in KINDS:
            rate = figures[kind]["moves"] / max(1.0, theirs["moves"])
            spent = figures[kind]["cpu"] / theirs["cpu"]
            ratio = f"{rate:8.2f} times the moves/s, {spent:.2f} times the server’s CPU a move"
            print(f"  {kind + ', beside boardgame.io':<44}{ratio}")
    print(f"\n  ready after {figures['ready']:.2f} s, stopped in {figures['stopped']:.2f} s")
    print(f"  first page {figures['first_page'] / 1000:.1f} kB compressed, pictures included")
    click = figures["click"]
    if isinstance(click, str):
        print(f"  click to painted: {click}")
    else:
        shown = ", ".join(f"{game} {ms:.0f}" for game, ms in click.items())
        print(f"  click to painted, median ms: {shown}")
    print(f"  {args.open:,} open tables in {figures['memory']:.0f} MB\n")
