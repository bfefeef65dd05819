"""Every page has room for its words at four sizes, with long names and in a longer language."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.sharing import SHEET
from browser.visitor import GAMES, MARKS, PunctualServer, Visitor, browser
from web.server import Server

import matou

__all__ = ["browser"]  # a fixture

pytestmark = MARKS

SCRIPT = Path(__file__).with_name("layout.js")
SIZES = ((390, 844), (844, 390), (820, 1180), (1280, 800))
NAMES = (
    "Maximilienne",
    "Jean-Christophe",
    "Wilhelmina Gräfin",
    "Bartholomäus",
    "Zbigniew Brzęczyszczykiewicz",
)
LANG = os.environ.get("MATOU_LAYOUT_LANG", "xx")  # tools/sweep.py --layout sets it
SWEEPS = LANG != "xx"  # a sweep also checks small tables at every stage


class LongWordsServer(PunctualServer):
    """A server in a language with longer words and with the same draws each time."""

    matou = (
        "-c",
        "import matou.core.grammar as grammar, matou.core.fairness as fairness; "
        f"grammar.__path__.append({str(Path(__file__).parent / 'long_words')!r}); "
        "drawn = fairness.number_below; "
        "fairness.number_below = lambda _, __, i, n: drawn('00' * 32, 'layout', i, n); "
        + PunctualServer.matou[1],
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with LongWordsServer(tmp_path_factory.mktemp("site") / "data", pace=0.01) as server:
        yield server


class LayoutChecker(Visitor):
    """Checks each page in every size, and fails when closed if something does not fit."""

    def __init__(self, browser: Any, server: Server) -> None:
        super().__init__(browser, server, locale=LANG)
        self.context.add_init_script(path=SCRIPT)
        self.faults: list[str] = []

    def check_page(self, what: str) -> None:
        for width, height in SIZES:
            self.page.set_viewport_size({"width": width, "height": height})
            self.settle()
            phone = min(width, height) < 400
            for kind, where, text in self.page.evaluate("faultsOfLayout", phone):
                self.faults.append(f"{what}, {width}×{height}: {kind}: {where}: {text}")
            self.shot(f"layout-{what}-{width}".replace(" ", "-"))

    def close(self) -> None:
        super().close()
        assert not self.faults, "\n".join(self.faults)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_has_room_for_its_words(browser: Any, site: Server, game: str) -> None:
    visitor = LayoutChecker(browser, site)
    rules = matou.game(game)
    for seats in sorted({rules.min_seats, rules.max_seats}):
        names = {f"name{i}": NAMES[i] for i in range(1, seats)}
        visitor.open_table(game, "same", seats=str(seats), name=NAMES[0], **names)
        visitor.lift_curtain()
        if seats == rules.min_seats:
            visitor.check_page(f"{game} for {seats}, start")
            if not SWEEPS and seats < rules.max_seats:
                continue
        visitor.play_unwatched(at=30)
        visitor.lift_curtain()
        visitor.check_page(f"{game} for {seats}, middle")
        visitor.play_unwatched()
        visitor.check_page(f"{game} for {seats}, end")
    visitor.follow("#end a[href$=back]")
    visitor.settle()
    visitor.check_page(f"{game}, looking back")
    visitor.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_and_a_form_have_room_for_their_words(
    browser: Any, site: Server, game: str
) -> None:
    visitor = LayoutChecker(browser, site)
    for what, path in (
        ("setting a table", f"/g/{game}"),
        ("lesson", f"/learn/{game}#2"),
        ("rules", f"/rules/{game}"),
    ):
        visitor.go(path)
        visitor.check_page(f"{game}, {what}")
    visitor.close()


def test_other_pages_have_room_for_their_words(browser: Any, site: Server) -> None:
    visitor = LayoutChecker(browser, site)
    visitor.ignored_errors.append("404")
    visitor.open_table(GAMES[-1], "bot", name=NAMES[4])
    visitor.play_unwatched()  # so that there are statistics
    visitor.open_table(GAMES[0], "bot", name=NAMES[4])  # so that home lists a running game
    for path in (
        "/",
        "/you",
        "/you/games",
        "/you/figures",
        "/you/people",
        "/daily",
        "/strangers",
        "/strength",
        "/puzzles",
        "/rules",
        "/open",
        "/offline/",
    ):
        visitor.go(path)
        visitor.check_page(path)
    visitor.context.add_init_script(SHEET)
    visitor.open_table(GAMES[0], "friends", name=NAMES[0])
    visitor.check_page("invitations")
    visitor.close()


SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => list.getEntries().forEach((e) => { shifted += e.value; }))
  .observe({ type: 'layout-shift', buffered: true });"""


def test_our_typeface_is_shown_and_nothing_shifts_when_it_loads(browser: Any, site: Server) -> None:
    for path in ("/", f"/g/{GAMES[0]}", f"/rules/{GAMES[0]}"):
        newcomer = Visitor(browser, site)  # with an empty cache
        newcomer.context.add_init_script(SHIFTS)
        newcomer.go(path)
        newcomer.settle()
        newcomer.until("document.fonts.ready")
        ours = "[...document.fonts].filter((face) => face.family === 'Matou')"
        assert newcomer.page.evaluate(f"{ours}.map((face) => face.status)") == ["loaded", "loaded"]
        assert newcomer.page.evaluate("shifted") < 0.001, path
        newcomer.close()


@pytest.mark.parametrize("game", GAMES)
def test_panels_do_not_shift_when_the_board_arrives(browser: Any, site: Server, game: str) -> None:
    visitor = Visitor(browser, site)
    visitor.open_table(game)
    table = visitor.page.url
    visitor.context.add_init_script(SHIFTS)
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.goto(table)
        visitor.wait_for_table()
        visitor.settle()
        assert visitor.page.evaluate("shifted") < 0.05, width
    visitor.close()
