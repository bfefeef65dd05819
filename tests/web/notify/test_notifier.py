"""Notifications of turns: chosen, confirmed, sent once, ended; with real receivers."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from web.notify.notified import (
    ALL,
    AT_ONCE,
    CONTACT,
    GAME,
    Friends,
    act,
    content,
    follow,
    friends_at,
    links,
    look_away,
    no_background_sending,
    notify_all,
    owner_of,
    subscribe,
    time_passes,
    with_mail,
)
from web.notify.receivers import Browser, check_signature, http_receiver, mail_server
from web.support import BASE, Person, a_site, site_of

from matou.web.notify.choices import Choices

__all__ = ["no_background_sending"]  # a fixture


async def test_a_browser_is_notified_once_a_turn(tmp_path: Path, address: str) -> None:
    async with http_receiver() as service, a_site(tmp_path, store=address, notify=ALL) as app:
        friends, browser = await friends_at(app), Browser()
        assert await subscribe(friends.ada, browser, service) == 204
        await look_away(friends.adas)
        await friends.play_until(0)
        await notify_all(app)
        (request,) = service.taken
        found = browser.read(request)
        assert found["title"] == "Your turn: Caty Mini"
        assert found["body"] == "Caty Mini, with Basile"
        assert found["url"] == f"{BASE}/t/{friends.id}"
        key = site_of(app).notifier.vapid.public
        check_signature(request, service.url, key, CONTACT)
        assert request.headers["topic"] == found["tag"]
        assert int(request.headers["ttl"]) > 86400
        await notify_all(app)
        assert len(service.taken) == 1
        await friends.play_until(1)  # Basile has no channel
        await notify_all(app)
        assert len(service.taken) == 1
        await friends.play_until(0)
        await notify_all(app)
        assert len(service.taken) == 2
        assert browser.read(service.taken[1])["tag"] == found["tag"]  # replaces the first one
        for page in (friends.adas, friends.basiles):
            await page.close()


async def test_players_who_see_the_table_or_have_moved_are_not_notified(
    tmp_path: Path, address: str
) -> None:
    async with http_receiver() as service, a_site(tmp_path, store=address, notify=ALL) as app:
        friends, browser = await friends_at(app), Browser()
        await subscribe(friends.ada, browser, service)
        await friends.play_until(0)  # she sees the turn begin
        await notify_all(app)
        assert service.taken == []
        await look_away(friends.adas)  # she has seen this turn
        await notify_all(app)
        assert service.taken == []
        await friends.play_until(1)
        await friends.play_until(0)
        notifier = site_of(app).notifier
        await notifier.look_for_turns()
        await friends.play_until(1)  # she moves before the message is sent
        while await notifier.send_due():
            pass
        assert service.taken == []
        await friends.adas.close()
        table = friends.table
        while table.state.actor == 1:
            await act(friends.basiles, friends.rng)
        await notify_all(app)
        assert len(service.taken) == 1


async def test_a_player_who_saw_one_turn_is_notified_of_the_next_even_with_a_slow_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with http_receiver() as service, a_site(tmp_path, notify=ALL) as app:
        friends, browser = await friends_at(app), Browser()
        await subscribe(friends.ada, browser, service)
        await friends.play_until(0)
        store = site_of(app).store
        ask = store.notices.with_channels

        async def slowly(owners: Any) -> set[str]:
            found = await ask(owners)
            await look_away(friends.adas)
            await friends.play_until(0)  # her next turn begins before the answer arrives
            return found

        with monkeypatch.context() as patched:
            patched.setattr(store.notices, "with_channels", slowly)
            await site_of(app).notifier.tell_who_looks()
        await notify_all(app)
        assert len(service.taken) == 1


async def test_mail_is_confirmed_sent_and_ended(tmp_path: Path, address: str) -> None:
    with mail_server() as (smtp, port):
        async with a_site(tmp_path, store=address, notify=with_mail(port)) as app:
            friends = await friends_at(app, "fr")
            await look_away(friends.adas)
            answer = await friends.ada.post("/notify/mail", address="ada@example.org")
            assert answer.status_code == 303
            await friends.play_until(0)
            await notify_all(app)
            (asks,) = smtp.mails  # only the confirmation mail
            assert asks["to"] == "ada@example.org"
            text = content(asks)
            (path,) = links(text)[1:]
            stranger = Person(app)
            assert "bouton" not in (await stranger.get(path)).text
            await friends.play_until(1)
            await friends.play_until(0)
            await notify_all(app)
            assert len(smtp.mails) == 1  # opening the link does not confirm it
            assert await follow(stranger, text, "confirm") == 200
            await notify_all(app)
            assert len(smtp.mails) == 1  # not for turns before the confirmation
            await friends.play_until(1)
            await friends.play_until(0)
            await notify_all(app)
            await notify_all(app)
            (_, message) = smtp.mails
            assert message["subject"] == "À toi de jouer\N{NO-BREAK SPACE}: Caty Mini"
            assert message["from"] == "Matou <matou@site.test>"
            body = content(message)
            assert f"Caty Mini, avec Basile\n{BASE}/t/{friends.id}\n" in body
            end = urlsplit(message["list-unsubscribe"].strip("<>")).path
            assert links(body)[-1] == end
            assert message["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
            assert (await stranger.get(end)).status_code == 200  # programs open links
            await friends.play_until(1)
            await friends.play_until(0)
            await notify_all(app)
            assert len(smtp.mails) == 3
            # Mail programs send neither a cookie nor a page before it.
            answer = await stranger.http.post(end, data={"List-Unsubscribe": "One-Click"})
            assert answer.status_code == 200
            await friends.play_until(1)
            await friends.play_until(0)
            await notify_all(app)
            assert len(smtp.mails) == 3
            assert (await stranger.post(path)).status_code == 410


async def test_many_games_are_one_mail(tmp_path: Path, address: str) -> None:
    with mail_server() as (smtp, port):
        choices = with_mail(port, mail_rest=900.0)
        async with a_site(tmp_path, store=address, notify=choices) as app:
            ada, basile = Person(app), Person(app)
            tables = [await Friends(app, ada, basile).sit() for _ in range(3)]
            for friends in tables:
                await look_away(friends.adas)
                await friends.play_until(1)
            await ada.post("/notify/mail", address="ada@example.org")
            await notify_all(app)
            await follow(ada, content(smtp.mails[0]), "confirm")
            for friends in tables:
                await friends.play_until(0)
            await notify_all(app)
            (_, message) = smtp.mails
            assert message["subject"] == "Your turn at 3 tables"
            for friends in tables:
                assert f"{BASE}/t/{friends.id}\n" in content(message)
            await tables[0].play_until(1)
            await tables[0].play_until(0)
            await notify_all(app)
            assert len(smtp.mails) == 2  # a pause; later turns are sent together
            await tables[1].play_until(1)
            await tables[1].play_until(0)
            await notify_all(app)
            await time_passes(app, 901.0)
            await notify_all(app)
            assert len(smtp.mails) == 3
            assert smtp.mails[2]["subject"] == "Your turn at 2 tables"
            assert smtp.mails[2]["message-id"] != message["message-id"]


SAID = "Ada, it is your turn: Caty Mini, with Basile"


@pytest.mark.parametrize("form", ["discord", "slack", "matrix", "matrix room", "json"])
async def test_a_chat_room_gets_its_own_format(tmp_path: Path, form: str) -> None:
    async with http_receiver() as room, a_site(tmp_path, notify=ALL) as app:
        friends = await friends_at(app)
        await look_away(friends.adas)
        path = "/hook"
        if form == "matrix room":
            path = "/_matrix/client/v3/rooms/!a:b/send/m.room.message?access_token=s3cret"
        fields = {"table": friends.id, "form": form.split(" ")[0], "address": room.url + path}
        assert (await friends.basile.post("/notify/webhook", **fields)).status_code == 303
        await friends.ada.post("/notify/webhook", **fields)
        await notify_all(app)
        asks = [request.body.decode() for request in room.taken]
        assert len(asks) == 2
        (hers,) = (text for text in asks if "Ada asked" in text)
        assert await follow(Person(app), hers.replace("\\n", " "), "confirm") == 200
        await friends.play_until(1)
        await friends.play_until(0)
        await notify_all(app)
        assert len(room.taken) == 3  # Basile's channel is not confirmed
        request = room.taken[-1]
        payload = request.json
        url = f"{BASE}/t/{friends.id}"
        if form == "discord":
            assert payload["allowed_mentions"] == {"parse": []}
            assert payload["content"].replace("\\", "") == f"{SAID}.\n{url}"
        elif form == "slack":
            assert payload["text"] == f"{SAID}.\n<{url}>"
        elif form == "matrix":
            assert payload == {"text": f"{SAID}.\n{url}", "username": "Matou"}
        elif form == "matrix room":
            assert payload == {"msgtype": "m.text", "body": f"{SAID}.\n{url}"}
            assert request.method == "PUT"
            assert request.headers["authorization"] == "Bearer s3cret"
            assert request.path.startswith("/_matrix/client/v3/rooms/!a:b/send/m.room.message/")
            assert "s3cret" not in request.path
        else:
            assert payload["event"] == "turn"
            assert (payload["tables"], payload["url"]) == ([friends.id], url)
        assert "127.0.0.1" in (await friends.ada.get("/notify")).text
        assert 'href="/notify"' in (await friends.ada.get("/you/games")).text
        channel = (await site_of(app).store.notices.channels_of(owner_of(friends.table, 0)))[0]
        await friends.basile.post("/notify/end", channel=channel.id)  # it is not his
        assert len(await site_of(app).store.notices.channels_of(channel.owner)) == 1
        await friends.ada.post("/notify/end", channel=channel.id)
        assert await site_of(app).store.notices.channels_of(channel.owner) == []


async def test_channels_without_configuration_are_not_offered(tmp_path: Path) -> None:
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
        # A player against a bot, and a spectator, see nothing of it.
        cat = await friends.ada.new_table(GAME)
        assert "notify" not in (await friends.ada.get(f"/t/{cat}")).text
        loner = Person(app)
        await loner.new_table(GAME)
        assert "notify" not in (await loner.get("/you/games")).text
        assert "notify" not in (await Person(app).get(f"/t/{friends.id}")).text
