"""The cat of the day in a browser: a game to its end, the result, and the next day."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.looks import check_accessibility
from browser.visitor import MARKS, PATIENCE, Visitor, browser, check_width
from needs import need_postgres
from web.server import Server

from labs.bench.postgres import Postgres

__all__ = ["browser"]  # a fixture

pytestmark = MARKS

SIZES = ((1440, 900), (1024, 768), (390, 844), (844, 390))


class DailyServer(Server):
    """A server whose clock reads from a file how many days to add."""

    def __init__(self, data: Path, *more: str) -> None:
        super().__init__(data, pace=0.01, more=more)
        self.passed = data.parent / "days"
        self.pass_days(0)
        self.matou = (
            "-c",
            "import time; from matou.play import daily; from matou.cli import main; "
            f"daily.now = lambda: time.time() + 86400 * int(open({str(self.passed)!r}).read()); "
            "raise SystemExit(main())",
        )

    def pass_days(self, days: int) -> None:
        self.passed.write_text(str(days))


@pytest.fixture(scope="module")
def daily_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DailyServer]:
    server = DailyServer(tmp_path_factory.mktemp("daily") / "data")
    with server:
        yield server


def check_all_sizes(visitor: Visitor, what: str) -> None:
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        check_width(visitor, width, what)
        visitor.shot(f"{what} {width}")
    check_accessibility(visitor, what)


def test_a_game_to_its_end_and_the_next_day(browser: Any, daily_server: DailyServer) -> None:
    ada = Visitor(browser, daily_server, permissions=["clipboard-read", "clipboard-write"])
    page = ada.page
    ada.go("/")
    check_accessibility(ada, "home with the cat of the day")
    page.emulate_media(color_scheme="light")
    ada.shot("daily home")
    ada.follow(".daily-door a")
    assert page.locator(".title").count() == 4
    check_all_sizes(ada, "daily new")
    ada.follow("#catymini .primary")
    ada.wait_for_table()
    table = page.url
    assert page.is_hidden("#hint")
    assert page.get_attribute("#look-back", "hidden") is not None
    ada.go("/daily")
    assert page.inner_text("#catymini a.primary") == "Play on"
    ada.follow("#catymini a.primary")
    ada.wait_for_table()
    assert page.url == table
    ada.play_unwatched()
    assert ada.over
    page.wait_for_selector("#end:not([hidden]) .after .primary")
    for closed in ("Rematch", "Replay", "Check every draw", "Save the game"):
        assert not page.is_visible(f"#end :text-is('{closed}')"), closed
    assert "after midnight UTC" in page.inner_text("#end")
    page.click("#end :text-is('Share…')")
    page.wait_for_selector("#end :text-is('Copied')")
    from_table = page.evaluate("navigator.clipboard.readText()")
    picture = page.request.get(f"{table}/share.png")
    assert (picture.status, picture.url) == (200, f"{daily_server.url}/daily/catymini/share.png")
    check_accessibility(ada, "the end of a cat of the day")
    ada.shot("daily end")
    ada.follow("#end .after .primary")
    assert page.url.endswith("/daily")
    check_all_sizes(ada, "daily over")
    assert "Your streak: 1 day." in page.inner_text(".streak")
    page.click("#catymini .share")
    page.wait_for_selector("#catymini .share:text-is('Copied')")
    assert page.evaluate("navigator.clipboard.readText()") == from_table
    first, result, link = from_table.split("\n")
    assert first.startswith("Cat of the day · Caty Mini · 20")
    assert page.inner_text("#catymini .result") in result
    assert link == f"{daily_server.url}/daily"
    ada.ignored_errors.append("403")
    page.goto(f"{table}/back")
    assert "after midnight UTC" in page.inner_text("main")

    daily_server.pass_days(1)
    ada.go("/daily")
    assert page.inner_text("#catymini .primary") == "Play now"
    assert "Your streak: 1 day." in page.inner_text(".streak")
    page.goto(f"{table}/back")
    page.wait_for_selector("#picture svg.sheet")
    ada.close()


def test_two_servers_have_the_same_days(browser: Any, tmp_path: Path) -> None:
    need_postgres()
    with Postgres() as postgres:
        store = ("--store", postgres.new_database("days"))
        one, other = DailyServer(tmp_path / "one", *store), DailyServer(tmp_path / "other", *store)
        with one, other:
            ada = Visitor(browser, one)
            page = ada.page
            ada.go("/daily")
            ada.follow("#catymini .primary")
            ada.wait_for_table()
            table = page.url.removeprefix(one.url)
            ada.play_unwatched()
            ada.server = other  # which accepts the same cookie
            ada.go("/daily")
            result = page.inner_text("#catymini .result")
            assert "Your streak: 1 day." in page.inner_text(".streak")
            one.pass_days(1)  # both read the same file
            for server in (one, other):
                ada.server = server
                ada.go("/daily")
                assert page.inner_text("#catymini .primary") == "Play now"
                ada.follow(".more a")
                assert page.inner_text("main .result") == result
                check_all_sizes(ada, f"daily past {server.data.name}")
                ada.follow(f"a[href='{table}/back']")
                page.wait_for_selector("#picture svg.sheet")
            ada.close()


def visitor_with_account(browser: Any, server: DailyServer, name: str) -> Visitor:
    visitor = Visitor(browser, server)
    visitor.go("/you")
    visitor.page.fill("[data-passkey] [name=name], form [name=name]", name)
    visitor.follow("form[action$='/you/code'] button:visible:last-child")
    return visitor


def result_rows(visitor: Visitor, game: str = "catymini") -> list[list[str]]:
    """Returns the rows of a game's results: name, result, and class ("mine" for the visitor's)."""
    rows = f"[...document.querySelectorAll('#{game} tbody tr, main tbody tr')]"
    found: list[list[str]] = visitor.page.evaluate(
        f"{rows}.map((row) => [...[...row.cells].map((cell) => cell.innerText), row.className])"
    )
    return found


def test_results_of_two_people_are_compared_on_two_servers(browser: Any, tmp_path: Path) -> None:
    need_postgres()
    with Postgres() as postgres:
        store = ("--store", postgres.new_database("compared"))
        one, other = DailyServer(tmp_path / "one", *store), DailyServer(tmp_path / "other", *store)
        with one, other:
            ada, bo = (
                visitor_with_account(browser, one, "Ada"),
                visitor_with_account(browser, other, "Bo"),
            )
            tables = []
            for visitor in (ada, bo):
                visitor.go("/daily")
                assert visitor.page.is_hidden("a:has-text('Save your name')")
                visitor.follow("#catymini .primary")
                visitor.wait_for_table()
                tables.append(visitor.page.url.partition("/t/")[2])
                if visitor is ada:
                    visitor.play_unwatched()
                else:  # Bo resigns without points
                    visitor.page.evaluate("document.getElementById('resign').click()")
                    visitor.page.click("#resigning [value=resign]")
                visitor.page.wait_for_selector("#end:not([hidden]) .after .primary")
            ada.go("/daily")
            end = time.monotonic() + PATIENCE
            while len(result_rows(ada)) < 2:  # a result is stored a moment after the end is shown
                assert time.monotonic() < end, "the second result is never listed"
                ada.page.reload()
            seen = []
            for visitor, others in ((ada, other), (bo, one)):
                for server in (visitor.server, others):
                    visitor.server = server
                    visitor.go("/daily")
                    rows = result_rows(visitor)
                    seen.append([row[:2] for row in rows])
                    assert [row[0] for row in rows if row[2] == "mine"] == [
                        "Ada" if visitor is ada else "Bo"
                    ]
                    assert visitor.page.locator("tbody a").count() == 0, "closed until midnight"
                check_all_sizes(visitor, f"daily compared {visitor is ada}")
            assert all(rows == seen[0] for rows in seen)
            assert sorted(name for name, _ in seen[0]) == ["Ada", "Bo"]
            points = [int(result.split()[1].split("–")[0]) for _, result in seen[0]]
            assert [name for name, _ in seen[0]] == ["Ada", "Bo"], "the player who resigned is last"
            assert points[0] > points[1]
            one.pass_days(1)
            ada.go("/daily")
            assert result_rows(ada) == []
            ada.follow(".more a")
            assert [row[:2] for row in result_rows(ada)] == seen[0]
            ada.follow(f"a[href='/t/{tables[1]}/back']")
            ada.page.wait_for_selector("#picture svg.sheet")
            for visitor in (ada, bo):
                visitor.close()


@pytest.mark.parametrize("lang", ["fr", "de"])
def test_the_page_in_other_languages(browser: Any, daily_server: DailyServer, lang: str) -> None:
    visitor = Visitor(browser, daily_server, locale=lang, color_scheme="dark")
    visitor.go("/daily")
    check_all_sizes(visitor, f"daily {lang}")
    visitor.close()
