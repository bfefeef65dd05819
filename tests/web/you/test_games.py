"""Your games, figures and other personal data: found, downloaded, deleted."""

from __future__ import annotations

import asyncio
import contextlib
import html
import io
import json
import re
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest
from web.replay.finished import a_finished_table
from web.secrecy import ID, check_same_for_viewer, has_secrets, seated
from web.support import Person, a_site, owner_of, site_of, two_players
from web.you.passkey_browser import Browser

import matou
from matou.bots.levels import at_table
from matou.play import position_words
from matou.play.keeping import TableRow
from matou.play.log import Line
from matou.play.seats import Seat, names_of
from matou.web.db.sqlite import SqliteDatabase
from matou.web.store import Store
from matou.web.tables.player_games import Search, results_of


def a_table(id: str, owner: str, **more: Any) -> TableRow:
    seats = more.pop("seats", [Seat("person", 0, owner, "Ada"), Seat("bot", 3, colour=1)])
    fields = {"settings": {"watch": False, "host": owner}, "over": True, "turn": -2, **more}
    options = {"toys": "six"}
    return TableRow(id, "catymini", 1, options, seats, "5" * 64, "c0de", **fields)


async def test_your_games_and_figures_with_search_and_pages(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        ada, bo, store = Browser(app), Browser(app, "fr"), site_of(app).store
        assert "No finished games yet" in await ada.page("/you/games")
        assert "No games counted yet" in await ada.page("/you/figures")
        waiting = await ada.new_table("clocktowers", "friends", name="Ada")
        mine = await ada.new_table("catymini", name="Ada", clock="days", days="3")
        owner = owner_of(app, ada)
        for i in range(25):
            seats = [Seat("person", 0, owner, "Ada"), Seat("bot", 1 + i % 5, colour=1)]
            if i == 7:
                seats[1] = Seat("person", 0, "zoé", "Zoé_%", 1)
            table = a_table(f"game{i}", owner, seats=seats, touched=1000.0 + i, created=940.0 + i)
            await store.tables.create(table)
            await store.games.record(table.id, results_of(table, [i % 2]))
        shown = await ada.page("/you/games")
        assert shown.index(mine) < shown.index(waiting), "a table where it is her turn comes later"
        assert re.search(r'class="left">[23] d', shown)
        assert [f"game{i}" in shown for i in (24, 5, 4)] == [True, True, False]
        assert "25 games" in shown
        assert "Page 1 of 2" in shown
        assert "game4" in await ada.page("/you/games?page=2")
        for q, found in (("oé_", 1), ("ZOÉ", 1), ("é_%25", 1), ("_", 1), ("ada", 0), ("x", 0)):
            page = await ada.page(f"/you/games?q={q}")
            assert page.count('class="row over') == found, q
        cat = at_table(3).name.say()
        assert (await ada.page(f"/you/games?q={cat[1:]}")).count('class="row over') == 4
        assert "25 games" in await ada.page("/you/games?game=catymini")
        assert mine not in await ada.page("/you/games?game=clocktowers")
        for odd in ("?page=0", "?page=999999999", "?page=-1", "?page=²", "?game=%00", "?q=%00"):
            assert (await ada.get(f"/you/games{odd}")).status_code == 200, odd
        figures = await ada.page("/you/figures")
        rows = re.findall(r'row">([^<]+)</th>' + r"<td>([^<]+)</td>" * 4, figures)
        assert rows[-2:] == [
            ("in total", "25", "13", "12", "1:00"),
            ("plays first", "25", "13", "12", "1:00"),
        ]
        assert ("people", "1", "0", "1", "1:00") in rows
        assert sum(int(row[1]) for row in rows[:5]) == 24
        # Other people see none of it. A signed-in device sees the same.
        assert "game24" not in await bo.page("/you/games")
        await ada.make_passkey()
        await bo.use_passkey(ada.passkeys)
        shown = await bo.page("/you/games")
        assert "game24" in shown
        assert "25 parties" in shown


async def test_bots_and_people_are_found_by_any_of_their_names(tmp_path: Path) -> None:
    """A second bot of a level has its own name; accents and case do not matter."""

    async with a_site(tmp_path) as app:
        ada, store = Browser(app, "fr"), site_of(app).store
        going = await ada.new_table("catymini", seats="3", level="3", name="Ada")
        owner = owner_of(app, ada)
        me, cat = Seat("person", 0, owner, "Ada"), Seat("bot", 3)
        for id, others in (("two", [cat]), ("three", [cat, cat]), ("met", [])):
            seats = [me, *others] if others else [me, Seat("person", 0, "zoé", "Zoé Œuf", 1)]
            table = a_table(id, owner, seats=seats, touched=1000.0)
            await store.tables.create(table)
            await store.games.record(id, results_of(table, [0]))
        first = at_table(3).name
        for q, over, plays in (
            *(("Nuage", ["three"], True), ("nuag", ["three"], True), ("Plume", [], False)),
            *(
                (first.say(), ["two", "three"], True),
                (first.say("fr").upper(), ["two", "three"], True),
            ),
            *(("zoe", ["met"], False), ("ZOÉ", ["met"], False), ("oeuf", ["met"], False)),
        ):
            page = await ada.page(f"/you/games?q={q}")
            shown = [id for id in ("two", "three", "met") if f"/t/{id}" in page]
            assert (shown, going in page) == (over, plays), q


# The output of ANALYZE for a store with one game, and with many games of one person.
FEW_ROWS = [
    *(("tables", "tables_by_touched", "1 1 1"), ("tables", "sqlite_autoindex_tables_1", "1 1")),
    *(("seats", "seats", "2 2 1"), ("seats", "seats_by_owner", "1 1"), ("seats", None, "2")),
    ("results", "results_by_owner", "1 1 1 1 1 1 1 1 1 1 1"),
]


MANY_ROWS = [
    ("tables", "tables_by_touched", "10000 10000 1"),
    ("tables", "sqlite_autoindex_tables_1", "10000 1"),
    *(("seats", "seats", "20000 2 1"), ("seats", "seats_by_owner", "10000 10000")),
    ("seats", "seats_in_play", "10000 10000"),
    ("results", "results_by_owner", "10000 10000 1 1 1 1 1 1 1 1 1"),
]


async def test_ten_thousand_games_are_listed_by_their_index(tmp_path: Path) -> None:
    """No statement for the lists scans all rows, or sorts a person's games."""

    own = SqliteDatabase(tmp_path / "tables.db")  # only this test reads it
    store = Store(own)
    try:
        asked: list[str] = []
        own.reader.set_trace_callback(asked.append)
        await store.games.all_of("ada", 12)
        await store.games.in_play_of("ada", 50)
        await store.games.finished_of("ada", Search("catymini", "x", [(1, 0), (1, 1)]), 20, 40)
        await store.games.figures_of("ada")
        await store.games.count("ada")
        await store.personal_data.tables_with("ada")
        await store.games.unrecorded(20)
        await store.ratings.uncounted(20)
        own.reader.set_trace_callback(None)
        asked = [sql for sql in asked if sql.startswith("SELECT")]
        assert len(asked) >= 7
        # Whatever statistics SQLite has: none, small ones, misleading ones.
        for stats in ((), FEW_ROWS, MANY_ROWS):
            with contextlib.closing(sqlite3.connect(own.path)) as db:
                db.execute("ANALYZE")
                db.execute("DELETE FROM sqlite_stat1")
                db.executemany("INSERT INTO sqlite_stat1 VALUES (?, ?, ?)", stats)
                db.commit()
            with contextlib.closing(sqlite3.connect(own.path)) as db:
                for sql in asked:
                    plan = " ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}"))
                    reads_all = r"SCAN (?!tables USING INDEX tables_to_|json)|tables_by_touched"
                    assert not re.search(reads_all, plan), f"{stats}\n{sql}\n{plan}"
                    if "ORDER BY ended DESC" in sql:
                        assert "results_by_owner" in plan
    finally:
        await own.close()


async def test_the_download_contains_all_own_data_and_no_secrets_of_others(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        ada, store = Browser(app), site_of(app).store
        await ada.make_passkey()
        owner = owner_of(app, ada)
        state = await a_finished_table(app, "clocktowers", owner)
        first, second, table = await two_players(app, "appenzell")
        for page in (first, second):
            await page.settle()
        seats = site_of(app).manager.tables[table].seats
        await store.personal_data.move(seats[0].owner, owner)
        answer = await ada.post("/you/export")
        assert answer.headers["content-type"] == "application/zip"
        with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
            assert packed.testzip() is None
            files = {name: packed.read(name).decode() for name in packed.namelist()}
        assert {*files} == {"about.json", "games/done.matou", f"games/{table}.txt"}
        assert matou.Record.loads(files["games/done.matou"]).replay().winners == state.winners
        about = json.loads(files["about.json"])
        assert [row["name"] for row in about["kept_names"]] == ["Ada"]
        assert len(about["passkeys"]) == len(about["devices"]) == 1
        assert {row["tbl"] for row in about["seats"]} == {"done", table}
        running = site_of(app).manager.tables[table]
        secrets = [running.dealer.seed, owner, ada.http.cookies["matou"], seats[1].owner]
        assert not any(secret in said for secret in secrets for said in files.values())
        # The file says what the seat reads at the table, no more.
        log = position_words.log_lines(
            running.lines, 0, names_of(running.seats, "en", 0), False, "en"
        )
        assert files[f"games/{table}.txt"].split("\n")[1:] == [line[1] for line in log]
        statuses = [(await ada.post("/you/export")).status_code for _ in range(4)]
        assert statuses == [200, 200, 200, 429]
        nobody = await Browser(app).post("/you/export")
        assert nobody.status_code == 200


async def test_a_person_deletes_their_data_after_reading_what_happens(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        ada, phone, store = Browser(app), Browser(app), site_of(app).store
        first, second, table = await two_players(app, "catymini")
        await first.ask({"chat": "hello"})
        await second.ask({"chat": "hi"})
        await ada.make_passkey()
        await phone.use_passkey(ada.passkeys)
        alone = await ada.new_table("clocktowers", name="Ada")
        owner = owner_of(app, ada)
        await store.personal_data.move(site_of(app).manager.tables[table].seats[0].owner, owner)
        reply = await ada.page("/you/delete")
        assert "Games you played alone, on one screen or against cats are deleted." in reply
        assert "All your chat messages are deleted." in reply
        refused = await ada.post("/you/delete", word="no")
        assert refused.status_code == 422
        assert "Nothing was deleted" in refused.text
        answer = await ada.post("/you/delete", word=" Delete ")
        assert "Your data is deleted" in answer.text
        assert "matou" not in ada.http.cookies
        assert not any((await store.personal_data.export(owner)).values())
        assert (await ada.get(f"/t/{alone}")).status_code == 404
        assert "had this account since" not in await phone.page()
        assert (await Browser(app).use_passkey(ada.passkeys)).status_code == 400
        # Opponents play on against a bot, and still see their own lines.
        live = site_of(app).manager.tables[table]
        while live.seats[0].kind != "bot":
            await asyncio.sleep(0.01)
        assert (live.seats[0].owner, live.seats[0].name) == ("", "")
        assert [line.said for line in live.chat] == ["hi"]
        loaded = await store.tables.load(table)
        assert loaded is not None
        assert [line.said for line in loaded.chat] == ["hi"]
        assert owner not in json.dumps(loaded.row.settings)
        # People without an account can delete their data too, and so can visitors who never played.
        bo = Browser(app, "fr")
        await bo.new_table("catymini")
        before = owner_of(app, bo)
        answer = await bo.post("/you/delete", word="supprimer")
        assert "Tes données sont supprimées" in html.unescape(answer.text)
        assert not any((await store.personal_data.export(before)).values())
        assert (await bo.post("/you/delete", word="supprimer")).status_code == 200


async def own_pages_and_download(
    tmp: Path,
    game: str,
    events: list[int],
    viewer: int | None,
    _visible_action: int | None,
    cookies: Any,
) -> list[Any]:
    """Returns all pages of a person, and their download, with one game in play."""
    assert viewer is not None
    async with a_site(tmp) as app:
        people = [Person(app), Person(app)]
        for person, cookie in zip(people, cookies, strict=True):
            person.http.cookies.set("matou", cookie)
        await seated(app, game, events, people)
        mine = people[viewer]
        came = [
            (await mine.get(path)).text for path in ("/you/games", "/you/figures", "/you?done=in")
        ]
        assert ID in came[0]
        answer = await mine.post("/you/export")
        with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
            files = {name: packed.read(name).decode() for name in sorted(packed.namelist())}
        assert files[f"games/{ID}.txt"]
        moments = r'"(made|seen|at|created|ended)": [^,\n]+'
        return came + [(name, re.sub(moments, "", said)) for name, said in files.items()]


@pytest.mark.parametrize("game", matou.available())
async def test_hidden_information_does_not_change_own_pages_and_download(
    game: str, tmp_path: Path
) -> None:
    await check_same_for_viewer(own_pages_and_download, game, 0, tmp_path, enough=2)


async def test_the_comparison_notices_a_leak_in_the_download(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Line, "read_by", lambda self, *_: self.own)
    leaky = [g for g in matou.available() if has_secrets(matou.game(g).start(2), 0)]
    assert leaky
    with pytest.raises(AssertionError, match="replies differ"):
        await check_same_for_viewer(own_pages_and_download, leaky[0], 0, tmp_path)
