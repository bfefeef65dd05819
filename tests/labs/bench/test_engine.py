"""The engine benchmark: what it lists, how contestants take turns, its tables; never speeds."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

import matou
from labs.bench import contestants, engine, figures, measure
from labs.bench.figures import Figures, GameFigures, Peer, Target
from labs.bench.report import show
from matou.cli import main


def a_game(name: str = "clocktowers", **changes: float) -> GameFigures:
    fine = {"compiled": 1e-8, "interpreted": 1e-5, "copy": 1e-8, "warm_start": 0.5, **changes}
    return GameFigures(name=name, seats=2, record_bytes=700, moves_a_game=162.0, **fine)


def a_peer(ratio: float = 80.0) -> Peer:
    return Peer("clocktowers, plain Python", 2e5, ratio, 0.6, figures.PLAIN_RATIO)


def shown(found: Figures) -> str:
    console = Console(file=io.StringIO(), width=80)
    show(found, console)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    return text


@pytest.fixture
def short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes rounds too short to measure anything."""
    monkeypatch.setattr(engine, "QUICK_ROUNDS", 1)
    monkeypatch.setattr(engine, "QUICK_SECONDS", 0.001)
    monkeypatch.setattr(engine, "first_game", lambda _: 0.5)
    monkeypatch.setattr(contestants, "PEERS", ("tic_tac_toe",))
    # Compiling takes seconds for each game. The last heavy test below compiles one.
    monkeypatch.setattr(contestants, "compiled", contestants.interpreted)


@pytest.mark.heavy
@pytest.mark.usefixtures("short_rounds")
def test_json_lists_every_registered_game_and_each_target(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "engine", "--quick", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [g["name"] for g in found["games"]] == matou.available()
    assert found["peers"][0]["name"] == "clocktowers, plain Python"
    for game in found["games"]:
        assert game["compiled"] > 0
        assert game["moves_a_second"] == 1 / game["compiled"]
    for target in found["targets"]:
        assert (target["least"] is None) != (target["limit"] is None)


@pytest.mark.heavy
@pytest.mark.usefixtures("short_rounds")
def test_without_openspiel_one_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(contestants, "openspiel_is_here", lambda: False)
    found = engine.timed([matou.game("clocktowers")], quick=True)
    assert [p.name for p in found.peers] == ["clocktowers, plain Python"]
    assert len(found.notes) == 1
    assert "pip install open_spiel" in found.notes[0]
    assert "pip install open_spiel" in shown(found).replace("\n", " ")


@pytest.mark.heavy
def test_every_contestant_at_clocktowers_counts_the_same_moves_a_game() -> None:
    """With two seats 58 cards are played, 52 drawn and 52 revealed in every game."""
    game = matou.game("clocktowers")
    for contestant in (
        contestants.plain(2),
        contestants.interpreted(game),
        contestants.compiled(game),
    ):
        assert contestant.run(3) == 3 * (58 + 52 + 52)


@pytest.mark.parametrize(
    ("ratio", "strict", "code"), [(80, False, 0), (80, True, 0), (20, False, 0), (20, True, 1)]
)
def test_a_missed_target_is_shown_and_fails_only_when_strict(
    ratio: float,
    strict: bool,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = Figures([a_game()], [a_peer(ratio)], [])
    monkeypatch.setattr(engine, "timed", lambda _, **__: found)
    assert main(["bench", "engine", *(["--strict"] if strict else [])]) == code
    assert ("✗" in capsys.readouterr().out) == (ratio < figures.PLAIN_RATIO)


def test_a_game_that_cannot_be_loaded_is_named_and_the_others_still_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def find(name: str) -> matou.Game:
        if name == "half-written":
            raise ImportError("no rules yet")
        return matou.game(name)

    monkeypatch.setattr(engine, "find", find)
    games, broken = engine.load(["half-written", "clocktowers"])
    assert [g.name for g in games] == ["clocktowers"]
    assert broken == ["half-written cannot be loaded: ImportError: no rules yet"]


def test_targets_are_met_at_least_or_below() -> None:
    assert Target("a ratio", 60.0, least=60.0).met
    assert not Target("a ratio", 59.9, least=60.0).met
    assert Target("a time", 0.9, limit=1.0).met
    assert not Target("a time", 1.0, limit=1.0).met


def test_only_some_games_have_a_target_for_random_play() -> None:
    assert "compiled" not in a_game("no such game").targets()
    for name, least in figures.PLAY.items():
        assert not a_game(name, compiled=1.01 / least).targets()["compiled"].met
        assert a_game(name, compiled=0.99 / least).targets()["compiled"].met


def test_tables_fit_eighty_columns_with_every_figure() -> None:
    slow = {"interpreted": 123e-6, "warm_start": 12.3}
    games = [a_game("clocktowers", compiled=1.15e-7, **slow)]
    games += [a_game("catymini", copy=2e-7), a_game("chopchop", compiled=5.6e-8)]
    text = shown(Figures(games, [a_peer(), Peer("OpenSpiel backgammon", 8e4, 150, 1.3, 20)], []))
    assert "…" not in text
    assert "200.0 ✗" in text
    assert "100 M ✓ ≥ 10 M" in text
    assert "80.0 × ✓ ≥ 60 ×" in text
    assert "10 of 13 targets met." in text


def test_contestants_take_turns_and_the_best_round_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = 0.0
    monkeypatch.setattr(measure, "perf_counter", lambda: clock)
    played: list[str] = []
    slowness = iter([1, 1, 1, 1, 1, 3, 1, 2, 9, 9])

    def player(name: str) -> measure.Contestant:
        def run(amount: int) -> int:
            nonlocal clock
            played.append(name)
            clock += 0.1 * amount * next(slowness)
            return 10 * amount

        return measure.Contestant(name, run)

    a, b = player("a"), player("b")
    measure.take_turns([a, b], rounds=3, seconds=0.1, tick=lambda _: None)
    assert played == ["a", "a", "b", "b", "a", "b", "a", "b", "a", "b"]
    assert a.best == pytest.approx(0.01)
    assert b.best == pytest.approx(0.02)
    assert a.things == 10


def test_an_unknown_benchmark_or_game_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "enigne"]) == 2
    assert "enigne" in capsys.readouterr().err
    assert main(["bench", "engine", "chess"]) == 2
    assert "chess" in capsys.readouterr().err
    assert main(["bench"]) == 0
    assert "engine" in capsys.readouterr().out
