"""Where Pyodide comes from, and the message if it is missing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from matou.cli import main
from matou.web.export import pyodide


@pytest.mark.parametrize("command", [["export", "site"], ["serve", "--offline", "--port", "0"]])
def test_a_failed_download_is_explained_and_leaves_nothing_behind(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: list[str],
) -> None:
    npm = tmp_path / "bin" / "npm"
    npm.parent.mkdir()
    npm.write_text("#!/bin/sh\necho 'npm error the network is away' >&2\nexit 1\n")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", f"{npm.parent}:/usr/bin:/bin")
    monkeypatch.setenv("MATOU_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("MATOU_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    assert main([*command, "--lang", "fr"]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "Pyodide" in said
    assert "the network is away" in said
    assert not (tmp_path / "site").exists()
    assert not list((tmp_path / "cache").iterdir())


def test_a_folder_with_other_files_is_not_written_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    assert main(["export", str(tmp_path)]) == 2
    assert "other files" in " ".join(capsys.readouterr().err.split())
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_every_part_is_pinned_with_its_hash_and_no_address() -> None:
    lock = json.loads((pyodide.pinned() / "package-lock.json").read_text())
    asked = json.loads((pyodide.pinned() / "package.json").read_text())["dependencies"]["pyodide"]
    named = {name: part for name, part in lock["packages"].items() if name}
    assert named["node_modules/pyodide"]["version"] == asked
    assert all(part["integrity"].startswith("sha512-") for part in named.values())
    assert not any("resolved" in part for part in named.values())
    assert "--hash=sha256:" in (pyodide.pinned() / pyodide.NODE).read_text()
