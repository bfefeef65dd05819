"""Packed puzzles are sound and solvable, and reveal nothing hidden."""

from __future__ import annotations

import json
import zlib

import pytest

import matou
from matou.core.observation import Observation
from matou.core.puzzles import GZIP, Puzzle, Step, path_of
from matou.kit.rng import rng_words

LARGEST = 100_000  # bytes
SOME = 25  # puzzles of each game that slow tests look at
LEAST = {"appenzell": 100, "catymini": 300, "chopchop": 100, "clocktowers": 300}
each_game = pytest.mark.parametrize("name", matou.available())


def sample_puzzles(name: str) -> list[Puzzle]:
    puzzles = matou.puzzles(name)
    return puzzles[:: -(-len(puzzles) // SOME)]


def all_steps(puzzle: Puzzle) -> list[Step]:
    found = [puzzle.first]
    for step in found:
        found += [reply for names in step.then if (reply := step.reply(names)) is not None]
    return found


@each_game
def test_a_puzzle_file_is_small_sorted_and_without_duplicates(name: str) -> None:
    puzzles = matou.puzzles(name)
    assert len(puzzles) >= LEAST[name]
    assert path_of(matou.game(name)).stat().st_size <= LARGEST
    assert [p.rating for p in puzzles] == sorted(p.rating for p in puzzles)
    assert len({p.id for p in puzzles}) == len(puzzles)


@each_game
def test_every_decision_has_a_best_action_and_a_worse_one(name: str) -> None:
    for puzzle in sample_puzzles(name):
        assert puzzle.kind in puzzle.game.words.PUZZLES
        assert puzzle.title("fr")
        assert 1 <= puzzle.difficulty <= 5
        assert puzzle.decisions <= 3
        assert puzzle.position.actor == puzzle.seat
        assert puzzle.first.right == [puzzle.answer]
        assert puzzle.better > 0
        for step in all_steps(puzzle):
            legal, values = step.position.legal(), list(step.values.values())
            assert set(step.values) <= set(legal)
            assert len(step.right) < len(legal)
            assert values == sorted(values, reverse=True)
            assert step.check(step.answer)
            assert not step.check(step.wrong)
            assert step.hint()
            assert step.reason("de")


@each_game
def test_every_decision_has_a_clear_answer_with_a_reason(name: str) -> None:
    for puzzle in matou.puzzles(name):
        for step in all_steps(puzzle):
            assert step.better > 0.0499, puzzle
            assert step.because() is not None, puzzle


@each_game
def test_hidden_information_does_not_change_a_puzzle(name: str) -> None:
    """Another state that looks the same to the seat stays the same after every decision."""
    for puzzle in sample_puzzles(name):
        assert puzzle.start.seat is not None
        assert puzzle.data["position"] == puzzle.start.to_text()
        for step in all_steps(puzzle):
            view = step.position
            for seed in (2, 3):
                other = view.imagine(rng_words(seed))
                assert other.observe(view.seat).tobytes() == view.tobytes()
                other.play(step.answer)
                then = step.state()
                then.play(step.answer)
                assert other.observe(view.seat).tobytes() == then.observe(view.seat).tobytes()


@each_game
def test_every_outcome_between_two_decisions_has_a_reply(name: str) -> None:
    for puzzle in [p for p in matou.puzzles(name) if p.decisions > 1][:SOME]:
        for step in all_steps(puzzle):
            if step.then:
                wants = {
                    names
                    for names, state in step.outcomes()
                    if state.actor == puzzle.seat and len(state.legal()) > 1
                }
                assert set(step.then) == wants
            assert step.reply("no such outcome") is None


@each_game
def test_a_puzzle_file_has_only_the_fields_of_its_format(name: str) -> None:
    rows = zlib.decompress(path_of(matou.game(name)).read_bytes(), GZIP).decode().splitlines()
    known = {"position", "line", "kind", "rating", "found", "values", "then"}
    for row in rows:
        data = json.loads(row)
        assert set(data) <= known
        assert "; seat=" in data["position"]
        assert "; state " not in data["position"]


def test_a_puzzle_takes_actions_by_number_or_notation() -> None:
    puzzle = matou.puzzles(matou.game("catymini"))[0]
    assert isinstance(puzzle.position, Observation)
    assert puzzle.check(puzzle.position.name(puzzle.answer))
    with pytest.raises(matou.IllegalAction):
        puzzle.check("!nothing")
    assert puzzle.id in repr(puzzle)
