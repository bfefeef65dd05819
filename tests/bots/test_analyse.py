"""Analysis finds mistakes and turning points of a game that was thrown away on purpose."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

import matou
from matou.bots.analyse import ITERATIONS, analyse
from matou.bots.luck import draws, gains
from matou.cli import main
from matou.core.record import Record

pytestmark = pytest.mark.heavy  # needs a compiler


def play_badly() -> Record:
    """Plays Chop!

    Chop!: the cat catches a mouse whenever it can, the mice make their worst moves.
    """
    rng = random.Random(5)
    state = matou.game("chopchop").start(2)
    while not state.over:
        if state.actor == 1:
            # The mice run near the cat, which a bot likes least.
            thoughts = matou.bot("chopchop", "level4@60", seed=1).consider(state.observe(1))
            state.play(min(thoughts, key=lambda t: (t.win_chance, t.action)).action)
        elif state.actor == 0:
            state.play(matou.bot("chopchop", "greedy", seed=1).choose(state.observe(0)))
        else:
            state.play(state.sample(rng))
    return state.record()


@pytest.fixture(scope="module")
def record() -> Record:
    return play_badly()


def test_the_side_that_plays_badly_makes_the_mistakes(record: Record) -> None:
    analysis = analyse(record, iterations=500)
    assert analysis.given_away[1] > 1.5 * analysis.given_away[0]
    assert analysis.mistakes
    assert all(m.seat == 1 for m in analysis.mistakes[:1])


def test_an_analysis_is_repeatable_and_its_chart_has_a_line_for_each_seat(record: Record) -> None:
    first, second = (analyse(record, iterations=50) for _ in range(2))
    assert first == second
    picture = first.svg("fr")
    assert picture.count("<polyline") == 2
    assert "Joueur 2" in picture
    assert len(first.turnings) <= 6


def test_the_command_writes_a_chart(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.matou"
    path.write_text(record.dumps())
    assert main(["analyse", str(path), "--iterations", "30", "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    winner = record.replay().winners[0]
    assert f"Player {winner + 1} wins." in printed
    assert (tmp_path / "game.svg").read_text().startswith("<svg")
    assert main(["analyse", str(path), "--iterations", "30", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"] == record.result
    assert main(["analyse", "--help"]) == 0
    assert str(ITERATIONS) in capsys.readouterr().out


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_command_names_players_and_uses_no_notation(
    record: Record, lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.matou"
    path.write_text(replace(record, players={0: "Ada", 1: "level2"}).dumps())
    assert main(["analyse", str(path), "--iterations", "30", "--lang", lang]) == 0
    text = capsys.readouterr().out + (tmp_path / "game.svg").read_text()
    assert "Gourmand" in text
    assert ("Meilleur coup" if lang == "fr" else "Best move") in text
    written = {name for name in record.actions if "-" in name}
    assert not written & set(re.findall(r"[\w*-]+", text))
    assert not re.search(r"level2|[Ss]eat \d|[Ss]iège \d|\bT[cd]\d", text)


def test_files_that_are_not_records_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "no.matou"
    path.write_text("hello")
    assert main(["analyse", str(path)]) == 2
    assert main(["analyse", str(tmp_path / "missing")]) == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("name", matou.available())
def test_luck_is_the_difference_between_an_outcome_and_the_mean_outcome(name: str) -> None:
    rng = random.Random(5)
    state = matou.game(name).start(2)
    while not state.over:
        state.play(state.sample(rng))
    record = state.record()
    states = list(record.states())
    found = list(draws(record))
    assert found
    for draw in found:
        before = states[draw.number - 1]
        assert before.actor < 0
        weights = before.weights()
        assert [o.part for o in draw.outcomes] == [w / sum(weights) for w in weights]
        # The view that judges an outcome includes it, unless it looks the same to everybody.
        came = draw.outcomes[draw.came]
        if came.view is not None:
            assert came.view.log[draw.number - 1].name == record.actions[draw.number - 1]
        # Weighted over all outcomes, luck is zero.
        rows = [[rng.random() for _ in range(2)] for _ in draw.outcomes]
        each = [
            [o.part * x for x in gains(draw._replace(came=i), rows)]
            for i, o in enumerate(draw.outcomes)
        ]
        assert [sum(column) for column in zip(*each, strict=True)] == pytest.approx([0, 0])


def test_a_game_lost_by_mistakes_is_not_explained_by_luck(record: Record) -> None:
    analysis = analyse(record, iterations=100)
    assert len(analysis.luck) == len(list(draws(record)))
    for seat in (0, 1):
        assert abs(analysis.lucky[seat] + analysis.lucky[1 - seat]) < 1e-9
    # The result is the first chance plus luck plus skill, but for what a search misjudges.
    first = analysis.moments[0].chances[1]
    before = first + analysis.lucky[1] - analysis.given_away[1] + analysis.given_away[0]
    assert before < first
