"""Tables in a page, with the messages that the page would send."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

import pytest
from page.browser import MemoryStorage, Tab, as_json, think

import matou
from matou.bots import make
from matou.cli import main
from matou.core.messages import say
from matou.core.record import Record
from matou.core.registry import find
from matou.page.entry import start
from matou.page.players import PagePlayers, chosen, question
from matou.play import daily


@pytest.mark.parametrize("game", matou.available())
async def test_a_whole_game_against_a_bot_with_the_page_closed_in_the_middle(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng, storage = random.Random(5), MemoryStorage()
    first = Tab(storage)
    table = (await first.play(game, mode="bot", level="2", hints="1"))["table"]
    await first.open(table)
    await first.finish(rng, most=6)
    hint = await first.say(hint=True)
    assert hint["hint"] in [action for action, _, _ in first.view["legal"]]
    before = first.view

    tab = Tab(storage)  # opened after the first was closed
    await tab.open(table)
    assert tab.view["at"] == before["at"]
    assert tab.view["legal"] == before["legal"]
    assert tab.view["fair"] == first.view["fair"]
    await tab.finish(rng)

    known = await tab.ask("record", table)
    record = Record.loads(known["record"])
    assert record.replay().over
    path = tmp_path / known["name"]
    path.write_text(known["record"])
    assert main(["verify", str(path)]) == 0
    assert (await tab.ask("verify", table))["fits"]
    story = await tab.ask("story", table)
    assert story["count"] == len(record.actions)
    assert len(story["lines"]) == story["count"]
    position = await tab.ask("position", table, at=3, eyes="1", wide=True, text=True)
    assert position["at"] == 3
    assert position["board_text"]
    row = storage.tables[table][1]["row"]
    assert row["over"]
    assert row["turn"] == "finished"
    capsys.readouterr()


@pytest.mark.parametrize("game", matou.available())
async def test_a_whole_game_on_the_same_screen(game: str) -> None:
    rng, tab = random.Random(8), Tab(MemoryStorage(), "fr")
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


async def test_refusals_settings_and_chat_work_as_at_a_server() -> None:
    tab = Tab(MemoryStorage())
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
    await tab.say(set={"lang": "fr", "board_text": True})
    assert tab.view["board_text"]
    assert tab.view["chat"][-1][2] == "miaou"
    playing = await tab.ask("record", table)
    assert playing == {"wrong": say("The game is not over yet.").say("en")}
    tab.lang = "fr"
    assert (await tab.ask("verify", "nosuch"))["wrong"] == say(
        "This game isn’t in this browser (any more)."
    ).say("fr")
    assert "level" in (await tab.play("catymini", level="9"))["wrong"]


@pytest.mark.parametrize("game", ["catymini", "clocktowers"])
async def test_replay_analysis_and_playing_on(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng, storage = random.Random(7), MemoryStorage()
    tab = Tab(storage)
    table = (await tab.play(game, mode="bot", level="1", name="Ada"))["table"]
    await tab.open(table)
    await tab.finish(rng, most=3)
    about = await tab.ask("about", table)
    assert (about["is_open"], about["is_over"]) == (False, False)
    assert [value for value, _ in about["eyes"]] == ["0", "-"]  # until the end no other view
    assert "wrong" in await tab.ask("play_on", table, at="1", seat="0", level="1")
    assert "wrong" in await tab.ask("questions", table)
    await tab.finish(rng)
    about = await tab.ask("about", table)
    assert about["is_over"]
    assert [value for value, _ in about["eyes"]] == ["0", "-", "1"]

    await analyse_with_bot(tab, game, table)
    challenge = (await tab.ask("challenge", table, level=2))["table"]
    await tab.open(challenge)
    assert [(p["kind"], p["level"]) for p in tab.view["players"]] == [("person", 0), ("bot", 2)]
    assert "wrong" in await tab.ask("challenge", table, level=9)

    # The new game starts with the moves of the first, whose record proves them.
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
        known = await tab.ask("record", id)
        files.append(tmp_path / known["name"])
        files[-1].write_text(known["record"])
    assert main(["verify", str(files[1]), "--origin", str(files[0])]) == 0
    capsys.readouterr()

    await open_and_play_on(tab, files[0].read_text(), rng)
    storage.records["old"] = files[0].read_text().replace("version: ", "version: 99")
    old = await tab.host.ask({"ask": "about", "opened": "old"})
    assert old["wrong"].startswith("This can’t be opened")
    odd = await tab.ask("opinion", table, moments=[{"number": 1}])
    assert odd == {
        "wrong": say("Something went wrong at this table. No moves were lost.").say("en")
    }
    gone = await tab.host.ask({"ask": "about", "opened": "nosuch"})
    assert gone == {"wrong": say("This game isn’t in this browser (any more).").say("en")}


async def analyse_with_bot(tab: Tab, game: str, table: str) -> None:
    """Analyses with the module that a page would load; then asks for the story of the game."""
    asked = await tab.ask("questions", table)
    module, moments = asked["module"], []
    for decision in asked["decisions"]:
        thought = {**decision["before"], "module": module, "iterations": 20}
        thought = {"nodes": 1000, "patience": 40, "explore": 1.5, **thought}
        best = (await think_as_worker(thought))["found"][0]
        chance = best["value"] / best["visits"]
        moment = {"number": decision["number"], "best": best["action"], "chance": 0.1}
        moments.append({**moment, "best_chance": chance, "chances": [0.5, 0.5]})
    drawn = [{"number": draw["number"], "gains": [0.1, -0.1]} for draw in asked["draws"]]
    reply = await tab.ask("opinion", table, moments=moments, draws=drawn)
    assert reply["state"] == "done"
    assert len(reply["chances"]) == len(moments) + 1
    assert reply["mistakes"][0]["best"]
    if missed := reply["missed"]:  # the player's clearest mistake as a puzzle
        own = {**missed["puzzle"], "found": [[missed["played"], 0.01]]}
        message = {"ask": "puzzle", "game": game, "own": own, "came": []}
        part = as_json(await tab.host.ask(message))
        assert missed["played"] not in part["step"]["right"]
    assert reply["luck"][0]["luck"] == pytest.approx(len(drawn) / 10)

    result = tab.view["end"]["winners"]
    after = await tab.ask("after", table)
    assert after["share"].startswith(find(game).words.TITLE.say("en"))
    assert (after["rung"] is not None) == (result == [0])
    low = [{**moment, "chances": [0.1, 0.9]} for moment in moments]
    story = await tab.ask("after", table, moments=low, draws=drawn)
    if result == [0] and not after["is_settled"]:
        assert story["headline"] == "You were at 10%, and won"
    quick = await tab.ask("questions", table, quick=True)
    assert [d["number"] for d in quick["decisions"]] == [d["number"] for d in asked["decisions"]]
    assert quick["enough"] <= asked["enough"]


async def open_and_play_on(tab: Tab, record: str, rng: random.Random) -> None:
    """Opens a record from a file, verifies it and plays on from it."""
    opened = await tab.host.ask({"ask": "open", "record": f"\r\n{record}"})
    assert as_json(await tab.host.ask({"ask": "about", **opened}))["names"][0] == "Ada"
    assert (await tab.host.ask({"ask": "verify", **opened}))["fits"]
    fields = {"at": "2", "seat": "0", "level": "2"}
    again = await tab.host.ask({"ask": "play_on", **opened, **fields})
    await tab.open(again["table"])
    await tab.finish(rng)
    assert (await tab.ask("verify", again["table"]))["fits"]
    bad = await tab.host.ask({"ask": "open", "record": record[:300], "lang": "fr"})
    assert bad["wrong"].startswith("Impossible d’ouvrir")


async def test_rows_of_lists_are_stored_in_the_pages_language_and_rewritten_for_another() -> None:
    storage = MemoryStorage()
    first = Tab(storage)
    ids = [(await first.play("clocktowers", mode="bot", level="1"))["table"] for _ in range(3)]
    stored = [storage.tables[id][1] for id in ids]
    assert [s["lang"] for s in stored] == ["en"] * 3
    storage.tables[ids[1]] = (  # as earlier versions stored them
        storage.tables[ids[1]][0],
        {k: v for k, v in stored[1].items() if k not in ("row", "lang")} | {"rows": {}},
    )
    storage.tables[ids[2]][1]["version"] = 10**6  # an unknown version of the rules
    french = Tab(storage, "fr")
    asked = {"ask": "list", "tables": [*ids, "nowhere"], "lang": "fr"}
    rows = (await french.host.ask(asked))["rows"]
    assert rows.keys() == set(ids[:2])
    for id, before in zip(ids[:2], stored, strict=False):
        known = storage.tables[id][1]
        assert (known["lang"], known["row"]) == ("fr", rows[id])
        assert known["touched"] == before["touched"]  # lists keep their order
        assert known["seats"] == before["seats"]
        assert "rows" not in known
        assert rows[id]["names"] != before["row"]["names"]
    storage.is_full = True
    again = await first.host.ask({**asked, "lang": "en"})
    assert again["rows"][ids[0]] == stored[0]["row"]
    storage.is_full = False
    await first.open(ids[0])  # the table can still be played
    assert first.view["legal"]
    await first.act(random.Random(1))
    assert storage.tables[ids[0]][1]["lang"] == "en"


async def test_a_lesson_says_why_a_click_does_nothing() -> None:
    tab = Tab(MemoryStorage())
    asked = {"ask": "why", "game": "chopchop", "step": 1, "on": [], "picked": []}
    english = await tab.host.ask(asked)
    assert english["why"]
    assert (await tab.host.ask({**asked, "lang": "fr"}))["why"] != english["why"]
    assert "wrong" in await tab.host.ask({**asked, "step": 99})


async def test_with_full_storage_no_move_is_played_or_lost() -> None:
    storage = MemoryStorage()
    tab, rng = Tab(storage), random.Random(1)
    table = (await tab.play("chopchop", mode="same"))["table"]
    await tab.open(table)
    at, legal = tab.view["at"], tab.view["legal"]
    storage.is_full = True
    refused = await tab.act(rng)
    says = say(
        "Your browser couldn’t save that move, so it wasn’t played: storage is full, or blocked"
        " for this page (is this a private window?). Everything before it is safe. Make some room"
        " and try again."
    ).say("en")
    assert (refused["code"], refused["says"]) == ("fault", says)
    assert (tab.view["at"], tab.view["legal"]) == (at, legal)
    assert says in (await tab.play("chopchop"))["wrong"]
    shown = [message["t"] for message in tab.heard]
    assert shown.index("no") > max(i for i, kind in enumerate(shown) if kind == "view")
    storage.is_full = False
    assert (await tab.act(rng))["t"] == "ok"
    assert tab.view["at"] > at


async def test_the_slower_of_two_tabs_gets_a_refusal_and_the_others_move() -> None:
    storage, rng = MemoryStorage(), random.Random(2)
    one, other = Tab(storage), Tab(storage)
    table = (await one.play("chopchop", mode="same"))["table"]
    await one.open(table)
    await other.open(table)
    assert (await one.act(rng))["t"] == "ok"
    late = await other.act(rng)
    assert (late["t"], late["code"]) == ("no", "stale")
    assert other.view["at"] == one.view["at"]
    assert (await other.act(rng))["t"] == "ok"
    await one.host.changed(table)  # tabs notify each other
    assert one.view["at"] == other.view["at"]


async def test_the_worker_learns_why_a_table_cannot_be_opened() -> None:
    reply: list[str] = []
    entry = start(MemoryStorage(), think, lambda text, _: reply.append(text))
    asked = {"lang": "fr", "memory": False, "wide": True, "pace": "calm", "seconds": 0.0}
    unknown = await entry.open(json.dumps({"table": "nosuch", **asked}), lambda _: None)
    assert json.loads(unknown) == {
        "wrong": say("This game isn’t in this browser (any more).").say("fr")
    }
    new = {"ask": "play", "game": "chopchop", "fields": {"mode": "same"}}
    table = json.loads(await entry.ask(json.dumps(new)))["table"]
    assert await entry.open(json.dumps({"table": table, **asked}), lambda _: None) == ""
    view = json.loads(reply[0])
    await entry.say(json.dumps({"id": 1, "do": view["legal"][0][0], "at": view["at"]}))
    assert "ok" in [json.loads(message)["t"] for message in reply]


@pytest.mark.parametrize("level", [2, 3, 4])
@pytest.mark.parametrize("game", matou.available())
async def test_a_bot_that_thinks_in_a_worker_moves_as_in_python(game: str, level: int) -> None:
    state, rng = matou.game(game).start(2), random.Random(level)
    compared = 0
    while not state.over and compared < 4:
        if state.actor >= 0 and len(state.legal()) > 1 and rng.random() < 0.3:
            view, compared = state.observe(state.actor), compared + 1
            here = make(game, level, seed=compared)
            asked = question(here, view)
            assert asked is not None
            answer = await think_as_worker(asked)
            assert chosen(here, view, answer) == here.choose(view)
        state.play(state.sample(rng))
    assert compared


async def think_as_worker(asked: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(await think(json.dumps(asked)))
    return found


async def test_if_thinking_fails_a_lower_level_moves_and_says_so() -> None:
    async def broken(asked: str) -> str:
        raise RuntimeError("no WebAssembly here")

    state, rng = matou.game("clocktowers").start(2), random.Random(3)
    while state.actor < 0 or len(state.legal()) < 2:
        state.play(state.sample(rng))
    choice = await PagePlayers(broken).answer(state.observe(state.actor), 5)
    assert choice.action in state.legal()
    assert choice.is_lower


async def test_a_player_can_resign_and_the_game_stays_over() -> None:
    storage = MemoryStorage()
    page = Tab(storage)
    table = (await page.play("clocktowers", mode="bot", level="1"))["table"]
    await page.open(table)
    assert (await page.say(resign=True))["t"] == "ok"
    assert page.view["end"]["winners"] == [1]
    assert (await page.say(resign=True))["code"] == "over"
    again = Tab(storage)
    await again.open(table)
    assert again.view["end"]["winners"] == [1]
    assert again.view["prompt"].endswith("You resigned.")


CLOSED = ("about", "story", "position", "record", "verify", "questions", "online", "play_on")


async def test_the_cat_of_the_day_is_played_once_a_day_by_the_clock_of_the_device(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    day = daily.end_of(daily.today()) - 1  # a fixed time: the day does not end during the test
    monkeypatch.setattr(daily, "now", lambda: day)
    monkeypatch.setattr(time, "time", lambda: day)
    ends, at = [], {"eyes": "0", "at": 2, "seat": 0, "level": 1}
    for _ in range(2):  # two devices with the same moves
        storage = MemoryStorage()
        tab, rng = Tab(storage), random.Random(3)
        shown = await tab.ask("daily", "")
        assert [game["state"] for game in shown["games"]] == ["new"] * 4
        assert shown["streak"] == ""
        table = (await tab.play("catymini", daily="1"))["table"]
        assert table == f"{shown['day']}-catymini"
        await tab.open(table)
        await tab.finish(rng, most=2)
        assert (await tab.play("catymini", daily="1"))["table"] == table
        assert (await tab.say(hint=True))["t"] == "no"
        assert (await tab.say(undo=True, at=tab.view["at"]))["code"] == "undo"
        await tab.finish(rng)
        assert "tomorrow" in (await tab.ask("rematch", table))["wrong"]
        for closed in CLOSED:
            assert "after midnight" in (await tab.ask(closed, table, **at))["wrong"], closed
        shown = await tab.ask("daily", "")
        game = next(game for game in shown["games"] if game["name"] == "catymini")
        assert game["state"] == "over"
        assert game["says"] in game["text"]
        assert shown["streak"] == "Your streak: 1 day."
        ends.append((game, dict(storage.events)))
        with monkeypatch.context() as patch:
            patch.setattr(daily, "now", lambda: day + 1)
            for opened in CLOSED:
                assert "wrong" not in await tab.ask(opened, table, **at), opened
            assert (await tab.ask("verify", table))["fits"]
    assert ends[0] == ends[1]
