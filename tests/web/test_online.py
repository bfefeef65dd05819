"""A game that was begun in a browser goes on here: checked, honest about it, and no secret told."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

from page.browser import MemoryShelf, Tab
from web.finished import tell
from web.support import Person, a_site, parts_of

from matou.core.record import Record
from matou.core.words import Words
from matou.play import text as play_text
from matou.web.replay import text as replay_text

BAD_SEATS = ("", "me:0", "bot1:0 bot2:1", "me:0 me:0", "me:0 cat:1", "me:0 me:9")


async def begun(game: str, moves: int, **fields: str) -> dict[str, Any]:
    """What a page brings after so many moves at a table of its own."""
    tab = Tab(MemoryShelf())
    table = (await tab.play(game, name="Ada", **{"mode": "bot", "level": "2", **fields}))["table"]
    await tab.open(table)
    await tab.finish(random.Random(4), most=moves)
    return await tab.ask("online", table)


def test_a_game_of_a_page_goes_on_at_the_site_and_is_proved_with_what_came_before(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        brought = await begun("clocktowers", 8)
        async with a_site(tmp_path) as app:
            person, stranger = Person(app), Person(app)
            answer = await person.post("/online", **brought)
            assert answer.status_code == 303, answer.text
            id = answer.headers["location"].removeprefix("/t/")
            table = await parts_of(app).manager.table(id)
            assert table is not None
            record = Record.loads(brought["record"])
            taken = [entry.name for entry in table.state.history[: len(record.actions)]]
            assert taken == [*record.actions]
            assert [seat.kind for seat in table.seats] == ["person", "bot"]
            assert (table.seats[0].name, table.seats[1].level) == ("Ada", 2)
            page = await person.open(id)
            says, place = page.view["continues"]
            assert says == play_text.CONTINUES_SEALED.en.format(n=len(record.actions))
            assert place == ""  # the record would tell what is still hidden
            key = table.kept.settings["origin"]["path"]
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

    tell(story)


def test_the_others_of_a_screen_may_join_by_a_link(tmp_path: Path) -> None:
    async def story() -> None:
        brought = await begun("catymini", 3, mode="same", name1="Basile")
        assert brought["seats"] == "me:0 me:1"
        async with a_site(tmp_path) as app:
            person = Person(app)
            answer = await person.post("/online", **{**brought, "seats": "me:0 link:1"})
            id = answer.headers["location"].removeprefix("/t/")
            page = await person.open(id)
            assert [kind["kind"] for kind in page.view["players"]] == ["person", "open"]
            assert page.view["invites"]
            await page.close()

    tell(story)


def test_a_finished_game_is_opened_and_a_bad_one_refused_in_words(tmp_path: Path) -> None:
    async def story() -> None:
        brought, over = await begun("catymini", 4), await begun("catymini", 10_000)
        async with a_site(tmp_path) as app:
            person = Person(app, "fr")
            opened = await person.post("/online", **over)
            assert opened.headers["location"].startswith("/open/")
            forged = Record.loads(brought["record"])
            seed = "0" * 64
            forged = forged.signed(id=forged.id, commitment=forged.commitment, seed=seed)
            unsealed = forged.signed(id="", commitment="", seed="")
            wrongs: list[tuple[dict[str, str], int, Words | str]] = [
                ({"record": ""}, 400, play_text.OPEN_EMPTY),
                ({"record": "matou record 1\n"}, 400, "Impossible"),
                ({"record": "x" * 200_000}, 413, "plus long"),
                ({"record": forged.dumps()}, 400, "empreinte"),
                ({"record": unsealed.dumps()}, 400, "recalcul"),
                *(({"seats": seats}, 400, replay_text.ONLINE_SEATS) for seats in BAD_SEATS),
            ]
            for change, status, says in wrongs:
                answer = await person.post("/online", **{**brought, **change})
                assert answer.status_code == status, (change, answer.text)
                assert (says if isinstance(says, str) else says.fr) in answer.text
            elsewhere = await person.http.post("/online", data=brought)
            assert elsewhere.status_code == 403
            assert len(parts_of(app).manager.tables) == 0
            for _ in range(60):
                answer = await person.post("/online", **{**brought, "record": ""})
            assert answer.status_code == 429

    tell(story)


def test_a_game_that_has_only_been_dealt_can_be_brought(tmp_path: Path) -> None:
    async def story() -> None:
        brought = await begun("chopchop", 0)
        async with a_site(tmp_path) as app:
            assert (await Person(app).post("/online", **brought)).status_code == 303

    tell(story)
