"""New games from a position: of another game, or of an uploaded record."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from web.replay.finished import SEED, a_finished_table, finished_game
from web.support import Page, Person, a_site, site_of, table_of

import matou
from matou.core.fairness import check, commitment, prove
from matou.core.messages import say
from matou.core.record import Origin, Record
from matou.play.table import Table


@pytest.mark.parametrize("game", matou.available())
async def test_a_position_can_be_played_on_and_the_record_names_its_origin(
    game: str, tmp_path: Path
) -> None:
    async with a_site(tmp_path) as app:
        first = await a_finished_table(app, game)
        person = Person(app)
        at = len(first.history) * 2 // 3
        answer = await person.post("/t/done/back/play", at=at, seat=1, level=2)
        assert answer.status_code == 303
        path = answer.headers["location"]
        table = path.removeprefix("/t/")
        page = await person.open(table)
        fair = page.view["fair"]
        assert fair != commitment(SEED)
        live = table_of(app, table)
        taken = [e.action for e in first.history[:at]]
        assert [e.action for e in live.state.history][:at] == taken
        assert live.seats[1].kind == "person"
        assert live.seats[0].kind == "bot"
        said = (
            say(
                "This table continues another game. Everything up to "
                "move {n} comes from there. The fingerprint covers everything drawn later."
            )
            .filled(n=at)
            .say("en")
        )
        assert page.view["continues"] == [said, f"/t/done/back#{at}"]
        assert said in (await person.get(f"{path}/back")).text
        await page.close()
    async with a_site(tmp_path) as app:  # it continues after a restart
        person2 = Person(app)
        person2.http.cookies = person.http.cookies
        page = await person2.open(table)
        await play_out(page)
        assert page.view["fair"] == fair
        record = Record.loads((await person2.get(f"/t/{table}/record")).text)
        assert record.origin == Origin("done", at)
        assert record.actions[:at] == Record.of(first).actions[:at]
        assert check(record) is None
        verdict = (await person2.get(f"/t/{table}/verify")).json()
        assert verdict["fits"], verdict
        assert f"after move {at}," in verdict["says"]
        table_of(app, table).row.settings["origin"]["path"] = "/t/gone/back"
        check_without_the_origin(record, (await person2.get(f"/t/{table}/verify")).json())
        # A rematch is an independent game.
        again = await person2.post(f"/t/{table}/rematch")
        fresh = await site_of(app).manager.table(again.headers["location"].removeprefix("/t/"))
        assert fresh is not None
        assert fresh.timeline.origin is None


async def play_out(page: Page) -> None:
    rng = random.Random(5)
    while page.view["end"] is None:
        if page.view["legal"]:
            await page.act(rng)
        else:
            await asyncio.sleep(0.001)
            await page.settle()


def check_without_the_origin(record: Record, verdict: dict[str, Any]) -> None:
    """Without the first game only a part is proved, and the page says so."""
    alone = prove(record)
    assert verdict["fits"] == alone.whole
    if not alone.proved:
        assert verdict["says"].startswith("Nothing is proved")
    elif not alone.whole:
        assert f"cannot be checked ({alone.unproved} in all)" in verdict["says"]


async def test_moves_of_the_first_game_cannot_be_undone(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        first = await a_finished_table(app, "appenzell")
        replayed = matou.game("appenzell").start(2)
        undoable = []
        for entry in first.history:
            replayed.play(entry.action)
            if replayed.actor >= 0 and replayed.can_undo(replayed.actor):
                undoable.append((len(replayed.history), replayed.actor))
        at, seat = undoable[3]
        person = Person(app)
        answer = await person.post("/t/done/back/play", at=at, seat=seat, level=1)
        table = answer.headers["location"].removeprefix("/t/")
        page = await person.open(table)
        assert page.view["turn"] == seat
        assert not page.view["undo"]
        assert (await page.ask({"undo": True, "at": page.view["at"]}))["t"] == "no"
        # Nor when events are replayed one by one, as for a stream of the API.
        live = table_of(app, table)
        then = Table(live.row, live.game, [], [], live.host)
        for entry in live.state.history[:at]:
            then.timeline.add(entry.action)
        assert then.state.actor == seat
        assert not then.state.can_undo(seat)


async def test_playing_on_needs_a_valid_position_seat_and_level(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        state = await a_finished_table(app, "chopchop")
        person = Person(app)
        end = len(state.history)
        good = {"at": 3, "seat": 0, "level": 2}
        for wrong in (
            {"at": end},
            {"at": end + 1},
            {"at": -1},
            {"at": "x"},
            {"at": ""},
            {"seat": 2},
            {"seat": "9" * 50},
            {"level": 0},
            {"level": 6},
        ):
            answer = await person.post("/t/done/back/play", **{**good, **wrong})
            assert answer.status_code == 400, wrong
            assert (
                say(
                    "Choose a position before the end, a seat to play in and a level from 1 to 5."
                ).say("en")
                in answer.text
            )
        from_elsewhere = await person.http.post("/t/done/back/play", data=good)
        assert from_elsewhere.status_code == 403


# Opened records


async def test_an_uploaded_record_is_replayed_and_stored(tmp_path: Path) -> None:
    state = finished_game("catymini", "abc")
    signed = replace(Record.of(state), id="abc", commitment=commitment(SEED), seed=SEED)
    sent = signed.dumps()
    async with a_site(tmp_path) as app:
        person = Person(app)
        for form in (sent, sent.replace("\n", "\r\n"), "  \n" + sent.rstrip()):
            answer = await person.post("/open", record=form)
            assert answer.status_code == 303
        path = answer.headers["location"]
        page = await person.get(path)
        assert page.status_code == 200
        log = (await person.get(f"{path}/story")).json()
        assert [line[2] for line in log["lines"]] == [e.name for e in state.history]
        assert (await person.get(f"{path}/7?eyes=1")).status_code == 200
        assert (await person.get(f"{path}/record")).text == sent
        on = await person.post(f"{path}/play", at=5, seat=0, level=1)
        table = await site_of(app).manager.table(on.headers["location"].removeprefix("/t/"))
        assert table is not None
        assert table.timeline.origin == Origin("abc", 5)
        # It is in no list of tables.
        assert "/open/" not in (await person.get("/")).text.replace('"/open"', "")
    async with a_site(tmp_path) as app:
        assert (await Person(app).get(path)).status_code == 200
        gone = await Person(app, "fr").get("/open/" + "0" * 24)
        assert gone.status_code == 404
        assert say("This saved game is no longer here").say("fr") in gone.text
        for part in ("/story", "/3", "/record", "/share.png", "/analysis"):
            assert (await Person(app).get("/open/nothing" + part)).status_code == 404


async def test_an_invalid_record_gets_a_friendly_answer(tmp_path: Path) -> None:
    good = Record.of(finished_game("chopchop")).dumps()
    async with a_site(tmp_path) as app:
        person, french = Person(app), Person(app, "fr")
        wrong: list[tuple[Any, int, str]] = [
            ("", 400, say("it is empty").say("fr")),
            ("bonjour", 400, "ce n’est pas un enregistrement de Matou"),
            (good.replace("chopchop", "chess", 1), 400, "dans l’en-tête"),
            (good[: len(good) // 2], 400, "il a été coupé"),
            (good.replace("\n1 ", "\n2 ", 1), 400, "ligne "),
            ("x" * 200_000, 413, "ko au plus"),
            ("é" * 100_000, 413, "ko au plus"),
            ("\0\ufffd\u202e<script>", 400, "ce n’est pas un enregistrement"),
        ]
        for sent, status, says in wrong:
            answer = await french.post("/open", record=sent)
            assert answer.status_code == status, sent[:30]
            assert says in answer.text
            assert "<script>" not in answer.text
        raw = {
            "origin": "http://site.test",
            "content-type": "application/x-www-form-urlencoded",
        }
        for body in (b"\xff\xfe", b"record=%ff%fe", b"&" * 50, b"a" * 500_000, b"other=1"):
            answer = await person.http.post("/open", content=body, headers=raw)
            assert 400 <= answer.status_code < 500, body[:9]
        assert (await person.http.post("/open", data={"record": good})).status_code == 403
        site_of(app)  # the site still works
        answers = [(await french.post("/open", record="x")).status_code for _ in range(20)]
        assert 429 in answers
