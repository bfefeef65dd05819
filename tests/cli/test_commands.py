"""The commands: help, languages, light imports, the doctor, missing packages."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from cli.declared import all_commands
from cli.terminal import environment, matou, plain_spaces

from matou.bots import binding, players
from matou.cli.commands import COMMANDS, serve
from matou.cli.declaring import Command, Group
from matou.cli.lookup import all_games
from matou.cli.parsing import parse
from matou.cli.terminal.choices import MANY, Choice, grouped
from matou.cli.terminal.game import Table
from matou.cli.terminal.screen import Screen
from matou.core import modules
from matou.core.observation import Observation
from matou.kit import extras
from matou.kit.wasm import BadModule


def test_help_begins_with_the_command_that_opens_the_site(tmp_path: Path) -> None:
    assert re.search(r"matou +open the site in your browser\n", matou("--help", cwd=tmp_path).out)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("command", all_commands(), ids=lambda c: c.name)
def test_help_names_every_option_and_gives_examples(
    command: Command, lang: str, tmp_path: Path
) -> None:
    words = command.name.split()
    ran = matou(*words, "--help", "--lang", lang, cwd=tmp_path)
    assert ran.code == 0
    output = " ".join(ran.out.split())
    assert " ".join(plain_spaces(command.description.say(lang)).split()) in output
    for arg in command.args:
        for flag in arg.flags:
            assert flag in ran.out or (arg.value is not None and arg.value.say(lang) in ran.out)
        assert " ".join(plain_spaces(arg.help.say(lang)).split()) in output
    assert command.examples
    for typed, what in command.examples.items():
        assert typed.startswith(command.name)
        parse(command, typed.format(game="chopchop", most=5).split()[len(words) :])
        assert f"matou {typed.partition(' {')[0]}" in ran.out
        assert " ".join(plain_spaces(what.say(lang)).split()) in output
    assert max(len(line) for line in ran.out.splitlines()) <= 80
    # Wherever the language is given, and in every form of asking for help.
    for asked in (
        ["--lang", lang, *words, "--help"],
        [words[0], f"--lang={lang}", *words[1:], "-h"],
        ["help", *words, "--lang", lang],
        ["--lang", lang, "--help", *words],
    ):
        assert matou(*asked, cwd=tmp_path).out == ran.out


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    "group", [c for c in COMMANDS if isinstance(c, Group)], ids=lambda c: c.name
)
def test_a_group_lists_its_commands_with_an_example_of_each(
    group: Group, lang: str, tmp_path: Path
) -> None:
    ran = matou(group.name, "--lang", lang, cwd=tmp_path)
    assert ran.code == 0
    output = " ".join(ran.out.split())
    for command in group.commands:
        assert command.name in output
        assert plain_spaces(command.summary.say(lang)) in output
        assert plain_spaces(next(iter(command.examples.values())).say(lang)) in output
    for asked in (["--lang", lang, "help", group.name], [group.name, "--help", "--lang", lang]):
        assert matou(*asked, cwd=tmp_path).out == ran.out


@pytest.mark.parametrize("command", all_commands(), ids=lambda c: c.name)
def test_unknown_arguments_are_refused_with_a_pointer_to_help(
    command: Command, tmp_path: Path
) -> None:
    words = command.name.split()
    needed = ["x" for arg in command.args if not (arg.flags[0].startswith("-") or arg.optional)]
    for asked in ([*words, *needed, "--nosuch"], [*words, *needed, "--lang"]):
        ran = matou(*asked, cwd=tmp_path)
        assert ran.code == 2
        assert f"{command.name} --help" in ran.err
        assert "usage" not in ran.err
        fr = matou(*asked, cwd=tmp_path, LANG="fr")
        assert fr.code == 2
        assert "Pour l’aide" in fr.err
    for arg in command.args:
        if arg.number is not None:
            ran = matou(*words, *needed, arg.flags[0], "many", cwd=tmp_path)
            assert ran.code == 2
            assert f"{arg.flags[0]} is “many”" in ran.err


def test_help_lists_every_command(tmp_path: Path) -> None:
    for lang in ("en", "fr"):
        ran = matou("--help", "--lang", lang, cwd=tmp_path)
        assert ran.code == 0
        output = " ".join(ran.out.split())
        for command in COMMANDS:
            assert f" {command.name} " in output
            assert plain_spaces(command.summary.say(lang)) in output


def test_games_lists_every_game_with_its_options(tmp_path: Path) -> None:
    for lang in ("en", "fr"):
        ran = matou("games", "--lang", lang, cwd=tmp_path)
        assert ran.code == 0
        output = " ".join(ran.out.split())
        for game in all_games().games:
            assert " ".join(game.words.TITLE.say(lang).split()) in output
            assert f"play {game.name}" in output
            for option in game.options:
                assert f"--option {option.name}=" in output


def test_listing_games_imports_no_heavy_packages() -> None:
    probe = (
        "import sys; from matou.cli import main; main(['games']); "
        "assert not {'numpy', 'numba', 'starlette'} & set(sys.modules), 'heavy'; "
        "assert len(sys.modules) < 450, 'many'"
    )
    subprocess.run(
        [sys.executable, "-c", probe], env=environment(), check=True, stdout=subprocess.DEVNULL
    )


def test_the_command_line_needs_only_the_standard_library(tmp_path: Path) -> None:
    """After ``pip install .`` only the rules are installed."""
    probe = (
        "from matou.cli import main\n"
        "match = 'clocktowers level1 random --games 2 --processes 1 --journal journal'\n"
        "for typed in ('games', 'rules CT8', 'play clocktowers', f'arena {match}', '--help'):\n"
        "    assert main(typed.split()) == 0, typed\n"
        "assert main(['serve']) == 1\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", probe],  # -S hides installed packages
        env=environment(),
        cwd=tmp_path,
        input="quit\n",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "[site]'" in done.stderr


def test_the_language_is_an_argument_or_from_the_environment(tmp_path: Path) -> None:
    assert "To play" in matou("games", cwd=tmp_path).out
    assert "Pour jouer" in matou("games", cwd=tmp_path, LANG="fr_CH.UTF-8").out
    assert "Pour jouer" in matou("--lang", "fr", "games", cwd=tmp_path).out
    assert "To play" in matou("games", "--lang=en", cwd=tmp_path, LANG="fr_FR").out
    assert "Pour jouer" in matou("games", cwd=tmp_path, LC_ALL="fr_FR", LANG="en_GB").out


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (["gmaes"], "Did you mean games?"),
        (["replay"], "Missing argument: FILE"),
        (["rules", "ct99"], "no rule “ct99”. Its rules are CT1 to CT"),
        (["games", "--long"], "Unexpected argument"),
        (["--lang", "xx"], "not a supported language"),
        (["play", "--lang", "xx"], "not a supported language"),
        (["--lang"], "needs a value"),
        (["admin", "stat"], "Did you mean stats?"),
        (["help", "gmaes"], "Did you mean games?"),
        (["arena", "clocktowers"], "Missing argument: BOT"),
        (["arena", "clocktowers", "deep"], "Unknown bot “deep”"),
        (["arena", "clocktowers", "level1", "--games", "0"], "1 to"),
        (["games", "--help=yes"], "takes no value"),
        (["replay", "x", "--at"], "needs a value"),
        (["serve", "--proxy", "127.0.0.1, nginx"], "“nginx” is not a valid proxy address"),
    ],
)
def test_wrong_arguments_are_refused_with_the_choices(
    typed: list[str], says: str, tmp_path: Path
) -> None:
    ran = matou(*typed, cwd=tmp_path)
    assert ran.code == 2
    assert says in ran.err
    fr = matou(*typed, cwd=tmp_path, LANG="fr")
    assert fr.code == 2
    assert fr.err
    assert fr.err != ran.err


def test_doctor_lists_the_games_and_the_cache(tmp_path: Path) -> None:
    for lang in ("en", "fr"):
        ran = matou("doctor", "--lang", lang, cwd=tmp_path, MATOU_CACHE=str(tmp_path / "cache"))
        assert ran.code == 0, ran.out
        for game in all_games().games:
            assert game.name in ran.out
        assert str(tmp_path / "cache") in ran.out.replace("\n", "").replace("    ", "")


def test_doctor_says_how_to_install_missing_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from matou.cli.commands import doctor

    found = doctor.version
    monkeypatch.setattr(doctor, "version", lambda p: None if p == "wasmtime" else found(p))
    ran = matou("doctor", cwd=tmp_path)
    assert ran.code == 1
    assert re.search(r"pip install .*wasmtime", ran.out)


def test_a_match_with_slow_bots_prints_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ("arena", "clocktowers", "random", "--games", "1", "--processes", "1", "--json")
    for backend in ("native", "interpreted"):
        monkeypatch.setattr(binding, "for_long", lambda _, chosen=backend: chosen)
        ran = matou(*match, "--journal", backend, cwd=tmp_path)
        assert ran.code == 0
        assert ("think slowly" in ran.err) == (backend == "interpreted")
        assert ran.out.startswith("{")


def test_doctor_names_games_whose_bots_think_slowly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = all_games().games[0]
    for kind in ("missing", "runner", "damaged", "foreign", "stale"):
        monkeypatch.setitem(
            modules.loaded, str(binding.module_path(game)), BadModule(kind, "no good")
        )
        english, french = (matou("doctor", "--lang", lang, cwd=tmp_path) for lang in ("en", "fr"))
        assert "bots think slowly" in english.out
        assert "réfléchissent lentement" in french.out
        assert english.code == french.code == 0


def test_without_arguments_matou_opens_the_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[bool] = []

    def run(args: argparse.Namespace, screen: Screen) -> int:
        opened.append(args.open)
        return 1

    monkeypatch.setattr(serve, "COMMAND", replace(serve.COMMAND, run=run))
    assert matou(cwd=tmp_path).code == 1
    assert opened == [True]


def test_commands_that_are_not_installed_are_hidden_or_say_how_to_get_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Developer tools are only in the repository; the site is an extra."""
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "starlette" else found(name)
    )
    monkeypatch.setattr("matou.cli.commands.labs.ROOT", tmp_path)
    ran = matou(cwd=tmp_path)
    assert ran.code == 0
    assert "matou play" in ran.out
    assert "bench" not in ran.out
    assert "exploit" not in ran.out
    assert "serve" not in ran.out
    for name, more in (("bench", ["engine", "--help"]), ("arena exploit", ["chopchop", "greedy"])):
        ran = matou(*name.split(), *more, cwd=tmp_path)
        assert ran.code == 1
        output = " ".join(ran.err.split())
        assert "developer tool" in output
        assert "in the labs folder" in output
        assert f"./matou {name}" in output
    assert "outil de développement" in matou("--lang", "fr", "bench", cwd=tmp_path).err
    for asked in (["serve"], ["admin", "stats"]):
        ran = matou(*asked, cwd=tmp_path)
        assert ran.code == 1
        assert "[site]'" in ran.err


def test_install_commands_can_be_typed_as_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a clone for the Python of ./matou; in an installed package by its name."""
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr(extras, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".venv" / "bin" / "python"))
    assert extras.install("fast") == f"{sys.executable} -m pip install -e '{tmp_path}[fast]'"
    monkeypatch.chdir(tmp_path)
    assert extras.install("fast") == ".venv/bin/python -m pip install -e '.[fast]'"
    (tmp_path / "pyproject.toml").unlink()
    assert extras.install("fast") == "pip install 'matou[fast]'"


def test_a_broken_game_is_reported_and_others_still_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matou.cli.lookup.names", lambda: ("clocktowers", "nothing"))
    ran = matou("games", cwd=tmp_path)
    assert ran.code == 0
    assert "nothing cannot be loaded" in ran.err
    assert "Clocktowers" in ran.out
    ran = matou("play", "nothing", cwd=tmp_path)
    assert ran.code == 2
    assert "The game nothing cannot be loaded: " in ran.err
    assert matou("doctor", cwd=tmp_path).code == 1


def test_a_table_plays_the_actions_that_bots_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    class Last:
        def choose(self, view: Observation) -> int:
            return view.legal()[-1]

    monkeypatch.setattr(players, "make", lambda *_, **__: Last())
    game = all_games().games[0]
    who = dict.fromkeys(range(game.min_seats), "random")
    table = Table.new(game, game.min_seats, who, "0" * 64)
    while not table.state.over and len(table.state.history) < 200:
        actor, last = table.state.actor, table.state.legal()[-1]
        table.advance()
        assert actor < 0 or table.state.history[-1].action == last


def test_many_choices_are_grouped_by_their_first_words() -> None:
    words = [f"Step with mouse {m} to {c}{r}" for m in "ABC" for c in "abcd" for r in "123"]
    words += ["End the turn"]
    choices = [Choice(i, i, f"n{i}", says) for i, says in enumerate(words, 1)]
    assert len(choices) > MANY
    groups = grouped(choices)
    assert [g.head for g in groups] == [f"Step with mouse {m} to" for m in "ABC"] + ["End the turn"]
    assert sum(len(g.choices) for g in groups) == len(choices)
