"""Matches between bots: seating, shared luck, statistics, journals and reports."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

import matou
from matou.arena import Match, Result, Tally, play_match
from matou.arena.one_game import luck_of, prepare
from matou.arena.report import SAYS, number
from matou.arena.running import Journal, WrongJournal, left, run
from matou.arena.tally import elo_of, ratings, share
from matou.bots import binding
from matou.cli import main


def match_of(*bots: str, game: str = "clocktowers", seats: int = 2, games: int = 4) -> Match:
    return Match.of(matou.game(game), list(bots), seats=seats, games=games)


def result_of(n: int, lineup: tuple[int, ...], returns: tuple[float, ...]) -> Result:
    zeros = (0,) * len(lineup)
    return Result(n, n // 2, lineup, returns, zeros, 100, "CT10", zeros, (0.0,) * len(lineup))


def test_every_bot_sits_in_every_seat_equally_often() -> None:
    for bots, seats in ((2, 2), (3, 2), (4, 3), (2, 4), (1, 3), (4, 4)):
        names = ["random", "level1", "greedy", "level4@5"][:bots]
        match = match_of(*names, seats=seats, games=1)
        sat = Counter((b, seat) for task in match.tasks() for seat, b in enumerate(task.lineup))
        if bots > 1:
            assert len(set(sat.values())) == 1
            assert len(sat) == bots * seats


def test_the_number_of_games_is_rounded_up_to_whole_rounds() -> None:
    assert match_of("random", "level1", games=5).games == 6
    assert match_of("random", games=5).games == 5


def test_games_of_one_round_draw_the_same_luck() -> None:
    drawn = []
    for _ in range(2):
        state = matou.game("clocktowers").start(2)
        luck = luck_of(3, 1)
        while state.actor < 0:
            state.play(state.sample(next(luck)))
        drawn.append([e.action for e in state.history])
    assert drawn[0] == drawn[1]


def facts(results: list[Result]) -> list[object]:
    """Returns the results without the time that they took."""
    return [(r.number, r.lineup, r.returns, r.scores, r.actions) for r in results]


@pytest.mark.heavy
def test_one_process_and_two_give_the_same_results() -> None:
    match = match_of("level4@40", "level1", games=6)
    alone, together = play_match(match, processes=1), play_match(match, processes=2)
    assert facts(alone) == facts(together)


def test_every_backend_gives_the_same_results(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of("greedy", "level4@2", game="catymini", games=2)
    results = []
    for backend in ("wasm", "interpreted"):
        monkeypatch.setattr(binding, "usual", lambda _, chosen=backend: chosen)
        results.append(facts(play_match(match, processes=1)))
    assert results[0] == results[1]


@pytest.mark.parametrize("name", matou.available())
def test_bots_can_be_prepared_for_every_number_of_seats(name: str) -> None:
    game = matou.game(name)
    for seats in range(game.min_seats, game.max_seats + 1):
        prepare(Match.of(game, ["greedy"], seats=seats, games=1))


def test_a_stopped_match_resumes_after_its_last_complete_game(tmp_path: Path) -> None:
    match = match_of("random", "level1", games=6)
    path = tmp_path / "journal.jsonl"
    journal = Journal(path, match, resume=False)
    whole = run(match, journal, processes=1)
    journal.close()
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[:4]) + "\n" + lines[4][:30])  # three games, one cut short
    journal = Journal(path, match, resume=True)
    assert [t.number for t in left(match, journal)] == [3, 4, 5]
    again = run(match, journal, processes=1)
    journal.close()
    assert [r.returns for r in again] == [r.returns for r in whole]


def test_a_journal_of_another_match_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    Journal(path, match_of("random", "level1"), resume=False).close()
    with pytest.raises(WrongJournal):
        Journal(path, match_of("random", "greedy"), resume=True)


def test_intervals_contain_the_mean_and_narrow_with_more_games() -> None:
    few = share([[1.0], [0.0], [1.0]])
    many = share([[1.0], [0.0], [1.0]] * 100)
    assert few.low < few.mean < few.high
    assert many.high - many.low < few.high - few.low
    sure = share([[1.0, 1.0]] * 10)
    assert sure.mean == 1.0
    assert 0.7 < sure.low < 1.0


def test_paired_luck_that_cancels_narrows_the_interval() -> None:
    paired = share([[1.0, 0.0]] * 50)
    alone = share([[1.0], [0.0]] * 50)
    assert paired.high - paired.low < alone.high - alone.low


def test_elo_of_an_expected_score() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)


def test_ratings_reflect_the_results_of_three_bots() -> None:
    results = []
    for i in range(60):
        results.append(result_of(3 * i, (0, 1), (1.0, 0.0) if i % 4 else (0.0, 1.0)))
        results.append(result_of(3 * i + 1, (1, 2), (1.0, 0.0) if i % 4 else (0.0, 1.0)))
        results.append(result_of(3 * i + 2, (0, 2), (1.0, 0.0) if i % 10 else (0.0, 1.0)))
    rated = ratings(3, results)
    assert rated[0] - rated[1] == pytest.approx(191, abs=25)
    assert rated[1] - rated[2] == pytest.approx(191, abs=25)
    assert sum(rated) == pytest.approx(0, abs=1e-6)


def test_a_tally_counts_seats_endings_and_lengths() -> None:
    match = match_of("random", "level1", games=4)
    results = [
        result_of(0, (0, 1), (1.0, 0.0)),
        result_of(1, (1, 0), (1.0, 0.0)),
        result_of(2, (0, 1), (1.0, 0.0)),
        result_of(3, (1, 0), (0.5, 0.5)),
    ]
    data = Tally(match, results).data()
    assert data["bots"][0]["score"]["mean"] == 0.625
    assert [s["mean"] for s in data["seats"]] == [0.875, 0.125]
    assert data["endings"] == {"CT10": 4}
    assert data["actions"]["mean"] == 100


def test_the_command_line_plays_reports_and_resumes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report, journal = tmp_path / "r.html", tmp_path / "j"
    args = ["arena", "clocktowers", "level1", "random", "--games", "4", "--processes", "1"]
    args += ["--journal", str(journal), "--json", "--report", str(report)]
    assert main(args) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["games"] == 4
    page = report.read_text()
    assert page.count("<svg") >= 4
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert main([*args, "--resume"]) == 0
    assert json.loads(capsys.readouterr().out) == first


def test_a_report_is_written_in_the_chosen_language(tmp_path: Path) -> None:
    report = tmp_path / "r.html"
    args = ["arena", "catymini", "level1", "random", "--games", "4", "--processes", "1", "--json"]
    args += ["--journal", str(tmp_path / "j"), "--report", str(report)]
    assert main([*args, "--lang", "fr"]) == 0
    french = report.read_text()
    assert "<html lang='fr'>" in french
    for text in ("Chaton", "Places", "Durée, en actions", "graine 0", "Créé avec"):
        assert text in french
    assert re.search(r"\d,\d\u00a0% \(\d+,\d à \d+,\d\)", french)
    assert main([*args, "--lang", "en"]) == 0
    english = report.read_text()
    assert "<html lang='en'>" in english
    for words in SAYS.values():
        text = str(words.pattern("fr"))
        if text not in words.pattern("en"):
            assert f">{text}<" not in english


def test_numbers_in_a_report_follow_the_language() -> None:
    assert number(1234.5, "en") == "1,234.5"
    assert number(1234.5, "fr") == "1\u202f234,5"


@pytest.mark.parametrize(
    "args",
    [
        ["nogame", "random"],
        ["clocktowers", "deep"],
        ["clocktowers", "random", "--seats", "9"],
        ["clocktowers", "random", "--games", "0"],
        ["clocktowers", "random", "--option", "ladder=chair"],
        ["clocktowers"],
    ],
)
def test_bad_arena_arguments_are_refused_without_a_traceback(
    args: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *args]) == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.heavy
def test_an_interrupted_match_says_how_to_resume_and_then_resumes(tmp_path: Path) -> None:
    journal = tmp_path / "j"
    args = ["arena", "clocktowers", "level1", "random", "--games", "20000"]
    args += ["--journal", str(journal)]
    code = f"import sys; from matou.cli import main; sys.exit(main({args!r}))"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    end = time.monotonic() + 300
    while time.monotonic() < end:
        if journal.exists() and len(journal.read_text().splitlines()) > 10:
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    errors = process.communicate(timeout=300)[1]
    assert process.returncode == 130
    assert "--resume" in errors
    played = len(journal.read_text().splitlines()) - 1
    assert 10 <= played < 20_000
    match = match_of("level1", "random", games=played + 2)
    again = Journal(journal, match, resume=True)
    assert len(left(match, again)) >= 1
    results = run(match, again, processes=1)
    again.close()
    alone = play_match(match, processes=1)
    assert [r.returns for r in results] == [r.returns for r in alone]
