"""The studies: a page for each table, and the command that made it."""

from __future__ import annotations

from pathlib import Path

import pytest

from matou.arena import studies
from matou.arena.plan import fingerprint


@pytest.mark.heavy
def test_a_balance_study_writes_a_page_for_each_number_of_seats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "FOLDER", tmp_path)
    text = studies.balance(2, 1, ["catymini"])
    assert [p.name for p in sorted(tmp_path.iterdir())] == [f"catymini-{n}.html" for n in (2, 3, 4)]
    assert (
        "./matou arena catymini level4 --seats 3 --games 2"
        in (tmp_path / "catymini-3.html").read_text()
    )
    assert text.count("seat 3:") == 1


def test_games_of_different_code_are_told_apart() -> None:
    assert fingerprint("clocktowers") != fingerprint("catymini")
