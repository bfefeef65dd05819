"""``matou bench friends``: measures tables with friends in Chromium, directly and by a relay."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import json
import os
import shutil
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from labs.bench.page import click_times, served
from labs.bench.site_click import ARGS, click_to_painted
from labs.bench.site_server import MatouServer
from matou.core.registry import names
from matou.web.export import pyodide
from matou.web.export.copy import small
from matou.web.export.folder import export
from matou.web.export.ways import Ways

DOWNLOAD = 150e3  # bytes for a guest before the first move, at most
# Pages on one machine find each other by its address.
OPEN = [*ARGS, "--disable-features=WebRtcHideLocalIpsWithMdns"]
COUNTED = """
window.connections = [];
window.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(...how) { super(...how); window.connections.push(this); }
};
"""
BYTES = """async () => {
  let sum = 0;
  for (const one of window.connections || []) {
    for (const [, { type, bytesSent, bytesReceived }] of await one.getStats()) {
      if (type === 'data-channel') sum += bytesSent + bytesReceived;
    }
  }
  return sum;
}"""
# The host always plays the first highlighted move or choice.
PLAY = """() => setInterval(() => {
  if (document.querySelector('#table.sending')) return;
  const first = document.querySelector('#choices:not([hidden]) .choice')
    || document.querySelector('#picture .highlighted:not(.rest):not(.picked)');
  first?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
}, 30)"""


class Guest:
    """A guest's page, what it downloads, and the bytes that go to and fro."""

    def __init__(self, browser: Any, directly: bool) -> None:
        context = browser.new_context(reduced_motion="reduce", locale="en")
        self.page = context.new_page()
        context.add_init_script(COUNTED if directly else "delete window.RTCPeerConnection")
        self.directly = directly
        self.requested: set[str] = set()
        self.by_relay = 0
        self.page.on("request", lambda request: self.requested.add(request.url))
        self.page.on("websocket", self.count)

    def count(self, socket: Any) -> None:
        def add(frame: Any) -> None:
            self.by_relay += len(frame)

        socket.on("framesent", add)
        socket.on("framereceived", add)

    def bytes(self) -> float:
        found: float = self.page.evaluate(BYTES) if self.directly else self.by_relay
        return found

    def position(self) -> int:
        return int(self.page.evaluate("document.getElementById('table').dataset.at"))


def at_a_table(
    browser: Any, url: str, game: str, files: Mapping[str, bytes], *, directly: bool
) -> dict[str, float]:
    """Returns the figures of one game between a host and a guest."""
    host = browser.new_context(reduced_motion="reduce", locale="en").new_page()
    host.goto(f"{url}/en/play/{game}.html?mode=friends&name=Ada")
    host.click("[data-part=hosting] .primary", timeout=120_000)
    link = host.input_value("#invite .room input")
    guest = Guest(browser, directly)
    page = guest.page
    began = time.perf_counter()
    page.goto(link)
    page.wait_for_selector("[data-part=joining] form")
    found = {"asked": time.perf_counter() - began}
    page.fill("[data-part=joining] [name=name]", "Bruno")
    began = time.perf_counter()
    page.click("[data-part=joining] .primary")
    page.wait_for_selector("#table[data-live=yes] #picture svg.sheet", timeout=120_000)
    found["seated"] = time.perf_counter() - began
    requested = {request.partition("#")[0].removeprefix(f"{url}/") for request in guest.requested}
    found["download"] = sum(small(files[name]) for name in requested if name in files)
    found["first_view"] = guest.bytes()
    host.evaluate(PLAY)
    before, at = guest.bytes(), guest.position()
    found["click"] = click_times(page)
    found["actions"] = guest.position() - at
    found["bytes"] = (guest.bytes() - before) / found["actions"]
    host.context.close()
    page.context.close()
    return found


def run(args: argparse.Namespace) -> int:
    """Returns 1 if a guest downloads more than the limit."""
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
    games = args.games or names()
    with tempfile.TemporaryDirectory() as made, tempfile.TemporaryDirectory() as data:
        server = MatouServer(Path(data), "--relay")
        ways = Ways((f"ws://127.0.0.1:{server.port}/relay",), "")
        files = asyncio.run(export(Path(made), lambda _: None, pace=0.0, ways=ways))
        try:
            with served(Path(made)) as url, sync_playwright() as driver:
                for game in games:
                    browser = driver.chromium.launch(executable_path=chromium, args=OPEN)
                    figures["games"][game] = {
                        way: at_a_table(browser, url, game, files, directly=way == "directly")
                        for way in ("directly", "by relay")
                    }
                    browser.close()
            clicks = click_to_painted(server.port, tuple(games))
        finally:
            server.stop()
    assert isinstance(clicks, dict)
    for game, found in figures["games"].items():
        found["server_click"] = clicks[game]
    print(json.dumps(figures) if args.json else report(figures))
    return 0 if most_downloaded(figures) <= DOWNLOAD else 1


def most_downloaded(figures: dict[str, Any]) -> float:
    most: float = max(found["directly"]["download"] for found in figures["games"].values())
    return most


def report(figures: dict[str, Any]) -> str:
    rows = [
        f"a guest downloads {most_downloaded(figures) / 1000:.1f} kB at most before the first "
        f"move, compressed by gzip; load of this machine at the start {figures['load']:.1f}"
    ]
    for game, ways in figures["games"].items():
        rows.append(f"  {game:<12} click to painted at the server {ways['server_click']:.0f} ms")
        rows += [
            f"    {way:<10} asked for a name after {found['asked']:.2f} s, at the seat "
            f"{found['seated']:.2f} s later; click to painted {found['click']:.0f} ms; first view "
            f"{found['first_view'] / 1000:.1f} kB, then {found['bytes']:,.0f} bytes an action "
            f"({found['actions']:.0f} actions)"
            for way, found in ways.items()
            if way != "server_click"
        ]
    return "\n".join(rows)
