"""Moderation among strangers: mutes, blocks, reports, the operator's page, rate limits."""

from __future__ import annotations

import json
import re
import secrets
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from web.strangers.meeting import GAME, listed_tables, quick_game, table_of
from web.support import Page, Person, a_site, owner_of, set_limit, site_of

from labs.bench.postgres import Postgres
from matou.cli.commands import serve
from matou.cli.declaring import CommandError
from matou.web.http.limits import SharedBuckets
from matou.web.strangers import operator

pytestmark = pytest.mark.usefixtures("uncached_open_tables")
TOKEN = "a token that nobody guesses"


async def meet(app: Starlette) -> tuple[Person, Person, Page, Page, str]:
    """Seats two strangers at a table and opens both pages. Ada has the first seat."""
    ada, bo = Person(app), Person(app)
    id = await ada.new_table(GAME, "friends", public="1", name="Ada")
    assert (await bo.post(f"/strangers/join/{id}", name="Bo")).status_code == 303
    return ada, bo, await ada.open(id), await bo.open(id), id


def chat_of(page: Page) -> list[str]:
    """Returns the chat lines that a page received."""
    heard = (json.loads(text) for text in page.raw)
    return [message["line"][2] for message in heard if message["t"] == "chat"]


async def test_muted_players_are_not_read_and_blocked_players_are_not_met(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        ada, bo, first, second, id = await meet(app)
        assert (await second.ask({"chat": "one"}))["t"] == "ok"
        answer = await first.ask({"avoid": 1, "how": "mute"})
        assert (answer["t"], answer["done"]) == ("ok", "avoid")
        assert first.view["players"][1]["muted"]
        assert first.view["chat"] == []  # earlier lines are hidden too
        assert not second.view["players"][0]["muted"]  # the muted player does not notice
        assert (await second.ask({"chat": "two"}))["t"] == "ok"
        await second.ask({"react": 0})
        assert (await first.ask({"chat": "three"}))["t"] == "ok"
        await first.settle()
        await second.settle()
        assert (chat_of(first), chat_of(second)) == (["one", "three"], ["one", "two", "three"])
        heard = [[json.loads(text)["t"] for text in page.raw] for page in (first, second)]
        assert ["react" in kinds for kinds in heard] == [False, True]
        # Muted players still meet; blocked ones do not, in either direction.
        other = await quick_game(bo, name="Bo")
        assert await listed_tables(ada) == [other.partition("#")[0]]
        await first.ask({"avoid": 1, "how": "block"})
        assert await listed_tables(ada) == []
        assert await listed_tables(Person(app)) != []
        assert (await quick_game(ada)).partition("#")[0] != other.partition("#")[0]
        own = await ada.new_table(GAME, "friends", public="1")
        assert own not in await listed_tables(bo)
        refused = await bo.post(f"/strangers/join/{own}")
        assert refused.status_code == 409
        assert "This table is full" in refused.text  # without the reason
        # Her own page lists the block and can lift it.
        shown = (await ada.get("/strangers")).text
        assert "blocked" in shown
        (key,) = re.findall(r'name="bear" value="(\w+)"', shown)
        permanent = owner_of(app, bo)
        assert key not in permanent
        assert (await ada.post("/strangers/meet", bear=permanent)).status_code == 400
        assert (await bo.post("/strangers/meet", bear=key)).status_code == 303
        assert own not in await listed_tables(bo), "Bo can use Ada's id"
        assert (await ada.post("/strangers/meet", bear=key)).status_code == 303
        assert own in await listed_tables(bo)
        # A page that opens later hides the muted lines.
        await first.ask({"avoid": 1, "how": "mute"})
        assert [c[2] for c in (await ada.open(id)).view["chat"]] == ["three"]
        await first.ask({"avoid": 1, "how": ""})
        assert [c[2] for c in first.view["chat"]] == ["one", "two", "three"]


async def test_invalid_mutes_and_reports_are_refused_politely(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        _, _, first, _, id = await meet(app)
        onlooker = await Person(app).open(id)
        tries: list[tuple[Page, dict[str, Any], str]] = [
            (first, {"avoid": 0, "how": "mute"}, "seat"),  # oneself
            (first, {"avoid": 9, "how": "mute"}, "bad"),
            (first, {"avoid": "1", "how": "mute"}, "bad"),
            (first, {"avoid": 1, "how": "hang"}, "bad"),
            (first, {"avoid": 1}, "bad"),
            (onlooker, {"avoid": 1, "how": "mute"}, "seat"),
            (first, {"report": 1, "reason": "rude"}, "nobody"),  # the site has no operator
        ]
        for page, message, code in tries:
            answer = await page.ask(message)
            assert (answer["t"], answer.get("code")) == ("no", code), message
            assert answer["says"]


async def test_a_report_reaches_the_operator_who_mutes_bans_and_lifts_both(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address, operator=TOKEN) as app:
        _, bo, first, second, id = await meet(app)
        for line in ("<b>you</b>", "cat"):
            await second.ask({"chat": line})
        for reason, code in (("", "bad"), (7, "bad"), ("x" * 301, "big")):
            assert (await first.ask({"report": 1, "reason": reason}))["code"] == code
        assert (await first.ask({"report": 1, "reason": "rude"}))["t"] == "ok"
        boss, guest = Person(app), Person(app)
        await enter_with_token(boss)
        shown = (await boss.get("/operator")).text
        assert "Bo, reported by Ada" in shown
        assert "rude" in shown
        assert "&lt;b&gt;you&lt;/b&gt;" in shown
        asked = {"authorization": f"Bearer {TOKEN}"}
        assert "rude" in (await guest.http.get("/operator", headers=asked)).text
        # The reported player gets no sign of the report.
        await second.settle()
        assert "rude" not in "".join(second.raw)
        for path in ("/", "/strangers", f"/t/{id}"):
            assert "rude" not in (await bo.get(path)).text
        # A muted player cannot write, but plays on and meets others.
        who = {"owner": owner_of(app, bo), "name": "Bo"}
        assert (await boss.post("/operator/act", do="put mute", **who)).status_code == 303
        refused = await second.ask({"chat": "again"})
        assert (refused["t"], refused["code"]) == ("no", "muted")
        waiting = await quick_game(bo, name="Bo")
        acting = await boss.http.post("/operator/act", data={"do": "put ban", **who}, headers=asked)
        assert acting.status_code == 303
        assert waiting.partition("#")[0] not in await listed_tables(guest)
        public = await guest.new_table(GAME, "friends", public="1")
        await check_banned(bo, public)
        shown = (await boss.get("/operator")).text
        assert shown.count('value="lift ') == 2
        (report,) = {r for r in re.findall(r'name="report" value="(\w+)"', shown) if r}
        assert (await boss.post("/operator/act", do="done", report=report)).status_code == 303
        for kind in ("mute", "ban"):
            await boss.post("/operator/act", do=f"lift {kind}", **who)
        assert (await second.ask({"chat": "thanks"}))["t"] == "ok"
        assert (await bo.post(f"/strangers/join/{public}")).status_code == 303
        for do in ("", "put", "put crown", "hang", "lift", "done"):
            assert (await boss.post("/operator/act", do=do, **who)).status_code == 400
        for owner in ("", "\x00", "Bo"):
            acting = await boss.post("/operator/act", do="put ban", owner=owner)
            assert acting.status_code == 400
        # After leaving, the page is closed.
        await boss.post("/operator/leave")
        assert (await boss.get("/operator")).status_code == 401


async def enter_with_token(boss: Person) -> None:
    """Only the exact token opens the page."""
    for answer in (
        await boss.get("/operator"),
        await boss.get(f"/operator?token={TOKEN}"),
        await boss.http.get("/operator", headers={"authorization": f"Bearer {TOKEN}x"}),
        await boss.post("/operator/act", do="put ban", owner="x"),
        await boss.post("/operator/enter", token=TOKEN + "x"),
    ):
        assert answer.status_code in (401, 403)
        assert "rude" not in answer.text
    assert (await boss.post("/operator/enter", token=TOKEN)).status_code == 303


async def check_banned(person: Person, public: str) -> None:
    """A banned person can sit at private tables and play bots, but not at open tables."""
    for answer in (
        await person.post("/strangers/quick"),
        await person.post(f"/strangers/join/{public}"),
        await person.post(f"/g/{GAME}/play", mode="friends", public="1"),
    ):
        assert answer.status_code == 403
        assert "banned you from open tables" in answer.text
    await person.new_table(GAME, "friends")
    await person.new_table(GAME)


async def test_without_a_token_there_is_no_operators_page(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        assert (await person.get("/operator")).status_code == 404
        assert (await person.post("/operator/enter", token="")).status_code == 404


async def test_the_operators_cookie_expires_and_depends_on_the_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_site(tmp_path, operator=TOKEN) as app:
        boss = Person(app)
        assert (await boss.post("/operator/enter", token=TOKEN)).status_code == 303
        cookies = dict(boss.http.cookies)
        monkeypatch.setattr(operator, "HOURS", -1)
        assert (await boss.get("/operator")).status_code == 401
        monkeypatch.undo()
        assert (await boss.get("/operator")).status_code == 200
        # Guesses are limited.
        set_limit(app, "operator", 0, 3)
        tries = [await Person(app).post("/operator/enter", token="x" * 20) for _ in range(4)]
        assert [answer.status_code for answer in tries] == [403, 403, 403, 429]
    async with a_site(tmp_path, operator=TOKEN + "2") as app:  # the token has changed
        boss = Person(app)
        boss.http.cookies.update(cookies)
        assert (await boss.get("/operator")).status_code == 401


async def test_guesses_of_the_operators_token_are_limited_and_logged(
    tmp_path: Path, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_site(tmp_path, store=address, operator=TOKEN) as app:

        async def statuses(token: str, times: int) -> list[int]:
            headers = {"authorization": f"Bearer {token}"}
            http = Person(app).http
            return [
                (await http.get("/operator", headers=headers)).status_code for _ in range(times)
            ]

        set_limit(app, "operator", 0, 3)
        assert await statuses(TOKEN, 9) == [200] * 9, "the right token is limited"
        assert await statuses("x" * 20, 3) == [403] * 3
        logged = [record.message for record in caplog.records]
        assert logged.count("a wrong token of the operator's") == 3
        assert "x" * 20 not in caplog.text
        # From now on the network cannot use even the right token, at either address.
        assert await statuses(TOKEN, 1) == [429]
        acts = await Person(app).http.post(
            "/operator/act", data={"do": "done"}, headers={"authorization": f"Bearer {TOKEN}"}
        )
        assert acts.status_code == 429
        assert (await Person(app).post("/operator/enter", token=TOKEN)).status_code == 429


async def test_floods_are_limited_by_person_and_by_network(tmp_path: Path, address: str) -> None:
    async with a_site(tmp_path, store=address, operator=TOKEN) as app:
        _, bo, first, second, id = await meet(app)
        limits = site_of(app).limits
        # One person with several pages.
        limits.of_person["chat"].rate, limits.of_person["chat"].burst = 0, 3
        for buckets in (limits.of_person["chat"], limits.of_person["reports"]):
            buckets.name += "!"  # a new name starts from zero, in the store too
        elsewhere = await bo.open(id)
        lines = [await page.ask({"chat": "a"}) for page in (second, elsewhere) * 2]
        assert [answer["t"] for answer in lines] == ["ok", "ok", "ok", "no"]
        assert (lines[-1]["code"], lines[-1]["says"][:6]) == ("rate", "Not so")
        assert (await first.ask({"chat": "b"}))["t"] == "ok"  # others can still chat
        limits.of_person["reports"].rate, limits.of_person["reports"].burst = 0, 1
        reports = [await first.ask({"report": 1, "reason": "x"}) for _ in range(2)]
        assert [answer["t"] for answer in reports] == ["ok", "no"]
        # A fresh cookie does not help: joins and new tables count by network too.
        for what, path in (("joins", "/strangers/quick"), ("tables", f"/g/{GAME}/play")):
            for named in (limits.of_person, limits.of_network):
                named[what] = SharedBuckets(limits.counters, f"{named[what].name}!", 0, 2)
            answers = [await Person(app).post(path, mode="bot") for _ in range(3)]
            assert [a.status_code for a in answers] == [303, 303, 429], what
            assert "Wait a moment" in answers[-1].text
            set_limit(app, what, 1e6, 1e6)
        assert len(table_of(app, id).seats) == 2


def test_an_unreadable_or_short_token_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "token"
    with pytest.raises(CommandError) as none:
        serve.operator_token(str(file))
    assert str(file) in none.value.says.say("en")
    file.write_bytes(b"\xff\xfe" * 20)
    with pytest.raises(CommandError):
        serve.operator_token(str(file))
    for short in ("", "guess\n"):
        file.write_text(short)
        with pytest.raises(CommandError, match="openssl"):
            serve.operator_token(str(file))
    file.write_text(f"{TOKEN}\n")
    assert serve.operator_token(str(file)) == TOKEN
    assert serve.operator_token(None) == ""
    monkeypatch.setenv("MATOU_OPERATOR_TOKEN", TOKEN)
    assert serve.operator_token(None) == TOKEN
    monkeypatch.setenv("MATOU_OPERATOR_TOKEN", "guess")
    with pytest.raises(CommandError, match="MATOU_OPERATOR_TOKEN"):
        serve.operator_token(None)


async def test_a_mute_at_one_server_hides_lines_from_another(
    tmp_path: Path, postgres: Postgres
) -> None:
    store = postgres.new_database(f"courtesy{secrets.token_hex(6)}")

    async with (
        a_site(tmp_path / "one", store=store) as one,
        a_site(tmp_path / "two", store=store) as two,
    ):
        ada, bo = Person(one), Person(two)
        id = await ada.new_table(GAME, "friends", public="1", name="Ada")
        first = await ada.open(id)
        assert (await bo.post(f"/strangers/join/{id}", name="Bo")).status_code == 303
        second = await bo.open(id)
        await first.next("joined")
        assert (await first.ask({"avoid": 1, "how": "mute"}))["t"] == "ok"
        await second.ask({"react": 1})
        await second.ask({"chat": "one"})
        await first.ask({"chat": "two"})
        while chat_of(second) != ["one", "two"]:
            await second.next("chat")
        # Bo's line is stored before Ada's, so her server has both.
        await table_of(one, id).catch_up()
        await first.settle()
        assert chat_of(first) == ["two"]
        assert "react" not in [json.loads(text)["t"] for text in first.raw]
        assert [line.said for line in table_of(one, id).chat] == ["one", "two"]
