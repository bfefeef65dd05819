"""Turns that reach people: chosen, confirmed, told once, ended; to receivers that are real."""

from __future__ import annotations

import asyncio
import itertools
import random
import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from web.receivers import Browser, PostOffice, Receiver, check_signature, post_office, receiving
from web.stores import age_postgres, age_sqlite
from web.support import BASE, Page, Person, a_site, parts_of

from matou.bench.postgres import Postgres
from matou.play.table import Table
from matou.web.notify import webpush
from matou.web.notify.choices import Choices, Mail
from matou.web.notify.notifier import TRIES, Notifier
from matou.web.store.jobs import one
from matou.web.store.postgres_schema import MIGRATIONS as POSTGRES
from matou.web.store.schema import MIGRATIONS

GAME = "catymini"
NAMES = itertools.count()
CONTACT = "mailto:operator@example.org"
AT_ONCE: dict[str, Any] = {
    "wait": 0.0,
    "mail_wait": 0.0,
    "rest": 0.0,
    "mail_rest": 0.0,
    "every": 1e6,
}
ALL = Choices(
    CONTACT, Mail("127.0.0.1", 25, "matou@site.test", security="none"), True, True, **AT_ONCE
)


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """Both stores."""
    if request.param == "sqlite":
        yield ""
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        yield postgres.new_database(f"notify{next(NAMES)}")


@pytest.fixture(autouse=True)
def _nothing_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns are looked for, and messages sent, when a test says so."""
    monkeypatch.setattr(Notifier, "hurry", lambda _: None)


def with_mail(port: int, **more: Any) -> Choices:
    mail = Mail("127.0.0.1", port, "matou@site.test", security="none")
    return Choices(CONTACT, mail, True, True, **{**AT_ONCE, **more})


class Friends:
    """Ada and Basile at a table, each with a page."""

    def __init__(self, app: Starlette, ada: Person, basile: Person) -> None:
        self.app, self.ada, self.basile = app, ada, basile
        self.id = ""
        self.rng = random.Random(5)

    @property
    def table(self) -> Table:
        return parts_of(self.app).manager.tables[self.id]

    async def sit(self, game: str = GAME, **fields: Any) -> Friends:
        self.id = await self.ada.new_table(game, "friends", name="Ada", **fields)
        self.adas = await self.ada.open(self.id)
        link = self.adas.view["invites"][0][1]
        await self.basile.post(f"/t/{self.id}/join/{link}", name="Basile", colour="3")
        self.basiles = await self.basile.open(self.id)
        await self.adas.settle()
        return self

    async def play_until(self, seat: int) -> None:
        """Whoever it is moves until a seat's turn has come anew."""
        other = self.adas if seat == 1 else self.basiles
        mine = self.adas if seat == 0 else self.basiles
        while self.table.state.actor == seat:
            await act(mine, self.rng)
        while self.table.state.actor != seat:
            await act(other, self.rng)
        await mine.settle()


async def act(page: Page, rng: random.Random) -> None:
    await page.settle()
    answer = await page.act(rng)
    assert answer["t"] == "ok", answer


async def friends_at(app: Starlette, lang: str = "en", **fields: Any) -> Friends:
    return await Friends(app, Person(app, lang), Person(app)).sit(**fields)


async def told(app: Starlette) -> None:
    """All that is due has been sent."""
    notifier = parts_of(app).notifier
    await notifier.tell_who_looks()
    await notifier.look_for_turns()
    while await notifier.send_due():
        pass


async def look_away(page: Page) -> None:
    await page.ask({"set": {"seen": False}})


async def subscribe(person: Person, browser: Browser, receiver: Receiver, where: str = "/1") -> int:
    asked = browser.subscription(receiver.url + where)
    return (await person.post("/notify/push", subscription=asked)).status_code


def content(letter: EmailMessage) -> str:
    found: str = letter.get_content()
    return found.replace("\r\n", "\n")


def links(text: str) -> list[str]:
    found = re.findall(r"http://site\.test[A-Za-z0-9_./-]*", text)
    return [urlsplit(url).path for url in found]


async def follow(person: Person, text: str, what: str) -> int:
    """Look at the link, then press its button."""
    (path,) = {link for link in links(text) if f"/{what}/" in link}
    await person.get(path)
    return (await person.post(path)).status_code


def test_a_browser_is_told_once_a_turn(tmp_path: Path, address: str) -> None:
    async def story() -> None:
        async with receiving() as service, a_site(tmp_path, store=address, notify=ALL) as app:
            friends, browser = await friends_at(app), Browser()
            assert await subscribe(friends.ada, browser, service) == 204
            await look_away(friends.adas)
            await friends.play_until(0)
            await told(app)
            (request,) = service.taken
            found = browser.read(request)
            assert found["title"] == "Your turn: Caty Mini"
            assert found["body"] == "Caty Mini, with Basile"
            assert found["url"] == f"{BASE}/t/{friends.id}"
            key = parts_of(app).notifier.vapid.public
            check_signature(request, service.url, key, CONTACT)
            assert request.headers["topic"] == found["tag"]
            assert int(request.headers["ttl"]) > 86400
            await told(app)
            assert len(service.taken) == 1
            await friends.play_until(1)  # Basile has chosen nothing
            await told(app)
            assert len(service.taken) == 1
            await friends.play_until(0)
            await told(app)
            assert len(service.taken) == 2
            assert browser.read(service.taken[1])["tag"] == found["tag"]  # takes its place
            for page in (friends.adas, friends.basiles):
                await page.close()

    asyncio.run(story())


def test_nobody_is_told_who_looks_or_has_moved(tmp_path: Path, address: str) -> None:
    async def story() -> None:
        async with receiving() as service, a_site(tmp_path, store=address, notify=ALL) as app:
            friends, browser = await friends_at(app), Browser()
            await subscribe(friends.ada, browser, service)
            await friends.play_until(0)  # before her eyes
            await told(app)
            assert service.taken == []
            await look_away(friends.adas)  # she has seen it
            await told(app)
            assert service.taken == []
            await friends.play_until(1)
            await friends.play_until(0)
            notifier = parts_of(app).notifier
            await notifier.look_for_turns()
            await friends.play_until(1)  # she was quicker than the message
            while await notifier.send_due():
                pass
            assert service.taken == []
            await friends.adas.close()
            table = friends.table
            while table.state.actor == 1:
                await act(friends.basiles, friends.rng)
            await told(app)
            assert len(service.taken) == 1

    asyncio.run(story())


def test_who_looked_at_one_turn_is_told_of_the_next_however_slow_the_store_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with receiving() as service, a_site(tmp_path, notify=ALL) as app:
            friends, browser = await friends_at(app), Browser()
            await subscribe(friends.ada, browser, service)
            await friends.play_until(0)
            store = parts_of(app).store
            ask = store.with_channels

            async def slowly(owners: Any) -> set[str]:
                found = await ask(owners)
                await look_away(friends.adas)
                await friends.play_until(0)  # her next turn, while the answer is on its way
                return found

            with monkeypatch.context() as patched:
                patched.setattr(store, "with_channels", slowly)
                await parts_of(app).notifier.tell_who_looks()
            await told(app)
            assert len(service.taken) == 1

    asyncio.run(story())


def test_mail_is_confirmed_told_and_ended(tmp_path: Path, address: str) -> None:
    async def story(office: PostOffice, port: int) -> None:
        async with a_site(tmp_path, store=address, notify=with_mail(port)) as app:
            friends = await friends_at(app, "fr")
            await look_away(friends.adas)
            answer = await friends.ada.post("/notify/mail", address="ada@example.org")
            assert answer.status_code == 303
            await friends.play_until(0)
            await told(app)
            (asks,) = office.letters  # nothing but the question
            assert asks["to"] == "ada@example.org"
            text = content(asks)
            (path,) = links(text)[1:]
            stranger = Person(app)
            assert "bouton" not in (await stranger.get(path)).text
            await friends.play_until(1)
            await friends.play_until(0)
            await told(app)
            assert len(office.letters) == 1  # a link that was only looked at confirms nothing
            assert await follow(stranger, text, "confirm") == 200
            await told(app)
            assert len(office.letters) == 1  # not of turns that waited before
            await friends.play_until(1)
            await friends.play_until(0)
            await told(app)
            await told(app)
            (_, letter) = office.letters
            assert letter["subject"] == "À toi de jouer\N{NO-BREAK SPACE}: Caty Mini"
            assert letter["from"] == "Matou <matou@site.test>"
            body = content(letter)
            assert f"Caty Mini, avec Basile\n{BASE}/t/{friends.id}\n" in body
            end = urlsplit(letter["list-unsubscribe"].strip("<>")).path
            assert links(body)[-1] == end
            assert letter["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
            assert (await stranger.get(end)).status_code == 200  # programs look at links
            await friends.play_until(1)
            await friends.play_until(0)
            await told(app)
            assert len(office.letters) == 3
            # As a mail program does it: no cookie, no page of ours.
            answer = await stranger.http.post(end, data={"List-Unsubscribe": "One-Click"})
            assert answer.status_code == 200
            await friends.play_until(1)
            await friends.play_until(0)
            await told(app)
            assert len(office.letters) == 3
            assert (await stranger.post(path)).status_code == 410

    with post_office() as (office, port):
        asyncio.run(story(office, port))


def test_many_games_are_one_mail(tmp_path: Path, address: str) -> None:
    async def story(office: PostOffice, port: int) -> None:
        choices = with_mail(port, mail_rest=900.0)
        async with a_site(tmp_path, store=address, notify=choices) as app:
            ada, basile = Person(app), Person(app)
            tables = [await Friends(app, ada, basile).sit() for _ in range(3)]
            for friends in tables:
                await look_away(friends.adas)
                await friends.play_until(1)
            await ada.post("/notify/mail", address="ada@example.org")
            await told(app)
            await follow(ada, content(office.letters[0]), "confirm")
            for friends in tables:
                await friends.play_until(0)
            await told(app)
            (_, letter) = office.letters
            assert letter["subject"] == "Your turn at 3 tables"
            for friends in tables:
                assert f"{BASE}/t/{friends.id}\n" in content(letter)
            await tables[0].play_until(1)
            await tables[0].play_until(0)
            await told(app)
            assert len(office.letters) == 2  # it rests, and what comes meanwhile comes together
            await tables[1].play_until(1)
            await tables[1].play_until(0)
            await told(app)
            await moved_on(app, 901.0)
            await told(app)
            assert len(office.letters) == 3
            assert office.letters[2]["subject"] == "Your turn at 2 tables"
            assert office.letters[2]["message-id"] != letter["message-id"]

    with post_office() as (office, port):
        asyncio.run(story(office, port))


async def moved_on(app: Starlette, seconds: float) -> None:
    """So much time goes by for what waits to be sent."""
    store = parts_of(app).store
    await store._write(
        one("UPDATE notices SET due = due - $1", seconds),
        one("UPDATE channels SET rest = rest - $1, until = until - $1", seconds),
    )


async def forgotten(app: Starlette) -> None:
    """As if each turn had just begun."""
    store = parts_of(app).store
    await store._write(one("DELETE FROM notices"))


SAID = "Ada, it is your turn: Caty Mini, with Basile"


@pytest.mark.parametrize("form", ["discord", "slack", "matrix", "matrix room", "json"])
def test_a_chat_room_is_told_in_its_own_form(tmp_path: Path, form: str) -> None:
    async def story() -> None:
        async with receiving() as room, a_site(tmp_path, notify=ALL) as app:
            friends = await friends_at(app)
            await look_away(friends.adas)
            path = "/hook"
            if form == "matrix room":
                path = "/_matrix/client/v3/rooms/!a:b/send/m.room.message?access_token=s3cret"
            fields = {"table": friends.id, "form": form.split(" ")[0], "address": room.url + path}
            assert (await friends.basile.post("/notify/webhook", **fields)).status_code == 303
            await friends.ada.post("/notify/webhook", **fields)
            await told(app)
            asks = [request.body.decode() for request in room.taken]
            assert len(asks) == 2
            (hers,) = (text for text in asks if "Ada asks" in text)
            assert await follow(Person(app), hers.replace("\\n", " "), "confirm") == 200
            await friends.play_until(1)
            await friends.play_until(0)
            await told(app)
            assert len(room.taken) == 3  # Basile's is not confirmed
            request = room.taken[-1]
            told_ = request.json
            url = f"{BASE}/t/{friends.id}"
            if form == "discord":
                assert told_["allowed_mentions"] == {"parse": []}
                assert told_["content"].replace("\\", "") == f"{SAID}.\n{url}"
            elif form == "slack":
                assert told_["text"] == f"{SAID}.\n<{url}>"
            elif form == "matrix":
                assert told_ == {"text": f"{SAID}.\n{url}", "username": "Matou"}
            elif form == "matrix room":
                assert told_ == {"msgtype": "m.text", "body": f"{SAID}.\n{url}"}
                assert request.method == "PUT"
                assert request.headers["authorization"] == "Bearer s3cret"
                assert request.path.startswith("/_matrix/client/v3/rooms/!a:b/send/m.room.message/")
                assert "s3cret" not in request.path
            else:
                assert told_["event"] == "turn"
                assert (told_["tables"], told_["url"]) == ([friends.id], url)
            assert "127.0.0.1" in (await friends.ada.get("/notify")).text
            assert 'href="/notify"' in (await friends.ada.get("/you/games")).text
            channel = (await parts_of(app).store.channels_of(owner_of(friends.table, 0)))[0]
            await friends.basile.post("/notify/end", channel=channel.id)  # not his to end
            assert len(await parts_of(app).store.channels_of(channel.owner)) == 1
            await friends.ada.post("/notify/end", channel=channel.id)
            assert await parts_of(app).store.channels_of(channel.owner) == []

    asyncio.run(story())


def owner_of(table: Table, seat: int) -> str:
    return table.seats[seat].owner


def test_what_is_not_set_up_is_not_offered(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            friends = await friends_at(app)
            page = (await friends.ada.get(f"/t/{friends.id}")).text
            assert "notify" not in page
            assert (await friends.ada.get("/notify")).status_code == 404
            assert (await friends.ada.get("/service_worker.js")).status_code == 404
        push = Choices(CONTACT, private=True, **AT_ONCE)
        async with a_site(tmp_path / "2", notify=push) as app:
            friends = await friends_at(app)
            page = (await friends.ada.get(f"/t/{friends.id}")).text
            assert 'id="push"' in page
            assert "/notify/mail" not in page
            assert "/notify/webhook" not in page
            refused = await friends.ada.post("/notify/mail", address="ada@example.org")
            assert refused.status_code == 404
            assert "does not offer" in refused.text
            # Who plays a cat, and who only watches, sees nothing of it.
            cat = await friends.ada.new_table(GAME)
            assert "notify" not in (await friends.ada.get(f"/t/{cat}")).text
            loner = Person(app)
            await loner.new_table(GAME)
            assert "notify" not in (await loner.get("/you/games")).text
            assert "notify" not in (await Person(app).get(f"/t/{friends.id}")).text

    asyncio.run(story())


def test_what_fails_is_tried_again_and_what_is_gone_is_ended(tmp_path: Path, address: str) -> None:
    async def story() -> None:
        async with receiving() as service, a_site(tmp_path, store=address, notify=ALL) as app:
            friends, browser = await friends_at(app), Browser()
            await subscribe(friends.ada, browser, service)
            await look_away(friends.adas)
            await friends.play_until(0)
            service.status = 503
            await told(app)
            await told(app)
            assert len(service.taken) == 1  # it waits a while
            assert "503" in (await friends.ada.get("/notify")).text
            await moved_on(app, 13.0)
            await told(app)
            assert len(service.taken) == 2
            service.status, service.more = 429, "retry-after: 500\r\n"
            await moved_on(app, 40.0)
            await told(app)
            assert len(service.taken) == 3
            await moved_on(app, 400.0)
            await told(app)
            assert len(service.taken) == 3  # as it was asked to
            service.status = 201
            await moved_on(app, 101.0)
            await told(app)
            assert len(service.taken) == 4
            assert len({browser.read(request)["id"] for request in service.taken}) == 1
            await moved_on(app, 1e5)
            await told(app)
            assert len(service.taken) == 4
            service.status, service.more = 500, ""
            await friends.play_until(1)
            await friends.play_until(0)
            before = len(service.taken)
            for _ in range(TRIES + 3):
                await told(app)
                await moved_on(app, 1e5)
            assert len(service.taken) == before + TRIES  # given up, for this turn
            service.status = 201
            await friends.play_until(1)
            await friends.play_until(0)
            await told(app)
            assert len(service.taken) == before + TRIES + 1
            for status in (410, 302):  # gone; elsewhere, where nobody follows
                await subscribe(friends.ada, browser, service)
                service.status = status
                service.more = f"location: {service.url}/elsewhere\r\n"
                await friends.play_until(1)
                await friends.play_until(0)
                before = len(service.taken)
                await told(app)
                await moved_on(app, 1e5)
                await told(app)
                assert len(service.taken) == before + 1
                assert "no longer works" in (await friends.ada.get("/notify")).text

    asyncio.run(story())


class Died(BaseException):
    """A server that is no more."""


@pytest.mark.parametrize("when", ["before it is named", "before it is sent", "before it is noted"])
def test_a_server_that_dies_loses_none_and_repeats_only_what_it_had_just_sent(
    tmp_path: Path, address: str, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At each moment of sending; the next server finds the lease run out, and goes on."""

    async def dies(*_: Any) -> None:
        raise Died

    async def story() -> None:
        async with receiving() as service:
            async with a_site(tmp_path, store=address, notify=ALL) as app:
                friends, browser = await friends_at(app), Browser()
                await subscribe(friends.ada, browser, service)
                await look_away(friends.adas)
                await friends.play_until(0)
                store: Any = parts_of(app).store
                with monkeypatch.context() as patched:
                    if when == "before it is sent":
                        patched.setattr(webpush, "send", dies)
                    else:
                        name = "batch" if when == "before it is named" else "sent"
                        patched.setattr(type(store), name, dies)
                    with pytest.raises(Died):
                        await told(app)
                before = len(service.taken)
                assert before == (1 if when == "before it is noted" else 0)
                await told(app)
                assert len(service.taken) == before  # another server's, until the lease runs out
                for page in (friends.adas, friends.basiles):
                    await page.close()
            async with a_site(tmp_path, store=address, notify=ALL) as app:
                await moved_on(app, ALL.lease + 1)
                await told(app)
                await told(app)
                assert len(service.taken) == before + 1
                assert len({browser.read(request)["id"] for request in service.taken}) == 1

    asyncio.run(story())


def test_people_of_the_last_version_are_told_of_their_next_turn(
    tmp_path: Path, address: str
) -> None:
    """A store with a game in play, as it was before there were channels."""

    async def begun() -> tuple[str, list[str]]:
        async with a_site(tmp_path, store=address) as app:
            friends = await friends_at(app)
            await friends.play_until(1)
            for page in (friends.adas, friends.basiles):
                await page.close()
            return friends.id, [friends.ada.cookie, friends.basile.cookie]

    async def story(id: str, cookies: list[str]) -> None:
        async with receiving() as service, a_site(tmp_path, store=address, notify=ALL) as app:
            people = [Person(app), Person(app)]
            for person, cookie in zip(people, cookies, strict=True):
                for pair in cookie.split("; "):
                    person.http.cookies.set(*pair.split("=", 1))
            friends, browser = Friends(app, *people), Browser()
            friends.id = id
            friends.adas, friends.basiles = await people[0].open(id), await people[1].open(id)
            await subscribe(people[0], browser, service)
            await look_away(friends.adas)
            await friends.play_until(0)
            await told(app)
            assert browser.read(service.taken[0])["url"] == f"{BASE}/t/{id}"

    id, cookies = asyncio.run(begun())
    steps = [step.script for step in POSTGRES] if address else list(MIGRATIONS)
    version = next(i for i, step in enumerate(steps) if "TABLE channels" in step)
    if address:
        asyncio.run(age_postgres(address, version))
    else:
        age_sqlite(tmp_path / "tables.db", version)
    asyncio.run(story(id, cookies))


def test_nobody_is_flooded(tmp_path: Path) -> None:
    """Not an address by those whose it is not, and not the site by one who asks for more."""

    async def story(office: PostOffice, port: int) -> None:
        async with a_site(tmp_path, notify=with_mail(port)) as app:
            people = [(await friends_at(app)).ada for _ in range(4)]
            for nth, person in enumerate(people):
                answer = await person.post("/notify/mail", address="Victim@example.org")
                assert answer.status_code == (303 if nth < 3 else 429)
            await told(app)
            assert len(office.letters) == 3
            for text in ("", "ada", "a@b", "a b@example.org", "x@example.org\nBcc: y@example.org"):
                answer = await people[0].post("/notify/mail", address=text)
                assert answer.status_code == 400, text
            codes = [
                (await people[0].post("/notify/mail", address=f"a{i}@example.org")).status_code
                for i in range(12)
            ]
            assert codes[:2] == [303, 303]
            assert 409 in codes  # three addresses a person…
            assert codes[-1] == 429  # …and so many questions
            stranger = await Person(app).post("/notify/mail", address="a@example.org")
            assert stranger.status_code == 403  # who plays nowhere
            foreign = await people[1].http.post(
                "/notify/mail",
                data={"address": "a@example.org"},
                headers={"origin": "https://evil.example"},
            )
            assert foreign.status_code == 403
            for path in ("confirm/x", "confirm/a.b.c"):
                assert (await people[0].post(f"/notify/{path}")).status_code == 410

    with post_office() as (office, port):
        asyncio.run(story(office, port))


def test_who_looks_at_another_server_need_not_be_told(tmp_path: Path, postgres: Postgres) -> None:
    address = postgres.new_database(f"notify{next(NAMES)}")

    async def story() -> None:
        async with (
            receiving() as service,
            a_site(tmp_path / "1", store=address, notify=ALL) as one_server,
            a_site(tmp_path / "2", store=address, notify=ALL) as other,
        ):
            friends, browser = await friends_at(one_server), Browser()
            await subscribe(friends.ada, browser, service)
            await look_away(friends.adas)
            elsewhere = Person(other)
            elsewhere.http.cookies = friends.ada.http.cookies
            page = await elsewhere.open(friends.id)
            await friends.play_until(0)
            await parts_of(other).manager.tables[friends.id].catch_up()
            await parts_of(one_server).notifier.look_for_turns()
            await told(other)
            await told(one_server)
            assert service.taken == []
            await page.ask({"set": {"seen": False}})
            await friends.play_until(1)
            await friends.play_until(0)
            await parts_of(other).manager.tables[friends.id].catch_up()
            for app in (one_server, other):
                await told(app)
            assert len(service.taken) == 1  # by one of the two

    asyncio.run(story())


def test_a_strange_answer_or_token_is_one_channels_own_trouble(tmp_path: Path) -> None:
    """Whoever runs a chat room's server says what it likes, and whoever names it writes it."""

    async def story() -> None:
        async with receiving() as room, a_site(tmp_path, notify=ALL) as app:
            friends = await friends_at(app)
            room.status, room.more = 429, "retry-after: ²\r\n"
            matrix = room.url + "/_matrix/client/r?access_token="
            for url in (room.url + "/slow", matrix + "x%0d%0aX-Forged:+1", matrix + "%e9"):
                asked = {"table": friends.id, "form": "json", "address": url}
                assert (await friends.ada.post("/notify/webhook", **asked)).status_code == 303
            await told(app)
            assert [request.path for request in room.taken] == ["/slow"]
            channels = await parts_of(app).store.channels_of(owner_of(friends.table, 0))
            assert sorted(c.confirmed for c in channels) == [-1, -1, 0]  # two are never tried again

    asyncio.run(story())


def test_a_subscription_that_nests_without_end_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path, notify=ALL) as app:
            friends = await friends_at(app)
            form = {"origin": BASE, "content-type": "application/x-www-form-urlencoded"}
            sent = f"subscription={'[' * 7000}"
            answer = await friends.ada.http.post("/notify/push", content=sent, headers=form)
            assert answer.status_code == 400
            assert "push service" in answer.text

    asyncio.run(story())
