"""Tables with and without a clock: settings, errors, and the API."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from web.support import Person, a_site, site_of, table_of
from web.tables.timed import DAYS, GAME, pass_time

from matou.play.clock import OPENING
from matou.web.tables import site_time


async def test_a_table_without_a_clock_shows_none(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        id = await person.new_table(GAME)
        page = await person.open(id)
        assert "clock" not in page.view
        assert 'id="clocks"' not in (await person.get(f"/t/{id}")).text
        assert table_of(app, id).time is None
        timed = await person.new_table(GAME, **DAYS)
        assert 'id="clocks"' in (await person.get(f"/t/{timed}")).text


@pytest.mark.parametrize(
    ("lang", "fields", "says"),
    [
        ("en", {"clock": "live", "minutes": "500"}, "minutes: 500 (must be from 1 to 180)"),
        ("fr", {"clock": "days", "days": "0"}, "0 (doit aller de 1 à 14)"),
        ("en", {"clock": "sand"}, "clock: “sand”"),
    ],
)
async def test_an_invalid_clock_is_refused(
    tmp_path: Path, lang: str, fields: dict[str, str], says: str
) -> None:
    async with a_site(tmp_path) as app:
        answer = await Person(app, lang).post(f"/g/{GAME}/play", **fields)
        assert answer.status_code == 400
        assert says in answer.text


async def test_the_api_sets_a_clock_and_shows_the_time_left(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        http = Person(app).http
        asked: dict[str, Any] = {
            "game": "chopchop",
            "seats": ["you", "you", "you"],
            "clock": {"kind": "live", "minutes": 2, "increment": 5},
        }
        reply = (await http.post("/api/tables", json=asked)).json()
        who = {"authorization": f"Bearer {reply['token']}"}
        place = f"/api/tables/{reply['table']}"
        position = (await http.get(place, headers=who)).json()
        assert position["clock"]["runs"] == position["turn"]
        await pass_time(OPENING + 30, app)
        position = (await http.get(place, headers=who)).json()
        left = position["clock"]["left"]
        assert left[position["turn"]] == pytest.approx(90, abs=2)
        assert left[1] == left[2]  # the mice are a team
        plain = {"game": GAME, "seats": ["you", "you"]}
        made = (await http.post("/api/tables", json=plain)).json()
        who = {"authorization": f"Bearer {made['token']}"}
        assert (await http.get(f"/api/tables/{made['table']}", headers=who)).json()["clock"] is None
        for wrong in ({"kind": "live", "minutes": 0}, {"kind": "sand"}, {"kind": "days"}):
            answer = await http.post("/api/tables", json={**plain, "clock": wrong})
            assert answer.status_code == 422, answer.text
            assert answer.json()["field"].startswith("clock"), answer.text


async def test_site_time_is_not_written_while_idle_and_skips_downtime(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_time, "BEAT", 0.01)

    async with a_site(tmp_path) as app:
        store, time = site_of(app).store, site_of(app).manager.time
        asked = ("SELECT lost, last FROM uptime",)
        before = await store.db.read(asked)
        await asyncio.sleep(0.1)
        assert await store.db.read(asked) == before
        # The server was up for an hour without any clock.
        time.awake += 3600
        away = "UPDATE uptime SET last = last - $1, lost = lost - $1"
        await store.db.execute(away, 3600.0)
        now = time.now()
        await time.beat()
        assert time.now() - now == pytest.approx(3600, abs=2)
        # Then it was down for an hour.
        await store.db.execute(away, 3600.0)
        now = time.now()
        await time.beat()
        assert time.now() - now == pytest.approx(0, abs=2)
