"""The pages at the front door tell the truth: the example runs, files are there, versions agree."""

from __future__ import annotations

import doctest
import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

import matou
from matou.core.version import VERSION

ROOT = Path(__file__).parent.parent


def test_the_example_runs_as_it_stands() -> None:
    ran = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert ran.attempted >= 6
    assert ran.failed == 0


@pytest.mark.parametrize("page", ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"])
def test_what_it_links_to_is_there(page: str) -> None:
    text = (ROOT / page).read_text()
    links = [to for to in re.findall(r"\]\(([^)#]+)\)", text) if not to.startswith("https://")]
    assert links
    for link in links:
        assert (ROOT / link).exists(), link


def test_contributing_names_files_that_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    named = {
        name
        for name in re.findall(r"`((?:src/|tests/|tools/|web/|games/|bots/|docs/)[\w./]+)`", text)
        if "NAME" not in name
    }
    assert len(named) > 20
    for name in sorted(named):
        places = [name.replace("GAME", game) for game in (*matou.available(), "GAME")]
        assert any((root / p).exists() for root in (ROOT, ROOT / "src/matou") for p in places), name


def test_the_version_is_the_newest_of_the_changelog() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    told = re.findall(r"^## \[([\d.]+)\] – \d{4}-\d\d-\d\d$", text, re.M)
    assert told[0] == VERSION
    assert told == sorted(set(told), key=lambda v: [int(n) for n in v.split(".")], reverse=True)


def test_the_makers_tools_are_not_in_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    where = project["tool"]["setuptools"]["packages"]["find"]
    rooms = {f"matou.{path.parent.name}" for path in (ROOT / "src/matou").glob("*/__init__.py")}
    left_out = {room for room in rooms for pattern in where["exclude"] if fnmatch(room, pattern)}
    assert left_out == {"matou.bench", "matou.studies", "matou.training"}
    assert project["project"]["dependencies"] == []


def test_the_games_makers_are_named_with_their_games() -> None:
    """In the README and on the first page, as the rule books have them."""
    text = (ROOT / "README.md").read_text()
    for name in matou.available():
        book = matou.game(name).book
        assert book is not None
        makers = (*book.credits.authors, *book.credits.illustrators, *book.credits.publishers)
        for maker in (*makers, str(book.credits.year)):
            assert maker in text, (name, maker)
        assert all(author in book.credits.line for author in book.credits.authors)


def test_no_picture_calls_a_player_by_a_seat() -> None:
    for picture in (ROOT / "docs" / "pictures").glob("*.svg"):
        assert not re.search(r"\b(?:Seat|Siège) \d", picture.read_text()), picture.name
    for picture in (ROOT / "docs" / "pictures").glob("*.png"):
        assert picture.stat().st_size < 200_000, picture.name
