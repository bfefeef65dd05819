"""Games of the day are hidden on every page until midnight, and public afterwards."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from web.daily.days import GAME, SeededBots, days_later, finish_daily, open_daily
from web.secrecy import KEY, cookies_for, difference
from web.strength.rated import play_out
from web.support import Person, a_site, site_of

from matou.core.fairness import Dealer
from matou.core.record import Origin, Record
from matou.play import daily
from matou.play.table import Table
from matou.web.http.security import COOKIE

ADDRESSES = (
    *("/t/{id}", "/t/{id}/record", "/t/{id}/verify", "/t/{id}/share.png", "/t/{id}/back"),
    *("/t/{id}/after", "/t/{id}/back/story", "/t/{id}/back/3", "/t/{id}/back/analysis"),
    *("/t/{id}/back/opinion", "/api/tables/{id}", "/api/tables/{id}/record"),
    *("/api/tables/{id}/chat", "/api/tables/{id}/stream?from=0&seconds=0"),
    *("/api/tables", "/", "/daily", "/daily/{day}", f"/daily/{GAME}/share.png"),
)
CLOSED_PAGES = ("record", "verify", "back", "back/story", "back/3", "back/analysis")


async def upload_continuation(person: Person, table: Table, guess: list[str]) -> str:
    """Uploads a record that claims to continue a game; returns the page about its proof."""
    dealer = Dealer("1" * 64, "made-up")
    state = table.game.start(2)
    for name in guess:
        state.play(name)
    record = replace(
        Record.of(state),
        id=dealer.game_id,
        commitment=dealer.commitment,
        seed=dealer.seed,
        players={},
        origin=Origin(table.id, len(guess)),
    )
    sent = await person.post("/open", record=record.dumps())
    assert sent.status_code == 303, sent.text
    return (await person.get(f"{sent.headers['location']}/verify")).text


async def answers_for(person: Person, table: Table, guess: list[str]) -> list[str]:
    """Returns everything that a person can get about a table."""
    said = []
    for address in ADDRESSES:
        answer = await person.get(address.format(id=table.id, day=table.row.day))
        said.append(f"{address} {answer.status_code} {answer.text}")
    for address in ("back/analysis", "back/opinion", "back/play", "rematch"):
        answer = await person.post(f"/t/{table.id}/{address}", at="2", seat="0", level="1")
        said.append(f"{address} {answer.status_code} {answer.text}")
    page = await person.open(table.id)
    said += [f"live {page.closed}", *page.raw, await upload_continuation(person, table, guess)]
    return [text.replace(table.id, "ID") for text in said]


@pytest.mark.parametrize("most", [10**6, 12])
async def test_others_see_nothing_of_a_game_before_midnight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """Two sites with different seeds and moves send a spectator the same bytes."""
    came, games = [], []
    for nth in range(2):
        folder = tmp_path / str(nth)
        folder.mkdir()
        (folder / "key").write_text(KEY)
        with monkeypatch.context() as patch:
            patch.setattr(daily, "seed_of", lambda *_, nth=nth: f"{nth}" * 64)
            async with a_site(folder, SeededBots()) as app:
                ada, bo = Person(app), Person(app)
                for person, cookie in zip((ada, bo), cookies_for(tmp_path), strict=True):
                    person.http.cookies.set(COOKIE, cookie)
                table = await open_daily(app, ada)
                await play_out(table, nth, most)
                games.append([entry.name for entry in table.state.history])
                came.append(await answers_for(bo, table, games[0][:6]))
    assert games[0][:6] != games[1][:6]
    if came[0] != came[1]:
        raise AssertionError(difference(*came))


async def test_the_player_gets_no_seed_record_or_replay_before_midnight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_site(tmp_path) as app:
        ada, bo = Person(app), Person(app)
        table = await finish_daily(app, ada)
        page = await ada.open(table.id)
        assert page.view["end"]["seed"] == ""
        assert table.row.seed not in "".join(page.raw)
        for address in CLOSED_PAGES:
            answer = await ada.get(f"/t/{table.id}/{address}")
            assert (answer.status_code, "after midnight" in answer.text) == (403, True), address
        for address in ("back/play", "back/analysis", "back/opinion", "challenge"):
            answer = await ada.post(f"/t/{table.id}/{address}", at="2", seat="0", level="1")
            assert answer.status_code == 403, address
        after = (await ada.get(f"/t/{table.id}/after")).json()
        assert (await ada.post(f"/t/{table.id}/after")).json() == after, "an analysis was started"
        assert (after["is_settled"], after["is_public"], after["rung"]) == (True, False, None)
        assert after["share"].startswith(f"Cat of the day · Caty Mini · {table.row.day}\n")
        drawn = await ada.get(f"/t/{table.id}/share.png")
        assert drawn.headers["location"] == f"/daily/{GAME}/share.png", (
            "it shows the player's board"
        )
        token = {"authorization": f"Bearer {ada.http.cookies[COOKIE]}"}
        api = f"/api/tables/{table.id}"
        for path, status in ((api, 200), (f"{api}/stream?from=0&seconds=0", 200)):
            answer = await ada.http.get(path, headers=token)
            assert answer.status_code == status
            assert table.row.seed not in answer.text
        answer = await ada.http.get(f"{api}/record", headers=token)
        assert (answer.status_code, "after midnight" in answer.text) == (409, True)
        exported = await ada.post("/you/export")
        with zipfile.ZipFile(io.BytesIO(exported.content)) as file:
            texts = {name: file.read(name).decode() for name in file.namelist()}
        assert f"games/{table.id}.txt" in texts
        assert not any(table.row.seed in text for text in texts.values())

        days_later(monkeypatch, 1)
        for person in (ada, bo):
            for address in ("", "/record", "/verify", "/back", "/back/story", "/back/3"):
                answer = await person.get(f"/t/{table.id}{address}")
                assert answer.status_code == 200, address
            assert table.row.seed in (await person.get(f"/t/{table.id}/record")).text
            watching = await person.open(table.id)
            assert watching.view["end"]["seed"] == table.row.seed
        exported = await ada.post("/you/export")
        with zipfile.ZipFile(io.BytesIO(exported.content)) as file:
            assert table.row.seed in file.read(f"games/{table.id}.matou").decode()


async def test_games_of_the_day_in_play_are_not_listed_to_watch(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        ada, store = Person(app), site_of(app).store
        table = await open_daily(app, ada)
        other = await ada.new_table(GAME)
        assert [row.id for row in await store.tables.to_watch()] == [other]
        yours = await store.games.all_of(table.row.settings["host"])
        assert {row.id for row in yours} == {table.id, other}
