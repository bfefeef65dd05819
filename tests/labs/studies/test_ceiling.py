"""The ceiling study: how much winning chance a bot gives away, judged by a strong search."""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest

from labs import studies
from labs.studies import ceiling
from matou.bots.levels import level
from matou.bots.players import Searcher
from matou.core.registry import find
from matou.kit.linking import CHANCE


def test_a_random_bot_gives_away_more_than_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ceiling, "AGAINST", 20)
    game = find("chopchop")
    lost = {
        bot: ceiling.one_game(game, bot, 0, 3, judge=30).lost for bot in ("random", "level5@100")
    }
    assert lost["random"] > lost["level5@100"] + 0.1


def test_the_last_move_of_a_game_is_worth_its_result() -> None:
    game, rng = find("clocktowers"), random.Random(2)
    judge = Searcher(game, level("level5@20"), seed=1)
    state = game.start(2)
    before = state.copy()
    while not state.over:
        if state.actor != CHANCE:
            before = state.copy()
        state.play(state.sample(rng) if state.actor == CHANCE else rng.choice(state.legal()))
    for action in before.legal():
        after = before.copy()
        after.play(action)
        if after.over:
            assert ceiling.worth(before, action, judge) == after.returns[before.actor]


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Replaces games by instant results; returns the numbers played. Game 5 is interrupted once."""
    numbers: list[int] = []

    def games_of(
        name: str, bot: str, given: Sequence[int], *_: object
    ) -> Generator[ceiling.Played]:
        for number in sorted(given, key=lambda n: n in (1, 5)):
            if number == 5 and 5 not in numbers:
                numbers.append(5)
                raise KeyboardInterrupt
            numbers.append(number)
            yield ceiling.Played(number, 50 - 10 * (number % 2), 10 + 2 * (number % 2), 0.1)

    monkeypatch.setenv("MATOU_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(ceiling, "games_of", games_of)
    return numbers


def words(folder: Path, games: int, seed: int = 4) -> list[str]:
    how = ["--games", str(games), "--seed", str(seed), "--out", str(folder)]
    return ["ceiling", "--only", "chopchop", *how]


@pytest.mark.usefixtures("played")
def test_the_page_has_the_bots_losses_and_keeps_text_written_by_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ceiling.md").write_text("# Before\n\n## What this says\n\n- Little.\n")
    args = words(tmp_path, 2)
    assert studies.main(args) == 0
    page = (tmp_path / "ceiling.md").read_text()
    assert "| Chop! Chop! | level5-2026@100000 | 2 | 45 | 11 | 10.00 (" in page
    assert "| 60.0% (" in page
    assert page.endswith("\n\n## What this says\n\n- Little.\n")  # written by hand
    assert "ceiling --bot level5-2026@100000 --games 2 --seed 4 --only chopchop" in page
    assert studies.main([*args, "--bot", "level9"]) == 2
    assert studies.main([*words(tmp_path, 2, seed=99), "--render"]) == 2, "it was never played"
    assert studies.main(["archived", "--bot", "level4"]) == 2
    assert "level9" in capsys.readouterr().err


def test_a_stopped_study_resumes(tmp_path: Path, played: list[int]) -> None:
    assert studies.main(words(tmp_path, 8)) == 130
    assert played == [0, 2, 3, 4, 6, 7, 1, 5]
    page = (tmp_path / "ceiling.md").read_text()
    assert "| level5-2026@100000 | 4 |" in page, "not only the pairs before the first missing game"
    (journal,) = (tmp_path / "cache" / "studies" / "ceiling").iterdir()
    journal.write_text(journal.read_text()[:-9])  # as if a crash had cut the last line, of game 1
    played[:] = [5]
    assert studies.main(words(tmp_path, 8)) == 0
    assert played == [5, 1, 5], "not only the missing games were played"
    assert "| level5-2026@100000 | 8 |" in (tmp_path / "ceiling.md").read_text()
    (tmp_path / "ceiling.md").unlink()
    assert studies.main([*words(tmp_path, 8), "--render"]) == 0
    assert played == [5, 1, 5], "rendering played games"
    assert "| level5-2026@100000 | 8 |" in (tmp_path / "ceiling.md").read_text()
    played[:] = [5]
    assert studies.main(words(tmp_path, 4)) == studies.main(words(tmp_path, 9)) == 0
    assert played == [5, 8], "a shorter or longer study did not use the games it had"
    assert studies.main(words(tmp_path, 2, seed=5)) == 0
    assert studies.main([*words(tmp_path, 2), "--bot", "level1"]) == 0
    assert played == [5, 8, 0, 1, 0, 1], "another seed or bot used the same games"
