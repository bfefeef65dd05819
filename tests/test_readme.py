"""README and docs: examples run, links and files exist, versions agree."""

from __future__ import annotations

import doctest
import re
import runpy
import shlex
import tomllib
from pathlib import Path

import pytest
from cli.declared import all_commands

import matou
from labs.bench import command as bench
from labs.exploit import command as exploit
from matou.cli import commands
from matou.cli.parsing import parse
from matou.core.version import VERSION

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", [p for p in PAGES if ">>> " in p.read_text()], ids=name_of)
def test_examples_in_the_docs_give_the_printed_results(page: Path) -> None:
    if page.name in ("open_spiel.md", "pettingzoo.md"):
        pytest.importorskip("pyspiel")
        pytest.importorskip("pettingzoo")
    ran = doctest.testfile(str(page), module_relative=False)
    assert ran.attempted >= 3
    assert ran.failed == 0


def programs(page: Path) -> list[str]:
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.M | re.S)
    return [block for block in blocks if ">>> " not in block and "…" not in block]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_python_blocks_in_the_docs_compile(page: Path) -> None:
    for program in programs(page):
        compile(program, str(page), "exec")


# otherwise it is an excerpt from a game's code
WHOLE = re.compile(r"(?:import|from) (?!matou\.core)")


@pytest.mark.heavy
@pytest.mark.parametrize(
    "page", [p for p in PAGES if any(map(WHOLE.match, programs(p)))], ids=name_of
)
def test_programs_in_the_docs_run_if_their_libraries_are_installed(page: Path) -> None:
    """Plays fewer games than on the page, and leaves out programs for a GPU."""
    for program in filter(WHOLE.match, programs(page)):
        if 'device="cuda"' in program.replace('# device="cuda"', ""):
            continue
        try:
            exec(re.sub(r"\d+_000\b", "200", program), {"__name__": page.stem})
        except ModuleNotFoundError as missing:
            if str(missing.name).startswith("matou"):
                raise
            pytest.skip(str(missing))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_in_the_docs_lead_to_existing_files(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text())
    for link in links:
        made = (page.parent / link).resolve().parent == ROOT / "docs" / "games"
        assert link.startswith("https://") or made or (page.parent / link).exists(), link


CALL = r"(?:ExecStart=)?(?:\S*/)?matou(?:\s+([a-z-].*))?"


def typed_commands(page: Path) -> list[list[str]]:
    """Returns the arguments of ``matou`` in a page's blocks and inline code."""
    prose = re.split(r"^```.*\n", page.read_text().replace("\\\n", ""), flags=re.M)
    lines = [line for block in prose[1::2] for line in block.splitlines()]
    lines += [code for text in prose[::2] for code in re.findall(r"`(\./matou[^`\n]*)`", text)]
    calls = [re.fullmatch(CALL, line.strip()) for line in lines]
    return [
        shlex.split((call[1] or "").removesuffix("…").partition(" &")[0], comments=True)
        for call in calls
        if call is not None
    ]


FILES = "".join(
    f"{path}\n"
    for top in ("*", "src/**/*", "labs/**/*", "tests/**/*", "tools/*", "docs/**/*", "deploy/*")
    for path in ROOT.glob(top)
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_in_the_docs_are_valid(page: Path) -> None:
    known = {command.name: command for command in all_commands()}
    developers = {"bench": bench.parser(), "arena exploit": exploit.parser()}
    groups = {command.name for command in commands.COMMANDS} - set(known)
    for words in typed_commands(page):
        if words[:1] in ([], ["--share"]):
            words = ["serve", *words]  # the default command
        if words == ["--version"] or (len(words) == 1 and words[0] in groups):
            continue
        two = " ".join(words[:2])
        name, given = (two, words[2:]) if two in {*known, *developers} else (words[0], words[1:])
        if name in developers:
            if given:
                developers[name].parse_args(["clocktowers" if w == "GAME" else w for w in given])
            continue
        assert name in known, words
        if given:  # else the sentence only names the command
            parse(known[name], given)  # raises CommandError if the arguments are wrong


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_named_in_the_docs_exist(page: Path) -> None:
    """A path may be shortened to its end; GAME and NAME stand for any game's name."""
    named = re.findall(r"`(\w[\w./-]*\.(?:py|js|md|html|toml|sh))`", page.read_text())
    for name in sorted({name for name in named if "FEATURE" not in name}):
        any_game = [re.sub(r"GAME|NAME", game, name) for game in matou.available()]
        assert any(f"/{n}\n" in FILES for n in any_game), name


def test_the_version_is_the_newest_of_the_changelog() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    dated = re.findall(r"^## \[([\d.]+)\] – (\d{4}-\d\d-\d\d)$", text, re.M)
    version, date = dated[0]
    assert version == VERSION
    cited = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {VERSION}\ndate-released: {date}\n" in cited
    result = [version for version, _ in dated]
    assert result == sorted(set(result), key=lambda v: [int(n) for n in v.split(".")], reverse=True)


def test_links_in_the_packages_readme_are_absolute() -> None:
    pytest.importorskip("setuptools")
    shown = runpy.run_path(str(ROOT / "setup.py"))["readme"]()
    links = re.findall(r"(?:\]\(|src=\")([^)\"]+)", shown)
    assert len(links) > 10
    assert all(link.startswith("https://") for link in links)


def test_labs_is_not_in_the_package_and_nothing_is_required() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["tool"]["setuptools"]["packages"]["find"] == {"where": ["src"]}
    assert {path.parent.name for path in (ROOT / "src").glob("*/__init__.py")} == {"matou"}
    assert (ROOT / "labs" / "__init__.py").is_file()
    assert project["project"]["dependencies"] == []


def test_the_readme_names_authors_illustrators_and_publishers() -> None:
    """It names all whom the rule books name, and each book's line of credits names the authors."""
    text = (ROOT / "README.md").read_text()
    for name in matou.available():
        book = matou.game(name).book()
        assert book is not None
        makers = (*book.credits.authors, *book.credits.illustrators, *book.credits.publishers)
        for maker in (*makers, str(book.credits.year)):
            assert maker in text, f"README.md does not name {maker}, of {name}"
        assert all(author in book.credits.line for author in book.credits.authors)


def test_pictures_in_the_docs_use_player_names_and_stay_small() -> None:
    for picture in (ROOT / "docs" / "pictures").glob("*.svg"):
        assert not re.search(r"\b(?:Seat|Place) \d", picture.read_text()), picture.name
    for picture in (ROOT / "docs" / "pictures").glob("*.png"):
        assert picture.stat().st_size < 200_000, picture.name
