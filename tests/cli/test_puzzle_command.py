"""``matou puzzle``: attempts, hints, solutions, and puzzles of several decisions."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.terminal import matou

import matou as library
from matou.core.puzzles import Puzzle


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def number_of(puzzle: Puzzle, action: int) -> str:
    return str(puzzle.position.legal().index(action) + 1)


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
@pytest.mark.parametrize("name", library.available())
def test_a_wrong_move_a_hint_and_the_answer_get_replies(
    name: str, lang: str, tmp_path: Path
) -> None:
    puzzle = next(p for p in library.puzzles(name) if p.decisions == 1 and not p.line)
    typed = [number_of(puzzle, puzzle.first.wrong), "hint", "", "no such move"]
    lines = "\n".join([*typed, number_of(puzzle, puzzle.answer)])
    ran = matou("puzzle", name, "--id", puzzle.id, "--lang", lang, lines=lines, cwd=tmp_path)
    assert ran.code == 0
    assert puzzle.title(lang) in ran.out
    names = ["Kitten", "Kitten"]
    names[puzzle.seat] = "You"
    if lang == "en":
        assert "That is not the best move. Try again." in ran.out
        assert "Right!" in ran.out
        assert in_one_line(puzzle.first.hint(lang, names)) in in_one_line(ran.out)
        assert in_one_line(puzzle.first.reason(lang, names)) in in_one_line(ran.out)


def test_a_puzzle_of_two_decisions_plays_chance_between_them(tmp_path: Path) -> None:
    puzzle = next(p for p in library.puzzles("clocktowers") if p.decisions == 2)
    ran = matou("puzzle", "clocktowers", "--id", puzzle.id, lines="solution\n" * 2, cwd=tmp_path)
    assert ran.out.count("Best move:") == 2


def test_a_memory_puzzle_shows_the_moves_first_and_then_hides_them(tmp_path: Path) -> None:
    puzzle = next(p for p in library.puzzles("appenzell") if p.line)
    ran = matou("puzzle", "appenzell", "--id", puzzle.id, lines="\nquit\n", cwd=tmp_path)
    watched, _, asked = ran.out.partition("=" * 80)
    assert "Watch what happens" in watched
    assert "Memory aid:" not in asked
    assert "Best move:" not in asked


def test_end_of_input_exits_and_an_unknown_puzzle_is_refused(tmp_path: Path) -> None:
    assert matou("puzzle", "--difficulty", "2", lines="", cwd=tmp_path).code == 0
    ran = matou("puzzle", "catymini", "--id", "nothing", cwd=tmp_path)
    assert ran.code == 2
    assert "No puzzle of Caty Mini matches." in ran.err
