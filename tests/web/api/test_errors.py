"""API errors: each has a message in every language, and changes nothing."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from tested_languages import LANGS
from web.api.programs import GAMES, Program
from web.support import a_site, site_of

from matou.core.grammar import languages
from matou.web.api import calls, stream

BAD = [
    # method, path, body, headers, status, error, field
    ("POST", "/api/tables", b"{", {}, 400, "json", None),
    ("POST", "/api/tables", b"\xff\xfe", {}, 400, "utf8", None),
    ("POST", "/api/tables", b'{"a":' * 1500, {}, 400, "json", None),
    ("POST", "/api/tables", b" " * 9000, {}, 413, "big", None),
    ("POST", "/api/tables", b"game=x", {"content-type": "text/plain"}, 415, "kind", None),
    ("POST", "/api/tables", b"[]", {}, 422, "field", None),
    ("POST", "/api/tables", b"{}", {}, 422, "field", "game"),
    ("POST", "/api/tables", b'{"game": "go"}', {}, 422, "game", "game"),
    ("POST", "/api/tables", b'{"game": "GAME"}', {}, 422, "field", "seats"),
    ("POST", "/api/tables", b'{"game": "GAME", "seats": []}', {}, 422, "choice", "seats"),
    (
        *("POST", "/api/tables", b'{"game": "GAME", "seats": ["you", {"bot": 99}]}'),
        *({}, 422, "field", "seats[1].bot"),
    ),
    (
        *(
            "POST",
            "/api/tables",
            b'{"game": "GAME", "seats": ["you", "open"], "options": {"x": 1}}',
        ),
        *({}, 422, "choice", "options.x"),
    ),
    (
        *("POST", "/api/tables", b'{"game": "GAME", "seats": ["you", "open"], "colour": 1}'),
        *({}, 422, "field", "colour"),
    ),
    ("GET", "/api/tables/nowhere", None, {}, 404, "table", None),
    ("GET", "/api/games/go", None, {}, 404, "game", None),
    ("GET", "/api/nowhere/at/all", None, {}, 404, "address", None),
    ("GET", "/api/a%0ab", None, {}, 404, "address", None),
    ("POST", "/api/%00/%0d%0a", None, {}, 404, "address", None),
    ("GET", "/api/tables/a%0ab", None, {}, 404, "table", None),
    ("GET", "/api/games?x=1", None, {}, 422, "field", "x"),
    ("GET", "/api/games?lang=xx", None, {}, 422, "field", "lang"),
    ("GET", "/api?lang=", None, {}, 422, "field", "lang"),
    ("GET", "TABLE/stream?lang=FR", None, {}, 422, "field", "lang"),
    ("GET", "/api/games?lang=fr&lang=fr", None, {}, 422, "field", "lang"),
    ("POST", "TABLE/actions?lang=xx", b'{"action": 0}', {}, 422, "field", "lang"),
    ("GET", "TABLE?svg=2", None, {}, 422, "field", "svg"),
    ("GET", "TABLE?svg=1&svg=1", None, {}, 422, "field", "svg"),
    ("GET", "TABLE?seat=5", None, {}, 403, "seat", None),
    ("GET", "TABLE", None, {"authorization": "Bearer nobody"}, 401, "token", None),
    ("GET", "TABLE", None, {"authorization": "Basic eDp5"}, 401, "token", None),
    ("GET", "TABLE/record", None, {}, 409, "playing", None),
    ("GET", "TABLE/stream?from=-1", None, {}, 422, "field", "from"),
    ("GET", "TABLE/stream", None, {"last-event-id": "x"}, 422, "field", "Last-Event-ID"),
    ("POST", "TABLE/actions", b'{"action": 1e300}', {}, 422, "field", "action"),
    ("POST", "TABLE/actions", b'{"action": true}', {}, 422, "field", "action"),
    ("POST", "TABLE/actions", b'{"action": 999999999}', {}, 409, "illegal", None),
    ("POST", "TABLE/actions", b'{"action": "\xc2\xbf{0}%s"}', {}, 409, "illegal", None),
    ("POST", "TABLE/actions", b'{"action": 0, "at": 77}', {}, 409, "stale", None),
    ("POST", "TABLE/join", b'{"invite": "x"}', {}, 403, "invite", "invite"),
    ("DELETE", "TABLE", None, {}, 405, "method", None),
    ("PUT", "/api", None, {}, 405, "method", None),
]


@LANGS
async def test_every_error_has_a_message_and_changes_nothing(lang: str, tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        program = Program(app, lang)
        await program.set_table(GAMES[-1], "you", "you")
        before = await program.look()
        tables = len(site_of(app).manager.tables)
        for method, path, raw, headers, status, error, field in BAD:
            place = path.replace("TABLE", program.at_table)
            body = None if raw is None else raw.replace(b"GAME", GAMES[-1].encode())
            answer = await program.ask(method, place, raw=body, headers=headers)
            case = (method, path, raw, answer.text)
            assert answer.headers["content-type"] == "application/json", case
            reply = answer.json()
            found = (answer.status_code, reply.get("error"), reply.get("field"))
            assert found == (status, error, field), case
            assert reply["says"], case
            assert ("Traceback" in answer.text) is False, case
            assert (status == 405) == ("allow" in answer.headers), case
            assert (status == 401) == ("www-authenticate" in answer.headers), case
            if error == "illegal":
                assert reply["rule"], case
        stranger = Program(app, lang)
        stranger.table = program.table
        for method, path in (("GET", ""), ("GET", "/stream"), ("POST", "/actions")):
            body = b'{"action": 0}' if method == "POST" else None
            answer = await stranger.ask(method, program.at_table + path, raw=body)
            assert (answer.status_code, answer.json()["error"]) == (401, "token")
        await stranger.set_table(GAMES[-1])
        stranger.table = program.table
        assert (await stranger.act(0)).json()["error"] == "private"
        assert await program.look() == before
        assert len(site_of(app).manager.tables) == tables + 1


async def test_notation_that_is_never_an_action_is_refused_by_its_rule(tmp_path: Path) -> None:
    """As in State.play: well-formed notation that is never an action names its rule."""

    async with a_site(tmp_path) as app:
        for game, notation, rule in (
            ("appenzell", "@b1", "AP2"),
            ("chopchop", "@d3", "CC1"),
            ("clocktowers", "Km+", "CT6"),
            ("clocktowers", "Km>99", "CT6"),
        ):
            program = Program(app)
            await program.set_table(game, "you", "you")
            reply = (await program.act(notation)).json()
            assert (reply["error"], reply["rule"]) == ("illegal", rule)
            assert "not a legal action here" not in reply["says"]


async def test_errors_are_in_the_requested_language(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        says = []
        for lang in ("en", "fr-CH, en;q=0.2"):
            program = Program(app, lang)
            answer = await program.ask("POST", "/api/tables", raw=b'{"game": "go"}')
            says.append(answer.json()["says"])
        assert says[0].startswith("Unknown game")
        assert says[1].startswith("Jeu inconnu")
        answer = await program.ask("POST", "/api/tables?lang=en", raw=b'{"game": "go"}')
        assert answer.json()["says"] == says[0]


async def test_an_unknown_language_is_refused_with_the_list_of_languages(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        for lang in languages():
            reply = (await Program(app, lang).ask("GET", "/api/games?lang=xx")).json()
            assert reply["says"].startswith("lang")
            assert all(code in reply["says"].split(":", 1)[1] for code in languages())


async def test_head_and_options_are_answered_everywhere(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        program = Program(app)
        await program.set_table(GAMES[0])
        for path in ("/api", "/api/games", program.at_table, program.at_table + "/stream"):
            head = await program.ask("HEAD", path)
            assert head.status_code == 200
            options = await program.ask("OPTIONS", path)
            assert (options.status_code, options.headers["allow"]) == (
                204,
                "GET, HEAD, OPTIONS",
            )
        assert not site_of(app).manager.tables[program.table].watchers


async def test_calls_per_token_are_limited(tmp_path: Path) -> None:
    async with a_site(tmp_path, rate=20) as app:
        fast, other = Program(app), Program(app)
        await fast.set_table(GAMES[0])
        answers = [await fast.ask("GET", "/api/games") for _ in range(40)]
        slow = [a for a in answers if a.status_code == 429]
        assert slow
        assert slow[0].json()["error"] == "rate"
        assert slow[0].headers["retry-after"] == "1"
        other.token = site_of(app).people.new()
        assert (await other.ask("GET", "/api/games")).status_code == 200


async def test_open_streams_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "MOST_STREAMS", 2)

    async with a_site(tmp_path) as app:
        program = Program(app)
        await program.set_table(GAMES[0])
        first, second, third = [await program.follow() for _ in range(3)]
        assert (first.status, second.status, third.status) == (200, 200, 429)
        await first.close()
        assert (await program.follow()).status == 200


async def test_a_failed_write_is_reported_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)

    with caplog.at_level(logging.DEBUG):
        async with a_site(tmp_path) as app:
            program = Program(app)
            await program.set_table(GAMES[0], "you", "you")
            before = await program.look()
            following = await program.follow()

            async def broken(*_: Any) -> None:
                raise OSError("the disk is full")

            with monkeypatch.context() as patch:
                patch.setattr(site_of(app).store.tables, "append", broken)
                answer = await program.http.post(
                    program.at_table + "/actions",
                    json={"action": before["legal"][0]["action"]},
                    headers={"authorization": f"Bearer {program.token}"},
                )
                assert answer.status_code == 500
                assert answer.json()["error"] == "fault"
            await following.rest()  # it ends: the table is loaded again
            assert await program.look() == before
            assert not site_of(app).manager.tables[program.table].watchers
            assert (await program.act(before["legal"][0]["action"])).status_code == 200
            assert program.token not in caplog.text


async def test_a_slow_reader_is_disconnected_and_can_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "BEHIND", 3)

    async with a_site(tmp_path) as app:
        program = Program(app)
        await program.set_table(GAMES[0], "you", "you")
        table = site_of(app).manager.tables[program.table]
        owner = table.seats[0].owner
        slow = stream.Follower(table, owner, "en", None, False)
        past = await slow.begin(table.number, site_of(app).store)
        began = table.number
        while table.number < began + 6:
            await table.act(table.state.actor, table.state.legal()[0], table.number)
        read = [event async for event in slow.events(past)]
        assert [event.at for event in read if event is not None] == [began]
        again = await program.follow(f"from={began}&seconds=0")
        assert [p["at"] for p in await again.rest()] == [*range(began, table.number + 1)]
