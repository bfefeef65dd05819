"""The end panel in a real browser: the game's story, the next cat, sharing, at every size."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.ended import ENDS, GAME, KINDS, Site, first_game, random_game, won_by
from browser.looks import check_axe
from browser.sharing import SHEET
from browser.test_layout import LANG, SCRIPT, SIZES, LongWordsServer
from browser.visitor import GAMES, MARKS, PunctualServer, Visitor, browser, check_width
from web.server import Server

__all__ = ["browser"]  # a fixture

pytestmark = MARKS
SAYS = {
    "tie-break": r"\d+–\d+, won by a whisker",
    "close": r".*\d.*: a close win",
    "clear": r".*\d.*: a clear win",
    "lead": r"You took the lead at move \d+ and kept it",
    "rare": r"A rare draw near the end \(1 chance in \d+\): .+",
    "loss": r".+",
}
HEADLINE = "document.querySelector('#end h2').textContent"


def filled_site(data: Path) -> Site:
    site = Site(data)
    games = {id: first_game(id, wanted) for id, wanted in ENDS.items()}
    games["comeback"] = random_game(GAME, "comeback", 15)
    site.fill(games)
    site.fill({id: first_game(id, ENDS["loss"]) for id in ("rated", "rated2")}, rated=True)
    site.fill({"same": first_game("same", ENDS["close"])}, same=True)
    return site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return filled_site(tmp_path_factory.mktemp("site") / "data")


@pytest.fixture(scope="module")
def server(site: Site) -> Iterator[Server]:
    with PunctualServer(site.data, pace=0.01) as server:
        yield server


@pytest.fixture
def visitor(browser: Any, server: Server, site: Site) -> Iterator[Visitor]:
    one = Visitor(browser, server)
    site.sign_in(one)
    yield one
    one.close()


def test_a_win_on_the_ladder_tells_its_story_and_leads_to_the_next_cat(visitor: Visitor) -> None:
    visitor.context.add_init_script(SHEET)
    visitor.go("/t/comeback")
    visitor.until(f"/^You were at \\d+%, and won$/.test({HEADLINE})")
    page = visitor.page
    assert page.inner_text("#end .climb") == "Kitten beaten. Next: Gourmand"
    buttons = page.locator("#end .after").first.locator("button, a").all_inner_texts()
    assert buttons == ["Challenge Gourmand", "Rematch", "Share…", "Replay"]
    check_axe(page, "the end")
    page.get_by_role("button", name="Share…").click()
    visitor.until("window.shared")
    text, url, kind, _ = page.evaluate("window.shared")
    assert text.startswith("Caty Mini: Ada wins")
    assert "A comeback from" in text
    assert url.endswith("/t/comeback/back")
    assert kind == "image/png"
    with page.expect_navigation():
        page.get_by_role("button", name="Challenge Gourmand").click()
    visitor.settle()
    assert page.locator("#players li").nth(1).text_content().startswith("Gourmand")


def test_a_loss_leads_to_the_rematch_and_without_a_share_sheet_copies_its_text(
    visitor: Visitor,
) -> None:
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.context.add_init_script("delete Navigator.prototype.share")
    visitor.go("/t/loss")
    visitor.until("document.querySelector('#end .outcome:not([hidden])')")
    page = visitor.page
    assert page.inner_text("#end .outcome") == "Kitten wins."
    assert page.locator("#end .climb").count() == 0
    buttons = page.locator("#end .after").first.locator("button, a").all_inner_texts()
    assert buttons == ["Rematch", "Share…", "Replay"]
    assert page.locator("#end .primary").inner_text() == "Rematch"
    check_axe(page, "the end")
    page.get_by_role("button", name="Share…").click()
    visitor.until("document.querySelector('#end .after').textContent.includes('Copied')")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("Caty Mini: Kitten wins.")
    assert copied.endswith("/t/loss/back")


def test_without_webassembly_the_record_tells_the_story(
    browser: Any, server: Server, site: Site
) -> None:
    one = Visitor(browser, server)
    site.sign_in(one)
    one.context.add_init_script("delete globalThis.WebAssembly")
    for id, said in (  # the headline of a tie-break comes before that of a first win
        ("tie-break", r"\d+–\d+, won by a whisker"),
        ("close", r"\d+–\d+: a close win"),
        ("clear", r"\d+–\d+: a clear win"),
        ("same", r"\d+–\d+: a close win"),
    ):
        one.go(f"/t/{id}")
        one.until("document.querySelector('#end .outcome:not([hidden])')")
        one.settle()
        assert re.fullmatch(said, one.page.inner_text("#end h2"))
        assert one.page.locator("#end .climb").count() == (id != "same")
    assert one.page.inner_text("#end .outcome") == "Ada wins."
    buttons = one.page.locator("#end .after").first.locator("button, a").all_inner_texts()
    assert buttons == ["Rematch", "Share…", "Replay"]
    check_axe(one.page, "the end on one screen")
    one.close()


class CountingOnRequestServer(PunctualServer):
    """Counts a game only when its page asks, so that the first page has the first win."""

    matou = (
        "-c",
        "import matou.web.strength.counting as counting; counting.LOOK_EVERY = 1e6; "
        + PunctualServer.matou[1],
    )


@pytest.mark.parametrize("game", GAMES)
def test_each_kind_of_ending(browser: Any, tmp_path: Path, game: str) -> None:
    """Every game: close and clear wins, a loss, a rated game and a game on one screen."""
    site, which = Site(tmp_path / "data"), GAMES.index(game)
    won = {kind: first_game(kind, won_by(kind), game) for kind in KINDS[game]}
    site.fill({"before": won["close"]})  # this is the first win
    site.fill({**won, "loss": first_game("loss", ENDS["loss"], game)})
    site.fill({"rated": first_game("rated", ENDS["loss"], game)}, rated=True)
    site.fill({"same": won["clear"]}, same=True)
    scheme = ("light", "dark")[which % 2]
    with CountingOnRequestServer(site.data, pace=0.01) as server:
        one = Visitor(browser, server, color_scheme=scheme)
        site.sign_in(one)
        one.context.add_init_script("delete globalThis.WebAssembly")
        page = one.page
        for id in ("before", *won, "loss", "rated", "same"):
            one.go(f"/t/{id}")
            one.until("document.querySelector('#end:not([hidden]) .after .primary')")
            one.settle()
            headline = page.inner_text("#end h2")
            if id == "before":
                assert headline == "Your first win over Kitten!"
            elif id not in ("rated", "same"):
                assert re.fullmatch(SAYS[id], headline), (id, headline)
            is_ladder = id in ("before", *won)
            climbs = page.locator("#end .climb").all_inner_texts()
            assert climbs == ["Kitten beaten. Next: Gourmand"] * is_ladder
            primary = "Challenge Gourmand" if is_ladder else "Rematch"
            assert page.inner_text("#end .after .primary") == primary
            assert page.is_visible("#end .rating") == (id == "rated")
            if id == "same":
                assert page.inner_text("#end .outcome") == "Ada wins."
            for width, height in SIZES if id in ("before", "loss", "rated", "same") else ():
                page.set_viewport_size({"width": width, "height": height})
                check_width(one, width, id)
                one.shot(f"end {game} {id} {width}")
        check_axe(page, "the end of a game on one screen")
        one.close()


def test_a_rated_game_says_how_the_rating_changed(visitor: Visitor) -> None:
    for id, said in (
        ("rated", r"Your first rating: \d+"),
        ("rated2", r"Your rating: \d+ \(−\d+\)"),
    ):
        visitor.go(f"/t/{id}")
        visitor.page.wait_for_selector("#end .rating")
        assert re.fullmatch(said, visitor.page.inner_text("#end .rating"))
    check_axe(visitor.page, "the end of a rated game")


def test_spectators_get_the_story_without_you_and_load_no_bot(browser: Any, server: Server) -> None:
    one = Visitor(browser, server)
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url))
    one.go("/t/clear")
    one.until("document.querySelector('#end .outcome:not([hidden])')")
    one.settle()
    assert one.page.inner_text("#end h2").endswith("a clear win")
    assert not [url for url in asked if url.endswith(".wasm") or "opinion" in url]
    assert one.page.locator("#end .after").first.inner_text() == "Replay"
    one.close()


def test_the_end_panel_fits_every_window_even_with_long_words(browser: Any, tmp_path: Path) -> None:
    faults, site = [], filled_site(tmp_path / "data")
    with LongWordsServer(site.data, pace=0.01) as server:
        for id in ("comeback", "loss", "tie-break"):
            one = Visitor(browser, server, locale=LANG)
            site.sign_in(one)
            one.context.add_init_script(path=SCRIPT)
            one.go(f"/t/{id}")
            one.until("document.querySelector('#end .outcome:not([hidden])')")
            for width, height in SIZES:
                one.page.set_viewport_size({"width": width, "height": height})
                check_width(one, width, id)
                phone = min(width, height) < 400
                found = one.page.evaluate("faultsOfLayout", phone)
                faults += [[id, width, *fault] for fault in found]
                if phone:
                    small = one.page.evaluate(
                        "[...document.querySelectorAll('#end .after :is(a, button)')]"
                        ".filter((el) => el.getBoundingClientRect().height < 43.5).length"
                    )
                    assert small == 0
                one.page.evaluate("document.querySelector('#end').scrollIntoView()")
                one.shot(f"end-{id}-{width}")
            one.close()
    assert not faults, faults
