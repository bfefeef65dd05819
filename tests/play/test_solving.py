"""Puzzles in a page: solvable to the end, without hidden information."""

from __future__ import annotations

import random
from typing import Any

import pytest

import matou
from matou.core.puzzles import Puzzle
from matou.kit.rng import rng_words
from matou.play import daily, solving
from matou.play.protocol.fields import to_json
from matou.play.protocol.replays import PuzzlePart
from matou.play.refusals import Refused

each_game = pytest.mark.parametrize("name", matou.available())


def puzzle_part(puzzle: Puzzle, came: list[str], **more: Any) -> PuzzlePart:
    message = {"game": puzzle.game.name, "id": puzzle.id, "came": came, **more}
    return solving.part(message, "en")


@each_game
def test_answering_correctly_leads_to_the_end_of_a_puzzle(name: str) -> None:
    puzzles = matou.puzzles(name)
    watched = [puzzle for puzzle in puzzles if puzzle.line][:2]
    for puzzle in [*puzzles[::150], *[p for p in puzzles if p.decisions > 1][:2], *watched]:
        came: list[str] = []
        part, decisions = puzzle_part(puzzle, came), 0
        assert part.is_shown == bool(puzzle.line)
        assert len(part.frames) == len(puzzle.line)
        while part.step is not None:
            decisions += 1
            step, right = part.step, part.step.right
            assert {right[0]} < {move.action for move in step.legal}
            assert step.chances[str(right[0])] == max(step.chances.values())
            assert all([step.prompt, step.hint, step.reason, step.board_text])
            wrong = next(move.action for move in step.legal if move.action not in right)
            with pytest.raises(Refused):
                puzzle_part(puzzle, came, answer=wrong)
            part = puzzle_part(puzzle, came, answer=right[0])
            assert part.frames[0].drawing.patch, "the answer does not change the board"
            came.append(part.came)
        assert 1 <= decisions <= puzzle.decisions


@each_game
def test_hidden_information_does_not_change_a_puzzle_in_a_page(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzles = matou.puzzles(name)
    for puzzle in [*puzzles[::200], *[p for p in puzzles if p.line][:2]]:
        first = to_json(puzzle_part(puzzle, []))
        for seed in (2, 3):
            monkeypatch.setattr(solving, "rng_words", lambda _, n=seed: rng_words(n))
            assert to_json(puzzle_part(Puzzle(puzzle.game, puzzle.data), [])) == first
        monkeypatch.undo()


def test_the_puzzle_of_the_day_changes_daily_and_is_the_same_for_all_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = set()
    for day in range(12):
        monkeypatch.setattr(daily, "now", lambda at=day: 86400.0 * at + 5)
        games = matou.available()
        game = games[solving.turn_of_day(len(games))]
        id = solving.part({"game": game, "id": solving.TODAY, "came": []}, "en").id
        assert id == solving.of_day(game, daily.today()).id
        found.add((game, id))
    assert len(found) == 12
    assert {game for game, _ in found} == set(games)


def test_first_tries_change_the_rating_and_unknown_puzzles_do_not() -> None:
    ids = [puzzle.id for puzzle in matou.puzzles("catymini")]
    good = solving.rating_of("catymini", [(id, 1) for id in ids[-9:]])
    bad = solving.rating_of("catymini", [(id, 0) for id in ids[:9]])
    assert good.points > 1400 > bad.points
    assert solving.rating_of("catymini", [("nonsense", 1)]).points == 1400


def test_a_click_that_does_nothing_is_explained() -> None:
    puzzle = matou.puzzles("chopchop")[0]
    why = {"game": "chopchop", "id": puzzle.id, "came": [], "on": ["nowhere"], "picked": []}
    assert solving.why(why, "en")["why"]


def test_a_puzzle_in_the_address_can_be_solved_and_a_damaged_one_is_refused() -> None:
    game = matou.game("clocktowers")
    state, rng = game.start(2), random.Random(3)
    while state.actor < 0 or len(state.legal()) < 4:
        state.play(state.sample(rng))
    view = state.observe(state.actor)
    best, played, as_good, *_ = view.legal()
    own = {
        "position": view.to_text(),
        "values": {view.name(best): 70, view.name(played): 40},
        "played": view.name(played),
        "found": [[as_good, 0.69]],
    }
    part = solving.part({"game": game.name, "own": own, "came": []}, "en")
    assert part.kind == "Find the move you missed"
    assert part.step is not None
    assert part.step.right == [best, as_good]
    assert "Your move: " in part.step.reason
    assert part.step.reason.endswith("Chances of winning: 40%.")
    answered = solving.part({"game": game.name, "own": own, "came": [], "answer": as_good}, "en")
    assert (answered.step, answered.rating) == (None, 0)
    for damage in ({"position": "nonsense"}, {"values": {"x": 1}}, {"found": None}, {"played": 7}):
        with pytest.raises(Refused):
            solving.part({"game": game.name, "own": {**own, **damage}, "came": []}, "en")
    whole = {**own, "position": state.to_text()}
    with pytest.raises(Refused):
        solving.part({"game": game.name, "own": whole, "came": []}, "en")
