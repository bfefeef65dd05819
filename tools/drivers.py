"""Drives real browsers: Firefox over WebDriver BiDi; Chromium and WebKit over plain WebDriver.

Uses Debian's packages firefox-esr, chromium-driver, webkit2gtk-driver and xvfb.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, Final, Self

from websockets.sync.client import connect

PATIENCE: Final = 120.0  # seconds
MINIBROWSER: Final = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
NEEDED: Final = {
    "chromium": ("chromedriver",),
    "firefox": ("firefox-esr",),
    "webkit": ("WebKitWebDriver", "Xvfb"),
}


class Browser(ABC):
    """A browser with one page, in which everything is done as a person does it."""

    errors: list[str]

    @abstractmethod
    def goto(self, url: str) -> None: ...

    @abstractmethod
    def run(self, script: str) -> str:
        """Runs the body of an async function in the page and returns its result, a string."""

    @abstractmethod
    def act(self, actions: list[dict[str, Any]]) -> None:
        """Performs actions of the pointer."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None: ...

    @abstractmethod
    def picture(self) -> bytes:
        """Returns a screenshot (PNG)."""

    @abstractmethod
    def close(self) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def js(self, function: str, *arguments: Any) -> Any:
        """Calls a function in the page and returns what it returns."""
        call = f"await ({function})(...{json.dumps(arguments)})"
        return json.loads(self.run(f"return JSON.stringify({call} ?? null);"))

    def until(self, expression: str, seconds: float = PATIENCE) -> None:
        """Waits until a JavaScript expression is true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self.js(f"() => Boolean({expression})"):
                    return
            except RuntimeError:  # another page came meanwhile
                pass
            time.sleep(0.1)
        raise TimeoutError(f"never true: {expression}")

    def click(self, x: float, y: float) -> None:
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        press, release = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
        self.act([move, press, release])


class Firefox(Browser):
    def __init__(self, folder: Path) -> None:
        self.errors = []
        self.sent = 0
        self.log = folder / "firefox.log"
        port = "--remote-debugging-port=0"
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", port, "--profile", str(folder)],
            stdout=subprocess.DEVNULL,
            stderr=self.log.open("wb"),
        )
        address = self.address()
        self.line = connect(f"{address}/session", max_size=None, ping_interval=None)
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def address(self) -> str:
        end = time.monotonic() + PATIENCE
        while not (found := re.search(r"BiDi listening on (ws://\S+)", self.log.read_text())):
            if time.monotonic() > end:
                raise TimeoutError(f"Firefox does not start: {self.log.read_text()}")
            time.sleep(0.1)
        return found[1]

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        self.sent += 1
        self.line.send(json.dumps({"id": self.sent, "method": method, "params": params}))
        while True:
            message = json.loads(self.line.recv(timeout=PATIENCE))
            if message.get("method") == "log.entryAdded":
                self.note(message["params"])
            elif message.get("id") == self.sent:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['message']}")
                answer: dict[str, Any] = message["result"]
                return answer

    def note(self, entry: dict[str, Any]) -> None:
        if entry["level"] in ("error", "warn"):
            self.errors.append(f"{entry['level']}: {entry['text']}")

    def goto(self, url: str) -> None:
        self.ask("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def run(self, script: str) -> str:
        found = self.ask(
            "script.callFunction",
            functionDeclaration=f"async () => {{ {script} }}",
            target={"context": self.context},
            awaitPromise=True,
        )
        if found["type"] == "exception":
            raise RuntimeError(found["exceptionDetails"]["text"])
        text: str = found["result"]["value"]
        return text

    def act(self, actions: list[dict[str, Any]]) -> None:
        mouse = {"type": "pointer", "id": "mouse", "actions": actions}
        self.ask("input.performActions", context=self.context, actions=[mouse])

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self.ask("browsingContext.setViewport", context=self.context, viewport=size)

    def picture(self) -> bytes:
        taken = self.ask("browsingContext.captureScreenshot", context=self.context)
        return base64.b64decode(taken["data"])

    def close(self) -> None:
        self.line.close()
        self.process.terminate()
        self.process.wait()


# Plain WebDriver does not report errors, so each script listens for them and hands them out.
LISTEN: Final = """
if (!window.complaints) {
  window.complaints = [];
  addEventListener("error", (event) => complaints.push(`${event.message} (${event.filename})`));
  addEventListener("unhandledrejection", (event) => complaints.push(String(event.reason)));
  for (const level of ["error", "warn"]) {
    const write = console[level];
    console[level] = (...said) => { complaints.push(said.join(" ")); write(...said); };
  }
}"""
ANSWER: Final = """
const done = arguments[0], errors = () => complaints.splice(0);
call().then((found) => done([found, "", errors()]), (error) => done(["", String(error), errors()]));
"""


class WebDriver(Browser):
    """Chromium or WebKit."""

    def __init__(self, command: list[str], port: int, log: Path, options: dict[str, Any]) -> None:
        self.base, self.log, self.session = f"http://127.0.0.1:{port}", log, ""
        self.errors = []
        self.process = subprocess.Popen(
            command,
            stdout=log.open("ab"),
            stderr=subprocess.STDOUT,
            start_new_session=True,  # a group: xvfb-run leaves its children behind
        )
        end = time.monotonic() + PATIENCE
        while not self.session:
            try:
                asked = {"capabilities": {"alwaysMatch": options}}
                self.session = self.ask("POST", "/session", asked)["sessionId"]
            except ConnectionError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)
        self.base += f"/session/{self.session}"
        self.ask("POST", "/timeouts", {"script": 10_000})  # of a page that is left, none ends

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        request = urllib.request.Request(
            self.base + path,
            method=method,
            data=json.dumps(body).encode() if method == "POST" else None,
            headers={"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as refused:
            raise RuntimeError(f"{path}: {json.load(refused)['value']['message']}") from None
        except urllib.error.URLError as error:
            raise error.reason if isinstance(error.reason, OSError) else error from None

    def goto(self, url: str) -> None:
        self.ask("POST", "/url", {"url": url})

    def run(self, script: str) -> str:
        body = f"{LISTEN} const call = async () => {{ {script} }}; {ANSWER}"
        found, failure, errors = self.ask("POST", "/execute/async", {"script": body, "args": []})
        self.errors += errors
        if failure:
            raise RuntimeError(f"{failure}: {script}")
        text: str = found
        return text

    def act(self, actions: list[dict[str, Any]]) -> None:
        mouse = {"type": "pointer", "id": "mouse", "actions": actions}
        self.ask("POST", "/actions", {"actions": [mouse]})

    def resize(self, width: int, height: int) -> None:
        """Makes the page that large: the window has a frame besides."""
        frame = (0, 0)
        for _ in range(2):
            size = {"width": width + frame[0], "height": height + frame[1]}
            self.ask("POST", "/window/rect", size)
            time.sleep(0.5)
            inner = self.js("() => [innerWidth, innerHeight]")
            frame = (frame[0] + width - inner[0], frame[1] + height - inner[1])

    def picture(self) -> bytes:
        return base64.b64decode(self.ask("GET", "/screenshot"))

    def close(self) -> None:
        try:
            self.ask("DELETE", "")
        finally:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


def open_browser(name: str, folder: Path) -> Browser:
    """Opens a browser; its profile and what it prints are in the folder."""
    if missing := [program for program in NEEDED[name] if shutil.which(program) is None]:
        raise FileNotFoundError(f"{name} needs {', '.join(missing)}")
    folder.mkdir()
    if name == "firefox":
        return Firefox(folder)
    log, port = folder / "driver.log", free_port()
    if name == "chromium":
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu"]
        options: dict[str, Any] = {
            "goog:chromeOptions": {"args": [*arguments, f"--user-data-dir={folder}"]}
        }
        return WebDriver(["chromedriver", f"--port={port}"], port, log, options)
    command = ["xvfb-run", "-a", "-s", "-screen 0 1600x1200x24", "dbus-run-session"]
    command += ["WebKitWebDriver", f"--port={port}"]
    options = {"webkitgtk:browserOptions": {"binary": MINIBROWSER, "args": ["--automation"]}}
    return WebDriver(command, port, log, options)
