"""Choosing a move in the terminal by notation, words or number, and commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli.terminal import matou, only_record

import matou as library
from matou.cli.commands.play import REPLACE, YES
from matou.cli.commands.replay import STEP
from matou.cli.lookup import all_games, find_game, value_of
from matou.cli.terminal.choices import choices_of, find
from matou.cli.terminal.screen import SQUARES
from matou.cli.terminal.session import command, means
from matou.core.grammar import languages
from matou.kit.linking import CHANCE

GAMES = [game.name for game in all_games().games]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_impossible_input_is_refused_and_changes_nothing(
    game: str, lang: str, tmp_path: Path
) -> None:
    bad = ["0", "999", "-1", "9" * 50, "no such thing", "{x}", "[bold]", "\\", "¿", "x" * 5000, "'"]
    ran = matou(
        "play", game, "--seed", "4", "--lang", lang, lines="\n".join([*bad, "quit"]), cwd=tmp_path
    )
    assert ran.code == 0
    prefix = library.game(game).rules.ENDINGS[0][:2]
    sign = "« pourquoi »" if lang == "fr" else "type “why”"
    assert ran.out.count(sign) >= 6
    assert not re.search(rf"{prefix}\d", ran.out), "rules are named by title, not number"
    state = only_record(tmp_path).replay()
    assert all(entry.actor == CHANCE for entry in state.history)


def test_an_illegal_move_is_refused_with_its_rule_and_why_prints_it(tmp_path: Path) -> None:
    tried = "why\nR1>1\nF2+\nKm+\nwhy\nKm>99\nquit\n"
    ran = matou("play", "clocktowers", "--seed", "3", lines=tried, cwd=tmp_path)
    named = re.findall(r"Not possible\. .*\n.*The rule is “(.*)”:", ran.out)
    book = library.game("clocktowers").book()
    assert book is not None
    rules = {rule.rule: rule for rule in book.rules}
    assert named == [rules[number].title for number in ("CT4", "CT4", "CT6", "CT6")]
    output = " ".join(ran.out.split())
    asked = [output.index(rules[number].text) for number in ("CT4", "CT6")]
    assert asked[0] < output.index("Not possible") < asked[1] < output.rindex("Not possible")
    assert all(name.startswith("=") for name in only_record(tmp_path).actions)


def test_notation_words_and_numbers_choose_the_same_move(tmp_path: Path) -> None:
    for i, typed in enumerate(["1", "F1c+", "new cat", "NEW tower CAT"]):
        folder = tmp_path / str(i)
        folder.mkdir()
        matou("play", "clocktowers", "--seed", "3", lines=f"{typed}\nquit\n", cwd=folder)
        assert only_record(folder).actions[-1] == "F1c+", typed


@pytest.mark.parametrize("lang", languages())
def test_answers_offered_by_questions_are_understood(lang: str) -> None:
    _, board, leave = STEP.say(lang).split("   ")
    assert [command(word, lang) for word in (board, leave)] == ["board", "quit"]
    assert means(REPLACE.filled(file="x").say(lang).partition("[")[2][0], YES, lang)


def test_accents_may_be_omitted() -> None:
    assert means("SI", YES, "es")
    assert not means("no", YES, "es")
    pushing_back = next(o for o in library.game("appenzell").options if True in o.values)
    assert value_of(pushing_back, "si") is True
    assert find_game("chateau d'appenzell").name == "appenzell"


def test_a_negative_number_does_not_match_words_of_a_choice() -> None:
    state = library.game("clocktowers").start(2)
    for name in ["=R1", "=K", "=F1", "F1c+", "<K", "=Km", "F1c+", "<F", "=F2"]:
        state.play(name)
    view = state.observe(0)
    choices = choices_of(view, "en")
    assert [found.name for found in find(view, choices, "clock tower 1").choices] == ["K>1", "Km>1"]
    assert find(view, choices, "-1").choices == []


def test_words_that_match_several_choices_narrow_the_list(tmp_path: Path) -> None:
    ran = matou("play", "clocktowers", "--seed", "3", lines="disc\nquit\n", cwd=tmp_path)
    assert "3 choices match “disc”" in ran.out
    after = ran.out.split("3 choices match")[1]
    assert after.count("Discard a") == 3
    assert "Start a new tower" not in after


def test_choices_in_a_group_are_listed_before_one_can_be_played(tmp_path: Path) -> None:
    """With more choices than are listed at once, the first 1 unfolds a group, the second plays."""
    game, lines = "chopchop", ""
    for _ in range(60):
        ran = matou("play", game, "--you", "0,1", "--seed", "6", lines=lines, cwd=tmp_path)
        last = ran.out.rsplit("── ", 1)[-1]
        if re.search(r"^ +a  .*\(\d+ ways\)$", last, re.MULTILINE):
            break
        lines += "1\n"
    else:
        pytest.fail("no turn with many choices came up")

    def actions(more: str) -> int:
        folder = tmp_path / str(len(more))
        folder.mkdir()
        matou(
            "play", game, "--you", "0,1", "--seed", "6", lines=lines + more + "quit\n", cwd=folder
        )
        record = only_record(folder)
        return sum(entry.actor >= 0 for entry in record.replay().history)

    before = actions("")
    assert actions("1\n") == before
    assert actions("1\n1\n") == before + 1
    assert actions("a\n1\n ") == before + 1


@pytest.mark.parametrize(
    ("lang", "words", "sign", "advice"),
    [
        ("en", "log score board hint", "To choose, type", "A wise cat’s advice: "),
        ("fr", "aide journal points plateau indice", "Pour choisir, tape", "chat avisé"),
        ("de", "hilfe verlauf punkte brett tipp", "So triffst du deine Wahl", "weise Katze rät"),
    ],
)
def test_commands_can_be_typed_in_english_or_the_players_language(
    lang: str, words: str, sign: str, advice: str, tmp_path: Path
) -> None:
    typed = "\n".join(["help", "?", *words.split(), "quit", ""])
    ran = matou("play", GAMES[0], "--lang", lang, lines=typed, cwd=tmp_path)
    assert ran.code == 0
    assert ran.out.count(sign) == (1 if lang == "en" else 2)
    assert advice in ran.out[ran.out.rindex(sign) :]


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_the_description_beside_a_board_lists_no_squares(lang: str) -> None:
    for game in map(library.game, GAMES):
        state = game.start(2)
        while state.actor == CHANCE:
            state.play(state.legal()[0])
        text = state.observe(0).text(lang)
        rest = SQUARES.sub("", text)
        assert not re.search(r"^ +[a-z]\d, [a-z]\d", rest, re.MULTILINE)
        assert len(rest.split("\n")) > 4
        assert (rest == text) == (game.name != "chopchop")
