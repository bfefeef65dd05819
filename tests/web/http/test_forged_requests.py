"""Forged origins, hosts, keys and names."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from cli.terminal import matou as run_matou
from web.replay.finished import a_finished_table, finished_game
from web.support import Page, Person, RandomPlayers, a_site, site_of

import matou
from matou.core.record import Record
from matou.play.seats import clean_name
from matou.web.app import make
from matou.web.db.errors import BadStore
from matou.web.db.files import server_key
from matou.web.sharing import previews
from matou.web.site import Options

GAME = matou.available()[0]


async def test_with_a_public_address_only_its_own_origin_is_accepted(
    tmp_path: Path,
) -> None:
    app = make(Options(tmp_path, "https://site.test", pace=0.0), RandomPlayers(1))
    async with app.router.lifespan_context(app):
        person = Person(app)
        for host, headers, status in (
            ("site.test", {"origin": "https://site.test"}, 303),
            ("127.0.0.1:8017", {"origin": "https://site.test"}, 303),
            ("evil.test", {"origin": "https://evil.test"}, 403),
            ("evil.test", {"origin": "http://evil.test"}, 403),
            ("evil.test", {"sec-fetch-site": "same-origin"}, 403),
            ("site.test", {"origin": "http://site.test"}, 403),
            ("site.test", {"origin": "https://site.test.evil.test"}, 403),
        ):
            sent = {"host": host, **headers}
            answer = await person.http.post(f"/g/{GAME}/play", data={}, headers=sent)
            assert answer.status_code == status, (host, headers)
        table = (
            (
                await person.http.post(
                    f"/g/{GAME}/play", data={}, headers={"origin": "https://site.test"}
                )
            )
            .headers["location"]
            .removeprefix("/t/")
        )
        page = Page(app, table, person.cookie, "en", origin="http://site.test")
        await page.start()
        assert page.closed == 4403


async def test_metrics_are_served_only_under_a_name_of_this_machine(tmp_path: Path) -> None:
    """DNS rebinding: a foreign page whose name resolves to this machine sends its own name."""

    async with a_site(tmp_path) as app:
        here = httpx.ASGITransport(app, client=("127.0.0.1", 1))
        async with httpx.AsyncClient(transport=here, base_url="http://192.0.2.7:8017") as http:
            for host, status in (
                ("localhost:8017", 200),
                ("127.0.0.1:8017", 200),
                ("[::1]:8017", 200),
                ("192.0.2.7:8017", 200),  # the server's own address
                ("192.0.2.8:8017", 403),
                ("evil.test:8017", 403),
                ("localhost.evil.test", 403),
                ("[", 403),
            ):
                answer = await http.get("/metrics", headers={"host": host})
                assert answer.status_code == status, host


# The key


def test_a_key_is_written_completely_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            server_key(tmp_path)
    assert list(tmp_path.iterdir()) == []
    key = server_key(tmp_path)
    assert len(key) == 64
    assert server_key(tmp_path) == key
    assert (tmp_path / "key").stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


@pytest.mark.parametrize("key", ["", "\n", "short"])
def test_a_short_key_is_refused_in_a_sentence(tmp_path: Path, key: str) -> None:
    (tmp_path / "key").write_text(key)
    with pytest.raises(BadStore, match="could be forged"):
        server_key(tmp_path)
    ran = run_matou(
        *("serve", "--port", "0", "--data", str(tmp_path), "--lang", "fr"), cwd=tmp_path
    )
    assert ran.code == 2
    assert "sauvegarde" in ran.err
    assert "Traceback" not in ran.err
    assert (tmp_path / "key").read_text() == key


# Names

TALL_NAME = "Z" + "\u0301" * 30_000
INVISIBLE = (
    "\u3164\u3164",
    "\u2800",
    "\u115f \uffa0",
    "\u034f",
    "\ufe0f\ufe0f",
    "\u200b",
    "\u202e",
)


def test_names_are_visible_and_stay_within_their_line() -> None:
    assert clean_name("Zo\u202eé\u0000  B.") == "Zo é B."
    assert clean_name("Zoe\u0301") == "Zoé"
    assert len(clean_name(TALL_NAME)) <= 4
    assert clean_name("\u0301" * 9 + "Ada") == "Ada"
    for name in INVISIBLE:
        assert clean_name(name) == "", ascii(name)
    for name in ("Nguyễn Thị", "שָׁלוֹם", "สมชาย", "हिन्दी", "❤️", "李雷", "O’Neil", "100%"):
        assert clean_name(name) == name
    assert clean_name("%3Cb%3E") == "%3Cb%3E"


async def test_names_are_decoded_in_cookies_but_not_in_the_api(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        made = await person.http.post(
            "/api/tables", json={"game": GAME, "seats": ["you", {"bot": 1}], "name": "%3Cb%3E"}
        )
        assert made.status_code == 201, made.text
        table = site_of(app).manager.tables[made.json()["table"]]
        assert table.seats[0].name == "%3Cb%3E"
        await person.new_table(GAME, name="Zoé 100%")
        assert 'value="Zoé 100%"' in (await person.get(f"/g/{GAME}")).text


async def test_names_in_an_uploaded_record_are_cleaned(tmp_path: Path) -> None:
    signed = replace(
        Record.of(finished_game(GAME)),
        id="x",
        commitment="",
        players={0: f"Ada\u202e{TALL_NAME}", 1: "\u3164"},
    )

    async with a_site(tmp_path) as app:
        person = Person(app)
        answer = await person.post("/open", record=signed.dumps())
        assert answer.status_code == 303, answer.text
        place = answer.headers["location"]
        # A record stored before names were cleaned is cleaned too.
        old = "b" * 24
        await site_of(app).store.texts.put("record", old, signed.dumps(), 30, 100)
        for path in (place, f"/open/{old}"):
            for more in ("", "/story", "/0", "/record"):
                reply = (await person.get(path + more)).text
                assert reply
                assert not {"\u202e", "\u3164"} & set(reply), path + more
                assert "\u0301" * 4 not in reply


# Pictures


async def drawn(*_: object) -> bytes:
    return b"\x89PNG"


async def test_the_picture_of_a_private_table_is_not_cached_by_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(previews, "render", drawn)

    async with a_site(tmp_path) as app:
        person = Person(app)
        await person.new_table(GAME)
        owner = site_of(app).people.owner(person.http.cookies["matou"])
        await a_finished_table(app, GAME, owner, "private", watch=False)
        await a_finished_table(app, GAME, owner, "open")
        for table, stored in (("private", "private"), ("open", "public")):
            answer = await person.get(f"/t/{table}/share.png")
            assert answer.status_code == 200
            assert answer.headers["cache-control"].startswith(f"{stored}, max-age="), table
        assert (await Person(app).get("/t/private/share.png")).status_code == 403
