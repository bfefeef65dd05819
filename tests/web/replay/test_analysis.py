"""A bot's analysis of a finished game: made once, one at a time, and stored."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from web.replay.finished import a_finished_table
from web.support import PATIENCE, Person, RandomPlayers, a_site

from matou.bots import binding
from matou.bots.analyse import analyse
from matou.bots.levels import LEVELS
from matou.bots.memory import Params, Tree
from matou.core.game import Game
from matou.core.messages import say
from matou.core.record import Record
from matou.play import analysis
from matou.web.replay.analysis import Analyst
from matou.web.store import Store

ITERATIONS = 12


class FakeAnalyst(RandomPlayers):
    """Analyses a game without a search: every decision gets a coin flip, the third is a mistake."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = 0
        self.wrong = False
        self.go = asyncio.Event()

    async def study(self, record: Record, reply: Callable[[float], None]) -> dict[str, Any]:
        self.asked += 1
        reply(0.5)
        await self.go.wait()
        if self.wrong:
            raise RuntimeError("the bots are away")
        state, moments = record.game.start(record.seats), []
        for number, name in enumerate(record.actions, 1):
            if state.actor >= 0 and len(state.legal()) > 1:
                others = [state.name(a) for a in state.legal() if state.name(a) != name]
                moments.append(
                    {
                        "number": number,
                        "seat": state.actor,
                        "played": name,
                        "best": others[0],
                        "chance": 0.4,
                        "best_chance": 0.7,
                        "chances": [0.5, 0.5],
                    }
                )
            state.play(name)
        turn = {"number": moments[4]["number"], "what": "", "seat": 1, "mistake": False}
        return {
            "moments": moments,
            "returns": state.returns,
            "mistakes": [moments[2]["number"]],
            "turning_points": [{**turn, "before": 0.5, "after": 0.8}],
            "lucky": [0.1, -0.1],
            "given_away": [0.0, 0.3],
            "strokes": [{"number": 1, "seat": 0, "gain": 0.1}],
        }


async def study(person: Person, method: str = "GET", at: str = "/t/done/back") -> dict[str, Any]:
    answer = await person.http.request(
        method, f"{at}/analysis", headers={"origin": "http://site.test"}
    )
    assert answer.status_code == 200
    reply: dict[str, Any] = answer.json()
    return reply


async def wait_for_state(state: str, person: Person, at: str = "/t/done/back") -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while (reply := await study(person, at=at))["state"] != state:
            await asyncio.sleep(0.005)
    return reply


async def test_games_are_analysed_once_one_at_a_time_and_stored(tmp_path: Path) -> None:
    bots = FakeAnalyst()
    async with a_site(tmp_path, bots) as app:
        state = await a_finished_table(app, "clocktowers")
        await a_finished_table(app, "chopchop", id="next")
        reader = Person(app, "fr")
        assert (await study(reader))["state"] == "none"
        await study(reader, "POST")
        await study(reader, "POST")
        reply = await wait_for_state("running", reader)
        while reply["part"] != 0.5:
            reply = await wait_for_state("running", reader)
        assert reply["says"] == say("The bot is analysing the game…").say("fr")
        waits = await study(reader, "POST", "/t/next/back")
        assert waits == {
            "state": "waiting",
            "says": say("Waiting for the bot to analyse this game; {n} ahead of it.")
            .filled(n=1)
            .say("fr"),
        }
        bots.go.set()
        reply = await wait_for_state("done", reader)
        assert reply["chances"][-1] == [len(state.history), state.returns]
        (mistake,) = reply["mistakes"]
        at = mistake["at"]
        then = next(s for n, s in enumerate(Record.of(state).states()) if n == at)
        assert mistake["seat"] == then.actor
        assert state.history[at].action in then.legal()
        names = [then.game.words.describe(then.s, a).say("fr") for a in then.legal()]
        assert mistake["best"] in names
        did = then.game.telling.tell(then.s, state.history[at].action)
        assert mistake["played"] == did.say("fr", ["Ada", LEVELS[3].name.say("fr")])
        assert mistake["shine"]
        assert reply["turnings"][0]["what"].startswith(("Ada ", LEVELS[3].name.say("fr")))
        stranger = await reader.http.post("/t/done/back/analysis")
        assert stranger.status_code == 403
        await wait_for_state("done", reader, "/t/next/back")
        assert bots.asked == 2
    idle = FakeAnalyst()
    async with a_site(tmp_path, idle) as app:  # stored across a restart
        assert (await study(Person(app), "POST"))["state"] == "done"
        assert idle.asked == 0


class EmptyStore:
    """A store without jobs and results that forgets what it is given."""

    def __init__(self) -> None:
        self.jobs = self.texts = self

    async def get(self, *_: object) -> None:
        return None

    async def put(self, *_: object) -> None:
        return None

    async def count(self, *_: object) -> int:
        return 0

    async def take_next(self, *_: object) -> list[Any]:
        return []


async def test_an_analyst_stops_at_once_even_if_a_game_arrives_at_that_moment() -> None:
    replay: Any = SimpleNamespace(key="done", record=SimpleNamespace(dumps=str))
    for ticks in range(8):
        analyst = Analyst(cast(Store, EmptyStore()), FakeAnalyst())
        working = [asyncio.create_task(chore.repeat()) for chore in analyst.chores()]
        for _ in range(4):
            await asyncio.sleep(0)  # the analyst waits for work
        await analyst.begin(replay)
        for _ in range(ticks):
            await asyncio.sleep(0)
        for task in working:
            task.cancel()
        _, at_work = await asyncio.wait(working, timeout=PATIENCE)
        assert not at_work, f"still at work, stopped after {ticks} turns of the loop"


def search(asked: dict[str, Any], game: Game) -> Tree:
    """Searches as a page's worker does."""
    s = game.rules.State.from_buffer_copy(base64.b64decode(asked["record"]))
    room, params = binding.open_backend(game, "wasm"), Params.of(game)
    tree = Tree(room, game.rules, s, asked["seats"], asked["seed"], nodes=2000, params=params)
    tree.run(asked["iterations"])
    return tree


def judge(decision: dict[str, Any], enough: int, game: Game) -> dict[str, Any]:
    """Judges a decision as a page does."""
    tree = search(decision["before"], game)
    actions = sorted(tree.found(), key=lambda f: (-f.visits, -f.value, f.action))
    played = [f for f in actions if f.action == decision["action"]]
    if played and (played[0] is actions[0] or played[0].visits >= enough):
        chance = played[0].value / played[0].visits
    elif decision["after"] is None:
        chance = decision["worth"]
    else:
        chance = search(decision["after"], game).totals[decision["seat"]] / ITERATIONS
    return {
        "number": decision["number"],
        "best": actions[0].action,
        "chance": chance,
        "best_chance": actions[0].value / actions[0].visits,
        "chances": [x / ITERATIONS for x in tree.totals],
    }


def measure_luck(draw: dict[str, Any], game: Game) -> dict[str, Any]:
    """Measures the luck of a draw as a page does."""
    rows = [
        [x / view["iterations"] for x in search(view, game).totals]
        if (view := outcome["view"])
        else outcome["returns"]
        for outcome in draw["outcomes"]
    ]
    mean = [
        sum(o["part"] * row[i] for o, row in zip(draw["outcomes"], rows, strict=True))
        for i in (0, 1)
    ]
    gains = [a - b for a, b in zip(rows[draw["came"]], mean, strict=True)]
    return {"number": draw["number"], "gains": gains}


def spoil(opinion: dict[str, Any]) -> list[Any]:
    """Returns opinions that do not fit the game."""
    found, drawn = opinion["moments"], opinion["draws"]
    moments: list[Any] = [
        *([], {}, None, found[:-1], found[::-1], [*found, found[0]]),
        [{**found[0], "best": -1}, *found[1:]],
        [{**found[0], "chance": 1.5}, *found[1:]],
        [{**found[0], "chances": [0.5]}, *found[1:]],
        [{**found[0], "more": 1}, *found[1:]],
    ]
    return [{**opinion, "moments": some} for some in moments] + [
        *([], {}, None, {"moments": found}, {**opinion, "draws": drawn[:-1]}),
        {**opinion, "draws": [{**drawn[0], "gains": [0.1]}, *drawn[1:]]},
        {**opinion, "draws": [{**drawn[0], "gains": [1.5, -1.5]}, *drawn[1:]]},
    ]


async def test_a_pages_own_analysis_equals_the_servers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "ITERATIONS", ITERATIONS)
    here = {"origin": "http://site.test"}
    async with a_site(tmp_path) as app:
        state = await a_finished_table(app, "catymini")
        reader = Person(app)
        asked = (await reader.get("/t/done/back/opinion")).json()
        assert asked["module"] == f"catymini-{state.game.version}.wasm"
        states = list(Record.of(state).states())
        for d in asked["decisions"]:
            view = states[d["number"] - 1].observe(d["seat"])
            assert base64.b64decode(d["before"]["record"]) == view.tobytes()
            if d["after"] is not None:
                later = states[d["number"]].observe(d["seat"])
                assert base64.b64decode(d["after"]["record"]) == later.tobytes()
        opinion = {
            "moments": [judge(d, asked["enough"], state.game) for d in asked["decisions"]],
            "draws": [measure_luck(d, state.game) for d in asked["draws"]],
        }
        sent = await reader.http.post("/t/done/back/opinion", json=opinion, headers=here)
        reply = sent.json()
        mine = analyse(state.record(), iterations=ITERATIONS).data()
        assert reply["state"] == "done"
        assert reply["chances"][:-1] == [
            [m["number"] - 1, list(m["chances"])] for m in mine["moments"]
        ]
        assert [m["at"] + 1 for m in reply["mistakes"]] == mine["mistakes"]
        assert [t["at"] + 1 for t in reply["turnings"]] == [
            t["number"] for t in mine["turning_points"]
        ]
        assert [one["luck"] for one in reply["luck"]] == pytest.approx(mine["lucky"])
        assert [s["at"] for s in reply["strokes"]] == [s["number"] for s in mine["strokes"]]
        # A page's opinion is not verified, so it is not stored.
        assert (await study(reader))["state"] == "none"
        for body in spoil(opinion):
            answer = await reader.http.post("/t/done/back/opinion", json=body, headers=here)
            assert answer.status_code == 400, body
        assert (await reader.http.post("/t/done/back/opinion", json=opinion)).status_code == 403
        table = await reader.new_table("chopchop", "bot", level="1")
        assert (await reader.get(f"/t/{table}/back/opinion")).status_code == 404


async def test_a_page_says_when_no_bot_can_analyse(tmp_path: Path) -> None:
    async with a_site(tmp_path / "a") as app:  # random players cannot analyse
        await a_finished_table(app, "chopchop")
        reply = await study(Person(app), "POST")
        assert reply == {
            "state": "failed",
            "says": say("There’s no bot here to review the game with you.").say("en"),
        }
    bots = FakeAnalyst()
    bots.wrong = True
    bots.go.set()
    async with a_site(tmp_path / "b", bots) as app:
        await a_finished_table(app, "chopchop")
        reader = Person(app)
        await study(reader, "POST")
        assert (await wait_for_state("failed", reader))["says"] == say(
            "The bot could not analyse this game. Try again later."
        ).say("en")
        bots.wrong = False
        await study(reader, "POST")
        await wait_for_state("done", reader)
