"""The replay in a real browser: keys and mouse, a bot's opinion, playing on, opening a file."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from browser.test_browser import DRAWN
from browser.visitor import MARKS, Visitor, browser, check_width
from web.server import Server

import matou
from matou.core.fairness import Dealer, commitment
from matou.core.messages import say
from matou.play.keeping import TableRow
from matou.play.seats import Seat
from matou.web.store import open_store

__all__ = ["browser"]  # a fixture

pytestmark = MARKS
SEED = "6" * 64
GAME = "clocktowers"
SHORT = "catymini"  # for tests that wait until bots have analysed the whole game


def random_game(game: str, id: str) -> matou.State:
    state, dealer, rng = matou.game(game).start(2), Dealer(SEED, id), random.Random(3)
    while not state.over:
        state.play(dealer.draw(state) if state.actor == matou.CHANCE else state.sample(rng))
    return state


@pytest.fixture(scope="module")
def played() -> matou.State:
    return random_game(GAME, "done")


@pytest.fixture(scope="module")
def short() -> matou.State:
    return random_game(SHORT, "short")


def table_row(id: str, played: matou.State) -> TableRow:
    return TableRow(
        id=id,
        game=played.game.name,
        version=played.game.version,
        options=dict(played.game.settings(2)),
        seats=[Seat("person", 0, "", "Ada", 0), Seat("person", 0, "", "Basile", 1)],
        seed=SEED,
        commitment=commitment(SEED),
        settings={"watch": True, "hints": True, "host": ""},
        over=True,
        turn=matou.OVER,
    )


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, played: matou.State, short: matou.State
) -> Iterator[Server]:
    """A server with finished games."""
    data = tmp_path_factory.mktemp("site") / "data"

    async def fill() -> None:
        store = open_store(data)
        for id, state in (("done", played), ("short", short)):
            await store.tables.create(
                table_row(id, state), [entry.action for entry in state.history]
            )
        await store.db.close()

    with ThreadPoolExecutor(1) as aside:  # the browser's own loop may run in this thread
        aside.submit(lambda: asyncio.run(fill())).result()
    with Server(data, pace=0.01) as running:
        yield running


@pytest.fixture
def visitor(browser: Any, server: Server) -> Iterator[Visitor]:
    """A visitor whose workers never answer, so that no analysis changes the page."""
    one = Visitor(browser, server)
    one.context.add_init_script(
        "globalThis.Worker = class extends EventTarget { postMessage() {} terminate() {} }"
    )
    yield one
    one.close()


def wait_at(visitor: Visitor, n: int) -> None:
    visitor.until(f"document.getElementById('main').dataset.at === '{n}'")


def test_keys_mouse_and_address_lead_to_a_position(
    browser: Any, server: Server, visitor: Visitor, played: matou.State
) -> None:
    page, end = visitor.page, len(played.history)
    visitor.go("/t/done/back#5")
    wait_at(visitor, 5)
    for key, there in (
        ("ArrowRight", 6),
        ("ArrowRight", 7),
        ("ArrowLeft", 6),
        ("End", end),
        ("ArrowRight", end),
        ("PageUp", end - 10),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        wait_at(visitor, there)
    assert page.evaluate("location.href").endswith("/t/done/back#0")
    box = page.locator("#scrub").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] / 2)
    visitor.until(f"Math.abs(Number(document.getElementById('main').dataset.at) - {end / 2}) < 4")
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.9, box["y"] + box["height"] / 2, steps=8)
    page.mouse.up()
    visitor.until(f"Number(document.getElementById('main').dataset.at) > {end * 0.8}")
    for button, there in (("#first", 0), ("#following", 1), ("#last", end), ("#previous", end - 1)):
        page.click(button)
        wait_at(visitor, there)
    page.click(f"#log [data-at='{end // 2}']")
    wait_at(visitor, end // 2)
    assert page.locator("#log [aria-current]").get_attribute("data-at") == str(end // 2)
    page.select_option("#eyes", "1")
    visitor.until("document.querySelector('#picture [id^=hand-1-]')")
    # However a visitor came here, a link to this position shows the same board.
    page.select_option("#eyes", "-")
    visitor.until("!document.querySelector('#picture [id^=hand-1-]')")
    other = Visitor(browser, server)
    other.go(f"/t/done/back#{end // 2}")
    wait_at(other, end // 2)
    # Except for classes: a bot's opinion highlights a move, and one page may have it already.
    one, two = (
        re.sub(r" class=[^=>]*(?= [\w-]+=|>)", "", p.evaluate(DRAWN)) for p in (other.page, page)
    )
    assert one == two
    other.close()


def test_the_board_in_words_follows_the_position_once_opened(visitor: Visitor) -> None:
    """Positions that were requested or fetched before have no words yet."""
    page = visitor.page
    found = "document.getElementById('board-text').textContent"
    visitor.go("/t/done/back#5")
    wait_at(visitor, 5)
    page.evaluate(
        "document.getElementById('following').click();"
        "document.getElementById('board-text-box').open = true"
    )
    visitor.until(f"{found}.length > 40")
    wait_at(visitor, 6)
    here = page.evaluate(found)
    page.click("#previous")
    visitor.until(f"{found} !== {json.dumps(here)}")


def test_the_replay_runs_by_itself_until_it_is_stopped(visitor: Visitor) -> None:
    page = visitor.page
    page.clock.install()
    visitor.go("/t/done/back#2")
    wait_at(visitor, 2)
    page.select_option("#speed", "4")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    visitor.until("Number(document.getElementById('main').dataset.at) >= 5")
    assert page.locator("#run").get_attribute("aria-pressed") == "true"
    page.keyboard.press("Space")
    stopped = page.evaluate("document.getElementById('scrub').value")
    page.clock.run_for(5000)
    assert page.evaluate("document.getElementById('scrub').value") == stopped


def test_a_click_in_a_bots_opinion_leads_to_its_position(
    browser: Any, server: Server, short: matou.State
) -> None:
    visitor = Visitor(browser, server)
    page, end = visitor.page, len(short.history)
    asked: list[str] = []
    page.on("request", lambda r: asked.append(f"{r.method} {r.url.rpartition('/')[2]}"))
    visitor.go("/t/short/back")
    visitor.until("document.getElementById('study').dataset.state === 'done'", 600)
    # The visitor's own browser went through the game; the server's bots were not asked.
    assert f"GET {SHORT}-{short.game.version}.wasm" in asked
    assert "POST opinion" in asked
    assert "POST analysis" not in asked
    assert page.locator("#chart polyline").count() == 2
    box = page.locator(".graph").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.25, box["y"] + 20)
    visitor.until(f"Math.abs(Number(document.getElementById('main').dataset.at) - {end / 4}) < 3")
    chances = page.locator(".legend output").all_inner_texts()
    assert 98 <= sum(int(chance.split("%")[0]) for chance in chances) <= 102
    mistake = page.locator("#mistakes button").first
    there = int(mistake.get_attribute("data-at"))
    mistake.click()
    wait_at(visitor, there)
    # The view is that of the seat that decided, and the better move is highlighted.
    seat = page.evaluate("document.getElementById('eyes').value")
    then = matou.game(SHORT).start(2)
    for entry in short.history[:there]:
        then.play(entry.action)
    assert seat == str(then.actor)
    visitor.until("document.querySelector('#picture .hinted')")
    best = mistake.locator("b").inner_text()
    names = [then.describe(a) for a in then.legal()]
    assert best in [say("Better: {best}").filled(best=name).say("en") for name in names]
    page.keyboard.press("ArrowRight")
    wait_at(visitor, there + 1)
    assert page.locator("#picture .hinted").count() == 0
    visitor.close()


def test_without_webassembly_the_servers_bots_analyse(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server)
    visitor.page.add_init_script("delete globalThis.WebAssembly")
    asked: list[str] = []
    visitor.page.on("request", lambda r: asked.append(f"{r.method} {r.url.rpartition('/')[2]}"))
    visitor.go("/t/short/back")
    visitor.until("document.getElementById('study').dataset.state === 'done'", 600)
    assert "POST analysis" in asked
    assert not [name for name in asked if name.endswith((".wasm", "opinion"))]
    visitor.close()


def test_a_position_can_be_played_on(visitor: Visitor, played: matou.State) -> None:
    page, half = visitor.page, len(played.history) // 2
    visitor.go(f"/t/done/back#{half}")
    wait_at(visitor, half)
    page.click("#on-box summary")
    page.check("#on [value='1'][name=seat]")
    page.select_option("#on [name=level]", "1")
    visitor.follow("#on .primary")
    visitor.wait_for_table()
    assert int(visitor.data("at")) >= half
    visitor.unfold("fair-box")
    visitor.follow("#fair-box a")
    wait_at(visitor, half)
    # At the end there is nothing to play on.
    page.keyboard.press("End")
    wait_at(visitor, len(played.history))
    page.click("#on-box summary")
    assert page.locator("#on .primary").is_disabled()


def test_playing_on_keeps_the_visitors_seat(visitor: Visitor) -> None:
    """It suggests the seat that the visitor played or chose, not the one to move."""
    page = visitor.page
    visitor.open_table("chopchop")
    visitor.play_unwatched()
    visitor.go(f"/t/{visitor.data('table')}/back#9")
    for eyes in ("0", "1"):  # the visitor's own seat, then the other one
        page.select_option("#eyes", eyes) if eyes == "1" else None
        turns = set()
        for n in range(9, 25):
            wait_at(visitor, n)
            turns.add(page.evaluate("document.querySelector('.player.turn')?.dataset.colour"))
            visitor.until(f"document.querySelector('#on [name=seat]:checked').value === '{eyes}'")
            page.keyboard.press("ArrowRight")
        assert len(turns) > 2, "both seats and chance have had their turn"
        page.evaluate("location.hash = '#9'")


def test_a_file_is_opened_and_a_wrong_one_gets_a_friendly_answer(
    visitor: Visitor, played: matou.State, tmp_path: Path
) -> None:
    page = visitor.page
    good, bad = tmp_path / "game.matou", tmp_path / "cat.txt"
    good.write_text(played.record().dumps(), encoding="utf-8")
    bad.write_text("meow", encoding="utf-8")
    visitor.ignored_errors.append("status of 400")  # the browser itself logs a refusal
    visitor.go("/")
    visitor.follow("a[href$='/open']")
    page.wait_for_selector("#drop[tabindex='0']")  # its script has loaded
    page.set_input_files("#file", bad)
    page.wait_for_selector("#wrong")
    assert "not a Matou record" in page.locator("#wrong").inner_text()
    page.wait_for_selector("#drop[tabindex='0']")
    page.set_input_files("#file", good)
    page.wait_for_selector("#picture svg")
    wait_at(visitor, 0)
    page.keyboard.press("End")
    wait_at(visitor, len(played.history))
    page.reload()
    wait_at(visitor, len(played.history))
    with page.expect_download() as stored:
        page.click("#keep-box a[download]")
    assert Path(stored.value.path()).read_text(encoding="utf-8") == good.read_text(encoding="utf-8")


def test_the_replay_fits_a_small_phone(browser: Any, server: Server) -> None:
    phone = Visitor(browser, server, locale="fr", viewport={"width": 360, "height": 740})
    phone.go("/t/done/back#40")
    wait_at(phone, 40)
    check_width(phone, 360, "replay")
    phone.shot("back-phone")
    low = phone.page.evaluate(
        "Math.min(...[...document.querySelectorAll('.transport button, .transport select')]"
        ".map((el) => el.getBoundingClientRect()).map((box) => Math.min(box.width, box.height)))"
    )
    assert low >= 44
    phone.go("/open")
    check_width(phone, 360, "opening a record")
    phone.close()
