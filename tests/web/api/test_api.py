"""The API: whole games together with pages, streams that resume, presence, languages."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
from tested_languages import LANGS
from web.api.programs import GAMES, Program
from web.support import BASE, Clock, Person, RandomPlayers, a_site, site_of

import matou
from matou.core import fairness
from matou.core.grammar import languages
from matou.core.record import Record
from matou.web.api import stream
from matou.web.app import make
from matou.web.site import Options
from matou.web.store import open_store


async def two_programs(app: Any, game: str) -> tuple[Program, Program]:
    host, guest = Program(app), Program(app, "fr")
    reply = await host.set_table(game, "you", "open", name="Ada", watch=True)
    await guest.join(reply["table"], reply["invites"][0]["invite"], name="Basile")
    return host, guest


@pytest.mark.parametrize("game", GAMES)
async def test_a_program_and_a_page_play_a_whole_game_at_one_table(
    game: str, tmp_path: Path
) -> None:
    async with a_site(tmp_path) as app:
        rng = random.Random(4)
        program, person = Program(app), Person(app)
        reply = await program.set_table(game, "you", "open", name="Ada", watch=True)
        following = await program.follow()
        assert (await following.next())["status"] == "waiting"
        answer = await person.post(reply["invites"][0]["link"], name="Basile")
        assert answer.status_code == 303
        page = await person.open(program.table)
        now = await program.look()
        assert [p["name"] for p in now["players"]] == ["Ada", "Basile"]
        assert [p["here"] for p in now["players"]] == [True, True]
        while now["status"] != "over":
            if now["turn"] == 0:
                choice = rng.choice(now["legal"])
                by = choice["notation"] if rng.random() < 0.5 else choice["action"]
                answered = await program.act(by, now["at"])
                assert answered.status_code == 200, answered.text
            else:
                await page.settle()
                assert (await page.act(rng))["t"] == "ok"
            now = await following.settle()
        await page.settle()
        shown = await following.rest()
        assert [p["at"] for p in shown] == [0, *range(len(shown) - 1)]
        for position in shown:
            program.validator({"$ref": "#/components/schemas/Position"}).validate(position)
        assert shown[-1]["ending"]["seed"] == page.view["end"]["seed"]
        assert shown[-1]["scores"] == now["scores"]
        record = Record.loads((await program.ask("GET", program.at_table + "/record")).text)
        assert fairness.check(record) is None
        assert record.players == {0: "Ada", 1: "Basile"}
        assert record.replay().scores == now["scores"]


@pytest.mark.parametrize("game", GAMES)
async def test_a_resumed_stream_equals_an_uninterrupted_one(game: str, tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        rng = random.Random(7)
        host, guest = await two_programs(app, game)
        onlooker = Program(app)
        onlooker.table = host.table
        streams = [await program.follow("from=0") for program in (host, guest, onlooker)]
        for _ in range(40):
            now = [await following.settle() for following in streams]
            if now[0]["status"] == "over":
                break
            mover = (host, guest)[now[0]["turn"]]
            if now[mover is guest]["undo"] and rng.random() < 0.3:
                answered = await mover.ask("POST", mover.at_table + "/undo", {})
            else:
                legal = now[mover is guest]["legal"]
                answered = await mover.act(rng.choice(legal)["action"])
            assert answered.status_code == 200, answered.text
        for program, whole in zip((host, guest, onlooker), streams, strict=True):
            await whole.settle()
            again = await program.follow("from=0&seconds=0")
            assert await again.rest() == [json.loads(x) for x in whole.raw.splitlines()]
            middle = len(again.raw.splitlines()) // 2
            later = await program.follow("seconds=0", last_event_id=str(middle - 1))
            await later.rest()
            assert later.raw == b"".join(again.raw.splitlines(keepends=True)[middle:])


async def test_an_acknowledged_action_is_on_disk_and_is_not_repeated(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        host, guest = await two_programs(app, GAMES[0])
        now = await host.look()
        choice, other = now["legal"][0], now["legal"][1]
        done = await host.act(choice["action"], now["at"])
        assert done.status_code == 200
        store = open_store(tmp_path)
        assert len(await store.tables.events(host.table)) == done.json()["at"]
        await store.db.close()
        # The same request again, as after a lost connection: the same answer, nothing changes.
        for again in (choice["action"], choice["notation"]):
            repeated = await host.act(again, now["at"])
            assert (repeated.status_code, repeated.json()) == (200, done.json())
        late = await host.act(other["action"], now["at"])
        assert (late.status_code, late.json()["error"]) == (409, "stale")
        theirs = await guest.act(choice["action"], now["at"])
        assert (theirs.status_code, theirs.json()["error"]) == (409, "stale")
        assert (await host.look())["at"] == done.json()["at"]


async def test_an_action_is_undone_where_the_rules_allow_it(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        rng = random.Random(2)
        taken_back = 0
        for game in GAMES:
            host, guest = await two_programs(app, game)
            for _ in range(12):
                now = await host.look()
                mover = (host, guest)[now["turn"]]
                done = (await mover.act(rng.choice((await mover.look())["legal"])["action"])).json()
                back = await mover.ask("POST", mover.at_table + "/undo", {"at": done["at"]})
                if not done["undo"]:
                    assert (back.status_code, back.json()["error"]) == (409, "undo")
                    continue
                taken_back += 1
                assert back.status_code == 200
                assert back.json()["undone"]
                assert back.json()["line"] is None
                assert back.json()["at"] == done["at"] + 1
                # Sent twice it is done once, with the same answer. Others cannot send it.
                undo = (mover.at_table + "/undo", {"at": done["at"]})
                again = await mover.ask("POST", *undo)
                assert (again.status_code, again.json()) == (200, back.json())
                others = await (guest if mover is host else host).ask("POST", *undo)
                assert (others.status_code, others.json()["error"]) == (409, "stale")
                assert (await mover.look())["undone"]
                await mover.act(rng.choice((await mover.look())["legal"])["action"])
                assert (await mover.ask("POST", *undo)).status_code == 200
        assert taken_back > 2


async def test_one_token_can_have_every_seat_and_sees_the_one_to_act(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        program, rng = Program(app), random.Random(3)
        reply = await program.set_table(GAMES[0], "you", "you", name="Ada")
        assert reply["seats"] == [0, 1]
        following = await program.follow()
        now = await following.next()
        acted = set()
        for _ in range(20):
            assert now["seat"] == now["turn"]
            acted.add(now["seat"])
            await program.act(rng.choice(now["legal"])["notation"])
            now = await following.settle()
        assert acted == {0, 1}
        assert (await program.look(seat=1))["seat"] == 1
        await following.close()
        assert not site_of(app).manager.tables[program.table].watchers


async def test_a_program_is_present_for_a_minute_after_each_call_and_can_take_its_seat_back(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        clock = Clock(app)
        person, host, guest = Person(app), Program(app), Program(app)
        reply = await host.set_table("clocktowers", "you", "open", "open", name="Ada")
        first, second = (invite["invite"] for invite in reply["invites"])
        await guest.join(reply["table"], first, name="Basile")
        link = f"/t/{reply['table']}/join/{second}"
        assert (await person.post(link, name="Zoé")).status_code == 303
        page = await person.open(reply["table"])
        seats = site_of(app).manager.tables[reply["table"]].seats
        for _ in range(3):  # present without a stream
            clock.now += 40
            now = await guest.look()
            await host.look()
            assert [player["here"] for player in now["players"]] == [True, True, True]
            assert (await page.ask({"bot": 1, "level": 1}))["code"] == "seat"
        clock.now += 61
        for seat in (0, 1):
            assert (await page.ask({"bot": seat, "level": 1}))["t"] == "ok"
            assert seats[seat].kind == "bot"
        # Their own tokens bring them back, with the invitation or without.
        assert (await guest.join(reply["table"], first))["seat"] == 1
        assert (seats[1].kind, seats[1].name) == ("person", "Basile")
        answer = await host.ask("POST", host.at_table + "/join", {"name": "Ada"})
        assert answer.status_code == 200, answer.text
        assert answer.json()["seat"] == 0
        assert (seats[0].kind, seats[0].name) == ("person", "Ada")
        assert (await host.look())["seat"] == 0
        # Other tokens do not.
        for body in ({"name": "Zoé"}, {"invite": first}):
            answer = await Program(app).ask("POST", host.at_table + "/join", body)
            assert answer.status_code in (403, 409), answer.text


async def test_after_a_restart_everybody_has_a_minute_to_come_back(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        host, _ = await two_programs(app, GAMES[0])
    async with a_site(tmp_path) as app:
        clock, manager = Clock(app), site_of(app).manager
        manager.began = clock.now
        table = await manager.table(host.table)
        assert table is not None
        assert table.presence.here(0)
        clock.now += 61
        assert not table.presence.here(0)


async def test_an_invitation_seats_only_one_of_two_programs(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        host = Program(app)
        reply = await host.set_table(GAMES[0], "you", "open")
        live = site_of(app).manager.tables[host.table]
        body = {"invite": reply["invites"][0]["invite"]}
        path = host.at_table + "/join"
        async with live.lock:  # both wait for another write
            both = [asyncio.create_task(Program(app).ask("POST", path, body)) for _ in range(2)]
            for _ in range(40):
                await asyncio.sleep(0)
        answers = await asyncio.gather(*both)
        assert sorted(a.status_code for a in answers) == [200, 409]
        sat = next(a.json()["token"] for a in answers if a.status_code == 200)
        people = site_of(app).people
        assert live.seats[1].owner == people.owner(sat)
        again = Program(app)
        again.token = sat
        assert (await again.ask("POST", path, body)).status_code == 200


async def test_a_silent_stream_has_heartbeats_and_is_still_read_line_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.001)

    async with a_site(tmp_path) as app:
        program = Program(app)
        await program.set_table(GAMES[0], "you", "open")
        lines = await program.follow()
        await lines.read()
        assert [await lines.read() for _ in range(3)] == [b" "] * 3
        events = await program.follow(accept="text/event-stream")
        assert (await events.read()).startswith(b"id: 0\ndata: {")
        assert await events.read() == b": still here\n\n"
        site_of(app).live.close()  # the server stops: streams end with a whole line
        assert [p["status"] for p in await lines.rest()] == ["waiting"] * 2


async def test_under_a_path_every_address_begins_with_it(tmp_path: Path) -> None:
    app = make(Options(tmp_path, "https://example.org/matou", pace=0.0), RandomPlayers(1))
    async with app.router.lifespan_context(app):
        program = Program(app)
        answer = await program.http.post(
            "/matou/api/tables", json={"game": GAMES[0], "seats": ["you", "open"]}
        )
        reply = answer.json()
        assert answer.headers["location"] == f"/matou/api/tables/{reply['table']}"
        assert reply["page"] == f"/matou/t/{reply['table']}"
        assert reply["invites"][0]["link"].startswith(reply["page"] + "/join/")
        document = (await program.http.get("/matou/api/openapi.json")).json()
        assert document["servers"] == [{"url": "/matou"}]
        index = (await program.http.get("/matou/api")).json()
        assert all(call["path"].startswith("/matou/api") for call in index["calls"])


async def test_games_are_listed_with_their_options_for_each_number_of_seats(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        program = Program(app)
        reply = (await program.ask("GET", "/api/games")).json()["games"]
        assert [game["name"] for game in reply] == GAMES
        for game in reply:
            assert (await program.ask("GET", f"/api/games/{game['name']}")).json() == game
            real = matou.game(game["name"])
            assert game["title"] == real.words.TITLE.say("en")
            for seats in range(game["min_seats"], game["max_seats"] + 1):
                chosen = {
                    o["name"]: next(a for a in o["at"] if a["seats"] == seats)["values"][-1]
                    for o in game["options"]
                }
                wanted = ["you"] * seats
                await program.set_table(game["name"], *wanted, options=chosen)
                now = await program.look(state=1, svg=1)
                assert now["options"] == chosen == real.having(**chosen).settings(seats)
                assert now["svg"].startswith("<svg")
                assert now["state"]["seats"] == seats or "seats" not in now["state"]
                assert now["board"]


@LANGS
async def test_the_language_of_the_query_overrides_the_header(lang: str, tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        header = Program(app, lang)
        query = Program(app, next(other for other in languages() if other != lang))
        for path in ("/api", "/api/openapi.json", "/api/games", f"/api/games/{GAMES[0]}"):
            reply = (await query.ask("GET", f"{path}?lang={lang}")).json()
            assert reply == (await header.ask("GET", path)).json()
        game = matou.game(GAMES[0])
        assert reply["title"] == game.words.TITLE.say(lang)
        assert reply["tagline"] == game.words.TAGLINE.say(lang)
        assert {o["name"]: o["says"] for o in reply["options"]} == {
            o.name: game.words.OPTIONS[o.name].say(lang) for o in game.options
        }
        await query.set_table(GAMES[0], "you", "you")
        header.token, header.table = query.token, query.table
        seen = await query.look(lang=lang)
        assert seen == await header.look()
        assert seen["prompt"] != (await query.look())["prompt"]
        lines = await query.ask("GET", f"{query.at_table}/stream?seconds=0&lang={lang}")
        now = json.loads(lines.text)
        assert {key: now[key] for key in ("prompt", "legal")} == {
            key: seen[key] for key in ("prompt", "legal")
        }
        action = seen["legal"][0]["action"]
        done = await query.ask("POST", f"{query.at_table}/actions?lang={lang}", {"action": action})
        seen = await header.look()
        assert done.json()["line"] == seen["line"]


async def test_the_index_names_the_schema_and_the_languages(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        program = Program(app)
        index = (await program.ask("GET", "/api")).json()
        assert (index["schema"], index["version"]) == (2, matou.__version__)
        assert index["languages"] == list(languages())
        document = (await program.ask("GET", "/api/openapi.json")).json()
        assert document["info"]["version"] == "2"
        for calls in document["paths"].values():
            for call in calls.values():
                (asked,) = [p for p in call["parameters"] if p["name"] == "lang"]
                assert set(asked["schema"]["enum"]) == set(languages())


async def test_lists_show_own_tables_and_public_ones(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        host, stranger = Program(app), Program(app)
        await host.set_table(GAMES[0], "you", {"bot": 1}, watch=True)
        shown = host.table
        await host.set_table(GAMES[0], "you", "open")
        mine = (await host.ask("GET", "/api/tables")).json()
        assert {row["table"] for row in mine["yours"]} == {shown, host.table}
        assert {row["status"] for row in mine["yours"]} == {"playing", "waiting"}
        theirs = (await stranger.ask("GET", "/api/tables")).json()
        assert theirs["yours"] == []
        assert [row["table"] for row in theirs["watch"]] == [shown]
        assert all(not row["your_turn"] for row in theirs["watch"])


async def test_a_token_also_opens_its_seat_on_pages_and_is_in_no_address(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        program, person = Program(app), Person(app)
        reply = await program.set_table(GAMES[0], "you", {"bot": 1})
        for value in (reply["page"], *reply["invites"]):
            assert program.token not in str(value)
        assert program.token not in (await program.ask("GET", program.at_table)).text
        person.http.cookies.set("matou", program.token, domain=BASE.split("//")[1])
        page = await person.open(program.table)
        assert page.view["seat"] == 0
        # But a cookie does not work in the API: a page of another site could send it.
        by_cookie = await person.http.get(program.at_table)
        assert by_cookie.status_code == 401
