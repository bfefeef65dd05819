"""Symbols: a drawing is expanded exactly, and no more symbols are stored than allowed."""

from __future__ import annotations

import pytest

from matou.paper import symbols
from matou.paper.symbols import expanded, with_symbols

RUN = f'<path d="M{"4 2 " * 60}Z"/><rect width="9" height="9"/>'
DRAWN = f'<g id="a">{RUN}<text x="1">one</text><path d="M0 0"/><g>{RUN}</g></g>'


def test_a_drawing_with_symbols_expands_to_the_original() -> None:
    short = with_symbols(DRAWN)
    assert len(short) < len(DRAWN) / 3
    assert short.count("<s k=") == 2
    assert expanded(short) == DRAWN
    assert with_symbols(short) == short, "symbols are not replaced again"
    assert expanded(DRAWN) == DRAWN


def test_a_drawing_stays_unchanged_once_there_are_too_many_symbols(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(symbols, "MAX_SYMBOLS", 0)
    other = DRAWN.replace("4 2", "7 3")
    assert with_symbols(other) == expanded(other) == other
    assert with_symbols(DRAWN) == with_symbols(DRAWN)
