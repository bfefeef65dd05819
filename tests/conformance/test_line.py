"""Encoded lines for learning: compares each game's ``encode`` with a simple one in its tests."""

from __future__ import annotations

import importlib
from typing import Any

import pytest
from conformance.support import TABLES, Table, positions

import matou
from matou.research.observations import encoder_of


def flat(value: Any) -> list[int]:
    """Returns the numbers of nested lists."""
    return [n for part in value for n in flat(part)] if isinstance(value, list) else [int(value)]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_part_of_the_line_is_as_in_the_simple_encoder(table: Table) -> None:
    encoder = encoder_of(table.game)
    plain = importlib.import_module(f"games.{table.name}.line").line
    line = [0] * encoder.SIZE
    said: dict[bool, set[str]] = {False: set(), True: set()}  # not 0 for spectators, for seats
    for state in positions(table, 15, every=5):
        for seat in [None, *range(table.seats)]:
            encoder.encode(state.s, -1 if seat is None else seat, line)
            expected = {name: flat(value) for name, value in plain(state, seat).items()}
            assert list(expected) == [part.name for part in encoder.PARTS]
            start = 0
            for part in encoder.PARTS:
                found = line[start : start + part.size]
                assert found == expected[part.name], f"{part.name} for {seat} in {state!r}"
                start += part.size
                said[seat is not None] |= {part.name} if any(found) else set()
            assert start == encoder.SIZE
    assert said[True] - said[False] == {part.name for part in encoder.PARTS if part.is_private}


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_no_game_has_more_decisions_and_events_than_its_encoder_says(table: Table) -> None:
    encoder = encoder_of(table.game)
    for state in positions(table, 16, games=2):
        if state.over:
            events = sum(entry.actor == matou.CHANCE for entry in state.history)
            assert events <= encoder.EVENTS
            assert len(state.history) - events <= encoder.DECISIONS
