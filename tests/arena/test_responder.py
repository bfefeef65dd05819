"""A best response knows whom it plays, not what it will draw; what it takes is a lower bound."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import matou
from matou.arena import Match, responder
from matou.arena.responder import Responder
from matou.bots.players import Bot, first_decision
from matou.cli import main
from matou.core.state import Observation


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responder, "SEARCH", "level5@60")
    monkeypatch.setattr(responder, "LEAF", "level5@10")
    monkeypatch.setattr(responder, "SAMPLES", 3)


def test_it_is_named_after_whom_it_plays() -> None:
    game = matou.game("chopchop")
    assert Match.of(game, ["exploit:level4", "level4"]).bots == ("exploit:level4", "level4")
    with pytest.raises(ValueError, match="no bot"):
        Match.of(game, ["exploit:deep", "level4"])


def test_a_slow_bot_is_asked_with_fewer_iterations_and_others_as_they_are() -> None:
    game = matou.game("chopchop")
    asked = {
        n: Responder(game, f"exploit:{n}").model().spec for n in ("greedy", "level4", "level5")
    }
    assert asked == {"greedy": "greedy", "level4": "level4", "level5": "level5@1000"}


def test_the_bot_itself_answers_and_then_the_search_says_how_it_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = matou.game("chopchop")
    seen: list[tuple[str, int | None]] = []
    choose = Bot.choose

    def watched(self: Bot, view: Observation) -> int:
        seen.append((self.level.spec, view.seat))
        return choose(self, view)

    monkeypatch.setattr(Bot, "choose", watched)
    view = first_decision(game)  # the cat is placed; then the mice move, and the cat
    mine = Responder(game, "exploit:level1", seed=4)
    values = mine.tried(view, view.legal()[:2], 0)
    assert seen == [("level1", 1)] * 2, "one answer to each, by the bot, in its own seat"
    assert all(0 <= x <= 1 for x in values)
    assert values == mine.tried(view, view.legal()[:2], 0), "the same luck for the same sample"


def test_it_leaves_what_the_search_prefers_only_for_what_is_surely_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = matou.game("chopchop")
    view = first_decision(game)
    mine = Responder(game, "exploit:level1", seed=4)
    preferred = [t.action for t in mine.bot(responder.SEARCH, 4).consider(view)]

    def worth(*values: list[float]) -> None:
        lines = dict(enumerate(values))
        monkeypatch.setattr(mine, "tried", lambda *given: lines[given[-1]])

    worth([0.5, 0.7, 0.5, 0.5], [0.4, 0.6, 0.5, 0.4], [0.5, 0.7, 0.5, 0.5])
    assert mine.choose(view) == preferred[1]
    worth([0.5, 0.9, 0.5, 0.5], [0.5, 0.1, 0.5, 0.5], [0.5, 0.6, 0.5, 0.5])
    assert mine.choose(view) == preferred[0], "that may have been chance"


def test_the_command_says_what_was_taken_and_that_it_is_a_lower_bound(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = ["arena", "exploit", "chopchop", "random", "--games", "2", "--processes", "1"]
    typed += ["--journal", str(tmp_path / "journal")]
    assert main([*typed, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [bot["bot"] for bot in told["bots"]] == ["exploit:random", "random"]
    assert told["bots"][0]["score"]["mean"] > 0.5
    for lang, words in (("en", "lower bound"), ("fr", "borne inférieure")):
        assert main([*typed, "--resume", "--lang", lang]) == 0
        said = " ".join(capsys.readouterr().out.split())
        assert words in said
        assert "random" in said
