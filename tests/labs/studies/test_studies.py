"""The studies: pages of tables with the command that made them, and journals to resume from."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from labs import studies
from labs.studies import pages
from labs.studies.pages import met
from matou.arena.one_game import Result
from matou.arena.plan import PACKAGE, deciding, fingerprint, source_of
from matou.arena.running import Journal
from matou.arena.tally import share
from matou.bots import binding
from matou.bots.players import make
from matou.core.registry import find, names


def study(folder: Path, *words: str) -> int:
    where = ["--out", str(folder), "--journals", str(folder / "journals"), "--workers", "1"]
    return studies.main([*words, *where])


@pytest.mark.heavy
def test_a_balance_study_writes_a_page_for_each_number_of_seats(tmp_path: Path) -> None:
    assert study(tmp_path, "balance", "--games", "2", "--only", "catymini", "--seed", "3") == 0
    pages = [p.name for p in sorted(tmp_path.glob("*.html"))]
    assert pages == [f"catymini-{n}.html" for n in (2, 3, 4)]
    assert (
        "./matou arena catymini level5@500 --seats 3 --games 2 --seed 3"
        in (tmp_path / "catymini-3.html").read_text()
    )
    text = (tmp_path / "README.md").read_text()
    assert text.count("seat 3:") == 1
    assert "studies balance --games 2 --seed 3 --only catymini" in text
    assert "cores" in text


def test_a_stopped_study_renders_what_it_has_and_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def short(only: object, games: int, seed: int) -> list[studies.Pairing]:
        return [studies.Pairing.of("clocktowers", ["level1", "random"], 2, games, seed, "65%")]

    monkeypatch.setitem(studies.STUDIES, "strength", short)
    assert study(tmp_path, "strength", "--games", "6", "--seed", "9") == 0
    page = (tmp_path / "strength.md").read_text()
    (journal,) = (tmp_path / "journals" / "strength").glob("*.jsonl")
    lines = journal.read_text().splitlines()
    assert len(lines) == 7

    journal.write_text("\n".join([*lines[:4], *lines[5:]]) + "\n")  # the fourth game is missing
    assert study(tmp_path, "strength", "--render") == 0
    assert "| level1 | random | 2 |" in (tmp_path / "strength.md").read_text()
    assert len(journal.read_text().splitlines()) == 6, "rendering played games"

    assert study(tmp_path, "strength", "--games", "6", "--seed", "9") == 0
    numbers = [json.loads(line)["number"] for line in journal.read_text().splitlines()[1:]]
    assert numbers == [0, 1, 2, 4, 5, 3], "not only the missing game was played"
    again = (tmp_path / "strength.md").read_text()
    assert again.partition("ms a decision")[0] == page.partition("ms a decision")[0]


def test_a_study_that_was_never_played_cannot_be_rendered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert study(tmp_path, "second", "--render") == 2
    assert "no study" in capsys.readouterr().err


def test_a_target_is_compared_with_the_mean_or_with_the_interval() -> None:
    score = share([[1.0, 1.0, 0.0]] * 4)
    assert met("65%", score) == "yes"
    assert met("75%", score) == "no"
    assert score.low < 0.5
    assert met("low > 50%", score) == "no"
    assert met("65%", share([])) == "not played"


def test_the_studies_cover_every_game_and_every_learned_value() -> None:
    every = names()
    assert {b.match.game for b in studies.strength(every, 2, 0)} == set(every)
    assert {b.match.game for b in studies.second(every, 2, 0)} == set(every)
    assert {b.match.game for b in studies.archived(every, 2, 0)} == set(every)
    learned = {b.match.game for b in studies.values(every, 2, 0)}
    assert learned == {p.parts[-3] for p in PACKAGE.glob("games/*/think/network.bin")}


def test_the_archived_study_plays_at_full_time_and_at_a_tenth_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    only = ["clocktowers", "chopchop"]
    found = [(*b.match.bots, b.goal) for b in studies.archived(only, 2, 0, 1.0)]
    assert found == [
        ("level5", "level5-2026", "75%"),
        ("level5@0.1s", "level5-2026", "50%"),
        ("level5", "level5-2026", "60%"),
        ("level5@0.1s", "level5-2026", "50%"),
    ]
    usual = studies.archived(["clocktowers"], 2, 0)
    assert [b.match.bots[0] for b in usual] == ["level5@0.1s", "level5@0.01s"]
    assert {b.match.bots[1] for b in usual} == {"level5-2026@0.1s"}

    monkeypatch.setattr(studies, "play", lambda *_: None)
    words = ("archived", "--games", "2", "--only", "clocktowers")
    assert study(tmp_path, *words, "--seconds", "1") == 0
    page = (tmp_path / "archived.md").read_text()
    assert "studies archived --games 2 --seed 0 --seconds 1 --only clocktowers`" in page
    assert study(tmp_path, "archived", "--render") == 0
    assert (tmp_path / "archived.md").read_text() == page, "the time limit was forgotten"

    assert study(tmp_path, *words, "--seconds", "0") == studies.USAGE
    assert study(tmp_path, "strength", "--seconds", "1") == studies.USAGE
    assert "--seconds is only for archived and leaderboard" in capsys.readouterr().err


def test_a_leaderboard_includes_all_bots_and_players_of_your_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    own = "matou.bots.players:Greedy"
    words = ("leaderboard", "--games", "2", "--only", "chopchop", "--seconds", "0.001")
    (pairing,) = studies.leaders(["chopchop"], 2, 0, 0.001, [own])
    assert pairing.match.bots == (
        *("random", "level1", "greedy", "level3", "level4"),
        *("level5@0.001s", "openspiel:mcts@0.001s", own),  # ismcts needs secrets
    )
    folder = tmp_path / "balance"
    assert study(folder, *words, "--render") == studies.USAGE
    journals = folder / "journals" / "leaderboard"
    journals.mkdir(parents=True)
    about = {"games": 2, "seed": 0, "only": ["chopchop"], "luck_adjusted": False, "players": [own]}
    about |= {"seconds": 0.001, "machines": ["one"]}
    (journals / "study.json").write_text(json.dumps(about))
    journal = Journal(journals / pairing.name, pairing.match, resume=False)
    for task in pairing.match.tasks():
        returns = tuple(float(who == max(task.lineup)) for who in task.lineup)
        numbers = (1, 1)
        journal.add(
            Result(task.number, 0, task.lineup, returns, numbers, 9, "CC17", numbers, numbers)
        )
    journal.close()
    assert study(folder, "leaderboard", "--render") == 0
    page = (tmp_path / "leaderboard.md").read_text()
    rows = [line.split(" | ")[1] for line in page.splitlines() if line[:3] in ("| 1", "| 8")]
    assert rows == ["Greedy", "random"]
    assert f"--seconds 0.001 --player {own} --only chopchop`" in page
    assert study(folder, "strength", "--player", own) == studies.USAGE
    assert "--player is only for leaderboard" in capsys.readouterr().err


def test_text_written_by_hand_below_a_table_stays(tmp_path: Path) -> None:
    page = tmp_path / pages.FILES["archived"]
    given: dict[str, Any] = {"command": "some", "machines": ["one"]}
    pages.write("archived", tmp_path, [], [], **given)
    first = page.read_text()
    page.write_text(first + "\n## By hand\n\nThree cats.\n")
    assert pages.write("archived", tmp_path, [], [], **given) == page
    assert page.read_text() == first + "\n## By hand\n\nThree cats.\n"


def test_the_rivals_study_plays_openspiels_searches_at_every_game() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    met_by = {(b.match.game, b.match.bots[1]) for b in studies.rivals(names(), 2, 0)}
    assert {game for game, bot in met_by if bot == "openspiel:mcts@0.1s"} == set(names())
    secretive = {g for g in names() if find(g).hindsight is not None}
    assert {game for game, bot in met_by if "ismcts" in bot} == secretive


def test_without_openspiel_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("open_spiel", "rivals"):
        monkeypatch.delitem(sys.modules, f"matou.research.{name}", raising=False)
        monkeypatch.delattr(f"matou.research.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert study(tmp_path, "rivals") == studies.USAGE
    assert "OpenSpiel is not installed: " in capsys.readouterr().err


def test_studies_need_no_packages_of_the_website() -> None:
    code = (
        "import sys\n"
        "for name in ('rich', 'msgspec', 'starlette', 'jinja2'): sys.modules[name] = None\n"
        "from labs import studies\n"
        "assert studies.strength(studies.names(), 2, 0)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_different_games_have_different_fingerprints() -> None:
    assert fingerprint("clocktowers") != fingerprint("catymini")


def ran_while_playing(game: str) -> set[str]:
    """Returns our source files whose code runs while interpreted bots of every sort play."""
    bots = [
        make(find(game), name, seed=1, backend="interpreted")
        for name in ("level1", "greedy", "level3@1", "level4@1")
    ]
    rng = random.Random(3)
    state = find(game).start(2)
    files: set[str] = set()

    def look(frame: FrameType, event: str, _: object) -> None:
        files.add(frame.f_code.co_filename)

    decisions = 0
    while decisions < 30:
        chosen = state.sample(rng)
        decisions += state.actor >= 0
        sys.setprofile(look)
        try:
            if state.actor >= 0 and decisions % 10 == 0:
                chosen = [bot.choose(state.observe(state.actor)) for bot in bots][decisions % 4]
            state.play(chosen)
        finally:
            sys.setprofile(None)
    return {file for file in files if str(PACKAGE) in file}


@pytest.mark.parametrize("game", names())
def test_a_matchs_fingerprint_covers_all_code_that_decides_play(game: str) -> None:
    """Otherwise a journal might mix games of two versions of a bot."""
    covered = {str(path): module for module, path in deciding(game).items()}
    # The log of a game uses notation, and messages for secret actions.
    named = (f"matou.games.{game}.notation", "matou.core.notation", "matou.core.messages")
    says = {str(source_of(module)) for module in named}
    ran = ran_while_playing(game)
    assert {str(source_of("matou.bots.search")), str(source_of("matou.bots.one_ply"))} <= ran
    assert not ran - covered.keys() - says
    # Also every module that the compiled templates of the bots are linked from.
    linked = set(binding.bound(find(game).rules, find(game).hints, compile=True)._spaces)
    assert linked <= set(covered.values())
    assert {f"matou.games.{game}.rules", "matou.bots.search"} <= linked
    assert not any(word in module for module in covered.values() for word in (".draw.", ".say."))


def test_bots_are_rated_from_their_games_and_the_file_names_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def short(only: object, games: int, seed: int) -> list[studies.Pairing]:
        levels = ["level1", "level2", "level3@5", "level4@5", "level5@5"]
        return [studies.Pairing.of("catymini", levels, 2, games, seed)]

    monkeypatch.setitem(studies.STUDIES, "cats", short)
    data = tmp_path / "cats.json"
    words = ("cats", "--games", "20", "--seed", "3", "--only", "catymini", "--data", str(data))
    assert study(tmp_path, *words) == 0
    ratings = json.loads(data.read_text())
    assert "studies cats --games 20 --seed 3 --only catymini" in ratings["made"]
    assert list(ratings["games"]) == ["catymini"]
    mus = [mu for mu, _ in ratings["games"]["catymini"]["2"].values()]
    assert mus == sorted(mus)
    assert mus[2] == 25.0
    assert "| Caty Mini | 2 | 20 |" in (tmp_path / "cats.md").read_text()


HELP = """
import sys
sys.modules["numba"] = sys.modules["numpy"] = None
from labs import studies
studies.main(["archived", "--help"])
"""


def test_help_needs_neither_numba_nor_numpy() -> None:
    ran = subprocess.run([sys.executable, "-c", HELP], capture_output=True, text=True, check=True)
    assert "usage: python -m labs.studies" in ran.stdout
