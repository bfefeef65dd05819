"""Records for analysis: outcomes as numbers, and many games as a table."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import matou
from matou.core.reading import Reader
from matou.core.record import digest
from matou.core.state import State

DATA = Path(__file__).parent.parent / "data"


def random_state(name: str, seats: int, seed: int, actions: int = 10_000) -> State:
    state, rng = matou.game(name).start(seats), random.Random(seed)
    while not state.over and len(state.history) < actions:
        state.play(state.sample(rng))
    return state


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("records")
    for name in matou.available():
        matou.arena.match(name, ["random", "level1"], games=4, records=place / name)
    (place / "running.matou").write_text(
        random_state("catymini", 3, 5, actions=50).record().dumps()
    )
    return place


@pytest.mark.parametrize("name", matou.available())
def test_a_records_outcome_matches_its_final_state(name: str) -> None:
    for seats in (2, matou.game(name).max_seats):
        state = random_state(name, seats, 9)
        outcome = state.record().outcome
        assert outcome.is_over
        assert outcome.scores == tuple(state.scores)
        assert outcome.returns == tuple(state.returns)
        assert outcome.winners == tuple(state.winners)
        assert outcome.is_draw == (not state.winners)
        assert outcome.ended_by == state.ended_by
        acted = [entry.actor for entry in state.history]
        assert outcome.decisions == tuple(acted.count(seat) for seat in range(seats))
        assert sum(outcome.decisions) + outcome.chance_events == outcome.actions == len(acted)
        assert replace(state.record(), counted=None).outcome == outcome


@pytest.mark.parametrize("path", sorted(DATA.rglob("*.matou")), ids=lambda path: path.stem)
def test_reading_without_checks_gives_the_same_record(path: Path) -> None:
    text = path.read_text()
    record, trusted = matou.Record.loads(text), Reader(text).record(trusting=True)
    assert trusted == record
    assert trusted.outcome == record.outcome


def test_an_outcome_includes_a_loss_on_time() -> None:
    state = random_state("clocktowers", 3, 1, actions=9)
    state.lose(state.actor, stops=True)
    text = state.record().dumps()
    for record in (matou.Record.loads(text), Reader(text).record(trusting=True)):
        assert record.outcome == state.record().outcome
        assert (record.outcome.ended_by, record.outcome.is_over) == ("time", True)


def test_a_table_has_a_row_for_each_game(folder: Path) -> None:
    table = matou.records.table(folder)
    assert tuple(table) == matou.records.GAME_COLUMNS
    assert {len(column) for column in table.values()} == {17}
    assert sorted(set(table["game"])) == matou.available()
    assert table["is_over"].count(False) == 1
    for i, path in enumerate(table["file"]):
        record = matou.records.read(path)
        assert table["returns"][i] == list(record.outcome.returns)
        assert table["players"][i] == [record.players.get(s, "") for s in range(record.seats)]
        assert table["options"][i] or not record.game.options


def test_a_table_by_seat_has_a_row_for_each_seat(folder: Path) -> None:
    table = matou.records.table(folder / "catymini", by="seat")
    assert tuple(table) == matou.records.SEAT_COLUMNS
    assert table["seat"] == [0, 1] * 4
    assert sorted(table["player"]) == ["level1"] * 4 + ["random"] * 4
    assert sum(table["return"]) == pytest.approx(4)
    one = matou.records.table([folder / "catymini" / "000000.matou"], by="seat", check=True)
    assert [column[:2] for column in table.values()] == list(one.values())
    assert matou.records.table([]) == {name: [] for name in matou.records.GAME_COLUMNS}


def test_a_bad_file_is_named_with_the_reason(tmp_path: Path) -> None:
    text = random_state("clocktowers", 2, 3).record().dumps()
    path = tmp_path / "game.matou"
    above = text[: text.index("end ")].replace("won by seat", "won by the seat")
    wrong = {
        text.replace("seats: 2", "seats: 9"): "2 to 4 players",
        text.replace(" F1c+", " F1c", 1): r"line \d+",
        f"{above}end {text.split('end ')[1].split()[0]} {digest(above)}\n": "the game ends with",
        text.replace("matou record 1", "something"): "not a Matou record",
        text[:-40]: "line",
    }
    for bad, says in wrong.items():
        path.write_text(bad)
        for check in (True, False):
            with pytest.raises(matou.BadRecord, match=f"game.matou: .*{says}"):
                matou.records.read(path, check=check)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(matou.BadRecord, match="it is not text"):
        matou.records.table(path)
    with pytest.raises(FileNotFoundError):
        matou.records.table(tmp_path / "missing.matou")


def test_a_wrong_argument_lists_the_choices(tmp_path: Path) -> None:
    with pytest.raises(matou.BadChoice, match="must be one of 'game' or 'seat'"):
        matou.records.table(tmp_path, by="player")
    with pytest.raises(matou.BadChoice, match="must be one of None, 'pandas' or 'polars'"):
        matou.records.to_frame(tmp_path, library="excel")


def test_a_missing_data_frame_library_is_reported_with_what_to_install(tmp_path: Path) -> None:
    code = (
        "import sys, matou\n"
        "from importlib import util\n"
        "util.find_spec = lambda name: None\n"
        "try:\n    matou.records.to_frame('.')\n"
        "except ImportError as missing:\n    print(missing)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(matou.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("to_frame needs pandas or Polars: pip install pandas.")


class Frames:
    """Stands in for a data frame library."""

    DataFrame = dict


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_data_frame_has_the_columns_of_the_table(
    folder: Path, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name == library or None)
    monkeypatch.setitem(sys.modules, library, Frames)
    for asked in (None, library):
        frame = matou.records.to_frame(folder / "catymini", library=asked)
        assert frame == matou.records.table(folder / "catymini")
