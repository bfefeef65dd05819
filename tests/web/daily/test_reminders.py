"""Daily reminders: only for those who ask, once a day, and not to those who have played."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from web.daily.days import opened
from web.notify.notified import (
    ALL,
    GAME,
    Friends,
    content,
    follow,
    look_away,
    nothing_by_itself,
    notify_all,
    subscribe,
    with_mail,
)
from web.notify.receivers import Browser, post_office, receiving
from web.support import BASE, Person, a_site, owner_of, parts_of

from labs.bench.postgres import Postgres
from matou.play import daily
from matou.web.db.database import one

__all__ = ["nothing_by_itself"]  # a fixture
SAYS = "New cats of the day are waiting for you, until midnight UTC."


def clock(monkeypatch: pytest.MonkeyPatch, day: int, hour: float) -> None:
    """It is so many hours after midnight UTC, some days from now."""
    begin = time.time() // daily.SECONDS * daily.SECONDS
    monkeypatch.setattr(daily, "now", lambda: begin + day * daily.SECONDS + hour * 3600)


async def ask(person: Person, hour: int = 17, nth: int = 0) -> int:
    """Chooses a channel on the page; returns the status."""
    page = (await person.get("/notify")).text
    ways = re.findall(r'<option value="([0-9a-f]{24})"', page)
    return (await person.post("/notify/daily", channel=ways[nth], hour=hour)).status_code


async def test_a_reminder_a_day_for_those_who_ask_and_have_not_played(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with receiving() as service, a_site(tmp_path, store=address, notify=ALL) as app:
        ada, bo, browser = Person(app), Person(app), Browser()
        clock(monkeypatch, 0, 18)
        for nth, person in enumerate((ada, bo)):
            await person.new_table(GAME)
            assert await subscribe(person, browser, service, f"/{nth}") == 204
        for day in range(2):
            clock(monkeypatch, day, 18)
            await notify_all(app)
        assert service.taken == [], "nobody has asked"
        assert await ask(ada) == 303
        await notify_all(app)
        assert service.taken == [], "that hour has passed"
        clock(monkeypatch, 2, 16.9)
        await notify_all(app)
        assert service.taken == []
        clock(monkeypatch, 2, 17)
        await notify_all(app)
        (sent,) = service.taken
        found = browser.read(sent)
        assert sent.path == "/0", "only to Ada"
        assert (found["title"], found["body"]) == ("Cat of the day", SAYS)
        assert found["url"] == f"{BASE}/daily"
        assert int(sent.headers["ttl"]) == 7 * 3600, "it is of no use after midnight"
        await ask(ada, hour=19)  # another hour brings no second one
        clock(monkeypatch, 2, 20)
        await notify_all(app)
        await ada.post("/notify/daily", channel="", hour=17)
        await ask(ada, hour=21)
        clock(monkeypatch, 2, 22)
        await notify_all(app)
        assert len(service.taken) == 1
        clock(monkeypatch, 3, 20)
        await opened(app, ada)
        clock(monkeypatch, 3, 22)
        await notify_all(app)
        assert len(service.taken) == 1, "she has played"
        clock(monkeypatch, 4, 21)
        await parts_of(app).notifier.look_for_turns()
        await opened(app, ada)  # quicker than the message
        await notify_all(app)
        assert len(service.taken) == 1
        clock(monkeypatch, 5, 21)
        await notify_all(app)
        assert len(service.taken) == 2
        await ada.post("/notify/daily", channel="", hour=21)
        clock(monkeypatch, 6, 22)
        await notify_all(app)
        assert len(service.taken) == 2, "she has turned it off"


async def test_a_reminder_that_did_not_arrive_is_not_sent_on_the_next_day(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with receiving() as service, a_site(tmp_path, store=address, notify=ALL) as app:
        ada, store = Person(app), parts_of(app).store
        clock(monkeypatch, 0, 1)
        await ada.new_table(GAME)
        await subscribe(ada, Browser(), service)
        await ask(ada)
        clock(monkeypatch, 0, 17)
        service.status = 503
        await notify_all(app)
        assert len(service.taken) == 1
        service.status = 201
        await store.db.write(one("UPDATE notices SET due = 0"))
        clock(monkeypatch, 1, 16)
        await notify_all(app)
        assert len(service.taken) == 1
        clock(monkeypatch, 1, 18)
        await notify_all(app)
        assert len(service.taken) == 2


async def test_mail_and_chat_rooms_remind_in_the_persons_language_and_mail_ends_by_its_link(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with post_office() as (office, port):
        async with (
            receiving() as room,
            a_site(tmp_path, store=address, notify=with_mail(port)) as app,
        ):
            clock(monkeypatch, 0, 1)
            friends = await Friends(app, Person(app, "de"), Person(app)).sit()
            ada, bo = friends.ada, friends.basile
            await ada.post("/notify/mail", address="ada@example.org")
            hook = {"table": friends.id, "form": "json", "address": f"{room.url}/hook"}
            await bo.post("/notify/webhook", **hook)
            await notify_all(app)
            assert "First choose" in (await bo.get("/notify")).text, "it is not confirmed yet"
            await follow(ada, content(office.letters[0]), "confirm")
            await follow(bo, room.taken[0].json["text"], "confirm")
            for person in (ada, bo):
                assert await ask(person) == 303
            clock(monkeypatch, 0, 17)
            await notify_all(app)
            letter, chat = office.letters[-1], room.taken[-1].json
            assert letter["subject"] == "Katze des Tages"
            assert f"Mitternacht UTC.\n{BASE}/daily" in content(letter)
            assert (chat["event"], chat["text"]) == ("reminder", f"{SAYS} {BASE}/daily")
            # A turn and a reminder go together.
            clock(monkeypatch, 1, 17)
            await look_away(friends.adas)
            await friends.play_until(0)
            await notify_all(app)
            assert len(office.letters) == 3
            assert office.letters[-1]["subject"] == "Du bist am Zug: Caty Mini"
            assert f"{BASE}/daily" in content(office.letters[-1])
            # The link of a reminder ends reminders, and nothing else.
            end = urlsplit(letter["list-unsubscribe"].strip("<>")).path
            assert "erinnern" in (await Person(app, "de").get(end)).text
            answer = await Person(app).http.post(end, data={"List-Unsubscribe": "One-Click"})
            assert answer.status_code == 200
            clock(monkeypatch, 2, 18)
            await notify_all(app)
            assert len(office.letters) == 3
            await friends.play_until(1)
            await friends.play_until(0)
            await notify_all(app)
            assert len(office.letters) == 4
            for page in (friends.adas, friends.basiles):
                await page.close()


async def test_two_servers_send_one_reminder(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = postgres.new_database("reminders")
    async with (
        receiving() as service,
        a_site(tmp_path, store=store, notify=ALL) as here,
        a_site(tmp_path, store=store, notify=ALL) as there,
    ):
        ada = Person(here)
        clock(monkeypatch, 0, 1)
        await ada.new_table(GAME)
        await subscribe(ada, Browser(), service)
        await ask(ada)
        for day in range(3):
            clock(monkeypatch, day, 18)
            finding = [parts_of(app).store.daily.find_reminders() for app in (here, there)]
            await asyncio.gather(*finding)  # as if both had the lease
            await asyncio.gather(notify_all(here), notify_all(there))
            assert len(service.taken) == day + 1


async def test_only_ones_own_channels_and_hours_can_be_chosen(tmp_path: Path) -> None:
    async with receiving() as service, a_site(tmp_path, notify=ALL) as app:
        ada, bo, store = Person(app), Person(app), parts_of(app).store
        assert (await ada.post("/notify/daily", channel="", hour=3)).status_code == 400
        await ada.new_table(GAME)
        await bo.new_table(GAME)
        await subscribe(bo, Browser(), service)
        (way,) = await store.notices.channels_of(owner_of(app, bo))
        for hour in ("24", "-1", "x", "", "²"):
            answer = await bo.post("/notify/daily", channel=way.id, hour=hour)
            assert answer.status_code == 400, hour
        await ada.post("/notify/daily", channel=way.id, hour=3)
        found = await store.daily.reminder(owner_of(app, ada))
        assert found is not None
        assert found.channel == ""
        assert (await app_export(app, owner_of(app, ada)))["daily_reminders"]
        await ada.post("/you/delete", word="delete")
        assert await store.daily.reminder(owner_of(app, ada)) is None


async def app_export(app: Starlette, owner: str) -> dict[str, object]:
    return dict(await parts_of(app).store.personal_data.export(owner))
