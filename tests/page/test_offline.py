"""The offline copy in a real browser, without a network and without a server process."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import solving
from browser.visitor import GAMES, MARKS, PATIENCE, Visitor, browser
from page import at_site, looking_back
from page.friends import RecordedVisitor, join, play_some
from page.static_host import Host, host, need_pyodide
from web.server import Server

from matou.core.messages import say
from matou.web.export.copy import LIST, SIZE_MARK, VERSION_MARK, with_copy
from matou.web.export.folder import SERVICE_WORKER

__all__ = ["browser", "host"]  # fixtures

pytestmark = MARKS
# Each game once, since each page starts Python: against a bot, or on the same screen. One game has
# secrets and a curtain; one is played to its end. (test_page plays whole games of each.)
# The last test plays Chop! Chop! from a copy while a new version is published.
MODES = {
    "appenzell": "mode=bot&level=1&hints=1",
    "catymini": "mode=same&name=Ada&name1=Basile",
    "clocktowers": "mode=same&name=Ada&name1=Basile",
}
SHORT = "catymini"

# Gives tests the page's connection to its worker, so that they send moves as table.js does.
HOOK_WORKER = """
const Real = Worker;
window.Worker = class extends Real {
  constructor(...how) {
    super(...how);
    if (!String(how[0]).includes("page_worker")) return;
    window.host = this;
    this.addEventListener("message", (event) => {
      if (!window.hear || event.data.t !== "tell") return;
      event.stopImmediatePropagation(); // the page draws nothing
      window.hear(event);
    });
  }
};
"""
# In its own task, since code that the driver runs directly bypasses the policy.
EVAL = """() => new Promise((done) => setTimeout(() => {
  try { done((0, eval)("1")); } catch (error) { done(error.name); }
}))"""
PLAY_ON = """([seed, most]) => new Promise((done, fail) => {
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const any = (list) => list[Math.floor(random() * list.length)];
  let view = {}, id = 1000, moves = 0, acted = -1;
  const say = (message) => {
    window.host.postMessage({ t: "say", text: JSON.stringify({ id: ++id, ...message }) });
  };
  const act = () => {
    if (view.curtain) say({ look: view.curtain[0] });
    else if (view.legal.length && view.at !== acted) { // a view may arrive twice
      moves += 1;
      acted = view.at;
      say({ do: any(view.legal)[0], at: view.at });
    }
  };
  window.hear = ({ data }) => {
    for (const message of [JSON.parse(data.text)].flat()) {
      if (message.t === "no") { stop(() => fail(new Error(message.says))); return; }
      if (message.t !== "view") continue;
      view = message.whole ? message : { ...view, ...message };
      if (view.end || moves >= most) { stop(() => done(moves)); return; }
      act();
    }
  };
  const stop = (then) => { window.hear = null; say({ sync: 1 }); then(); };
  say({ sync: 1 });
})"""


def play_on(page: Any, seed: int, most: int = 10_000) -> int:
    page.wait_for_selector("#table[data-live=yes] #picture svg")
    moves: int = page.evaluate(PLAY_ON, [7919 * seed + 1, most])
    return moves


def save_copy(visitor: Visitor) -> None:
    visitor.page.click("#offline .keep")
    visitor.page.wait_for_selector("#offline[data-state=kept]")


def stored_languages(page: Any) -> list[str]:
    found: list[str] = page.evaluate("""async () => {
      const name = (await caches.keys()).find((one) => one.startsWith("matou http"));
      const pages = (await (await caches.open(name)).keys()).map(({ url }) => url);
      const found = pages.map((url) => /offline\\/([a-z]+)\\/away.html$/.exec(url)?.[1]);
      return found.filter(Boolean).sort();
    }""")
    return found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    need_pyodide()
    with Server(tmp_path_factory.mktemp("site") / "data", more=("--offline",)) as server:
        yield server


def test_friends_play_in_the_offline_pages_of_a_site_by_its_own_relay(
    browser: Any, site: Server
) -> None:
    ada, bruno = RecordedVisitor(browser, site), RecordedVisitor(browser, site, locale="pl")
    ada.ignored_errors.append("Trystero")
    bruno.go("/offline/pl/play/chopchop.html?mode=bot&level=1")  # this loads Python
    bruno.until(at_site.PYTHON_CACHED)
    ada.go("/offline/en/play/clocktowers.html?mode=friends&name=Ada")
    ada.page.wait_for_selector("[data-part=hosting] .primary")
    assert "use relays: this site." in ada.page.inner_text("[data-part=hosting]")
    ada.page.click("[data-part=hosting] .primary")
    join(bruno, ada.page.input_value("#invite .room input"), "Bruno")
    for visitor in (ada, bruno):
        assert {url for url in visitor.sockets if url.startswith("ws")} == {
            f"{site.url.replace('http', 'ws')}/relay"
        }
    bruno.page.wait_for_selector("#table[data-drawn=here]")  # the page draws positions
    play_some(3, ada, bruno)
    assert bruno.data("drawn") == "here"
    for visitor in (ada, bruno):
        visitor.close()


def test_all_but_games_with_others_works_without_a_network(
    browser: Any, site: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    visitor = Visitor(browser, site)
    page, asked = visitor.page, []
    visitor.context.add_init_script(HOOK_WORKER)
    page.on("request", lambda request: asked.append(request.url))
    visitor.go("/")
    assert not [url for url in asked if "pyodide" in url or ".pack" in url]
    save_copy(visitor)
    assert stored_languages(page) == ["en"]
    visitor.go("/?lang=fr")  # the first visit in a second language adds it to the copy
    visitor.until("document.querySelector('#offline .keep').hidden")
    assert stored_languages(page) == ["en", "fr"]
    visitor.go("/?lang=en")
    at_site.check_nothing_to_put_online(visitor, "catymini")
    at_site.put_online(visitor, "catymini")
    at_site.check_drawing_in_page(visitor, browser)
    at_site.solve_in_page(visitor)
    site.kill()  # no later test needs it
    visitor.context.set_offline(True)

    for which, (game, mode) in enumerate(MODES.items()):
        lang = ("fr", "en")[which % 2]
        visitor.go(f"/offline/{lang}/play/{game}.html?{mode}")
        if which == 0:
            play_and_reload(visitor)
        assert play_on(page, which + 1, most=10_000 if game == SHORT else 12) > 4
        if game == SHORT:
            page.wait_for_selector("#table[data-over=yes]")
            names = [e.text_content() for e in page.query_selector_all("#end .result b")]
            assert names == ["Ada", "Basile"]
            save = f"#end a:has-text('{say('Save the game').say(lang)}')"
            looking_back.save_record(visitor, save, tmp_path)
            looking_back.check_replay(visitor, tmp_path)
            looking_back.ask_in_lesson(visitor, game, "/offline")
    solve_puzzles_of_each_game(visitor)
    capsys.readouterr()

    play_cat_of_the_day(visitor)
    check_addresses_of_the_site(visitor)
    visitor.go("/")
    page.wait_for_selector("#offline[data-state=kept]")
    page.click("#offline .remove")
    page.wait_for_selector("#offline[data-state=none]")
    assert page.evaluate("caches.keys()") == []
    visitor.errors = [c for c in visitor.errors if "net::ERR" not in c]
    visitor.close()


def play_and_reload(visitor: Visitor) -> None:
    page = visitor.page
    play_on(page, 3, most=4)
    before = int(visitor.data("at"))
    page.reload()
    page.wait_for_selector("#table[data-live=yes]")
    assert int(visitor.data("at")) >= before
    (worker, *_) = page.workers  # it runs under the policy stored with the copy
    assert worker.evaluate(EVAL) == "EvalError"


def solve_puzzles_of_each_game(visitor: Visitor) -> None:
    for game in GAMES:
        visitor.go(f"/offline/en/puzzles/{game}.html")
        solving.solve(visitor, solving.shown_puzzle(visitor), wrong=True, hint=True)
        visitor.page.click("#next")
        puzzle = solving.shown_puzzle(visitor)
        if visitor.data("state") == "ask":  # skips memory puzzles, which take long
            solving.solve(visitor, puzzle, wrong=False, hint=False)


def check_addresses_of_the_site(visitor: Visitor) -> None:
    """Checks that addresses of the site lead into the copy, in the visitor's language."""
    page = visitor.page
    visitor.go("/")
    page.wait_for_url("**/offline/en/index.html")
    page.wait_for_selector("#yours-here .row.over")
    visitor.go("/rules/chopchop")
    page.wait_for_url("**/offline/en/rules/chopchop.html")
    page.wait_for_selector("#CC7")
    visitor.until("[...document.images].every((i) => i.loading === 'lazy' || i.naturalWidth)")
    visitor.go("/learn/catymini")
    page.wait_for_selector("#picture svg")
    page.click("#go-on")
    page.wait_for_selector("#table[data-step='1'][data-busy=no]")
    page.click("[data-rule]")
    page.wait_for_selector("dialog[open] h2")
    visitor.go("/g/clocktowers?mode=same")
    page.wait_for_selector("[name=mode][value=same]:checked")
    visitor.go("/t/nosuchtable")  # it needs the site itself, and says so
    page.wait_for_selector("h1:text('You are offline')")
    page.click(".languages summary")
    page.click("a[data-lang-to=fr]")
    page.wait_for_selector("h1:text('Tu es hors ligne')")
    page.click(".languages summary")
    page.click("a[data-lang-to=de]")  # not in the copy
    page.wait_for_selector("h1:text('You are offline')")
    visitor.go("/rules/chopchop?lang=en")  # a link of the site's own menu
    page.wait_for_url("**/offline/en/rules/chopchop.html")


def play_cat_of_the_day(visitor: Visitor) -> None:
    """Plays the cat of the day by the device's clock to its end and result."""
    page = visitor.page
    visitor.go("/daily")
    page.wait_for_url("**/offline/en/daily.html")
    visitor.until("document.querySelector('#catymini .who b').textContent")
    assert "by your device’s clock" in page.inner_text(".today")
    visitor.follow("#catymini .daily-try")
    visitor.wait_for_table()
    play_on(page, 3)
    page.wait_for_selector("#table[data-over=yes]")
    page.wait_for_selector("#end:not([hidden]) .after .primary:text-is('Cat of the day')")
    visitor.follow("#end .after .primary")
    visitor.until("!document.querySelector('#catymini .result').hidden")
    assert "Your streak: 1 day." in page.inner_text(".streak")
    assert page.inner_text("#catymini .daily-try") == "View the game"


def publish_new_version(folder: Path, mark: bytes) -> None:
    """Replaces the exported site in a folder by another version."""
    files = {p.relative_to(folder).as_posix(): p for p in folder.rglob("*") if p.is_file()}
    old = next(name for name in files if name.startswith("static/")).split("/")[1].encode()
    worker = files.pop(SERVICE_WORKER).read_bytes()
    version = files.pop(LIST).read_text().split('"')[3].encode()
    files = {name: path for name, path in files.items() if not name.startswith("pages-")}
    changed = {}
    for name, path in files.items():
        data = path.read_bytes().replace(version, VERSION_MARK).replace(old, mark)
        data = re.sub(rb"\(\d+( M|\xc2\xa0M)", rb"(" + SIZE_MARK + rb"\1", data)
        changed[name.replace(old.decode(), mark.decode())] = data
        path.unlink()
    for name, data in {**with_copy(changed)[0], SERVICE_WORKER: worker}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def raise_timeout(folder: Path) -> None:
    """Raises the service worker's timeout, so that a slow host does not count as offline."""
    path, wait = folder / SERVICE_WORKER, "const WAIT = 5000;"
    reply = path.read_text()
    assert wait in reply
    path.write_text(reply.replace(wait, "const WAIT = 500000;"))


def test_a_new_version_is_installed_but_not_in_the_middle_of_a_game(
    browser: Any, host: Host
) -> None:
    raise_timeout(host.folder)
    for path in host.folder.rglob("*"):  # browsers cache old files for long
        os.utime(path, (0, 0))
    visitor = Visitor(browser, host)  # type: ignore[arg-type]
    visitor.context.add_init_script(HOOK_WORKER)
    visitor.go("/en/index.html")
    save_copy(visitor)
    names = "caches.keys().then((keys) => keys.filter((name) => name.includes('/some/where')))"
    (first,) = visitor.page.evaluate(names)
    playing = visitor.context.new_page()
    playing.goto(f"{host.url}/en/play/chopchop.html?mode=bot&level=4&hints=1")
    playing.wait_for_selector("#table[data-live=yes] #picture .highlighted")

    publish_new_version(host.folder, b"0123456789ab")
    visitor.go("/en/index.html")
    visitor.page.wait_for_selector("#offline[data-state=kept]:has(.keep[hidden])")
    assert first in visitor.page.evaluate(names)
    assert len(visitor.page.evaluate(names)) == 2
    before = int(playing.get_attribute("#table", "data-at"))
    play_on(playing, 5, most=12)  # its bots load only now, from a version that the host has no more
    playing.wait_for_selector("#table[data-busy=no] #picture .highlighted")
    assert int(playing.get_attribute("#table", "data-at")) > before + 12
    assert not playing.is_visible("#simpler")
    playing.close()
    end = time.monotonic() + PATIENCE
    while first in visitor.page.evaluate(names):  # a closed page lives on for a moment
        assert time.monotonic() < end
        visitor.go("/en/rules/chopchop.html")
    assert len(visitor.page.evaluate(names)) == 1
    host.server.shutdown()
    host.server.server_close()
    visitor.go("/en/play/catymini.html?mode=bot&level=1")
    visitor.wait_for_table()
    assert visitor.page.evaluate(
        "document.querySelector('script[src]').src.includes('0123456789ab')"
    )
    visitor.errors = [c for c in visitor.errors if "net::ERR" not in c]
    visitor.close()
