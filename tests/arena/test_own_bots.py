"""Bots of one's own in the arena, named by their module."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import matou
from matou.arena import Match, guests, play_match
from matou.arena.plan import fingerprint
from matou.core.refusals import BadChoice

SOURCE = """
class First:
    def choose(self, view):
        return view.legal()[0]


def make(game, name, *, seed, backend):
    if name != "first":
        raise ValueError("only first is here")
    return First()
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "our_bots"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "simple.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in ("our_bots", "our_bots.simple"):
        sys.modules.pop(name, None)


def test_a_bot_of_ones_own_plays_by_the_name_of_its_module(package: Path) -> None:
    match = Match.of(matou.game("clocktowers"), ["our_bots.simple:first", "random"], games=2)
    assert match.bots[0] == guests.title(match.bots[0]) == "our_bots.simple:first"
    assert len(play_match(match, processes=1)) == 2


def test_other_code_of_it_is_another_match(package: Path) -> None:
    match = Match.of(matou.game("clocktowers"), ["our_bots.simple:first", "random"], games=2)
    before = match.header()["code"]
    (package / "helping.py").write_text("HELP = 1\n")
    fingerprint.cache_clear()
    assert match.header()["code"] != before


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("our_bots.simple:last", "only first is here"),
        ("our_bots.missing:first", "our_bots.missing"),
        ("nowhere.at_all:first", "nowhere"),
        ("matou.arena:first", "make"),
    ],
)
def test_what_is_not_there_is_refused_with_a_sentence(package: Path, name: str, says: str) -> None:
    with pytest.raises(BadChoice, match=says) as refused:
        guests.spec(matou.game("clocktowers"), name)
    assert name in refused.value.says.say("fr")


def test_a_rewritten_comment_is_the_same_match(package: Path) -> None:
    match = Match.of(matou.game("clocktowers"), ["our_bots.simple:first", "random"], games=2)
    before = match.header()["code"]
    (package / "simple.py").write_text(f'"""Bots."""\n# Plays anything.\n{SOURCE}')
    fingerprint.cache_clear()
    assert match.header()["code"] == before


def test_the_old_name_of_backend_still_works(package: Path) -> None:
    (package / "simple.py").write_text(SOURCE.replace("backend", "way"))
    with pytest.warns(DeprecationWarning, match="way= is now backend="):
        guests.spec(matou.game("clocktowers"), "our_bots.simple:first")
    with pytest.warns(DeprecationWarning, match="way= is now backend="):
        bot = matou.bot("clocktowers", "greedy", seed=1, way="interpreted")  # type: ignore[call-arg]
    assert bot.backend == "interpreted"
