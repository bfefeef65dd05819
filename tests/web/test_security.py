"""Strangers, forgeries and noise: refused in words, without effect."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from pathlib import Path
from typing import Any

import pytest
from web.support import BASE, PATIENCE, Page, Person, a_site, site_of, two_players

import matou
from matou.web.http import assets
from matou.web.http.security import HEADERS, People
from matou.web.tables import websocket

GAME = matou.available()[0]


async def test_a_strangers_cookie_cannot_act_for_a_seat(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        first, second, table = await two_players(app, GAME)
        page = first if first.view["turn"] == 0 else second
        move = {"do": page.view["legal"][0][0], "at": page.view["at"]}
        live_table = site_of(app).manager.tables[table]
        before = live_table.number
        spectator = await Person(app).open(table)
        assert spectator.view["seat"] is None
        assert (await spectator.ask(move))["code"] == "seat"
        stranger = Person(app)
        await stranger.new_table(GAME)  # they have a valid cookie
        page2 = await stranger.open(table)
        for message in (move, {"undo": True, "at": before}, {"look": 0}, {"take": 0}):
            assert (await page2.ask(message))["code"] == "seat"
        assert (await page2.ask({"bot": 0, "level": 1}))["code"] == "seat"
        forged = Person(app)
        for cookie in ("x.y", "a" * 300, People("another key").new(), "é"):
            forged.http.cookies.set("matou", cookie)
            page3 = Page(app, table, f"matou={cookie}", "en")
            await page3.start()
            assert page3.view["seat"] is None
            assert (await page3.ask(move))["code"] == "seat"
        assert live_table.number == before
        wrong = second if page is first else first
        assert (await wrong.ask(move))["code"] == "turn"
        assert live_table.number == before


async def test_a_stale_or_replayed_move_gets_a_refusal_and_the_current_view(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        first, second, table = await two_players(app, GAME)
        rng = random.Random(1)
        page = first if first.view["turn"] == 0 else second
        move = {"do": rng.choice(page.view["legal"])[0], "at": page.view["at"]}
        assert (await page.ask(move))["t"] == "ok"
        await page.settle()
        at = site_of(app).manager.tables[table].number
        for stale in (move, {**move, "at": at + 1}, {**move, "at": 0}):
            answer = await page.ask({**stale, "id": 77})
            assert answer["code"] == "stale"
            assert answer["id"] == 77
            view = await page.next("view")
            assert view["whole"]
            assert view["at"] == at
        assert site_of(app).manager.tables[table].number == at


async def test_an_illegal_action_names_the_rule_in_the_readers_language(tmp_path: Path) -> None:
    for lang in ("en", "fr"):
        async with a_site(tmp_path / lang) as app:
            person = Person(app, lang)
            page = await person.open(await person.new_table(GAME))
            while page.view["turn"] != 0:
                await page.next("view")
            legal = {move[0] for move in page.view["legal"]}
            illegal = next(a for a in range(10_000) if a not in legal)
            answer = await page.ask({"do": illegal, "at": page.view["at"]})
            assert answer["code"] == "illegal"
            assert answer["rule"]
            assert answer["says"]


async def test_other_origins_are_refused(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        table = await person.new_table(GAME)
        evil = Page(app, table, person.cookie, "en", origin="https://evil.example")
        await evil.start()
        assert evil.closed is not None
        for headers in ({"origin": "https://evil.example"}, {"origin": "null"}, {}):
            answer = await person.http.post(f"/g/{GAME}/play", data={}, headers=headers)
            assert answer.status_code == 403
        answer = await person.http.post(
            f"/g/{GAME}/play", data={}, headers={"sec-fetch-site": "same-origin"}
        )
        assert answer.status_code == 303


async def test_headers_cookies_and_policy(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        answer = await person.post(f"/g/{GAME}/play", mode="bot", watch="1")
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        for path in ("/", f"/g/{GAME}", answer.headers["location"], "/nothing", "/icon.svg"):
            page = await person.get(path)
            for name, value in HEADERS.items():
                assert page.headers[name] == value, (path, name)
            if "html" in page.headers["content-type"]:
                # The policy allows no inline style or script; the pages need none.
                assert " style=" not in page.text
                assert "<style" not in page.text
                assert " onclick" not in page.text
        assert "unsafe" not in HEADERS["content-security-policy"]
        # Only the worker's script may run WebAssembly.
        for name in assets.files():
            sent = await person.get(f"/static/{assets.version()}/{name}")
            policy = sent.headers.get_list("content-security-policy")
            allowed = " 'wasm-unsafe-eval'" if name == assets.WORKER else ""
            assert policy == [
                "default-src 'none'; "
                f"script-src 'self'{allowed}; style-src 'self'; img-src 'self' blob:; "
                "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
                "base-uri 'none'; frame-ancestors 'none'"
            ]
        secure = await person.http.post(
            f"https://site.test/g/{GAME}/play", headers={"origin": "https://site.test"}
        )
        assert "secure" in secure.headers["set-cookie"].lower()


@pytest.mark.parametrize("game", matou.available())
async def test_no_view_contains_inline_styles(game: str, tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        page = await person.open(await person.new_table(game))
        rng = random.Random(1)
        for _ in range(30):
            if page.view["end"]:
                break
            assert " style=" not in page.view["svg"]
            assert "<style" not in page.view["svg"]
            assert "<script" not in page.view["svg"]
            if page.view["turn"] == 0 and page.view["legal"]:
                await page.act(rng)
            else:
                await page.next("view")


async def test_names_and_chat_cannot_contain_markup(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        table = await person.new_table(GAME, name="<img src=x onerror=1>")
        page = await person.open(table)
        assert "<img" not in page.view["svg"]
        assert "<img src=x" not in (await person.get("/")).text


async def test_others_cannot_open_private_tables(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        table = await person.new_table(GAME, watch="")
        other = Person(app)
        assert (await other.get(f"/t/{table}")).status_code == 403
        page = Page(app, table, "", "en")
        await page.start()
        assert page.closed == 4404
        assert table not in (await other.get("/")).text
        assert (await person.get(f"/t/{table}")).status_code == 200


async def test_the_record_cannot_be_read_during_the_game(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        table = await person.new_table(GAME)
        assert (await person.get(f"/t/{table}/record")).status_code == 403
        assert (await person.get(f"/t/{table}/verify")).status_code == 403
        page = await person.open(table)
        seed = site_of(app).manager.tables[table].dealer.seed
        assert seed not in "".join(page.raw)


async def test_floods_and_large_messages_are_refused(tmp_path: Path) -> None:
    async with a_site(tmp_path, rate=20) as app:
        person = Person(app)
        page = await person.open(await person.new_table(GAME))
        assert (await page.ask({"chat": "x" * 5000}))["code"] == "big"
        codes = []
        for _ in range(60):
            await page.send({"sync": 1})
        for _ in range(60):
            answer = await page.next("ok", "no")
            codes.append(answer.get("code"))
        assert "rate" in codes
    async with a_site(tmp_path) as app:
        person = Person(app)
        answers = [(await person.post(f"/g/{GAME}/play")).status_code for _ in range(60)]
        assert 429 in answers
        big = await person.http.post(
            f"/g/{GAME}/play", content=b"a" * 20_000, headers={"origin": BASE}
        )
        assert big.status_code in (413, 429)


async def test_bad_forms_are_explained(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        for fields in (
            {"seats": "99"},
            {"seats": "x"},
            {"mode": "magic"},
            {"level": "9"},
            {"seats": "-1"},
            {"option-nothing": "1", "level": "0"},
            {"seat1": "9" * 5000},
        ):
            answer = await person.post(f"/g/{GAME}/play", **fields)
            assert answer.status_code == 400, fields
            assert "sys." not in answer.text, "a message of Python"
            assert 'class="wrong"' in answer.text
        french = Person(app, lang="fr")
        reply = (await french.post(f"/g/{GAME}/play", seats="99")).text
        assert "se joue de" in reply, reply
        assert "is for" not in reply
        picture = f"/rules/clocktowers/en/light/CT8-{'9' * 5000}.svg"
        lost = ("/g/nothing", "/t/nothing", "/t/abc/join/x", "/static/0/x.js", "/%00", picture)
        for path in lost:
            assert (await person.get(path)).status_code == 404, path


# Noise

WORDS: list[Any] = [
    *("do", "undo", "look", "chat", "react", "hint", "why", "bot", "take", "set", "sync"),
    *("at", "id", "level", "lang", "memory", "seat", "x"),
]
VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 7, 10**6, 2**31, 2**63, -(2**70), 1.5, 1e308),
    *("", "a", "0", "é" * 50, "\u0000", "😀", "../../etc", "' OR 1=1 --", "<script>"),
    *([], {}, [1], [None] * 70, {"do": 1}, [[[[]]]], {"memory": "yes"}, [True], ["1"]),
]
BROKEN = [
    "",
    "{",
    "[]",
    "null",
    "1",
    '"x"',
    "{}",
    "{" * 900,
    "[" * 3000,
    '{"do":',
    "\ud7ff",
    "nope",
]


def noise(rng: random.Random, page: Page) -> str:
    """Returns a malformed, illegal, stale or foreign message that can never be valid."""
    kind = rng.random()
    if kind < 0.15:
        return rng.choice(BROKEN)
    if kind < 0.2:
        return "x" * rng.randrange(4090, 9000)
    if kind < 0.35:  # stale or from the future
        offset = rng.choice([-3, -2, -1, 1, 2, 50])
        return json.dumps({"do": rng.randrange(300), "at": page.view["at"] + offset})
    if kind < 0.5:  # illegal here
        legal = {move[0] for move in page.view["legal"]}
        action = rng.choice([a for a in range(-5, 400) if a not in legal])
        return json.dumps({"do": action, "at": page.view["at"]})
    keys = rng.sample(WORDS, rng.randrange(1, 4))
    made = {key: rng.choice(VALUES) for key in keys}
    if type(made.get("do")) is int and type(made.get("at")) is int:
        made["at"] = -1
    if "undo" in made:
        made["at"] = rng.choice([-1, "x", None, 10**8])
    made.pop("bot", None) if not isinstance(made.get("bot"), str) else None
    made.pop("chat", None) if isinstance(made.get("chat"), str) else None
    made.pop("take", None)
    return json.dumps(made)


async def fuzz(tmp_path: Path, count: int) -> int:
    sent = 0
    async with a_site(tmp_path) as app:
        for game in matou.available():
            first, second, table = await two_players(app, game)
            rng = random.Random(game)
            for _ in range(6):
                await (first if first.view["turn"] == 0 else second).act(rng)
                await first.settle()
                await second.settle()
            stranger = Person(app)
            await stranger.new_table(game, "same")
            pages = [first, second, await Person(app).open(table), await stranger.open(table)]
            live_table = site_of(app).manager.tables[table]
            before = (live_table.number, live_table.state.tobytes(), len(live_table.state.history))
            names = [(s.kind, s.owner, s.name) for s in live_table.seats]
            for _ in range(count // len(pages)):
                for page in pages:
                    await page.send(noise(rng, page))
                    sent += 1
                if sent % 40 == 0:
                    for page in pages:
                        await page.settle()
            for page in pages:
                await page.settle()
                # The page is still connected and shows the same position.
                await page.ask({"sync": 1})
                assert page.closed is None
                assert page.view["at"] == before[0]
            assert site_of(app).manager.tables[table] is live_table
            assert not live_table.broken
            now = (live_table.number, live_table.state.tobytes(), len(live_table.state.history))
            assert now == before
            assert [(s.kind, s.owner, s.name) for s in live_table.seats] == names
            stored = await site_of(app).store.tables.load(table)
            assert stored is not None
            assert len(stored[1]) == before[0]
    return sent


async def test_noise_causes_no_fault_and_no_change(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "STRIKES", 10**9)
    with caplog.at_level(logging.WARNING):
        sent = await fuzz(tmp_path, 1000)
    assert sent >= 1000 * len(matou.available())
    assert not caplog.records, caplog.text


async def test_a_fault_at_one_table_leaves_the_others_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_site(tmp_path) as app:
        first, second, table = await two_players(app, GAME)
        other_first, other_second, other = await two_players(app, GAME)
        manager = site_of(app).manager
        broken = manager.tables[table]
        rng = random.Random(1)

        def fail(*_: object) -> None:
            raise RuntimeError("a fault, made for this test")

        page = first if first.view["turn"] == 0 else second
        at = broken.number
        with monkeypatch.context() as patch:
            patch.setattr(broken, "step", fail)
            answer = await page.ask({"do": page.view["legal"][0][0], "at": at})
        assert answer["code"] == "fault"
        page2 = other_first if other_first.view["turn"] == 0 else other_second
        assert (await page2.act(rng))["t"] == "ok"
        # The broken table is loaded again from the store, and the game continues.
        async with asyncio.timeout(PATIENCE):
            while (there := manager.tables.get(table)) is None or there.broken:
                await asyncio.sleep(0.01)
        await first.settle()
        await second.settle()
        assert page.view["at"] == at
        assert (await page.act(rng))["t"] == "ok"
        assert other in manager.tables
