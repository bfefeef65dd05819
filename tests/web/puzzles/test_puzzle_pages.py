"""Puzzles on a site: pages, answers without Python in the page, results with an account."""

from __future__ import annotations

import html
import io
import json
import zipfile
from pathlib import Path
from typing import Any

from web.support import BASE, Person, a_site

import matou
from matou.play import solving

GAME = "catymini"
IDS = [puzzle.id for puzzle in matou.puzzles(GAME)]


async def post_json(person: Person, path: str, message: Any, origin: str = BASE) -> Any:
    return await person.http.post(path, content=json.dumps(message), headers={"origin": origin})


def results(*ids: str, solved: int = 1) -> dict[str, Any]:
    return {GAME: {"results": [[id, solved] for id in ids], "rating": [3000, 1]}}


async def test_the_pages_list_every_game_and_home_links_to_the_puzzle_of_the_day(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        ada = Person(app)
        hub, home = html.unescape((await ada.get("/puzzles")).text), (await ada.get("/")).text
        for name in matou.available():
            puzzles = matou.puzzles(name)
            assert f"{len(puzzles)} puzzles" in hub
            for kind in {puzzle.data["kind"] for puzzle in puzzles}:
                assert matou.game(name).words.PUZZLES[kind].say() in hub
            assert (await ada.get(f"/puzzles/{name}")).status_code == 200
        assert (await ada.get("/puzzles/nonsense")).status_code == 404
        games = matou.available()
        assert f"/puzzles/{games[solving.turn_of_day(len(games))]}#today" in home


async def test_the_server_answers_for_pages_without_python_and_accepts_no_positions(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        ada = Person(app)
        message = {"ask": "puzzle", "game": GAME, "id": IDS[0], "came": []}
        part = (await post_json(ada, "/puzzles/ask", message)).json()
        assert part["step"]["right"]
        gone = (await post_json(ada, "/puzzles/ask", {**message, "id": "nonsense"})).json()
        assert gone["wrong"]
        unfit: tuple[Any, ...] = (
            {**message, "own": {"position": "catymini 1; seats=2; seat=0"}},
            {**message, "came": 5},
            {**message, "game": "nonsense"},
            {**message, "ask": "play"},
            {**message, "answer": "x" * 9},
            [],
        )
        for bad in unfit:
            assert (await post_json(ada, "/puzzles/ask", bad)).status_code in (200, 400)
        assert (
            await post_json(ada, "/puzzles/ask", {**message, "own": {"a": 1}})
        ).status_code == 400
        assert (
            await post_json(ada, "/puzzles/ask", message, "http://evil.test")
        ).status_code == 403
        long = {**message, "came": ["x" * 200_000]}
        assert (await post_json(ada, "/puzzles/ask", long)).status_code == 413


async def test_results_are_stored_once_a_puzzle_with_an_account(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        ada = Person(app)
        assert (await post_json(ada, "/puzzles/results", results(IDS[0]))).status_code == 403
        assert "data-named" not in (await ada.get("/puzzles")).text
        await ada.post("/you/code", name="Ada")
        assert "data-named" in (await ada.get(f"/puzzles/{GAME}")).text
        first = (await post_json(ada, "/puzzles/results", results(*IDS[:3]))).json()[GAME]
        assert first["results"] == [[id, 1] for id in IDS[:3]]
        rating = solving.rating_of(GAME, first["results"])
        assert first["rating"] == [rating.points, rating.deviation]
        wrong = (await post_json(ada, "/puzzles/results", results(*IDS[:4], solved=0))).json()[GAME]
        assert wrong["results"] == [*first["results"], [IDS[3], 0]]
        await post_json(ada, "/puzzles/results", {"nonsense": {"results": [["x", 1]]}})
        await post_json(ada, "/puzzles/results", {GAME: {"results": [["nonsense", 1]]}})
        assert len((await post_json(ada, "/puzzles/results", {})).json()[GAME]["results"]) == 4
        broken: tuple[Any, ...] = ([], {GAME: 1}, {GAME: {"results": [[1]]}})
        for bad in broken:
            assert (await post_json(ada, "/puzzles/results", bad)).status_code == 400
        assert "data-named" in (await ada.get("/you")).text


async def test_results_move_to_an_account_are_exported_and_deleted(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        store = app.state.site.store
        for owner, ids in (("old", IDS[:2]), ("new", IDS[1:3])):
            solved = int(owner == "new")
            await store.puzzles.add(owner, [(GAME, id, solved) for id in ids])
        await store.personal_data.move("old", "new")
        found = dict((await store.puzzles.of("new"))[GAME])
        assert found == {IDS[0]: 0, IDS[1]: 1, IDS[2]: 1}
        assert not await store.puzzles.of("old")
        ada = Person(app)
        await ada.post("/you/code", name="Ada")
        await post_json(ada, "/puzzles/results", results(IDS[5]))
        packed = (await ada.post("/you/export")).content
        with zipfile.ZipFile(io.BytesIO(packed)) as file:
            rows = json.loads(file.read("about.json"))["puzzle_results"]
        assert [(row["game"], row["puzzle"], row["solved"]) for row in rows] == [(GAME, IDS[5], 1)]
        done = await ada.post("/you/delete", word="delete")
        assert "forget.js" in done.text
        owners = await store.db.column("SELECT owner FROM puzzle_results WHERE owner <> 'new'")
        assert not owners
