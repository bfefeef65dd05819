"""Progress in a page without a server (ladder, days, people), from the games stored there."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from page.browser import MemoryStorage, Tab
from page.guest import GuestTab, HostTab, play_on

from matou.play import card, daily, headline
from matou.play.headline import after
from matou.play.protocol.replays import After
from matou.play.replay import Replay


async def open_table(tab: Tab) -> str:
    table = (await tab.play("catymini", mode="bot", level="1"))["table"]
    await tab.open(table)
    return str(table)


async def win_game(tab: Tab) -> str:
    """Plays against the weakest bot until a win. Returns its table."""
    for seed in range(99):
        table = await open_table(tab)
        await tab.finish(random.Random(seed))
        if tab.view["end"]["winners"] == [0]:
            return table
    raise AssertionError("never won")


async def test_the_ladder_is_stored_on_the_device_and_leads_to_the_next_cat() -> None:
    storage = MemoryStorage()
    tab = Tab(storage)
    assert await tab.ask("summary", "") == {"totals": [], "streak": "", "ladders": [], "people": []}
    lost = await open_table(tab)
    await tab.say(resign=True)
    after = await tab.ask("after", lost)
    assert after["rung"] is None
    first = await win_game(tab)
    after = await tab.ask("after", first)
    assert after["rung"]["says"] == "Kitten beaten. Next: Gourmand"
    told_first = "Your first win over Kitten!"
    assert after["headline"] == told_first or after["is_settled"]
    touched = {id: table["touched"] for id, (_, table) in storage.tables.items()}
    again = Tab(storage)  # a page opened later
    second = await win_game(again)
    after = await again.ask("after", second)
    assert after["headline"] != told_first
    assert (await again.ask("after", first))["rung"]["level"] == 2
    # The ladder skips beaten bots: turn the loss into a win over the next one.
    storage.tables[lost][1]["result"] = [[0], ["here", 2, True, 5, False]]
    assert (await again.ask("after", first))["rung"]["says"] == "Kitten beaten. Next: Dreamer"
    summary = await again.ask("summary", "")
    ((title, games, wins, losses),) = summary["totals"]
    assert (title, games) == ("Caty Mini", len(storage.tables))
    assert (wins, losses) == (3, games - 3)
    (ladder,) = summary["ladders"]
    assert ladder["states"] == ["beaten", "beaten", "next", "later", "later"]
    assert ladder["says"] == "Next: Dreamer"
    # Storing results changes nothing else in the tables.
    assert all(table["result"] for _, table in storage.tables.values())
    for id, at in touched.items():
        assert storage.tables[id][1]["touched"] == at
    # A game of an unknown version does not count, and does no harm.
    for _, table in storage.tables.values():
        del table["result"]
    storage.tables[lost][1]["version"] = 99
    summary = await Tab(storage).ask("summary", "")
    assert summary["totals"][0][1] == games - 1


async def test_a_game_on_one_screen_does_not_count() -> None:
    tab = Tab(MemoryStorage())
    table = (await tab.play("catymini", mode="same", name="Ada", name1="Bo"))["table"]
    await tab.open(table)
    await tab.finish(random.Random(1))
    after = await tab.ask("after", table)
    assert after["rung"] is None
    assert "You" not in after["headline"]
    summary = await tab.ask("summary", "")
    assert (summary["totals"], summary["people"]) == ([], [])
    assert summary["ladders"][0]["states"][0] == "next"


async def test_friends_are_listed_with_scores_and_guests_get_their_own_story(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    readers: list[int | None] = []

    def noted(replay: Replay, lang: str, **more: Any) -> After:
        readers.append(replay.own)
        return after(replay, lang, **more)

    monkeypatch.setattr(headline, "after", noted)
    host = HostTab(MemoryStorage())
    table = await host.open_friends_table("catymini", name="Ada")
    bruno = await GuestTab(host, "bruno", "de").join("Bruno", 1)
    outcomes = []
    for _ in range(2):
        await play_on(host, bruno)
        winners = host.view["end"]["winners"]
        mine = next(i for i, p in enumerate(host.view["players"]) if p["mine"])
        outcomes.append((mine in winners) - (1 - mine in winners))
        await host.ask("after", table)
        await bruno.say(ask="after")
        assert readers[-2:] == [mine, 1 - mine]
        table = (await host.ask("rematch", table))["table"]
        await host.open(table)
        await bruno.leave()
        await bruno.join()
    (person,) = (await host.ask("summary", ""))["people"]
    won, lost = outcomes.count(1), outcomes.count(-1)
    drawn = f", {outcomes.count(0)} drawn" if 0 in outcomes else ""
    assert person["name"] == "Bruno"
    assert person["scores"] == [["Caty Mini", f"{won} won{drawn}, {lost} lost"]]
    # A rematch from the list is the existing one.
    assert (await host.ask("rematch", person["table"]))["table"] == table


async def test_pictures_to_share_are_drawn_in_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    now = daily.now()
    monkeypatch.setattr(daily, "now", lambda: now)
    tab, rng = Tab(MemoryStorage()), random.Random(4)

    async def drawn(table: str, **asked: str) -> dict[str, Any]:
        return await tab.ask("picture", table, **asked)

    table = (await tab.play("chopchop", mode="bot", level="1"))["table"]
    await tab.open(table)
    assert "not over yet" in (await drawn(table))["wrong"]
    assert "not over yet" in (await drawn("", daily="catymini"))["wrong"]
    await tab.finish(rng)
    made = await drawn(table)
    assert made["size"] == [card.WIDE, card.HIGH]
    assert made["svg"].startswith("<svg")
    assert not re.search("<text|var\\(--", made["svg"]), "text and colours are resolved"
    today = (await tab.play("catymini", daily="1"))["table"]
    await tab.open(today)
    await tab.finish(rng)
    of_day = await drawn("", daily="catymini")
    assert await drawn(today) == of_day, "the picture shows a neutral board until the day ends"
    assert (await tab.ask("after", today))["share"].startswith("Cat of the day · Caty Mini · 20")
    now += daily.SECONDS
    assert await drawn(today) != of_day
