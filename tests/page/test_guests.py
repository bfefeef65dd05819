"""Guests at a table in a page: seats, views, draws, clocks, and messages that must not work."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from page.browser import MemoryStorage
from page.guest import GuestTab, HostTab, play_on

from matou.core.fairness import prove
from matou.core.record import Record
from matou.page import guest_draws
from matou.page.guests import VIEWS
from matou.page.storage import PageStore
from matou.play import presence
from matou.play.rate_limit import Bucket

REFUSED = [
    *('{"do": 1', "[]", "7", '"do"', "null", "x" * 5000, '{"open": 7}', '{"nonsense": 1}'),
    *('{"do": "1", "at": 0}', '{"do": true, "at": 0}', '{"do": 1.5, "at": 0}', '{"do": 1}'),
    *('{"sit": 0}', '{"sit": "1"}', '{"sit": 99}', '{"sit": 1, "name": 7}', '{"chat": 7}'),
    *('{"ask": "record"}', '{"ask": "online"}', '{"ask": ["record"]}', '{"avoid": 0, "how": ""}'),
    *('{"bot": 0, "level": 1}', '{"take": 0}', '{"look": 0}', '{"why": {"on": 3, "picked": []}}'),
    *('{"link": "00", "step": 0}', '{"link": 1, "step": 0}', '{"without": 0}', '{"chain": "z"}'),
    *('{"set": {"pace": 3}}', '{"react": 99}', '{"report": 0}', '{"undo": 1, "at": 0}'),
]


async def test_a_whole_game_with_a_guest_can_be_verified_and_both_have_its_record() -> None:
    host = HostTab(MemoryStorage())
    table = await host.open_friends_table("catymini", name="Ada")
    assert host.view["players"][1]["kind"] == "open"
    bruno = await GuestTab(host, "bruno", "fr").join("Bruno  \u202e", 1)
    assert host.view["players"][1]["name"] == "Bruno"
    assert bruno.view["players"][1]["mine"]
    assert bruno.view["prompt"] != host.view["prompt"]  # each page has its own language
    await play_on(host, bruno)
    record = Record.loads((await bruno.say(ask="record"))["answer"]["record"])
    assert prove(record).whole
    assert [chain.seat for chain in record.chains] == [-1, 1]
    assert (await host.ask("verify", table))["fits"]
    assert "headline" in (await bruno.say(ask="after"))["answer"]


async def test_forbidden_messages_of_a_guest_change_nothing() -> None:
    host = HostTab(MemoryStorage())
    await host.open_friends_table("chopchop", name="Ada")
    stranger = GuestTab(host, "eve")
    host.guests["eve"] = stranger
    await stranger.send('{"do": 1, "at": 0}')  # before opening the table
    assert stranger.heard[-1]["t"] == "no"
    bruno = await GuestTab(host, "bruno").join("Bruno", 1)
    before, seats = host.view["at"], host.view["players"]
    for text in REFUSED:
        heard = len(bruno.heard)
        await bruno.send(text)
        said = [message["t"] for message in bruno.heard[heard:]]
        assert "no" in said, text
        assert "ok" not in said, text
    assert host.view["at"] == before
    assert host.view["players"] == seats
    second = await GuestTab(host, "carla").join()
    assert (await second.say(sit=1, name="Carla"))["code"] == "taken"
    assert (await bruno.say(sit=1, name="Again"))["t"] == "no"
    for n in range(12):
        answer = await bruno.say(chat=f"line {n}")
    assert answer["code"] == "rate"


async def test_a_full_table_without_spectators_refuses_guests() -> None:
    host = HostTab(MemoryStorage())
    found = await host.play("catymini", mode="friends")
    await host.open(found["table"])
    waiting = await GuestTab(host, "carla").join()
    await GuestTab(host, "bruno").join("Bruno")  # takes the last seat
    assert host.view["players"][1]["name"] == "Bruno"
    assert waiting.heard[-1]["code"] == "full"
    late = await GuestTab(host, "dora", "fr").join()
    assert [message["t"] for message in late.heard] == ["no"]
    assert await GuestTab(host, "bruno").join()  # the same browser gets the same seat


async def test_a_guest_can_undo_chat_and_play_a_rematch_at_the_same_link() -> None:
    host = HostTab(MemoryStorage())
    first = await host.open_friends_table("catymini", name="Ada")
    bruno = await GuestTab(host, "bruno").join("Bruno", 1)
    undone = False
    while not undone:
        await play_on(host, bruno, most=1)
        if bruno.view.get("undo"):
            undone = (await bruno.say(undo=True, at=bruno.view["at"]))["t"] == "ok"
    assert (await bruno.say(chat="miaou"))["t"] == "ok"
    assert any(message["t"] == "chat" for message in host.heard)
    await play_on(host, bruno)
    again = (await bruno.say(ask="rematch"))["answer"]["table"]
    assert host.heard[-1] == {"t": "rematch", "table": again, "now": False}
    await bruno.leave()
    await bruno.join()
    assert bruno.view["at"] > 0  # the guest committed to a chain, and the opening was drawn
    assert bruno.view["players"][0]["mine"]  # seats rotate
    assert again != first


async def test_a_rematch_without_an_absent_guest_begins_once_a_bot_has_the_seat() -> None:
    host = HostTab(MemoryStorage())
    await host.open_friends_table("catymini", name="Ada", seats="3")
    bruno = await GuestTab(host, "bruno").join("Bruno", 1)
    carla = await GuestTab(host, "carla").join("Carla", 2)
    await play_on(host, bruno, carla)
    again = (await bruno.say(ask="rematch"))["answer"]["table"]
    for guest in (bruno, carla):
        await guest.leave()
    await bruno.join()
    seat = next(i for i, one in enumerate(bruno.view["players"]) if one["name"] == "Carla")
    assert bruno.heard[-1] == {"t": "absent", "seats": [seat], "begun": False}
    table = host.host.tables[again]
    assert table.number == 0
    table.presence.last_seen["carla"] = table.host.monotonic() - presence.GRACE
    host.host.began -= presence.GRACE
    assert (await bruno.say(bot=seat, level=1))["t"] == "ok"
    await bruno.settle()
    assert table.number > 0
    assert [chain.seat for chain in table.dealer.chains] == [-1, table.seats_of("bruno")[0]]
    assert {"t": "absent", "seats": [], "begun": True} in bruno.heard
    carla.heard.clear()
    await carla.join()
    assert carla.heard[0] == {
        "t": "table",
        "id": again,
        "seat": seat,
        "chains": [[chain.seat, chain.commitment] for chain in table.dealer.chains],
    }
    assert (await carla.say(take=seat))["t"] == "ok"  # she plays, but takes no part in the draws


async def test_a_guest_cannot_make_the_host_render_without_limit() -> None:
    host = HostTab(MemoryStorage())
    await host.open_friends_table("clocktowers", name="Ada")
    bruno = await GuestTab(host, "bruno").join("Bruno", 1)
    heard = len(bruno.heard)
    for n in range(100):
        await bruno.send(json.dumps({"sync": 1}))
        await bruno.send(json.dumps({"set": {"memory": n % 2 == 0}}))
        await bruno.send(json.dumps({"bot": 1, "level": 1} if n % 2 == 0 else {"take": 1}))
        await bruno.send(json.dumps({"do": 0, "at": -1}))  # stale: the answer is a whole view
    views = [one for one in bruno.heard[heard:] if one["t"] == "view"]
    assert 10 < len(views) < 40
    assert (await bruno.say(ask="record"))["code"] == "rate"
    host.host.guests.here["bruno"].views = Bucket(*VIEWS)  # the rate limit has recovered
    assert (await bruno.say(take=1))["t"] == "ok"
    await play_on(host, bruno, most=3)


async def test_five_people_play_while_a_sixth_watches() -> None:
    host = HostTab(MemoryStorage())
    table = await host.open_friends_table("chopchop", name="Ada", seats="5")
    guests = [GuestTab(host, lang, lang) for lang in ("de", "es", "fr", "pl")]
    for seat, guest in enumerate(guests, 1):
        await guest.join(guest.lang, seat)
    dora = await GuestTab(host, "dora").join()
    assert (await dora.say(chat="hello"))["code"] == "seat"
    await play_on(host, *guests)
    assert dora.view["end"]
    record = Record.loads((await dora.say(ask="record"))["answer"]["record"])
    assert [chain.seat for chain in record.chains] == [-1, 1, 2, 3, 4]
    assert prove(record).whole
    assert (await host.ask("verify", table))["fits"]


async def test_a_wrong_link_changes_nothing_and_the_right_one_still_counts() -> None:
    host = HostTab(MemoryStorage())
    await host.open_friends_table("clocktowers", name="Ada")
    bruno = GuestTab(host, "bruno")
    bruno.opens_links = False
    await bruno.join("Bruno", 1)
    asked = next(message for message in bruno.heard if message["t"] == "link")
    for wrong in (bruno.links[2], "0" * 64, bruno.links[0]):
        assert (await bruno.say(link=wrong, step=asked["step"]))["code"] == "link"
    assert (await bruno.say(link=bruno.links[1], step=1))["code"] == "stale"
    assert host.view["at"] == 0
    await bruno.send(json.dumps({"link": bruno.links[1], "step": 0}))
    await bruno.settle()
    assert host.view["at"] > 0


async def test_a_guests_messages_are_handled_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    host = HostTab(MemoryStorage())
    await host.open_friends_table("catymini", name="Ada")
    honest = PageStore.save_seats

    async def slow(*what: Any) -> None:
        await asyncio.sleep(0.02)
        await honest(*what)

    monkeypatch.setattr(PageStore, "save_seats", slow)
    bruno = host.guests["bruno"] = GuestTab(host, "bruno")
    opens = json.dumps({"open": {"name": "Bruno"}})
    chat = json.dumps({"id": 1, "chat": "hello"})
    await asyncio.gather(bruno.send(opens), bruno.send(chat))
    assert next(m for m in bruno.heard if m.get("id") == 1)["t"] == "ok"
    carla = host.guests["carla"] = GuestTab(host, "carla")
    await asyncio.gather(carla.send(opens), carla.leave())  # she leaves before she has a seat
    assert set(host.host.guests.here) == {"bruno"}
    assert len(host.host.shown.watchers) == 2


async def test_a_guest_who_joins_later_learns_who_is_absent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guest_draws, "SILENT", 0.0)
    host = HostTab(MemoryStorage())
    await host.open_friends_table("clocktowers", name="Ada", seats="3")
    bruno = await GuestTab(host, "bruno").join("Bruno", 1)
    carla = GuestTab(host, "carla")
    carla.opens_links = False
    await carla.join("Carla", 2)
    for guest in (bruno, await GuestTab(host, "dora").join()):
        assert guest.heard[-1] == {"t": "absent", "seats": [2], "begun": True}


@pytest.mark.parametrize("is_silent", [False, True])
async def test_players_can_continue_without_a_page_that_is_away_or_silent(
    monkeypatch: pytest.MonkeyPatch, *, is_silent: bool
) -> None:
    monkeypatch.setattr(presence, "RELOAD", 0.0)
    host = HostTab(MemoryStorage())
    table = await host.open_friends_table("clocktowers", name="Ada", seats="3")
    bruno = await GuestTab(host, "bruno").join("Bruno", 1)
    carla = await GuestTab(host, "carla").join("Carla", 2)
    carla.opens_links = False
    at = host.host.shown
    while at.dealer.is_ready(at.state) or at.state.actor >= 0:
        await play_on(host, bruno, carla, most=1)
    assert (await bruno.say(without=2))["t"] == "no"  # she is present
    if is_silent:
        monkeypatch.setattr(guest_draws, "SILENT", 0.0)
    else:
        await carla.leave()
    host.host.guests.notice(at)
    await bruno.settle()
    assert bruno.heard[-1] == {"t": "absent", "seats": [2], "begun": True}
    await bruno.send('{"without": 2}')
    assert not any(message["t"] == "without" for message in bruno.heard)
    assert await host.ask("without", table, seat=2) == {}
    await bruno.settle()
    assert any(message["t"] == "without" for message in bruno.heard)
    assert at.state.actor >= 0
    assert at.dealer.chains[2].ended is not None


async def test_clocks_stop_while_the_hosts_page_is_away_or_asleep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("time.time", lambda: now)
    storage = MemoryStorage()
    host = HostTab(storage)
    table = await host.open_friends_table(
        "catymini", name="Ada", clock="live", minutes="5", increment="0"
    )
    bruno = await GuestTab(host, "bruno").join("Bruno", 1)
    await play_on(host, bruno, most=4)
    now += 10
    await host.host.update_now()
    clock = bruno.view["clock"]
    now += 3600  # the device sleeps
    await host.host.update_now()
    at = host.host.shown
    assert at.time is not None
    assert at.time.message().left == pytest.approx(clock["left"], abs=20_000)
    assert bruno.heard[-1]["clock"]["left"] == at.time.message().left
    now += 3600  # the host's page is loaded again
    host = HostTab(storage)
    await host.open(table)
    assert host.view["clock"]["runs"] == -1  # until all players are back
    now += 100
    await GuestTab(host, "bruno").join()
    at = host.host.shown
    assert at.time is not None
    assert at.time.clock.runs == at.state.actor
    assert at.time.message().left == pytest.approx(clock["left"], abs=20_000)


async def test_a_guest_whose_page_draws_gets_positions() -> None:
    host = HostTab(MemoryStorage())
    await host.open_friends_table("clocktowers", name="Ada")
    bruno = await GuestTab(host, "bruno").join("Bruno", 1)
    await bruno.say(set={"draws": True})
    assert "position" in json.loads(next(raw for raw in reversed(bruno.raw) if '"view"' in raw))
