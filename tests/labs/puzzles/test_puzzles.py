"""Finding, grading and packing puzzles, with much shorter searches than usual."""

from __future__ import annotations

import gzip
import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

import matou
from labs.puzzles import finding, kinds, packing, reviewing
from labs.puzzles.__main__ import main, plans
from labs.puzzles.grading import rating_of
from labs.puzzles.kinds import appenzell, catymini, chopchop, clocktowers
from matou.core.puzzles import Puzzle, Step
from matou.core.state import State
from matou.kit.rng import rng_words


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("GLANCE", 60), ("QUICK", 100), ("DEEP", 200), ("LOWEST", 0.0)):
        monkeypatch.setattr(finding, name, value)
    monkeypatch.setattr("labs.puzzles.grading.TRIES", (1, 1, 1, 1, 1))
    for module in (appenzell, catymini, chopchop, clocktowers):
        monkeypatch.setattr(module, "GAP", 0.005)
        monkeypatch.setattr(module, "SEARCHES", 1)
    monkeypatch.setattr(appenzell, "PROBE", 60)


def decisions(name: str, seed: int = 1, most: int = 60) -> list[State]:
    """Returns the positions of a random game in which a seat is to act."""
    rng, state = random.Random(seed), matou.game(name).start(2)
    found: list[State] = []
    while not state.over and len(found) < most:
        if state.actor >= 0:
            found.append(state.copy())
        state.play(state.sample(rng))
    return found


@pytest.mark.parametrize("name", matou.available())
@pytest.mark.usefixtures("short_searches")
def test_puzzles_are_solvable_and_contain_no_secrets(name: str) -> None:
    """An imagined world that looks the same to the seat gives exactly the same puzzle."""
    found = 0
    for state in decisions(name)[::2]:
        data = finding.puzzle_at(state, 7)
        if data is None:
            continue
        found += 1
        puzzle = Puzzle(state.game, data)
        assert puzzle.position.tobytes() == state.observe(state.actor).tobytes()
        assert puzzle.check(puzzle.answer)
        if "line" not in data:
            other = state.observe(state.actor).imagine(rng_words(found))
            assert finding.puzzle_at(other, 7) == data
    assert found


def test_an_answer_depends_on_a_tile_that_was_covered() -> None:
    """The puzzle's line begins where the tile was last seen, and leads to the position."""
    game = matou.game("appenzell")
    state, tile, since = next(
        (state, tile, since)
        for state in decisions("appenzell", seed=3, most=400)
        for tile in appenzell.covered(state.observe(state.actor))
        if (since := appenzell.last_seen(state, [tile])) is not None
    )
    then = appenzell.replayed(state, since)
    assert then.s.open_squares >> tile & 1
    text = then.observe(state.actor).to_text()
    names = " ".join(entry.name for entry in state.history[since:])
    legal = [state.name(a) for a in state.legal()[:2]]
    data = {"position": text, "line": names, "values": {legal[0]: 60, legal[-1]: 40}}
    assert Puzzle(game, data).position.tobytes() == state.observe(state.actor).tobytes()
    forgotten = appenzell.forgotten(state.observe(state.actor), [tile])
    assert tile not in appenzell.covered(forgotten)


@pytest.mark.usefixtures("short_searches")
def test_a_search_of_games_stops_in_time_and_packs(tmp_path: Path, monkeypatch: Any) -> None:
    found = tmp_path / "found.jsonl"
    rows = [*finding.games("catymini", 1, time.time() + 0.5)]
    assert rows
    found.write_text("".join(json.dumps(row) + "\n" for row in [*rows, rows[0]]))
    monkeypatch.setattr(packing, "path_of", lambda game: tmp_path / game.name)
    monkeypatch.setattr(packing, "LOG", tmp_path / "log.gz")
    monkeypatch.setattr(packing, "STUDY", tmp_path / "study.md")
    main(["pack", str(found)])
    packed = gzip.decompress((tmp_path / "catymini").read_bytes()).decode().splitlines()
    assert len(packed) == min(sum(map(packing.is_sure, rows)), packing.MOST)
    assert all("log" not in json.loads(row) for row in packed)
    assert len(gzip.decompress((tmp_path / "log.gz").read_bytes()).splitlines()) == len(packed)
    assert f"{len(packed)} of {len(rows)} found" in (tmp_path / "study.md").read_text()


def test_a_puzzle_is_packed_if_its_answer_is_clear_and_has_a_reason(
    tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(packing, "LARGEST", 10**9)
    one = next(p for p in packing.unpacked() if p["log"]["game"] == "clocktowers" and "then" in p)
    assert packing.is_sure(one)
    first, second, *_ = one["values"]
    best = one["values"][first]
    assert not packing.is_sure({**one, "values": {**one["values"], second: best - 4}})
    assert packing.is_sure({**one, "values": {**one["values"], second: best - 5}})
    for when in ("again", "audited"):
        assert not packing.is_sure({**one, "log": {**one["log"], when: [2, 1]}})
    game = matou.game("clocktowers")
    with monkeypatch.context() as patch:
        patch.setattr(game.telling, "because", lambda *_: None)
        assert not packing.is_sure(one)
    # Packing again keeps the number of puzzles found.
    study = tmp_path / "study.md"
    study.write_text(packing.STUDY.read_text())
    before = packing.counted()["Clocktowers"]
    monkeypatch.setattr(packing, "path_of", lambda game: tmp_path / game.name)
    monkeypatch.setattr(packing, "LOG", tmp_path / "log.gz")
    monkeypatch.setattr(packing, "STUDY", study)
    monkeypatch.setattr(reviewing, "look", lambda *_: finding.Look({0: 0.5}))
    assert reviewing.audited((one, 1))["log"]["audited"][1] > 0, "another answer was not counted"
    file = tmp_path / "some.jsonl"
    file.write_text(json.dumps(one) + "\n")
    main(["pack", str(file), "--again"])
    after = packing.counted()["Clocktowers"]
    assert after["puzzles"].startswith(f"1 of {before['puzzles'].split()[2]} found")
    assert after["another seed"] == before["another seed"]


def test_a_search_after_each_action_finds_equally_good_moves(monkeypatch: Any) -> None:
    """A search may overlook that two actions of a seat have the same result in either order."""
    game = matou.game("appenzell")

    def goes_on(state: State, action: int) -> bool:
        after = state.copy()
        after.play(action)
        return after.actor == state.actor

    states = decisions("appenzell", most=400)
    state = next(s for s in states if all(goes_on(s, a) for a in s.legal()) and len(s.legal()) > 2)
    view = state.observe(state.actor)
    one, other = (view.name(a) for a in view.legal()[:2])
    data = {"position": view.to_text(), "values": {one: 60, other: 40}, "log": {"game": game.name}}
    alike = finding.Look({0: 0.5})
    monkeypatch.setattr(reviewing, "look", lambda *_: alike)
    settled = reviewing.settled((data, 1))
    assert settled["log"]["unclear"] == 1
    values = {0: 0.7, 1: 0.3}
    looks = iter([finding.Look({0: values.get(i, 0.1)}) for i in range(len(view.legal()))])
    monkeypatch.setattr(reviewing, "look", lambda *_: next(looks))
    settled = reviewing.settled((data, 1))
    assert settled["log"]["unclear"] == 0
    assert settled["values"] == {one: 70, other: 30}


def test_a_puzzle_that_levels_solve_more_often_has_a_lower_rating() -> None:
    ratings = [rating_of([share] * 5) for share in (0, 20, 50, 80, 100)]
    assert ratings == sorted(ratings, reverse=True)
    assert len(set(ratings)) == 5


def test_workers_share_the_games_and_continue_with_the_last() -> None:
    found = plans(["catymini=1:300", "chopchop=2"], 4)
    assert found[0] == [("catymini", 300), ("chopchop", 10**9)]
    assert found[1] == found[2] == [("chopchop", 10**9), ("chopchop", 10**9)]
    assert found[3] == found[0]


def test_every_kind_has_a_name() -> None:
    assert kinds.now(decisions("catymini")[0])[1] == ""
    for state in decisions("chopchop"):
        view = state.observe(state.actor)
        for action in view.legal():
            assert chopchop.kind(view, action, {}, False) in view.game.words.PUZZLES
            assert Step(view, {action: 1.0, -1: 0.0}).answer == action
