"""Fixtures of the browser tests: a server, a browser, and visitors."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from browser.scripts import CLICK, KEEP_CLICKING, POLL, TRACK_REQUESTS, UNSETTLED
from needs import needs
from programs import FASTER, find
from web.server import Server
from websockets.sync.client import connect
from websockets.typing import Origin

import matou

CHROMIUM = find("chromium")
SHELL = find(FASTER) or CHROMIUM
playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
MARKS = [pytest.mark.heavy, needs("chromium")]
SHOTS = Path(__file__).parents[2] / "screenshots"
GAMES = matou.available()
# Chromium prepares the popups of the address bar and a spare renderer for each window, which takes
# longer than our pages do. Only the last --disable-features counts, so this repeats Playwright's.
DISABLED_FEATURES = (
    "SpareRendererForSitePerProcess,"
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,"
    "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,"
    "MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,"
    "TcpPortRandomizationWin,ThirdPartyStoragePartitioning,"
    # Pages on one machine find each other by its address: no resolver answers for its mDNS names.
    "WebRtcHideLocalIpsWithMdns"
)
ARGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"),
    "--disable-audio-output",
    f"--disable-features={DISABLED_FEATURES}",
    # Python in a page runs for seconds, and optimising it takes longer than it saves.
    "--js-flags=--liftoff-only",
    # Widths of letters as on screens with small pixels, not rounded to whole pixels.
    "--font-render-hinting=none",
]

PATIENCE = 120.0  # seconds; only a busy machine needs that long
REPLACED = "another page comes"


class PunctualServer(Server):
    """A server that sends every drawing, while a late one skips some."""

    matou = (
        "-c",
        "import matou.web.ops.chores as chores; chores.EventLoopLag.is_late = False; "
        "from matou.cli import main; raise SystemExit(main())",
    )


class Shared:
    """The server and the browsers for all tests of this process, each started on first use."""

    def __init__(self) -> None:
        self.opened = ExitStack()
        self.driver: Any = None
        self.browsers: dict[str | None, Any] = {}
        self.server: Server | None = None

    def browse(self, program: str | None = SHELL) -> Any:
        if not self.browsers:
            self.driver = self.opened.enter_context(playwright.sync_playwright()).chromium
        if program not in self.browsers:
            browser = self.driver.launch(executable_path=program, args=ARGS)
            self.opened.callback(browser.close)
            self.browsers[program] = browser
        return self.browsers[program]

    def serve(self, folder: Path) -> Server:
        if self.server is None:
            self.server = self.opened.enter_context(PunctualServer(folder / "data", pace=0.01))
        return self.server

    def close(self) -> None:
        self.opened.close()
        self.browsers, self.server = {}, None


SHARED = Shared()


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Server:
    return SHARED.serve(tmp_path_factory.mktemp("site"))


@pytest.fixture
def browser() -> Any:
    return SHARED.browse()


@pytest.fixture
def whole_browser(browser: Any) -> Any:
    """The full Chromium: the headless shell shows no notifications."""
    return SHARED.browse(CHROMIUM)


class Visitor:
    """A person with a browser of their own. Errors in its console fail the test."""

    def __init__(self, browser: Any, server: Server, **how: Any) -> None:
        how = {"locale": "en", "reduced_motion": "reduce", **how}
        how.setdefault("viewport", {"width": 1280, "height": 800})
        self.server = server
        self.polls = 100 if how.get("java_script_enabled", True) else 1
        self.context = browser.new_context(**how)
        self.context.set_default_timeout(1000 * PATIENCE)
        self.context.add_init_script(TRACK_REQUESTS)
        self.page = self.context.new_page()
        self.errors: list[str] = []
        # The browser itself logs a server that is away, which is no fault of the page.
        self.ignored_errors = ["WebSocket"]
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self.log_error)

    def log_error(self, message: Any) -> None:
        is_forgiven = any(words in message.text for words in self.ignored_errors)
        if message.type in ("error", "warning") and not is_forgiven:
            self.errors.append(message.text)

    def go(self, path: str) -> None:
        self.page.goto(self.server.url + path)

    @contextmanager
    def leaving(self) -> Iterator[None]:
        """Waits for the next page to load: a click or a key returns before the browser leaves."""
        self.page.evaluate("window.left = true")
        yield
        self.until("!window.left && document.readyState === 'complete'")

    def follow(self, selector: str) -> None:
        """Clicks on a link or button and waits for the next page."""
        with self.leaving():
            self.page.click(selector)

    def play_now(self, game: str) -> None:
        """Starts a game from the home page."""
        self.go("/")
        self.follow(f"#{game} .primary")
        self.wait_for_table()

    def fill_in_form(self, game: str, mode: str, **names: str) -> None:
        """Opens a table through its form, field by field."""
        self.go(f"/g/{game}?mode={mode}")
        for field, name in names.items():
            self.page.fill(f"[name={field}]", name)
        self.follow(".setting .primary")
        self.wait_for_table()

    def wait_for_table(self) -> None:
        """Waits until the page has heard from its table. (A lesson shows a picture, too.)"""
        self.page.wait_for_selector("#table[data-live=yes] #picture svg.sheet")

    def open_table(self, game: str, mode: str = "bot", **fields: str) -> None:
        """Opens a table with one request, without its form."""
        answer = self.context.request.post(
            f"{self.server.url}/g/{game}/play",
            form={"mode": mode, "level": "2", "hints": "1", "watch": "1", **fields},
            headers={"origin": self.server.url},
            max_redirects=0,
        )
        assert answer.status == 303, answer.text()
        self.go(answer.headers["location"])
        self.wait_for_table()

    def data(self, key: str) -> str:
        value: str = self.page.evaluate(f"document.getElementById('table').dataset.{key}")
        return value

    @property
    def over(self) -> bool:
        return self.data("over") == "yes"

    def shot(self, name: str) -> None:
        """Takes a screenshot if the folder for them exists."""
        if not SHOTS.is_dir():
            return
        self.page.screenshot(path=SHOTS / f"{name}.png", full_page=True)

    def click_something(self, rng: random.Random) -> str:
        """Clicks on a highlighted piece or on one of the choices offered."""
        said: str = self.page.evaluate(CLICK, rng.random())
        assert not said.startswith("stuck"), said
        return said

    def click_around(self, rng: random.Random, clicks: int) -> None:
        """Clicks at random, waiting before each click. Ends with no selection and no curtain."""
        for _ in range(clicks):
            self.settle()
            self.click_something(rng)
        self.page.keyboard.press("Escape")
        self.lift_curtain()

    def unfold(self, panel: str) -> None:
        """Opens a panel of the menu beside the board, by clicks."""
        if not self.page.is_visible(f"#{panel} summary"):
            self.page.click("#more-box > summary")
        self.page.click(f"#{panel} summary")

    def lift_curtain(self) -> None:
        """Lifts the curtain if there is one, and settles."""
        self.settle()
        if self.page.is_visible("#curtain .primary"):
            self.page.click("#curtain .primary")
            self.page.wait_for_selector("#curtain", state="hidden")
            self.settle()

    def click_by_itself(self, seed: int) -> None:
        """Makes the page click at random as soon as it can, without round trips to the test."""
        self.page.evaluate(KEEP_CLICKING % CLICK, seed)

    def play_to_the_end(self, *others: Visitor) -> None:
        """Plays the rest of a game by programs that use the visitors' seats."""
        everybody = [(visitor.socket_address(), visitor.cookie()) for visitor in (self, *others)]
        with ThreadPoolExecutor(len(everybody)) as programs:
            for seated in [programs.submit(play_seat, *one, not others) for one in everybody]:
                seated.result()

    def play_unwatched(self, *others: Visitor, at: int | None = None) -> None:
        """Plays to the end or up to an action, with the page closed meanwhile: drawing each move
        takes most of a browser's time."""
        everybody = [(visitor.socket_address(), visitor.cookie()) for visitor in (self, *others)]
        addresses = [visitor.page.url for visitor in (self, *others)]
        for visitor in (self, *others):
            visitor.page.goto("about:blank")
        with ThreadPoolExecutor(len(everybody)) as programs:
            for seated in [programs.submit(play_seat, *one, not others, at) for one in everybody]:
                seated.result()
        for visitor, address in zip((self, *others), addresses, strict=True):
            visitor.page.goto(address)
            visitor.wait_for_table()

    def socket_address(self) -> str:
        return f"{self.server.url.replace('http', 'ws')}/live/{self.data('table')}?plain=1"

    def cookie(self) -> str:
        return "; ".join(f"{c['name']}={c['value']}" for c in self.context.cookies())

    @property
    def stuck(self) -> str:
        said: str = self.page.evaluate("window.stuck || ''")
        return said

    def settle(self) -> None:
        """Waits until the page changes no more by itself: it fits its window, every request was
        answered and shown, and no bot is to move."""
        seen = [self.page.viewport_size, 1000 * PATIENCE]
        while (why := self.evaluate(UNSETTLED, seen)) == REPLACED:
            pass
        assert not why, f"never settles: {why}"

    def until(self, holds: str, seconds: float = PATIENCE) -> None:
        """Waits for a condition in JavaScript: under a strict policy Playwright cannot wait for
        text. A condition that raises, or a page being replaced, counts as false."""
        end = time.monotonic() + seconds
        while (said := self.evaluate(POLL % holds, self.polls)) is not True:
            assert time.monotonic() < end, f"never: {holds} ({said})"
            self.page.wait_for_timeout(20)

    def evaluate(self, script: str, given: Any = None) -> Any:
        """Runs a script in the page. Returns REPLACED if another page replaces it meanwhile."""
        try:
            return self.page.evaluate(script, given)
        except playwright.Error as error:
            if "Execution context was destroyed" not in str(error):
                raise
            return REPLACED

    def close(self) -> None:
        assert not self.errors, self.errors
        self.context.close()


def play_seat(line: str, cookie: str, one_screen: bool, at: int | None = None) -> None:
    """Plays a seat at random, to the end or up to an action."""
    rng = random.Random(2)
    origin = Origin(line.replace("ws", "http", 1).partition("/live/")[0])
    with connect(line, origin=origin, additional_headers={"Cookie": cookie}) as page:
        while True:
            heard = json.loads(page.recv(timeout=60))
            for message in heard if isinstance(heard, list) else [heard]:
                if message.get("over") or (at is not None and message.get("at", 0) >= at):
                    return
                if message["t"] == "no" and message["code"] == "rate":
                    time.sleep(0.3)
                    page.send(json.dumps({"sync": 1}))
                elif message["t"] == "view" and message["legal"]:
                    action = rng.choice(message["legal"])[0]
                    page.send(json.dumps({"do": action, "at": message["at"]}))
                elif message["t"] == "view" and one_screen and message["turn"] >= 0:
                    page.send(json.dumps({"look": message["turn"]}))


def check_width(visitor: Visitor, width: int, what: str) -> None:
    visitor.settle()
    wide = visitor.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width, f"{what}: {wide} px wide on a screen of {width}"
