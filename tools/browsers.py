"""Plays in Firefox, WebKit and Chromium, and saves pictures to compare.

python tools/browsers.py FOLDER                    in all three
python tools/browsers.py FOLDER --only firefox     in one
sudo apt install firefox-esr webkit2gtk-driver xvfb dbus chromium-driver

In each: a game of every title to its end (the first moves by mouse), looking back, a lesson, a hint
by WebAssembly, the page that plays without a server, and the copy saved for offline play while no
server runs. Prints the games played, and all errors and warnings of the browser's console.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import drivers

import matou

ROOT = Path(__file__).parent.parent
WIDE, UPRIGHT, SIDEWAYS = (1280, 800), (390, 844), (844, 390)
BY_MOUSE = 12  # clicks

# A point at which a click meets an element that the selector finds; null if there is none.
POINT = """(selector, r) => {
  const found = [...document.querySelectorAll(selector)].filter((el) => el.checkVisibility());
  if (!found.length) return null;
  const el = found[Math.floor(r * found.length)];
  el.scrollIntoView({ block: 'nearest' });
  for (const part of [el, ...el.querySelectorAll('*')]) {
    const box = part.getBoundingClientRect();
    for (const dy of [0.5, 0.3, 0.7]) for (const dx of [0.5, 0.3, 0.7]) {
      const x = box.x + box.width * dx, y = box.y + box.height * dy;
      if (el.contains(document.elementFromPoint(x, y))) return [x, y];
    }
  }
  return null;
}"""
BOARD = "#picture .highlighted:not(.rest):not(.picked)"
READY = f"document.querySelector('#table[data-busy=no]:not(.sending) :is({BOARD}, .choice)')"
OVER = "document.querySelector('#table[data-over=yes]')"
# The page plays on by itself, at random.
PLAY_ON = """() => {
  const playing = setInterval(() => {
    const table = document.getElementById('table');
    if (table.dataset.over === 'yes') clearInterval(playing);
    if (table.matches('.sending')) return;
    const board = [...document.querySelectorAll('#picture .highlighted:not(.rest):not(.picked)')];
    const found = board.length && Math.random() > 0.1 ? board
      : [...document.querySelectorAll('#choices .choice')];
    const el = found[Math.floor(Math.random() * found.length)];
    if (el) el.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }, 10);
}"""
NOTE_SENT = """() => {
  window.sent = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    sent.push(JSON.parse(text));
    send.call(this, text);
  };
}"""


class Server:
    def __init__(self, data: Path) -> None:
        port = drivers.free_port()
        self.url = f"http://localhost:{port}"
        command = [sys.executable, "-m", "matou", "serve", "--port", str(port), "--offline"]
        self.process = subprocess.Popen(
            [*command, "--data", str(data), "--pace", "0.05"],
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=20).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    raise
                time.sleep(0.1)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


class Visit:
    """A person at the site with a browser."""

    def __init__(self, browser: drivers.Browser, site: Server, pictures: Path) -> None:
        self.browser, self.site, self.pictures = browser, site, pictures
        self.rng = random.Random(1)

    def go(self, path: str) -> None:
        self.browser.goto(self.site.url + path)

    def click(self, selector: str) -> bool:
        """Clicks with the mouse on one of the elements. Returns whether there is one."""
        point = self.browser.js(POINT, selector, self.rng.random())
        if point:
            self.browser.click(*point)
        return point is not None

    def follow(self, selector: str, until: str) -> None:
        self.browser.until(f"document.querySelector({selector!r})")
        if not self.click(selector):
            raise RuntimeError(f"cannot be clicked: {selector}")
        self.browser.until(until)

    def save(self, name: str) -> None:
        """Takes a picture of the page at each size."""
        for size, (width, height) in {"": WIDE, "-upright": UPRIGHT, "-sideways": SIDEWAYS}.items():
            self.browser.resize(width, height)
            time.sleep(0.5)
            (self.pictures / f"{name}{size}.png").write_bytes(self.browser.picture())
        self.browser.resize(*WIDE)

    def play_by_mouse(self, clicks: int) -> None:
        for _ in range(clicks):
            self.browser.until(f"{READY} || {OVER}")
            if not self.click(BOARD):
                self.click("#choices .choice")
            time.sleep(0.1)

    def home(self) -> str:
        self.go("/")
        self.save("home")
        return "the first page"

    def game(self, name: str) -> str:
        self.go("/")
        self.follow(f"#{name} .primary", READY)
        self.play_by_mouse(BY_MOUSE)
        self.browser.until(READY)
        self.save(f"{name}-table")
        self.browser.js(PLAY_ON)
        self.browser.until(OVER, 600)
        time.sleep(2.5)  # the finale
        self.save(f"{name}-end")
        actions = self.browser.js("() => document.getElementById('table').dataset.at")
        return f"{name}: a game of {actions} actions, the first by mouse"

    def look_back(self) -> str:
        """After a game."""
        self.go(self.browser.js("() => `${location.pathname}/back`"))
        self.browser.until("document.querySelector('#main[data-at]')")
        for button in ("#first", "#following", "#following", "#last", "#previous"):
            self.click(button)
            time.sleep(0.6)
        self.browser.until("document.querySelector('#found:not([hidden])')", 600)
        self.save("looking-back")
        return "looking back at it, with a cat's opinion of every move"

    def lesson(self, name: str) -> str:
        self.go(f"/learn/{name}#1")
        self.browser.until("document.querySelector('#table[data-busy=no]')")
        self.save("lesson")
        end = time.monotonic() + 300
        while not self.browser.js(f"() => Boolean({OVER})"):
            if time.monotonic() > end:
                raise TimeoutError("the lesson does not end")
            if self.browser.js("() => document.getElementById('table').dataset.busy === 'yes'"):
                self.browser.click(3, 3)  # a click anywhere finishes the motion
            elif not self.click("#go-on"):
                self.click("#picture .hinted:not(.picked):not(.rest)")
        self.save("lesson-end")
        return f"the lesson of {name}"

    def hint(self, name: str) -> str:
        self.go("/")
        self.follow(f"#{name} .primary", READY)
        self.browser.js(NOTE_SENT)
        self.follow("#hint", "document.querySelector('#picture .hinted')")
        asked = self.browser.js("() => sent.filter((m) => 'hint' in m).map((m) => m.hint)")
        if asked[0] != "here" or asked[-1] is True:
            raise RuntimeError(f"the server made the hint: {asked}")
        self.save("hint")
        return f"a hint by WebAssembly, {name}"

    def page(self, name: str) -> str:
        self.go(f"/offline/en/play/{name}.html?mode=bot&level=1&hints=1&name=Ada")
        self.browser.until(READY)
        self.play_by_mouse(BY_MOUSE)
        self.save("page")
        self.follow("#look-back", "document.querySelector('#main[data-at] #picture svg')")
        self.save("page-looking-back")
        return f"{BY_MOUSE} clicks of {name} in the page, without a server's rules"

    def offline(self, name: str) -> str:
        """Saves the site in the browser, then stops the server and plays."""
        self.go("/")
        self.follow("#offline .keep", "document.querySelector('#offline[data-state=kept]')")
        self.site.stop()
        self.go("/")
        self.save("offline")
        self.page(name)
        return "the same from the offline copy, with no server running"

    def steps(self) -> list[Callable[[], str]]:
        games = [lambda name=name: self.game(name) for name in matou.available()]
        return [
            self.home,
            *games,
            self.look_back,
            lambda: self.lesson("chopchop"),
            lambda: self.hint("chopchop"),
            lambda: self.page("catymini"),
            lambda: self.offline("catymini"),
        ]


def visit(name: str, folder: Path) -> bool:
    """Plays in a browser. Returns whether everything worked without a complaint."""
    pictures = folder / name
    pictures.mkdir(parents=True, exist_ok=True)
    fine = True
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as made:
        site = Server(Path(made) / "data")
        try:
            with drivers.open_browser(name, Path(made) / name) as browser:
                browser.resize(*WIDE)
                print(f"{name}: {browser.js('() => navigator.userAgent')}", flush=True)
                visitor = Visit(browser, site, pictures)
                for step in visitor.steps():
                    try:
                        print(f"  {step()}", flush=True)
                    except (RuntimeError, TimeoutError) as error:
                        fine = False
                        visitor.save("failed")
                        print(f"  FAILED: {error}", flush=True)
                for line in browser.errors:
                    print(f"  console: {line}")
                fine = fine and not browser.errors
        finally:
            site.stop()
    return fine


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="for the pictures")
    parser.add_argument("--only", choices=drivers.NEEDED)
    args = parser.parse_args()
    names = [args.only] if args.only else [*drivers.NEEDED]
    fine = [visit(name, args.folder) for name in names]
    raise SystemExit(not all(fine))


if __name__ == "__main__":
    main()
