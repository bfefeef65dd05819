"""Every address answers any input in words, without a fault and without harm to the store."""

from __future__ import annotations

import inspect
import json
import logging
import random
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from web.notify.notified import ALL
from web.notify.receivers import Browser
from web.replay.finished import a_finished_table
from web.support import BASE, Person, a_site, owner_of, site_of
from web.you.authenticator import Authenticator

import matou
from matou.web.http.limits import SharedBuckets
from matou.web.notify import outbound
from matou.web.notify.notifier import Notifier

FIELDS = re.findall(
    r"\S+",
    """address along answer back bear channel clock code colour credential days do endpoint form
    game hints id increment lang level may minutes mode name name1 number only_people option-boards
    option-boards-0 option-castle option-goal option-ladder owner page person public q rated
    record report seat seat1 seats subscription table theme token told want watch when_up
    which wide word you""",
)
JSON_FIELDS = re.findall(
    r"\S+",
    """action at bot clock game hints invite kind minutes name options public rated say seats took
    watch when_up""",
)
NESTED = "[" * 2500, '{"a":' * 500, '{"keys": 1}'
NASTY = [
    *("", " ", "\0", "a\0b", "0", "-1", "1", "2", "3", "9" * 5000, "1e3", "NaN", "²", "٣", "null"),
    *("[]", "{}", *NESTED, '"\\ud800"', "é", "e\u0301" * 30),
    *("\u202e", "🐱" * 40, "a" * 7000, "'; --", "<b>", "{name}", "%s", "..", "/", "\r\nX: y"),
    *(
        "a" * 64,
        "0" * 64,
        "~",
        "here",
        "all",
        "yes",
        "mute",
        "put ban",
        "lift mute",
        "done",
        "live",
    ),
    *("days", "lose", "friends", "same", "bot", "me:0 link:1", "https://[", "https://a:99999/"),
    *("https://x/_matrix/client/?access_token=%0d%0aX:y", "a@b.c", "matou record 1\ngame: x"),
]
VALUES: list[Any] = [
    *(None, True, 0, -1, 1.5, 1e308, 2**64, 10**400, [], {}, "\0", "you", ["you", "open"]),
    *({"kind": "live", "minutes": 1}, {"bot": 9}, {"self": 1}, ["you", {"bot": 1}], "catymini"),
]
READ = re.compile(r'fields(?:\.get\(|\[)"([\w-]+)"')  # the fields that a route reads
SLOW = ("share.png", "/stream")  # slow to draw, or open for long: tested elsewhere


class HostileVisitor:
    """A visitor who knows every address, owns a lot, and sends anything."""

    def __init__(self, app: Starlette, rng: random.Random) -> None:
        self.app, self.rng = app, rng
        self.person = Person(app)
        self.sends_nul = True  # in the first round every field is a NUL character
        self.known: dict[str, list[str]] = {"game": matou.available(), "lang": ["fr"]}

    async def prepare(self) -> None:
        """Gets an account, tables of several kinds, a finished game, a record and a token."""
        person, known = self.person, self.known
        await person.post("/you/code", name="Eve")
        modes = ({"mode": "bot"}, {"mode": "friends", "public": "1", "clock": "days"})
        tables = [await person.new_table(matou.available()[i], **modes[i]) for i in range(2)]
        await a_finished_table(self.app, "chopchop", owner_of(self.app, person))
        self.record = (await person.get("/t/done/record")).text
        opened = await person.post("/open", record=self.record)
        asked = {"game": "clocktowers", "seats": ["you", "open"], "name": "Eve"}
        made = (await person.http.post("/api/tables", json=asked)).json()
        self.token = made["token"]
        known["table"] = [*tables, "done", made["table"]]
        known["key"] = [opened.headers["location"].rpartition("/")[2]]
        known["invite"] = [made["invites"][0]["invite"]]
        await person.post("/you/join")
        known["token"] = [person.http.cookies["joining"]]
        known["at"] = ["0", "7"]

    def path(self, route: Route) -> str:
        def filled(match: re.Match[str]) -> str:
            there = self.known.get(match[1].partition(":")[0], [])
            usual = there and self.rng.random() < 0.8
            return quote(self.rng.choice(there if usual else NASTY)[:200], safe="")

        return re.sub(r"\{([^}]*)\}", filled, route.path)

    async def credential(self, making: bool) -> str:
        """Returns a passkey's answer to a real challenge, damaged in one place."""
        passkey = Authenticator("site.test", BASE)
        where = "/you/passkey/options" if making else "/you/in/options"
        asked = (await self.person.post(where, name="Eve")).json()
        sent = json.loads((passkey.make if making else passkey.use)(asked))
        spoilt = self.rng.choice([sent, sent["response"]])
        spoilt[self.rng.choice(list(spoilt))] = self.rng.choice([*VALUES, *NASTY])
        return json.dumps(sent)

    async def fields(self, route: Route) -> dict[str, str]:
        path, read = route.path, READ.findall(inspect.getsource(route.endpoint))
        names = read or self.rng.sample(FIELDS, 12)
        if self.sends_nul:
            return dict.fromkeys(names, "\0")
        made = {name: self.rng.choice(NASTY) for name in names}
        if self.rng.random() < 0.5:
            made["table"] = self.rng.choice(self.known["table"])
        if "passkey" in path and self.rng.random() < 0.7:
            made["credential"] = await self.credential(making="/in/" not in path)
        if path in ("/open", "/online"):
            at = self.rng.randrange(len(self.record))
            made = {
                "record": self.record[:at] + self.rng.choice(NASTY)[:40] + self.record[at + 1 :]
            }
        if path == "/notify/push":
            made["subscription"] = self.rng.choice([*NESTED, Browser().subscription(NASTY[-4])])
        if made.get("word", "").strip() or path == "/you/delete":
            made["word"] = "no"  # the right word would delete the account
        return made

    async def send(self, route: Route) -> None:
        path, rng = self.path(route), self.rng
        if path.startswith("/api"):
            body = {name: rng.choice([*VALUES, *NASTY]) for name in rng.sample(JSON_FIELDS, 4)}
            if rng.random() < 0.5:
                body |= {"game": rng.choice(matou.available()), "seats": ["you", "open"]}
            sent = json.dumps(rng.choice([body, body, *VALUES])).encode()
            head = {"content-type": "application/json", "authorization": f"Bearer {self.token}"}
            method = rng.choice(["GET", "POST", "POST", "PUT"])
        else:
            safe = rng.choice(["", '[]{}:"'])  # some requests leave these unquoted
            sent = urlencode(await self.fields(route), safe=safe).encode()
            head = {"content-type": "application/x-www-form-urlencoded", "origin": BASE}
            method = rng.choice([*(route.methods or {"GET"})])
        asks = method in ("GET", "HEAD")
        answer = await self.person.http.request(
            method,
            path + (f"?{sent.decode()[:2000]}" if asks and not path.startswith("/api") else ""),
            content=None if asks else sent,
            headers={**head, "accept-language": rng.choice(["fr", "en", "*;q=x"])},
        )
        what = f"{method} {path} {sent[:300]!r}: {answer.status_code}"
        assert answer.status_code < 500, what
        assert "Traceback" not in answer.text, what
        reached = answer.url.path  # "/api/.." reaches "/"
        if reached.startswith("/api") and answer.status_code >= 400 and "\n" not in reached:
            assert answer.json()["says"], what


@pytest.mark.parametrize(
    ("address", "times"),
    # PostgreSQL refuses more than SQLite does, so it gets more rounds.
    [("sqlite", 2), pytest.param("postgres", 5, marks=pytest.mark.heavy)],
    indirect=["address"],
)
async def test_every_address_answers_any_input_in_words(
    times: int,
    tmp_path: Path,
    address: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def admits(_self: object, _who: str) -> bool:
        return True

    async def resolved(*_: object) -> list[str]:
        return ["127.0.0.1"]

    monkeypatch.setattr(SharedBuckets, "admits", admits)  # no rate limits
    monkeypatch.setattr(outbound, "resolved", resolved)  # no DNS requests
    monkeypatch.setattr(Notifier, "hurry", lambda _: None)

    async with a_site(tmp_path, store=address, notify=ALL, operator="operator") as app:
        hostile = HostileVisitor(app, random.Random(f"{times}"))
        await hostile.prepare()
        hostile.person.http.cookies.set("operator", "x.y.z")
        routes = [route for route in app.routes if isinstance(route, Route)]
        for _ in range(times):
            for route in routes:
                if not route.path.endswith(SLOW):
                    await hostile.send(route)
                    assert site_of(app).store.db.ill == "", route.path
            hostile.sends_nul = False
    faults = [r for r in caplog.records if r.levelno >= logging.ERROR or r.exc_info]
    assert not faults, caplog.text
