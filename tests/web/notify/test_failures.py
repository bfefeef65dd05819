"""Notifications of turns arrive whatever fails on the way: receivers, servers, an older store."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from web.db.stores import downgrade_postgres, downgrade_sqlite
from web.notify.notified import (
    ALL,
    Friends,
    friends_at,
    look_away,
    no_background_sending,
    notify_all,
    owner_of,
    subscribe,
    time_passes,
    with_mail,
)
from web.notify.receivers import Browser, http_receiver, mail_server
from web.support import BASE, Person, a_site, site_of

from labs.bench.postgres import Postgres
from matou.web.db.schema import POSTGRES, SQLITE
from matou.web.notify import notifier, webpush
from matou.web.notify.notifier import LONGEST_WAIT, TRIES
from matou.web.notify.repository import Notices

__all__ = ["no_background_sending"]  # a fixture


NAMES = itertools.count()


async def test_failed_messages_are_retried_and_gone_channels_are_ended(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifier, "waited", lambda _: 1000.0)  # longer than this test takes

    async with http_receiver() as service, a_site(tmp_path, store=address, notify=ALL) as app:
        friends, browser = await friends_at(app), Browser()
        await subscribe(friends.ada, browser, service)
        await look_away(friends.adas)
        await friends.play_until(0)
        service.status = 503
        await notify_all(app)
        await notify_all(app)
        assert len(service.taken) == 1  # the retry is not due yet
        assert "503" in (await friends.ada.get("/notify")).text
        await time_passes(app, 1001.0)
        await notify_all(app)
        assert len(service.taken) == 2
        service.status, service.more = 429, "retry-after: 3000\r\n"
        await time_passes(app, 1001.0)
        await notify_all(app)
        assert len(service.taken) == 3
        await time_passes(app, 2000.0)
        await notify_all(app)
        assert len(service.taken) == 3  # Retry-After is respected
        service.status = 201
        await time_passes(app, 1001.0)
        await notify_all(app)
        assert len(service.taken) == 4
        assert len({browser.read(request)["id"] for request in service.taken}) == 1
        await time_passes(app, 1e5)
        await notify_all(app)
        assert len(service.taken) == 4
        service.status, service.more = 500, ""
        await friends.play_until(1)
        await friends.play_until(0)
        before = len(service.taken)
        for _ in range(TRIES + 3):
            await notify_all(app)
            await time_passes(app, 1e5)
        assert len(service.taken) == before + TRIES  # no more tries for this turn
        service.status = 201
        await friends.play_until(1)
        await friends.play_until(0)
        await notify_all(app)
        assert len(service.taken) == before + TRIES + 1
        for status in (410, 302):  # gone; a redirect, which is not followed
            await subscribe(friends.ada, browser, service)
            service.status = status
            service.more = f"location: {service.url}/elsewhere\r\n"
            await friends.play_until(1)
            await friends.play_until(0)
            before = len(service.taken)
            await notify_all(app)
            await time_passes(app, 1e5)
            await notify_all(app)
            assert len(service.taken) == before + 1
            assert "no longer works" in (await friends.ada.get("/notify")).text


def test_each_retry_waits_longer_than_the_one_before() -> None:
    for _ in range(20):
        assert 8 <= notifier.waited(1) <= 12 < 24 <= notifier.waited(2) <= 36
        assert LONGEST_WAIT / 2 < notifier.waited(TRIES) < 2 * LONGEST_WAIT


class ServerCrash(BaseException):
    """The server has crashed."""


@pytest.mark.parametrize("when", ["before it is named", "before it is sent", "before it is noted"])
async def test_a_crash_loses_no_message_and_repeats_at_most_the_last_one(
    tmp_path: Path, address: str, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server crashes at each step of sending. The next one takes over when the lease ends."""

    async def dies(*_: Any) -> None:
        raise ServerCrash

    async with http_receiver() as service:
        async with a_site(tmp_path, store=address, notify=ALL) as app:
            friends, browser = await friends_at(app), Browser()
            await subscribe(friends.ada, browser, service)
            await look_away(friends.adas)
            await friends.play_until(0)
            with monkeypatch.context() as patched:
                if when == "before it is sent":
                    patched.setattr(webpush, "send", dies)
                else:
                    name = "batch" if when == "before it is named" else "sent"
                    patched.setattr(Notices, name, dies)
                with pytest.raises(ServerCrash):
                    await notify_all(app)
            before = len(service.taken)
            assert before == (1 if when == "before it is noted" else 0)
            await notify_all(app)
            assert len(service.taken) == before  # leased until the lease ends
            for page in (friends.adas, friends.basiles):
                await page.close()
        async with a_site(tmp_path, store=address, notify=ALL) as app:
            await time_passes(app, ALL.lease + 1)
            await notify_all(app)
            await notify_all(app)
            assert len(service.taken) == before + 1
            assert len({browser.read(request)["id"] for request in service.taken}) == 1


async def test_people_of_an_older_version_are_notified_after_the_upgrade(
    tmp_path: Path, address: str
) -> None:
    """The store holds a game in play and has a schema without channels."""

    async with a_site(tmp_path, store=address) as app:
        friends = await friends_at(app)
        await friends.play_until(1)
        for page in (friends.adas, friends.basiles):
            await page.close()
        (id, cookies) = friends.id, [friends.ada.cookie, friends.basile.cookie]
    steps = [step.script for step in POSTGRES] if address else list(SQLITE)
    version = next(i for i, step in enumerate(steps) if "TABLE channels" in step)
    if address:
        await downgrade_postgres(address, version)
    else:
        downgrade_sqlite(tmp_path / "tables.db", version)
    async with http_receiver() as service, a_site(tmp_path, store=address, notify=ALL) as app:
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
        await notify_all(app)
        assert browser.read(service.taken[0])["url"] == f"{BASE}/t/{id}"


async def test_mails_are_limited_by_mailbox_domain_and_network(tmp_path: Path) -> None:
    """A ``+tag`` is the same mailbox; many names and many networks are still one provider."""

    with mail_server() as (smtp, port):
        async with a_site(tmp_path, notify=with_mail(port)) as app:

            async def ask(address: str, to: str) -> int:
                person = Person(app, address=address)
                await person.new_table("catymini", "friends", name="Ada")
                return (await person.post("/notify/mail", address=to)).status_code

            # Twenty people in one IPv6 network, each with their own address.
            codes = [await ask(f"2001:db8::{i + 1:x}", f"victim{i}@a.example") for i in range(20)]
            assert codes == [303] * 12 + [429] * 8
            # From many networks to one mailbox.
            tagged = [await ask(f"10.0.0.{i}", f"Victim+{i}@b.example") for i in range(6)]
            assert tagged == [303] * 3 + [429] * 3
            # From many networks to one provider.
            codes = [await ask(f"10.0.1.{i}", f"victim{i}@C.example") for i in range(33)]
            assert codes == [303] * 30 + [429] * 3
            assert await ask("10.0.2.1", "ada@d.example") == 303
            for _ in range(6):  # each call sends a batch
                await notify_all(app)
            assert len(smtp.mails) == 12 + 3 + 30 + 1


async def test_mail_confirmations_are_limited_and_need_a_game(tmp_path: Path) -> None:
    """Mails to an address, and requests by a person, are limited."""

    with mail_server() as (smtp, port):
        async with a_site(tmp_path, notify=with_mail(port)) as app:
            people = [(await friends_at(app)).ada for _ in range(4)]
            for nth, person in enumerate(people):
                answer = await person.post("/notify/mail", address="Victim@example.org")
                assert answer.status_code == (303 if nth < 3 else 429)
            await notify_all(app)
            assert len(smtp.mails) == 3
            for text in ("", "ada", "a@b", "a b@example.org", "x@example.org\nBcc: y@example.org"):
                answer = await people[0].post("/notify/mail", address=text)
                assert answer.status_code == 400, text
            codes = [
                (await people[0].post("/notify/mail", address=f"a{i}@example.org")).status_code
                for i in range(12)
            ]
            assert codes[:2] == [303, 303]
            assert 409 in codes  # three addresses per person…
            assert codes[-1] == 429  # …and limited requests
            stranger = await Person(app).post("/notify/mail", address="a@example.org")
            assert stranger.status_code == 403  # a visitor without a game
            foreign = await people[1].http.post(
                "/notify/mail",
                data={"address": "a@example.org"},
                headers={"origin": "https://evil.example"},
            )
            assert foreign.status_code == 403
            for path in ("confirm/x", "confirm/a.b.c"):
                assert (await people[0].post(f"/notify/{path}")).status_code == 410


async def test_a_player_with_a_page_at_another_server_is_not_notified(
    tmp_path: Path, postgres: Postgres
) -> None:
    address = postgres.new_database(f"notify{next(NAMES)}")

    async with (
        http_receiver() as service,
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
        await site_of(other).manager.tables[friends.id].catch_up()
        await site_of(one_server).notifier.look_for_turns()
        await notify_all(other)
        await notify_all(one_server)
        assert service.taken == []
        await page.ask({"set": {"seen": False}})
        await friends.play_until(1)
        await friends.play_until(0)
        await site_of(other).manager.tables[friends.id].catch_up()
        for app in (one_server, other):
            await notify_all(app)
        assert len(service.taken) == 1  # from one of the two servers


async def test_a_strange_answer_or_token_harms_only_its_own_channel(tmp_path: Path) -> None:
    """A chat room's server may answer anything, and visitors may enter any address."""

    async with http_receiver() as room, a_site(tmp_path, notify=ALL) as app:
        friends = await friends_at(app)
        room.status, room.more = 429, "retry-after: ²\r\n"
        matrix = room.url + "/_matrix/client/r?access_token="
        for url in (room.url + "/slow", matrix + "x%0d%0aX-Forged:+1", matrix + "%e9"):
            asked = {"table": friends.id, "form": "json", "address": url}
            assert (await friends.ada.post("/notify/webhook", **asked)).status_code == 303
        await notify_all(app)
        assert [request.path for request in room.taken] == ["/slow"]
        channels = await site_of(app).store.notices.channels_of(owner_of(friends.table, 0))
        assert sorted(c.confirmed for c in channels) == [-1, -1, 0]  # two are given up


async def test_a_deeply_nested_subscription_is_refused(tmp_path: Path) -> None:
    async with a_site(tmp_path, notify=ALL) as app:
        friends = await friends_at(app)
        form = {"origin": BASE, "content-type": "application/x-www-form-urlencoded"}
        sent = f"subscription={'[' * 7000}"
        answer = await friends.ada.http.post("/notify/push", content=sent, headers=form)
        assert answer.status_code == 400
        assert "push service" in answer.text
