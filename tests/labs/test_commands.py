"""The commands of ``labs``, by ``./matou`` and by ``python -m``: help and errors."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from labs.arguments import game, number, whole
from labs.bench import command as bench
from labs.exploit import command as exploit
from matou.cli import main

ROOT = Path(__file__).parents[2]


def test_bench_lists_every_benchmark_and_each_exists(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    for name, about in bench.ABOUT.items():
        assert f" {name} {about.partition(':')[0]}" in printed
        assert importlib.util.find_spec(f"labs.bench.{name}") is not None
    assert main(["--lang", "fr", "bench", "--lang", "fr", "--help"]) == 0
    assert " ".join(capsys.readouterr().out.split()) == printed


@pytest.mark.parametrize("name", bench.ABOUT)
def test_a_benchmark_has_help_refuses_unknown_options_and_runs(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["bench", name, "--help"]) == 0
    assert bench.ABOUT[name][:40] in " ".join(capsys.readouterr().out.split())
    assert main(["bench", name, "--nosuch"]) == 2
    assert "--nosuch" in capsys.readouterr().err
    chosen: list[str] = []

    def run(args: argparse.Namespace) -> int:
        chosen.append(args.benchmark)
        return 7

    modules = {bench.__name__: bench, f"labs.bench.{name}": argparse.Namespace(run=run)}
    monkeypatch.setattr(importlib, "import_module", modules.__getitem__)
    monkeypatch.setattr(bench, "NEEDS", {})
    assert main(["bench", name]) == 7
    assert chosen == [name]


@pytest.mark.parametrize(
    ("typed", "extra"),
    [
        ("bench engine", "native"),
        ("bench search", "native"),
        ("bench env", "research"),
        ("arena exploit chopchop greedy", "native"),
    ],
)
def test_commands_with_missing_packages_have_help_and_say_what_to_install(
    typed: str, extra: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name: None if name in ("numba", "gymnasium") else found(name),
    )
    assert main([*typed.split(), "--help"]) == 0
    assert main(typed.split()) == 1
    assert f"[{extra}]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("bench engine chess", "Unknown game “chess”"),
        ("bench site --game chess", "Unknown game “chess”"),
        ("bench nosuch", "invalid choice: 'nosuch'"),
        ("bench env --at-once 0", "'0' is no whole number, 1 to 10000000"),
        ("bench site --seconds soon", "'soon' is no number, 0.1 to 3600"),
        ("arena exploit clocktowers", "BOT"),
        ("arena exploit chess level1", "Unknown game “chess”"),
        ("arena exploit clocktowers deep", "Unknown bot “deep”"),
    ],
)
def test_bad_arguments_are_refused_with_a_sentence(
    typed: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if "deep" in typed:
        pytest.importorskip("numba")
    assert main(typed.split()) == 2
    assert says in " ".join(capsys.readouterr().err.split())


def test_numbers_and_games_are_checked() -> None:
    assert whole(1, 9)("9") == 9
    assert number(0.5, 2)("0.5") == 0.5
    assert game("Chop! Chop!") == "chopchop"
    for read, text in ((whole(1, 9), "10"), (whole(1, 9), "-1"), (number(0, 2), "nan")):
        with pytest.raises(argparse.ArgumentTypeError, match=r"no (whole )?number"):
            read(text)


@pytest.mark.parametrize("module", ["labs.bench", "labs.exploit", "labs.studies", "labs.training"])
def test_each_command_runs_as_a_module_from_a_clone(module: str) -> None:
    """In English, in every locale."""
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "LANG": "fr_FR.UTF-8"}
    asked = [sys.executable, "-m", module, "--help"]
    ran = subprocess.run(asked, cwd=ROOT, env=env, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "usage:" in ran.stdout


def test_the_example_in_the_help_is_valid() -> None:
    typed = str(exploit.parser().epilog).partition(f"{exploit.NAME} ")[2]
    assert exploit.parser().parse_args(typed.split()).sparring == "level5@100"
