"""A game begun in a browser continues on the site: verified, declared, and without leaks."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

from page.browser import MemoryStorage, Tab
from web.support import Person, a_site, site_of

from matou.core.fairness import commitment
from matou.core.messages import Message, say
from matou.core.record import Origin, Record
from matou.web.replay.proof import split_records

BAD_SEATS = ("", "me:0", "bot1:0 bot2:1", "me:0 me:0", "me:0 cat:1", "me:0 me:9")


async def begin_game(game: str, moves: int, **fields: str) -> dict[str, Any]:
    """Returns what a page uploads after some moves at its own table."""
    tab = Tab(MemoryStorage())
    table = (await tab.play(game, name="Ada", **{"mode": "bot", "level": "2", **fields}))["table"]
    await tab.open(table)
    await tab.finish(random.Random(4), most=moves)
    return await tab.ask("online", table)


async def test_a_game_of_a_page_continues_on_the_site_and_is_proved_as_a_whole(
    tmp_path: Path,
) -> None:
    brought = await begin_game("clocktowers", 8)
    async with a_site(tmp_path) as app:
        person, stranger = Person(app), Person(app)
        answer = await person.post("/online", **brought)
        assert answer.status_code == 303, answer.text
        id = answer.headers["location"].removeprefix("/t/")
        table = await site_of(app).manager.table(id)
        assert table is not None
        record = Record.loads(brought["record"])
        taken = [entry.name for entry in table.state.history[: len(record.actions)]]
        assert taken == [*record.actions]
        assert [seat.kind for seat in table.seats] == ["person", "bot"]
        assert (table.seats[0].name, table.seats[1].level) == ("Ada", 2)
        page = await person.open(id)
        says, place = page.view["continues"]
        assert says == say(
            "This table continues a game from a player’s own browser. "
            "Everything up to move {n} comes from there and matches that game’s "
            "fingerprint. The fingerprint shown here covers everything drawn later."
        ).filled(n=len(record.actions)).say("en")
        assert place == ""  # the record would reveal hidden cards
        key = table.row.settings["origin"]["path"]
        assert (await person.get(key)).status_code == 403
        assert (await stranger.get(key)).status_code == 404
        assert brought["record"].split("seed: ")[1][:64] not in "".join(page.raw)
        rng = random.Random(5)
        while page.view["end"] is None:
            if page.view["legal"]:
                await page.act(rng)
            await asyncio.sleep(0.001)
            await page.settle()
        verdict = (await person.get(f"/t/{id}/verify")).json()
        assert verdict["fits"], verdict
        there = (await person.get(key)).headers["location"]
        assert there.startswith("/open/")
        assert (await person.get(f"{there}/verify")).json()["fits"]
        await page.close()


async def test_other_players_of_the_screen_can_join_by_a_link(tmp_path: Path) -> None:
    brought = await begin_game("catymini", 3, mode="same", name1="Basile")
    assert brought["seats"] == "me:0 me:1"
    async with a_site(tmp_path) as app:
        person = Person(app)
        answer = await person.post("/online", **{**brought, "seats": "me:0 link:1"})
        id = answer.headers["location"].removeprefix("/t/")
        page = await person.open(id)
        assert [kind["kind"] for kind in page.view["players"]] == ["person", "open"]
        assert page.view["invites"]
        await page.close()


async def test_a_finished_game_is_opened_and_an_invalid_one_refused_in_words(
    tmp_path: Path,
) -> None:
    brought, over = await begin_game("catymini", 4), await begin_game("catymini", 10_000)
    async with a_site(tmp_path) as app:
        person = Person(app, "fr")
        opened = await person.post("/online", **over)
        assert opened.headers["location"].startswith("/open/")
        forged = Record.loads(brought["record"])
        seed = "0" * 64
        forged = replace(forged, id=forged.id, commitment=forged.commitment, seed=seed)
        unsealed = replace(forged, id="", commitment="", seed="")
        wrongs: list[tuple[dict[str, str], int, Message | str]] = [
            ({"record": ""}, 400, say("it is empty")),
            ({"record": "matou record 1\n"}, 400, "Impossible"),
            ({"record": "x" * 200_000}, 413, "plus long"),
            ({"record": forged.dumps()}, 400, "empreinte"),
            ({"record": unsealed.dumps()}, 400, "recalcul"),
            *(
                (
                    {"seats": seats},
                    400,
                    say("it does not say who sits where from now on (seats: me:0 bot3:1)"),
                )
                for seats in BAD_SEATS
            ),
        ]
        for change, status, says in wrongs:
            answer = await person.post("/online", **{**brought, **change})
            assert answer.status_code == status, (change, answer.text)
            assert (says if isinstance(says, str) else says.say("fr")) in answer.text
        elsewhere = await person.http.post("/online", data=brought)
        assert elsewhere.status_code == 403
        assert len(site_of(app).manager.tables) == 0
        for _ in range(60):
            answer = await person.post("/online", **{**brought, "record": ""})
        assert answer.status_code == 429


async def begin_continued_game(games: int) -> dict[str, Any]:
    """Returns what a page uploads of a game that continues another, which continues another…"""
    tab = Tab(MemoryStorage())
    table = (await tab.play("catymini", name="Ada", mode="bot", level="2"))["table"]
    for nth in range(games):
        await tab.open(table)
        await tab.finish(random.Random(nth))
        table = (await tab.ask("play_on", table, at="9", seat="0", level="1"))["table"]
    await tab.open(table)
    await tab.finish(random.Random(4), most=2)
    return await tab.ask("online", table)


async def test_a_game_that_continues_others_is_uploaded_and_proved_with_them(
    tmp_path: Path, address: str
) -> None:
    brought = await begin_continued_game(2)
    async with a_site(tmp_path, store=address) as app:
        person = Person(app)
        answer = await person.post("/online", **brought)
        assert answer.status_code == 303, answer.text
        id = answer.headers["location"].removeprefix("/t/")
        page = await person.open(id)
        rng = random.Random(5)
        while page.view["end"] is None:
            if page.view["legal"]:
                await page.act(rng)
            await asyncio.sleep(0.001)
            await page.settle()
        verdict = (await person.get(f"/t/{id}/verify")).json()
        assert verdict["fits"], verdict
        key = site_of(app).manager.tables[id].row.settings["origin"]["path"]
        assert (await person.get(key)).headers["location"].startswith("/open/")
        await page.close()


async def test_chosen_draws_are_refused_whatever_origin_they_claim(
    tmp_path: Path,
) -> None:
    brought, again = await begin_game("catymini", 6), await begin_continued_game(2)
    honest, nearest = Record.loads(brought["record"]), split_records(again["origins"])[0]
    seed = "0" * 64  # not the seed of the draws
    whole, seal = len(honest.actions), commitment(seed)
    origin = Origin("c" * 12, whole)
    claims = replace(honest, id="f" * 12, commitment=seal, seed=seed, origin=origin)
    invented = replace(honest, id=origin.id, commitment=seal, seed=seed)
    wrongs: list[tuple[dict[str, str], str]] = [
        ({"record": claims.dumps()}, f"everything up to action {whole} comes from another game"),
        ({"record": claims.dumps(), "origins": invented.dumps()}, "in game cccccccccccc"),
        ({"record": claims.dumps(), "origins": brought["record"]}, "another game"),
        ({**again, "origins": ""}, "everything up to action 9 comes from another game"),
        ({**again, "origins": nearest}, "everything up to action 9 comes from another game"),
        ({**again, "origins": nearest * 21}, "more than 20 games"),
        ({**again, "origins": "matou record 1\n"}, "can’t be opened"),
    ]
    async with a_site(tmp_path) as app:
        person = Person(app)
        for change, says in wrongs:
            answer = await person.post("/online", **{**brought, **change})
            assert answer.status_code == 400, (change, answer.headers)
            assert says in answer.text
        assert len(site_of(app).manager.tables) == 0


async def test_a_game_without_moves_can_be_uploaded(tmp_path: Path) -> None:
    brought = await begin_game("chopchop", 0)
    async with a_site(tmp_path) as app:
        assert (await Person(app).post("/online", **brought)).status_code == 303
