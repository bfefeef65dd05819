"""Daily reminders: only on request, once a day, and not after playing."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from web.daily.days import open_daily
from web.notify.notified import (
    ALL,
    GAME,
    Friends,
    content,
    follow,
    look_away,
    no_background_sending,
    notify_all,
    subscribe,
    with_mail,
)
from web.notify.receivers import Browser, http_receiver, mail_server
from web.support import BASE, Person, a_site, owner_of, site_of

from labs.bench.postgres import Postgres
from matou.play import daily
from matou.web.db.database import one

__all__ = ["no_background_sending"]  # a fixture
SAYS = "New cats of the day are waiting for you, until midnight UTC."


def set_clock(monkeypatch: pytest.MonkeyPatch, day: int, hour: float) -> None:
    """Sets the time to an hour UTC, some days from now."""
    begin = time.time() // daily.SECONDS * daily.SECONDS
    monkeypatch.setattr(daily, "now", lambda: begin + day * daily.SECONDS + hour * 3600)


async def choose_channel(person: Person, hour: int = 17, nth: int = 0) -> int:
    """Chooses a channel on the page; returns the status."""
    page = (await person.get("/notify")).text
    ways = re.findall(r'<option value="([0-9a-f]{24})"', page)
    return (await person.post("/notify/daily", channel=ways[nth], hour=hour)).status_code


async def test_one_reminder_a_day_on_request_until_the_game_is_played(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with http_receiver() as service, a_site(tmp_path, store=address, notify=ALL) as app:
        ada, bo, browser = Person(app), Person(app), Browser()
        set_clock(monkeypatch, 0, 18)
        for nth, person in enumerate((ada, bo)):
            await person.new_table(GAME)
            assert await subscribe(person, browser, service, f"/{nth}") == 204
        for day in range(2):
            set_clock(monkeypatch, day, 18)
            await notify_all(app)
        assert service.taken == [], "sent without a request"
        assert await choose_channel(ada) == 303
        await notify_all(app)
        assert service.taken == [], "sent after the chosen hour"
        set_clock(monkeypatch, 2, 16.9)
        await notify_all(app)
        assert service.taken == []
        set_clock(monkeypatch, 2, 17)
        await notify_all(app)
        (sent,) = service.taken
        found = browser.read(sent)
        assert sent.path == "/0", "only to Ada"
        assert (found["title"], found["body"]) == ("Cat of the day", SAYS)
        assert found["url"] == f"{BASE}/daily"
        assert int(sent.headers["ttl"]) == 7 * 3600, "it does not expire at midnight"
        await choose_channel(ada, hour=19)  # a new hour brings no second reminder
        set_clock(monkeypatch, 2, 20)
        await notify_all(app)
        await ada.post("/notify/daily", channel="", hour=17)
        await choose_channel(ada, hour=21)
        set_clock(monkeypatch, 2, 22)
        await notify_all(app)
        assert len(service.taken) == 1
        set_clock(monkeypatch, 3, 20)
        await open_daily(app, ada)
        set_clock(monkeypatch, 3, 22)
        await notify_all(app)
        assert len(service.taken) == 1, "sent although she has played"
        set_clock(monkeypatch, 4, 21)
        await site_of(app).notifier.look_for_turns()
        await open_daily(app, ada)  # before the message is sent
        await notify_all(app)
        assert len(service.taken) == 1
        set_clock(monkeypatch, 5, 21)
        await notify_all(app)
        assert len(service.taken) == 2
        await ada.post("/notify/daily", channel="", hour=21)
        set_clock(monkeypatch, 6, 22)
        await notify_all(app)
        assert len(service.taken) == 2, "sent after she turned it off"


async def test_a_failed_reminder_is_not_sent_on_the_next_day(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with http_receiver() as service, a_site(tmp_path, store=address, notify=ALL) as app:
        ada, store = Person(app), site_of(app).store
        set_clock(monkeypatch, 0, 1)
        await ada.new_table(GAME)
        await subscribe(ada, Browser(), service)
        await choose_channel(ada)
        set_clock(monkeypatch, 0, 17)
        service.status = 503
        await notify_all(app)
        assert len(service.taken) == 1
        service.status = 201
        await store.db.write(one("UPDATE notices SET due = 0"))
        set_clock(monkeypatch, 1, 16)
        await notify_all(app)
        assert len(service.taken) == 1
        set_clock(monkeypatch, 1, 18)
        await notify_all(app)
        assert len(service.taken) == 2


async def test_reminders_by_mail_and_chat_room_use_the_persons_language_and_mail_has_an_end_link(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mail_server() as (smtp, port):
        async with (
            http_receiver() as room,
            a_site(tmp_path, store=address, notify=with_mail(port)) as app,
        ):
            set_clock(monkeypatch, 0, 1)
            friends = await Friends(app, Person(app, "de"), Person(app)).sit()
            ada, bo = friends.ada, friends.basile
            await ada.post("/notify/mail", address="ada@example.org")
            hook = {"table": friends.id, "form": "json", "address": f"{room.url}/hook"}
            await bo.post("/notify/webhook", **hook)
            await notify_all(app)
            assert "First choose" in (await bo.get("/notify")).text, (
                "an unconfirmed channel is offered"
            )
            await follow(ada, content(smtp.mails[0]), "confirm")
            await follow(bo, room.taken[0].json["text"], "confirm")
            for person in (ada, bo):
                assert await choose_channel(person) == 303
            set_clock(monkeypatch, 0, 17)
            await notify_all(app)
            message, chat = smtp.mails[-1], room.taken[-1].json
            assert message["subject"] == "Katze des Tages"
            assert f"Mitternacht UTC.\n{BASE}/daily" in content(message)
            assert (chat["event"], chat["text"]) == ("reminder", f"{SAYS} {BASE}/daily")
            # A turn and a reminder are sent together.
            set_clock(monkeypatch, 1, 17)
            await look_away(friends.adas)
            await friends.play_until(0)
            await notify_all(app)
            assert len(smtp.mails) == 3
            assert smtp.mails[-1]["subject"] == "Du bist am Zug: Caty Mini"
            assert f"{BASE}/daily" in content(smtp.mails[-1])
            # The link of a reminder ends only reminders.
            end = urlsplit(message["list-unsubscribe"].strip("<>")).path
            assert "erinnern" in (await Person(app, "de").get(end)).text
            answer = await Person(app).http.post(end, data={"List-Unsubscribe": "One-Click"})
            assert answer.status_code == 200
            set_clock(monkeypatch, 2, 18)
            await notify_all(app)
            assert len(smtp.mails) == 3
            await friends.play_until(1)
            await friends.play_until(0)
            await notify_all(app)
            assert len(smtp.mails) == 4
            for page in (friends.adas, friends.basiles):
                await page.close()


async def test_two_servers_send_one_reminder(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = postgres.new_database("reminders")
    async with (
        http_receiver() as service,
        a_site(tmp_path, store=store, notify=ALL) as here,
        a_site(tmp_path, store=store, notify=ALL) as there,
    ):
        ada = Person(here)
        set_clock(monkeypatch, 0, 1)
        await ada.new_table(GAME)
        await subscribe(ada, Browser(), service)
        await choose_channel(ada)
        for day in range(3):
            set_clock(monkeypatch, day, 18)
            finding = [site_of(app).store.daily.find_reminders() for app in (here, there)]
            await asyncio.gather(*finding)  # without waiting for the lease
            await asyncio.gather(notify_all(here), notify_all(there))
            assert len(service.taken) == day + 1


async def test_only_own_channels_and_valid_hours_can_be_chosen(tmp_path: Path) -> None:
    async with http_receiver() as service, a_site(tmp_path, notify=ALL) as app:
        ada, bo, store = Person(app), Person(app), site_of(app).store
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
        assert (await export_of(app, owner_of(app, ada)))["daily_reminders"]
        await ada.post("/you/delete", word="delete")
        assert await store.daily.reminder(owner_of(app, ada)) is None


async def export_of(app: Starlette, owner: str) -> dict[str, object]:
    return dict(await site_of(app).store.personal_data.export(owner))
