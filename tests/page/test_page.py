"""Tables in a page, driven here as the page would: the same messages, the same answers."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from page.browser import MemoryShelf, Tab, think

import matou
from matou.bots import make
from matou.bots.elsewhere import chosen, question
from matou.cli import main
from matou.core.record import Record
from matou.page import text
from matou.page.entry import start
from matou.page.players import PagePlayers
from matou.play import text as play_text


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


@pytest.mark.parametrize("game", matou.available())
def test_a_whole_game_against_a_cat_with_the_page_closed_in_the_middle(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        rng, shelf = random.Random(5), MemoryShelf()
        first = Tab(shelf)
        table = (await first.play(game, mode="bot", level="2", hints="1"))["table"]
        await first.open(table)
        await first.finish(rng, most=6)
        hint = await first.say(hint=True)
        assert hint["hint"] in [action for action, _, _ in first.view["legal"]]
        before = first.view

        tab = Tab(shelf)  # the first was closed; nothing that it showed is lost
        await tab.open(table)
        assert tab.view["at"] == before["at"]
        assert tab.view["legal"] == before["legal"]
        assert tab.view["fair"] == first.view["fair"]
        await tab.finish(rng)

        kept = await tab.ask("record", table)
        record = Record.loads(kept["record"])
        assert record.replay().over
        path = tmp_path / kept["name"]
        path.write_text(kept["record"])
        assert main(["verify", str(path)]) == 0
        assert (await tab.ask("verify", table))["fits"]
        story = await tab.ask("story", table)
        assert story["count"] == len(record.actions)
        assert len(story["lines"]) == story["count"]
        position = await tab.ask("position", table, at=3, eyes="1", wide=True, told=True)
        assert position["at"] == 3
        assert position["told"]
        rows = shelf.tables[table][1]["rows"]
        assert rows["fr"]["over"]
        assert rows["fr"]["turn"] == "finie"

    run(test)
    capsys.readouterr()


@pytest.mark.parametrize("game", matou.available())
def test_a_whole_game_on_the_same_screen(game: str) -> None:
    async def test() -> None:
        rng, tab = random.Random(8), Tab(MemoryShelf(), "fr")
        table = (await tab.play(game, mode="same", name="Ada", name1="Basile"))["table"]
        await tab.open(table)
        await tab.finish(rng)
        assert [player["name"] for player in tab.view["players"][:2]] == ["Ada", "Basile"]
        assert tab.view["end"]
        again = await tab.ask("rematch", table)
        assert again == await tab.ask("rematch", table)
        await tab.open(again["table"])
        assert not tab.view.get("end")
        assert tab.view["players"][-1]["name"] == "Ada"

    run(test)


def test_what_a_page_asks_besides_is_answered_as_at_a_server() -> None:
    async def test() -> None:
        tab = Tab(MemoryShelf())
        table = (await tab.play("catymini", mode="bot", level="1"))["table"]
        await tab.open(table)
        await tab.settle()
        refused = await tab.say(do=999, at=tab.view["at"])
        assert (refused["t"], refused["code"]) == ("no", "illegal")
        stale = await tab.say(do=tab.view["legal"][0][0], at=tab.view["at"] + 1)
        assert stale["code"] == "stale"
        assert (await tab.say(nonsense=1))["code"] == "bad"
        assert (await tab.say(hint=True))["code"] == "hint"  # not allowed at this table
        assert (await tab.say(why={"on": [], "picked": []}))["t"] == "ok"
        assert (await tab.say(chat="miaou"))["t"] == "ok"
        await tab.say(set={"lang": "fr", "told": True})
        assert tab.view["told"]
        assert tab.view["chat"][-1][2] == "miaou"
        playing = await tab.ask("record", table)
        assert playing == {"wrong": text.NOT_OVER.en}
        tab.lang = "fr"
        assert (await tab.ask("verify", "nosuch"))["wrong"] == text.NOT_HERE.fr
        wrong = await tab.play("catymini", mode="friends")
        assert text.NOBODY_COMES.fr in wrong["wrong"]
        assert "level" in (await tab.play("catymini", level="9"))["wrong"]

    run(test)


@pytest.mark.parametrize("game", ["catymini", "clocktowers"])
def test_looking_back_going_through_it_and_playing_on(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        rng, shelf = random.Random(7), MemoryShelf()
        tab = Tab(shelf)
        table = (await tab.play(game, mode="bot", level="1", name="Ada"))["table"]
        await tab.open(table)
        await tab.finish(rng, most=3)
        about = await tab.ask("about", table)
        assert (about["is_open"], about["is_over"]) == (False, False)
        assert [value for value, _ in about["eyes"]] == [
            "0",
            "-",
        ]  # nobody else's, while it goes on
        assert "wrong" in await tab.ask("play_on", table, at="1", seat="0", level="1")
        assert "wrong" in await tab.ask("questions", table)
        await tab.finish(rng)
        about = await tab.ask("about", table)
        assert about["is_over"]
        assert [value for value, _ in about["eyes"]] == ["0", "-", "1"]

        # A bot looks at it, by the module that a page would load.
        asked = await tab.ask("questions", table)
        module, moments = asked["module"], []
        for decision in asked["decisions"]:
            question = {**decision["before"], "module": module, "iterations": 20}
            found = (await answered({"nodes": 1000, "patience": 40, "explore": 1.5, **question}))[
                "found"
            ]
            best, chances = found[0], [0.5] * len(about["names"])
            chance = best["value"] / best["visits"]
            moment = {"number": decision["number"], "best": best["action"], "chance": 0.1}
            moments.append({**moment, "best_chance": chance, "chances": chances})
        drawn = [
            {"number": draw["number"], "gains": [0.1] + [-0.1] * (len(about["names"]) - 1)}
            for draw in asked["draws"]
        ]
        told = await tab.ask("opinion", table, moments=moments, draws=drawn)
        assert told["state"] == "done"
        assert len(told["chances"]) == len(moments) + 1
        assert told["mistakes"][0]["best"]
        assert told["luck"][0]["luck"] == pytest.approx(len(drawn) / 10)

        # Playing on: what came before is taken over, and proved by its own record.
        at = about["count"] // 2
        going = (await tab.ask("play_on", table, at=str(at), seat="1", level="1"))["table"]
        await tab.open(going)
        assert tab.view["continues"][1] == f"{table}#{at}"
        assert tab.view["players"][1]["mine"]
        await tab.finish(rng)
        assert (await tab.ask("about", going))["origin"] == f"{table}#{at}"
        assert (await tab.ask("verify", going))["fits"]
        files = []
        for id in (table, going):
            kept = await tab.ask("record", id)
            files.append(tmp_path / kept["name"])
            files[-1].write_text(kept["record"])
        assert main(["verify", str(files[1]), "--origin", str(files[0])]) == 0

        # A record comes back as a file: looked at, verified, played on from.
        opened = await tab.host.ask({"ask": "open", "record": "\r\n" + files[0].read_text()})
        assert (await tab.host.ask({"ask": "about", **opened}))["names"][0] == "Ada"
        assert (await tab.host.ask({"ask": "verify", **opened}))["fits"]
        fields = {"at": "2", "seat": "0", "level": "2"}
        again = await tab.host.ask({"ask": "play_on", **opened, **fields})
        await tab.open(again["table"])
        await tab.finish(rng)
        assert (await tab.ask("verify", again["table"]))["fits"]
        bad = await tab.host.ask(
            {"ask": "open", "record": files[0].read_text()[:300], "lang": "fr"}
        )
        assert bad["wrong"].startswith("Impossible de l’ouvrir")
        shelf.records["old"] = files[0].read_text().replace("version: ", "version: 99")
        old = await tab.host.ask({"ask": "about", "opened": "old"})
        assert old["wrong"].startswith("This cannot be opened")
        odd = await tab.ask("opinion", table, moments=[{"number": 1}])
        assert odd == {"wrong": play_text.TABLE_FAULT.en}
        gone = await tab.host.ask({"ask": "about", "opened": "nosuch"})
        assert gone == {"wrong": text.NOT_HERE.en}

    run(test)
    capsys.readouterr()


def test_a_lesson_says_why_not() -> None:
    async def test() -> None:
        tab = Tab(MemoryShelf())
        asked = {"ask": "why", "game": "chopchop", "step": 1, "on": [], "picked": []}
        english = await tab.host.ask(asked)
        assert english["why"]
        assert (await tab.host.ask({**asked, "lang": "fr"}))["why"] != english["why"]
        assert "wrong" in await tab.host.ask({**asked, "step": 99})

    run(test)


def test_full_storage_plays_nothing_and_loses_nothing() -> None:
    async def test() -> None:
        shelf = MemoryShelf()
        tab, rng = Tab(shelf), random.Random(1)
        table = (await tab.play("chopchop", mode="same"))["table"]
        await tab.open(table)
        at, legal = tab.view["at"], tab.view["legal"]
        shelf.is_full = True
        refused = await tab.act(rng)
        assert (refused["code"], refused["says"]) == ("fault", text.NOT_KEPT.say("en"))
        assert (tab.view["at"], tab.view["legal"]) == (at, legal)
        assert text.NOT_KEPT.say("en") in (await tab.play("chopchop"))["wrong"]
        shown = [message["t"] for message in tab.heard]
        assert shown.index("no") > max(i for i, kind in enumerate(shown) if kind == "view")
        shelf.is_full = False
        assert (await tab.act(rng))["t"] == "ok"
        assert tab.view["at"] > at

    run(test)


def test_of_two_tabs_the_slower_is_told_and_takes_over_what_the_other_played() -> None:
    async def test() -> None:
        shelf, rng = MemoryShelf(), random.Random(2)
        one, other = Tab(shelf), Tab(shelf)
        table = (await one.play("chopchop", mode="same"))["table"]
        await one.open(table)
        await other.open(table)
        assert (await one.act(rng))["t"] == "ok"
        late = await other.act(rng)
        assert (late["t"], late["code"]) == ("no", "stale")
        assert other.view["at"] == one.view["at"]
        assert (await other.act(rng))["t"] == "ok"
        await one.host.changed(table)  # as the tabs tell each other
        assert one.view["at"] == other.view["at"]

    run(test)


def test_the_worker_is_told_why_a_table_cannot_be_opened() -> None:
    async def test() -> None:
        told: list[str] = []
        entry = start(MemoryShelf(), think, told.append)
        asked = {"lang": "fr", "memory": False, "wide": True, "pace": "calm", "seconds": 0.0}
        unknown = await entry.open(json.dumps({"table": "nosuch", **asked}), lambda: None)
        assert json.loads(unknown) == {"wrong": text.NOT_HERE.fr}
        new = {"ask": "play", "game": "chopchop", "fields": {"mode": "same"}}
        table = json.loads(await entry.ask(json.dumps(new)))["table"]
        assert await entry.open(json.dumps({"table": table, **asked}), lambda: None) == ""
        view = json.loads(told[0])
        await entry.say(json.dumps({"id": 1, "do": view["legal"][0][0], "at": view["at"]}))
        assert "ok" in [json.loads(message)["t"] for message in told]

    run(test)


@pytest.mark.parametrize("level", [2, 3, 4])
@pytest.mark.parametrize("game", matou.available())
def test_a_bot_that_thinks_elsewhere_moves_as_it_would_here(game: str, level: int) -> None:
    async def test() -> None:
        state, rng = matou.game(game).start(2), random.Random(level)
        compared = 0
        while not state.over and compared < 4:
            if state.actor >= 0 and len(state.legal()) > 1 and rng.random() < 0.3:
                view, compared = state.observe(state.actor), compared + 1
                here = make(game, level, seed=compared)
                asked = question(here, view)
                assert asked is not None
                answer = await answered(asked)
                assert chosen(here, view, answer) == here.choose(view)
            state.play(state.sample(rng))
        assert compared

    run(test)


async def answered(asked: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(await think(json.dumps(asked)))
    return found


def test_where_thinking_fails_a_lower_level_moves_and_says_so() -> None:
    async def broken(asked: str) -> str:
        raise RuntimeError("no WebAssembly here")

    async def test() -> None:
        state, rng = matou.game("clocktowers").start(2), random.Random(3)
        while state.actor < 0 or len(state.legal()) < 2:
            state.play(state.sample(rng))
        choice = await PagePlayers(broken).answer(state.observe(state.actor), 5)
        assert choice.action in state.legal()
        assert choice.is_lower

    run(test)
