"""What a bot gives away: more the worse it plays, and nothing where it plays as the judge does."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from matou import studies
from matou.bots.levels import level
from matou.bots.players import Searcher
from matou.core.registry import find
from matou.kit.linking import CHANCE
from matou.studies import ceiling


def test_who_plays_any_move_gives_away_more_than_who_thinks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ceiling, "AGAINST", 20)
    game = find("chopchop")
    lost = {
        bot: ceiling.one_game(game, bot, 0, 3, judge=30).lost for bot in ("random", "level5@100")
    }
    assert lost["random"] > lost["level5@100"] + 0.1


def test_a_move_is_worth_what_comes_of_it() -> None:
    """At the last decision of a game the judge has nothing to guess: it is the result."""
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


def test_the_page_says_what_can_be_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = [ceiling.Played(50, 10, 0.1), ceiling.Played(40, 12, 0.0)]
    (tmp_path / "ceiling.md").write_text("# Before\n\n## What this says\n\n- Little.\n")
    monkeypatch.setattr(ceiling, "games_of", lambda *_: iter(made))
    words = ["ceiling", "--only", "chopchop", "--games", "2", "--seed", "4", "--out", str(tmp_path)]
    assert studies.main(words) == 0
    page = (tmp_path / "ceiling.md").read_text()
    assert "| Chop! Chop! | level5-2026@100000 | 2 | 45 | 11 | 5.00 (" in page
    assert "| 55.0 % (" in page
    assert page.endswith("\n\n## What this says\n\n- Little.\n")  # what people wrote stays
    assert "ceiling --bot level5-2026@100000 --games 2 --seed 4 --only chopchop" in page
    assert studies.main([*words, "--bot", "level9"]) == 2
    assert studies.main([*words, "--render"]) == 2
    assert studies.main(["kept", "--bot", "level4"]) == 2
    assert "level9" in capsys.readouterr().err
