"""The API with others: open tables, quick games, programs, chat, hints, rematches."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from web.api.programs import Program
from web.strangers.meeting import GAME, listed_tables, quick_game, table_of
from web.support import Person, a_site, set_limit, site_of

from matou.web.strangers import open_tables

pytestmark = pytest.mark.usefixtures("uncached_open_tables")

LIVE = {"kind": "live", "minutes": 10, "increment": 10}


async def quick_table(program: Program, **more: Any) -> dict[str, Any]:
    answer = await program.ask("POST", "/api/quick", {"game": GAME, **more})
    assert answer.status_code == 200, answer.text
    return program.remember(answer)


async def open_list(program: Program) -> list[dict[str, Any]]:
    answer = await program.ask("GET", "/api/open")
    assert answer.status_code == 200, answer.text
    tables: list[dict[str, Any]] = answer.json()["tables"]
    return tables


async def test_programs_are_marked_and_people_can_choose_not_to_meet_them(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        robot, human = Program(app), Person(app)
        reply = await quick_table(robot, name="Ro")
        (table,) = await open_list(robot)
        assert (table["table"], table["yours"], table["clock"]) == (reply["table"], True, None)
        assert table["free"] == [1 - reply["seat"]]
        assert all(player["bot"] for player in table["players"])  # itself and the bot
        assert "Ro (program)" in (await human.get("/strangers/open")).text
        # A person who wants to meet only people does not see it or join it…
        await human.post("/strangers/meet", only_people="1")
        assert await listed_tables(human) == []
        own = (await quick_game(human, name="Ada")).partition("#")[0]
        assert own != reply["table"]
        # …and programs do not join them.
        assert own not in [t["table"] for t in await open_list(robot)]
        refused = await robot.ask("POST", f"/api/tables/{own}/join", {"name": "Ro"})
        assert (refused.status_code, refused.json()["error"]) == (409, "taken")
        # A person who uses a tool says so, and may join.
        tool = Program(app)
        answer = await tool.ask("POST", f"/api/tables/{own}/join", {"name": "Tom", "bot": False})
        assert answer.status_code == 200, answer.text
        tool.remember(answer)
        players = (await tool.look())["players"]
        assert [p["bot"] for p in players] == [False, False]
        page = await human.open(own)
        assert not any(p["program"] for p in page.view["players"])
        # A program at a private table is shown as one too.
        guest = Person(app)
        private = await guest.new_table(GAME, "friends")
        invite = table_of(app, private).seats[1].invite
        await robot.join(private, invite, name="Ro")
        assert (await guest.open(private)).view["players"][1]["program"]


async def test_private_tables_are_never_listed(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        host, other = Program(app), Program(app)
        private = (await host.set_table(GAME, "you", "open"))["table"]
        public = (await host.set_table(GAME, "you", "open", public=True, clock=LIVE))["table"]
        (table,) = await open_list(other)
        assert table["table"] == public
        assert table["clock"] == {**LIVE, "when_up": "bot"}
        # Ratings are shown for those who want one, on the page too.
        store, owner = site_of(app).store, table_of(app, public).seats[0].owner
        rated = "INSERT INTO ratings (owner, game, mu, sigma, games) VALUES ($1, $2, 30.0, 2.0, 9)"
        await store.db.execute(rated, owner, GAME)
        assert [p["rating"] for p in (await open_list(other))[0]["players"]] == [None, None]
        await store.ratings.want(owner, True)
        (table,) = await open_list(other)
        assert table["players"][0]["rating"] == "1600 ± 80"
        assert "1600 ± 80" in (await Person(app).get("/strangers/open")).text
        assert private not in (await other.ask("GET", "/api/tables")).text
        for body in ({"name": "x"}, {"invite": "guess"}):
            answer = await other.ask("POST", f"/api/tables/{private}/join", body)
            assert (answer.status_code, answer.json()["error"]) == (403, "invite")
        rows = (await host.ask("GET", "/api/tables")).json()["yours"]
        clocks = {row["table"]: (row["clock"], row["left"]) for row in rows}
        assert clocks[private] == (None, None)
        assert clocks[public] == ({**LIVE, "when_up": "bot"}, None)  # no clock runs
        # A quick game with another clock does not match.
        assert (await quick_table(other))["table"] != public
        assert (await quick_table(Program(app), clock={"kind": "live", "minutes": 5}))[
            "table"
        ] == public


async def test_chat_hints_and_a_rematch(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        one, two, onlooker = Program(app), Program(app, "fr"), Program(app)
        invite = (await one.set_table(GAME, "you", "open", name="Ada", hints=True))["invites"]
        await two.join(one.table, invite[0]["invite"], name="Bo")
        chat = f"{one.at_table}/chat"
        for program, line in ((one, "hello"), (two, "salut")):
            answer = await program.ask("POST", chat, {"say": line})
            assert answer.status_code == 200, answer.text
        lines = answer.json()["lines"]
        assert [(x["number"], x["seat"], x["said"], x["yours"]) for x in lines] == [
            (1, 1, "salut", True)
        ]
        reply = (await one.ask("GET", chat)).json()
        assert [x["said"] for x in reply["lines"]] == ["hello", "salut"]
        assert (await one.ask("GET", chat, params={"from": reply["next"]})).json()["lines"] == []
        for body, status in (({"say": "\u200b"}, 422), ({"say": "x" * 301}, 422), ({}, 400)):
            assert (await one.ask("POST", chat, body)).status_code == status
        onlooker.table = one.table
        assert (await onlooker.ask("GET", chat)).status_code == 401  # the table is private
        set_limit(app, "chat", 0, 1)
        codes = [(await one.ask("POST", chat, {"say": "x"})).status_code for _ in range(2)]
        assert codes == [200, 429]
        # Hints: for the player to move, and only if the table allows them.
        now = await one.look()
        mover, waits = (one, two) if now["turn"] == 0 else (two, one)
        answer = await mover.ask("POST", f"{one.at_table}/hint")
        assert answer.status_code == 200, answer.text
        advice, legal = answer.json(), (await mover.look())["legal"]
        assert (advice["action"], advice["notation"]) in [
            (choice["action"], choice["notation"]) for choice in legal
        ]
        assert advice["because"]
        answer = await waits.ask("POST", f"{one.at_table}/hint")
        assert (answer.status_code, answer.json()["error"]) == (409, "hint")
        # A rematch after the end, the same one for both.
        answer = await one.ask("POST", f"{one.at_table}/rematch")
        assert (answer.status_code, answer.json()["error"]) == (409, "playing")
        rng, table = random.Random(5), table_of(app, one.table)
        while not table.state.over:
            await table.act(table.state.actor, table.state.sample(rng), table.number)
        again = [(await p.ask("POST", f"{one.at_table}/rematch")).json() for p in (one, two)]
        assert again[0] == again[1]
        seats = site_of(app).manager.tables[again[0]["table"]].seats
        assert [seat.name for seat in seats] == ["Bo", "Ada"]
        stranger = Program(app)
        await stranger.set_table(GAME)
        answer = await stranger.ask("POST", f"{one.at_table}/rematch")
        assert answer.status_code == 403
        # That table has no hints.
        answer = await stranger.ask("POST", f"{stranger.at_table}/hint")
        assert "Hints are off" in answer.json()["says"]


async def test_bans_and_mutes_apply_to_the_api(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_tables, "LEVEL", 1)
    async with a_site(tmp_path) as app:
        program = Program(app)
        reply = await quick_table(program, name="Ro")
        store, owner = (
            site_of(app).store,
            table_of(app, reply["table"]).seats[reply["seat"]].owner,
        )
        await store.moderation.sanction(owner, "mute", "Ro")
        answer = await program.ask("POST", f"{program.at_table}/chat", {"say": "x"})
        assert (answer.status_code, answer.json()["error"]) == (403, "muted")
        await store.moderation.sanction(owner, "ban", "Ro")
        public = (await Program(app).set_table(GAME, "you", "open", public=True))["table"]
        wanted = {"game": GAME, "seats": ["you", "open"], "public": True}
        for path, body in (
            ("/api/quick", {"name": "x"}),
            (f"/api/tables/{public}/join", {"name": "x"}),
            ("/api/tables", wanted),
        ):
            answer = await program.ask("POST", path, body)
            assert (answer.status_code, answer.json()["error"]) == (403, "banned"), path
        # Quick games are limited by person and network.
        set_limit(app, "joins", 0, 2)
        codes = [
            (await Program(app).ask("POST", "/api/quick", {"name": "x"})).status_code
            for _ in range(3)
        ]
        assert codes == [200, 200, 429]


async def test_mute_block_and_report(tmp_path: Path) -> None:
    async with a_site(tmp_path, operator="a long enough token") as app:
        one, two = Program(app), Program(app, "fr")
        invite = (await one.set_table(GAME, "you", "open", name="Ada"))["invites"]
        await two.join(one.table, invite[0]["invite"], name="Bo")
        place = one.at_table
        chat, avoid = f"{place}/chat", f"{place}/avoid"

        async def ask(path: str, body: Any = None) -> Any:
            answer = await one.ask("POST" if body else "GET", path, body)
            assert answer.status_code == 200, answer.text
            return answer.json()

        async def read() -> list[str]:
            return [line["said"] for line in (await ask(chat))["lines"]]

        await two.ask("POST", chat, {"say": "grr"})
        (bo,) = (await ask(avoid, {"seat": 1, "how": "mute"}))["avoided"]
        assert (bo["name"], bo["how"]) == ("Bo", "mute")
        assert await read() == []
        assert (await two.ask("GET", "/api/avoided")).json() == {"avoided": []}
        # Blocked players do not meet: each finds a different table.
        assert (await ask(avoid, {"seat": 1, "how": "block"}))["avoided"] == [
            {**bo, "how": "block"}
        ]
        tables = [(await quick_table(program))["table"] for program in (one, two)]
        assert len({*tables}) == 2
        assert tables[1] not in [row["table"] for row in await open_list(one)]
        assert (await ask(avoid, {"seat": 1, "how": None})) == {"avoided": []}
        assert await read() == ["grr"]
        await ask(avoid, {"seat": 1, "how": "block"})
        assert await ask("/api/avoided") == {"avoided": [{**bo, "how": "block"}]}
        assert await ask("/api/avoided", {"person": bo["person"]}) == {"avoided": []}
        # A report sends the lines to the operator.
        assert await ask(f"{place}/report", {"seat": 1, "reason": "insults"}) == {"reported": True}
        (report,) = await site_of(app).store.moderation.reports(9)
        assert (report.name, report.reporter_name, report.reason) == ("Bo", "Ada", "insults")
        assert [line.said for line in report.lines] == ["grr"]
        # Invalid requests: oneself, an empty seat, no reason, no token.
        for path, body, status in (
            ("avoid", {"seat": 0, "how": "mute"}, 403),
            ("avoid", {"seat": 9, "how": "mute"}, 403),
            ("avoid", {"seat": 1, "how": "hit"}, 422),
            ("report", {"seat": 1, "reason": "\u200b"}, 422),
            ("report", {"seat": 0, "reason": "me"}, 403),
        ):
            assert (await one.ask("POST", f"{place}/{path}", body)).status_code == status
        assert (await Program(app).ask("GET", "/api/avoided")).status_code == 401
        answer = await one.ask("POST", "/api/avoided", {"person": "x"})
        assert (answer.status_code, answer.json()["field"]) == (422, "person")
    async with a_site(tmp_path / "alone") as app:  # a site without an operator
        one, two = Program(app), Program(app)
        invite = (await one.set_table(GAME, "you", "open"))["invites"]
        await two.join(one.table, invite[0]["invite"])
        answer = await one.ask("POST", f"{one.at_table}/report", {"seat": 1, "reason": "no"})
        assert (answer.status_code, answer.json()["error"]) == (409, "nobody")
