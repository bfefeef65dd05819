"""The registry of games, and a game that consists only of its folder."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from web.support import Person, a_site

import matou
from matou.cli import main
from matou.core import registry
from matou.core.grammar import languages


def test_available_lists_games_and_calling_games_is_an_error() -> None:
    assert tuple(matou.available()) == registry.names()
    with pytest.raises(TypeError, match=r"matou\.available\(\)"):
        matou.games()  # type: ignore[operator]


@pytest.fixture
def fifth_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Adds a game that only its folder declares: Clocktowers under another name."""
    folder = tmp_path / "homes_of_one" / "belfries"
    original = Path(str(matou.game("clocktowers").rules.__file__)).parent  # type: ignore[attr-defined]
    shutil.copytree(original, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in folder.rglob("*.py"):
        text = path.read_text().replace("matou.games.clocktowers", "homes_of_one.belfries")
        text = text.replace('name="clocktowers"', 'name="belfries"')
        path.write_text(text.replace('say("Clocktowers"', 'say("Belfries"'))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "homes", [*registry.homes])
    registry.look_in("homes_of_one")
    yield "belfries"
    registry.look_again()
    for name in [name for name in sys.modules if name.split(".")[0] == "homes_of_one"]:
        del sys.modules[name]


async def test_a_new_games_folder_is_enough_for_terminal_bots_and_site(
    fifth_game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fifth_game in matou.available()
    assert main(["games"]) == main(["rules", fifth_game]) == 0
    assert capsys.readouterr().out.count("Belfries\n") == 2
    state = matou.game(fifth_game).start(2)
    for name in ("=R1", "=K", "=F1"):
        state.play(name)
    assert matou.bot(fifth_game, level=1, seed=1).choose(state.observe(0)) in state.legal()
    for lang in languages()[1:]:  # the folder includes its translations
        assert state.observe(0).prompt(lang) != state.observe(0).prompt("en")

    async with a_site(tmp_path / "site") as app:
        person = Person(app)
        for path in (
            "/",
            f"/rules/{fifth_game}",
            f"/learn/{fifth_game}",
            f"/g/{fifth_game}",
            "/api/games",
        ):
            page = await person.get(path)
            assert page.status_code == 200, path
            assert "Belfries" in page.text, path
        table = await person.open(await person.new_table(fifth_game))
        assert len(table.view["legal"]) == len(state.legal())
