"""Stored data: perft counts, golden playthroughs, and a test for every rule_numbers rule."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from conformance.support import DATA, SMALL, Table, rule_numbers
from golden import playthrough
from perft import divide, perft

import matou
from matou.core.registry import versions

TESTS = Path(__file__).parent.parent


def counts() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for name in matou.available():
        path = DATA / name / "perft.toml"
        if path.exists():
            rows = tomllib.loads(path.read_text())["perft"]
            found += [(name, row) for row in rows]
    return found


@pytest.mark.parametrize(
    ("name", "row"), counts(), ids=lambda x: x if isinstance(x, str) else x["id"]
)
def test_perft(name: str, row: dict[str, Any]) -> None:
    state = matou.game(name, **row["options"]).start(row["seats"])
    for action in row["position"].split():
        state.play(action)
    found = perft(state, row["depth"])
    assert found == row["nodes"], "\n" + divide(state, row["depth"])


@pytest.mark.parametrize("table", SMALL, ids=str)
def test_every_game_has_perft_counts(table: Table) -> None:
    rows = [row for name, row in counts() if name == table.name]
    assert len(rows) >= 5, f"run tools/fixtures.py {table.name}"
    game = table.game
    assert {row["seats"] for row in rows} >= {game.min_seats, game.max_seats}
    assert all({"id", "position", "depth", "nodes"} <= set(row) for row in rows)


@pytest.mark.parametrize("table", SMALL, ids=str)
def test_every_game_plays_its_golden_playthroughs_again(table: Table) -> None:
    found = sorted((DATA / table.name).glob("golden-*.txt"))
    assert found, f"{table.name} has no golden playthrough: run tools/fixtures.py {table.name}"
    for path in found:
        text = path.read_text()
        record = matou.Record.loads(text[: text.index("\n\n\n") + 1])
        assert playthrough(record) == text, f"{path.name} plays differently now"


@pytest.mark.parametrize("table", SMALL, ids=str)
def test_every_older_version_of_a_game_still_replays_its_stored_games(table: Table) -> None:
    for version in versions(table.name)[:-1]:
        found = sorted((DATA / table.name / f"v{version}").glob("*.matou"))
        assert found, f"{table.name} v{version} has no finished game in tests/data"
        for path in found:
            record = matou.Record.loads(path.read_text())
            assert record.game.version == version
            assert record.replay().over


@pytest.mark.parametrize("name", matou.available())
def test_every_numbered_rule_is_named_by_a_test(name: str) -> None:
    folder = TESTS / "games" / name
    text = "\n".join(path.read_text() for path in folder.rglob("test_*.py"))
    named = set(re.findall(r"\b[A-Z]{2}\d+\b", text.replace("_", " ")))
    missing = [rule for rule in rule_numbers(name) if rule not in named]
    assert not missing, f"no test in tests/games/{name} names {missing}"
