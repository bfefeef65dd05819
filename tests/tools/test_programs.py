"""``./test`` on a machine that has only Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import coverage_floors
import programs
import pytest

from labs.bench import postgres

ROOT = Path(__file__).parents[2]


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(programs, "ASIDE", ())


@pytest.mark.usefixtures("bare_machine")
def test_the_closing_lines_name_untested_subjects_and_missing_packages() -> None:
    untested, floors, install = programs.closing_lines()
    for name, package, subject in programs.PROGRAMS:
        assert name in untested
        assert subject in untested
        assert package in install.split()
    assert "floors" in floors


def test_there_are_no_closing_lines_if_all_programs_are_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(programs, "find", lambda name: f"/usr/bin/{name}")
    assert programs.closing_lines() == []
    assert programs.packages() == ""


@pytest.mark.usefixtures("bare_machine")
def test_the_faster_browser_is_installed_but_never_reported_missing(tmp_path: Path) -> None:
    for name, _, _ in programs.PROGRAMS:
        (tmp_path / name).touch(0o755)
    assert programs.closing_lines() == []
    assert programs.packages() == programs.FASTER
    (tmp_path / programs.FASTER).touch(0o755)
    assert programs.packages() == ""


@pytest.mark.usefixtures("bare_machine")
def test_coverage_floors_are_not_checked_if_programs_are_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        coverage_floors, "measured", lambda: dict.fromkeys(coverage_floors.FLOORS, 1.0)
    )
    assert coverage_floors.main() == 0
    assert "under its floor" not in capsys.readouterr().out
    monkeypatch.setattr(programs, "missing", list)
    assert coverage_floors.main() == 1
    assert "under its floor" in capsys.readouterr().out


def test_tests_find_programs_only_by_tools_programs() -> None:
    asking = [p.name for p in ROOT.glob("tests/**/*.py") if "shutil.which(" in p.read_text()]
    assert asking == [Path(__file__).name]


def test_postgresql_comes_from_pypi_if_the_system_has_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(postgres, "SYSTEM", str(tmp_path / "*"))
    monkeypatch.setenv("PATH", "/nowhere")
    found = postgres.programs()
    assert found is not None
    assert found.is_relative_to(sys.prefix)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs PostgreSQL as another user")
def test_postgresql_runs_from_a_folder_that_only_root_may_enter(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(postgres, "SYSTEM", str(tmp_path / "*"))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setattr(postgres, "is_public", lambda _: False)
    with postgres.Postgres() as running:
        assert running.programs.is_relative_to(running.folder)
        assert running.new_database("site")


def test_missing_packages_can_be_listed_before_anything_is_installed() -> None:
    asked = [sys.executable, "-I", "-S", "tools/programs.py", "--packages"]
    said = subprocess.run(
        asked, cwd=ROOT, env={"PATH": "/nowhere"}, check=True, capture_output=True, text=True
    )
    assert {"chromium", "nodejs", "lld"} <= set(said.stdout.split())
