"""``matou play``: whole games, leaving and resuming, undo, refusals, secrecy."""

from __future__ import annotations

import random
import re
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from cli.terminal import (
    CommandResult,
    Terminal,
    matou,
    matou_process,
    only_record,
    plain_spaces,
    visible,
)
from conformance.plain import assert_plain

import matou as library
from matou.cli.lookup import all_games
from matou.cli.terminal.screen import SQUARES, Screen
from matou.core.fairness import check
from matou.core.record import Record
from matou.core.sketch import wide

GAMES = [game.name for game in all_games().games]
ONES = "1\n" * 3000


class WholeGame(NamedTuple):
    ran: CommandResult
    folder: Path
    record: Record


@pytest.fixture(scope="module")
def whole_game(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], WholeGame]:
    """Returns a whole game in which the first choice is always taken, played once for all tests."""

    @cache
    def play(game: str) -> WholeGame:
        folder = tmp_path_factory.mktemp(game)
        ran = matou("play", game, "--seed", "abc", lines=ONES, cwd=folder)
        return WholeGame(ran, folder, only_record(folder))

    return play


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_through_standard_input(
    game: str, whole_game: Callable[[str], WholeGame]
) -> None:
    ran, folder, record = whole_game(game)
    assert ran.code == 0, ran.err
    assert record.result != "unfinished"
    assert check(record) is None
    # The fingerprint comes before the first choice, the seed after the last.
    first, last = ran.out.index("\n> "), ran.out.rindex("\n> ")
    assert ran.out.index(record.commitment) < first
    assert ran.out.index(record.seed) > last
    check_result(ran, record, "en")
    (file,) = folder.glob("*.matou")
    assert matou("verify", file.name, cwd=folder).code == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_bots_alone_is_played_to_the_end(game: str, tmp_path: Path) -> None:
    most = library.game(game).max_seats
    seats = [x for seat in range(most) for x in ("--seat", f"{seat}=random")]
    ran = matou("play", game, *seats, "--seed", "9", cwd=tmp_path, LANG="fr_FR.UTF-8")
    assert ran.code == 0, ran.err
    record = only_record(tmp_path)
    assert record.players == dict.fromkeys(range(most), "random")
    assert check(record) is None
    check_result(ran, record, "fr")


def check_result(ran: CommandResult, record: Record, lang: str) -> None:
    """Checks that the reason for the end and every score line are shown in the language."""
    end = record.replay()
    output = " ".join(ran.out.split())
    assert plain_spaces(end.game.why.why_now(end.s).says.say(lang)) in output
    assert str(end.ended_by) not in output
    for seat in range(end.seats):
        for line in end.game.words.score_lines(end.s, seat):
            first_words = " ".join(plain_spaces(line.say(lang)).split()[:3])
            assert first_words in output
    for row in ran.out.split("\n"):
        # not the castle's plan, seeds or file names
        if not re.search(r"^>\d|[0-9a-f]{64}|\.matou", row):
            assert_plain(" ".join(row.split()))


@pytest.mark.parametrize("game", GAMES)
def test_leaving_and_resuming_gives_the_same_game(
    game: str, whole_game: Callable[[str], WholeGame], tmp_path: Path
) -> None:
    folder = tmp_path
    left = matou("play", game, "--seed", "abc", lines="1\n" * 3 + "quit\n", cwd=folder)
    assert left.code == 0
    (save,) = folder.glob("*.matou")
    assert save.stat().st_mode & 0o077 == 0, (
        "a save contains the seed, so only its owner may read it"
    )
    assert only_record(folder).result == "unfinished"
    again = matou("play", "--resume", save.name, lines="1\n", cwd=folder)  # input ends
    assert again.code == 0
    done = matou("play", "--resume", save.name, lines=ONES, cwd=folder)
    assert done.code == 0, done.err
    assert only_record(folder).dumps() == whole_game(game).record.dumps()


def test_ctrl_c_saves_says_how_to_resume_and_exits_with_130(
    whole_game: Callable[[str], WholeGame], tmp_path: Path
) -> None:
    at = Terminal("play", "clocktowers", "--seed", "abc", cwd=tmp_path)
    at.until("\n> ")
    at.type("1\n")
    at.until("\n> ")
    at.signal()
    assert at.close() == 130
    (save,) = tmp_path.glob("*.matou")
    command = visible(at.raw).strip().splitlines()[-1].strip()
    assert command == f"{sys.executable} -m matou play --resume {save.name}" or (
        command == f"{Path(sys.executable).name} -m matou play --resume {save.name}"
    )
    again = matou_process(*command.split("-m matou ")[1].split(), lines=ONES, cwd=tmp_path)
    assert again.code == 0
    assert only_record(tmp_path).dumps() == whole_game("clocktowers").record.dumps()


def test_closing_the_terminal_saves_the_game(tmp_path: Path) -> None:
    at = Terminal("play", GAMES[0], cwd=tmp_path)
    at.until("\n> ")
    at.signal(signal.SIGTERM)
    assert at.close() == 128 + 15
    assert only_record(tmp_path).result == "unfinished"


def test_undone_moves_are_not_in_the_record(tmp_path: Path) -> None:
    ran = matou(
        "play", "clocktowers", "--seed", "3", lines="1\nundo\n2\nundo\nundo\nquit\n", cwd=tmp_path
    )
    assert ran.out.count("Move taken back.") == 2
    assert "There is nothing to take back" in ran.out
    assert all(name.startswith("=") for name in only_record(tmp_path).actions)


def test_a_save_never_replaces_another_file(tmp_path: Path) -> None:
    for _ in range(3):
        matou("play", GAMES[0], "--seed", "1", lines="quit\n", cwd=tmp_path)
    assert len(list(tmp_path.glob("*.matou"))) == 3
    mine = tmp_path / "mine.txt"
    mine.write_text("a letter")
    ran = matou("play", GAMES[0], "--save", "mine.txt", lines="quit\n", cwd=tmp_path)
    assert ran.code == 2
    assert mine.read_text() == "a letter"
    assert not list(tmp_path.glob(".*")), "no temporary file is left"


def test_a_folder_that_cannot_be_written_does_not_lose_the_game(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    ran = matou(
        "play", GAMES[0], "--save", "no/such/folder/x.matou", lines="1\nquit\n",
        cwd=tmp_path, HOME=str(home),
    )  # fmt: skip
    assert ran.code == 0
    assert "could not be written" in ran.err
    assert only_record(home).result == "unfinished"


def test_an_altered_save_is_not_resumed(tmp_path: Path) -> None:
    matou("play", GAMES[0], "--seed", "2", lines="quit\n", cwd=tmp_path)
    (save,) = tmp_path.glob("*.matou")
    record = only_record(tmp_path)
    for seed in ("", "0" * 64):
        signed = replace(record, id=record.id, commitment=record.commitment, seed=seed)
        save.write_text(signed.dumps(), encoding="utf-8")
        ran = matou("play", "--resume", save.name, cwd=tmp_path)
        assert ran.code == 2
        assert "cannot be resumed" in ran.err


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["clocktwoers"], "Did you mean clocktowers?"),
        ([], "Which game?"),
        (["clocktowers", "--option", "lader=table"], "Did you mean ladder?"),
        (["clocktowers", "--option", "ladder=tabel"], "Did you mean table?"),
        (["clocktowers", "--option", "ladder"], "NAME=VALUE"),
        (["clocktowers", "--seats", "9"], "2 to 4"),
        (["clocktowers", "--seats", "two"], "whole number"),
        (["clocktowers", "--seat", "7=Anna", "--seats", "2"], "no seat 7"),
        (["clocktowers", "--seat", "Anna"], "N=WHO"),
        (["clocktowers", "--seat", "1=randon"], "Did you mean random?"),
        (["clocktowers", "--seat", "1=level9"], "Unknown kind of player"),
        (["clocktowers", "--seat", "1=random", "--you", "1"], "assigned twice"),
        (["clocktowers", "--seed", "xyz"], "hexadecimal"),
        (["--resume", "nothing.matou"], "no file"),
        (["--resume", "."], "folder"),
        (["clocktowers", "--sede", "1"], "Did you mean --seed?"),
        (["clocktowers", "--lang", "xx"], "not a supported language"),
    ],
)
def test_bad_arguments_are_refused_with_the_choices_and_exit_code_2(
    args: list[str], says: str, tmp_path: Path
) -> None:
    ran = matou("play", *args, cwd=tmp_path)
    assert ran.code == 2
    assert says in " ".join(ran.err.split())
    assert not list(tmp_path.iterdir())


def test_a_game_starts_against_gourmand_with_board_and_description_side_by_side(
    tmp_path: Path,
) -> None:
    at = Terminal("play", "chopchop", "--seed", "3", cwd=tmp_path)
    begun = at.until("\n> ")
    seen = visible(begun)
    assert "At the table: You, Gourmand." in seen
    assert re.search(r"▒▒▒ ▒▒▒.* Mouse 1: on its home", seen, re.MULTILINE), "on one row"
    assert "\x1b[1;36m" in begun, "in colour"
    at.type("quit\n")
    at.until("--resume")


@pytest.mark.parametrize("columns", [30, 60, 80, 110, 200])
@pytest.mark.parametrize("game", GAMES)
def test_the_description_is_beside_the_board_if_the_terminal_is_wide_enough(
    game: str, columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At every width all rows fit and no word is lost."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(Screen, "draws", True)
    table, rng = library.game(game), random.Random(2)
    assert table.sketch is not None
    names = ["Ada", "Basile"]
    state = table.start(2)
    for _ in range(40):
        state.play(state.sample(rng))
    view = state.observe(0)
    drawn, output = table.sketch(view, "en", names), view.text("en", names)
    picture = max(map(wide, drawn))
    Screen("en").board(drawn, output)
    rows = visible(capsys.readouterr().out).split("\n")
    assert all(len(row) <= columns for row in rows)
    first = "".join(text for text, _ in drawn[1]).rstrip()
    beside = columns >= picture + 3 + 36
    assert any(row.startswith(first) and len(row) > picture + 3 for row in rows) == beside
    said = " ".join(" ".join(row[picture + 3 :] if beside else row for row in rows).split())
    for line in (output if picture > columns else SQUARES.sub("", output)).split("\n"):
        assert " ".join(line.split()) in said


def test_bots_of_the_same_level_have_different_names(tmp_path: Path) -> None:
    seats = ["--seat", "1=level3", "--seat", "2=level3", "--seat", "3=level3"]
    ran = matou("play", "clocktowers", *seats, "--seed", "2", lines="quit\n", cwd=tmp_path)
    assert "At the table: You, Dreamer, Nuage, Plume." in ran.out


def test_resigning_must_be_typed_twice(tmp_path: Path) -> None:
    ran = matou("play", "clocktowers", lines="resign\nno\n1\nresign\nresign\n", cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert "You play on." in ran.out
    assert "You resigned." in ran.out
    record = only_record(tmp_path)
    end = record.replay()
    assert (end.ended_by, end.out[0].seat, end.winners) == ("resigned", 0, [1])
    assert check(record) is None


def test_after_a_player_resigns_the_others_can_resume_the_game(tmp_path: Path) -> None:
    three = [word for seat in range(3) for word in ("--seat", f"{seat}=P{seat}")]
    ran = matou("play", "catymini", *three, lines="\nresign\nresign\nquit\n", cwd=tmp_path)
    assert ran.code == 0, ran.err
    record = only_record(tmp_path)
    (out,) = record.out
    assert out.resigned
    file = next(tmp_path.glob("*.matou"))
    resumed = matou("play", "--resume", str(file), lines="\nquit\n", cwd=tmp_path)
    assert resumed.code == 0, resumed.err
    assert f"P{out.seat}: press Enter" not in resumed.out
