"""What the browser tests share: a server, a browser, and people who visit with it."""

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
from browser.scripts import ANSWERS, ASKED, CALM, CLICK, GO_ON
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
# Every window prepares what would fall out of its address bar, which takes longer than our pages
# do; and keeps a process ready that nobody comes to. The last list of features counts, so the
# others are Playwright's own.
NEEDLESS = (
    "SpareRendererForSitePerProcess,"
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,"
    "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,"
    "MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,"
    "TcpPortRandomizationWin,ThirdPartyStoragePartitioning,"
    # Pages of one machine find each other by its address: nobody answers for its mDNS names.
    "WebRtcHideLocalIpsWithMdns"
)
ARGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"),
    "--disable-audio-output",
    f"--disable-features={NEEDLESS}",
    # Python in a page is used for seconds: to optimise it takes longer than it saves.
    "--js-flags=--liftoff-only",
    # As wide as letters are where pixels are small, not rounded to whole pixels.
    "--font-render-hinting=none",
]

PATIENCE = 120.0  # seconds; nothing takes that long unless others keep the machine busy
REPLACED = "another page comes"


class Punctual(Server):
    """Sends all drawings: while a server is late, those in between are left out."""

    matou = (
        "-c",
        "import matou.web.ops.chores as chores; chores.EventLoopLag.is_late = False; "
        "from matou.cli import main; raise SystemExit(main())",
    )


class Shared:
    """A server and a browser for all tests of this process, each opened when first asked for."""

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
            self.server = self.opened.enter_context(Punctual(folder / "data", pace=0.01))
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
    """Chromium as people have it: without windows it shows no notifications."""
    return SHARED.browse(CHROMIUM)


class Visitor:
    """A person with a browser of their own; complaints of its console fail the test."""

    def __init__(self, browser: Any, server: Server, **how: Any) -> None:
        how = {"locale": "en", "reduced_motion": "reduce", **how}
        how.setdefault("viewport", {"width": 1280, "height": 800})
        self.server = server
        self.looks = 100 if how.get("java_script_enabled", True) else 1
        self.context = browser.new_context(**how)
        self.context.set_default_timeout(1000 * PATIENCE)
        self.context.add_init_script(ANSWERS)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        # A server that is away is reported by the browser itself; that is no fault of ours.
        self.forgiven = ["WebSocket"]
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self.note)

    def note(self, message: Any) -> None:
        is_forgiven = any(words in message.text for words in self.forgiven)
        if message.type in ("error", "warning") and not is_forgiven:
            self.complaints.append(message.text)

    def go(self, path: str) -> None:
        self.page.goto(self.server.url + path)

    @contextmanager
    def leaving(self) -> Iterator[None]:
        """What is done here leads to another page; afterwards that page is there, and loaded. A
        click or a key comes back before the browser has left."""
        self.page.evaluate("window.left = true")
        yield
        self.until("!window.left && document.readyState === 'complete'")

    def follow(self, selector: str) -> None:
        """Click on what leads to another page, and be there."""
        with self.leaving():
            self.page.click(selector)

    def play_now(self, game: str) -> None:
        """From the first page, with a click."""
        self.go("/")
        self.follow(f"#{game} .primary")
        self.at_table()

    def fill_in(self, game: str, mode: str, **names: str) -> None:
        """A table as a person sets one, field by field."""
        self.go(f"/g/{game}?mode={mode}")
        for field, name in names.items():
            self.page.fill(f"[name={field}]", name)
        self.follow(".setting .primary")
        self.at_table()

    def at_table(self) -> None:
        """Wait until the page has heard from its table: a lesson has a picture, too."""
        self.page.wait_for_selector("#table[data-live=yes] #picture svg.sheet")

    def set(self, game: str, mode: str = "bot", **fields: str) -> None:
        """The same table at once: no page is drawn on the way to it."""
        answer = self.context.request.post(
            f"{self.server.url}/g/{game}/play",
            form={"mode": mode, "level": "2", "hints": "1", "watch": "1", **fields},
            headers={"origin": self.server.url},
            max_redirects=0,
        )
        assert answer.status == 303, answer.text()
        self.go(answer.headers["location"])
        self.at_table()

    def data(self, key: str) -> str:
        value: str = self.page.evaluate(f"document.getElementById('table').dataset.{key}")
        return value

    @property
    def over(self) -> bool:
        return self.data("over") == "yes"

    def shot(self, name: str) -> None:
        """A picture for people, where somebody has made the folder for them."""
        if not SHOTS.is_dir():
            return
        self.page.screenshot(path=SHOTS / f"{name}.png", full_page=True)

    def click_something(self, rng: random.Random) -> str:
        """One click, on what glows (or on one of the choices that are offered)."""
        said: str = self.page.evaluate(CLICK, rng.random())
        assert not said.startswith("stuck"), said
        return said

    def click_around(self, rng: random.Random, clicks: int) -> None:
        """So many clicks, each once what came of the one before is seen; nothing half chosen is
        left, nor a curtain."""
        for _ in range(clicks):
            self.calm()
            self.click_something(rng)
        self.page.keyboard.press("Escape")
        self.lift_curtain()

    def unfold(self, panel: str) -> None:
        """Opens a panel that is folded into the menu beside the board, by clicks."""
        if not self.page.is_visible(f"#{panel} summary"):
            self.page.click("#more-box > summary")
        self.page.click(f"#{panel} summary")

    def lift_curtain(self) -> None:
        """If there is one; then all is calm."""
        self.calm()
        if self.page.is_visible("#curtain .primary"):
            self.page.click("#curtain .primary")
            self.page.wait_for_selector("#curtain", state="hidden")
            self.calm()

    def go_on_by_itself(self, seed: int) -> None:
        """The page clicks on, at random, as soon as it may: no round trips while it plays."""
        self.page.evaluate(GO_ON % CLICK, seed)

    def play_to_the_end(self, *others: Visitor) -> None:
        """The rest of a game, by programs that sit on the same seats."""
        everybody = [(visitor.line(), visitor.cookie()) for visitor in (self, *others)]
        with ThreadPoolExecutor(len(everybody)) as programs:
            for seated in [programs.submit(play_on, *one, not others) for one in everybody]:
                seated.result()

    def come_back_later(self, *others: Visitor, at: int | None = None) -> None:
        """The same, at the end or after so many actions, with nobody looking on meanwhile: most
        of what a browser has to do is to draw each move."""
        everybody = [(visitor.line(), visitor.cookie()) for visitor in (self, *others)]
        addresses = [visitor.page.url for visitor in (self, *others)]
        for visitor in (self, *others):
            visitor.page.goto("about:blank")
        with ThreadPoolExecutor(len(everybody)) as programs:
            for seated in [programs.submit(play_on, *one, not others, at) for one in everybody]:
                seated.result()
        for visitor, address in zip((self, *others), addresses, strict=True):
            visitor.page.goto(address)
            visitor.at_table()

    def line(self) -> str:
        return f"{self.server.url.replace('http', 'ws')}/live/{self.data('table')}?plain=1"

    def cookie(self) -> str:
        return "; ".join(f"{c['name']}={c['value']}" for c in self.context.cookies())

    @property
    def stuck(self) -> str:
        said: str = self.page.evaluate("window.stuck || ''")
        return said

    def calm(self) -> None:
        """Wait until nothing more happens unless somebody does something: the page has the shape
        of its window, everything it asked for was answered and shown, and no bot is to move."""
        seen = [self.page.viewport_size, 1000 * PATIENCE]
        while (stirs := self.look(CALM, seen)) == REPLACED:
            pass
        assert not stirs, f"never calm: {stirs}"

    def until(self, holds: str, seconds: float = PATIENCE) -> None:
        """Wait for something in the page; a strict policy lets Playwright wait for no text. As long
        as what it speaks of is missing, or the page is being replaced, it does not hold yet."""
        end = time.monotonic() + seconds
        while (said := self.look(ASKED % holds, self.looks)) is not True:
            assert time.monotonic() < end, f"never: {holds} ({said})"
            self.page.wait_for_timeout(20)

    def look(self, script: str, given: Any = None) -> Any:
        """What a script says, whether or not there will be another page in a moment."""
        try:
            return self.page.evaluate(script, given)
        except playwright.Error as error:
            if "Execution context was destroyed" not in str(error):
                raise
            return REPLACED

    def close(self) -> None:
        assert not self.complaints, self.complaints
        self.context.close()


def play_on(line: str, cookie: str, one_screen: bool, at: int | None = None) -> None:
    """A program at a table, until the game is over or so many actions have been taken."""
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
    visitor.calm()
    wide = visitor.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width, f"{what}: {wide} px wide on a screen of {width}"
