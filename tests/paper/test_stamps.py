"""Stamps: what is named is spelled out to the letter, and no more is written down than fits."""

from __future__ import annotations

import pytest

from matou.paper import stamps
from matou.paper.stamps import spelled_out, stamped

RUN = f'<path d="M{"4 2 " * 60}Z"/><rect width="9" height="9"/>'
DRAWN = f'<g id="a">{RUN}<text x="1">one</text><path d="M0 0"/><g>{RUN}</g></g>'


def test_a_stamped_drawing_is_spelled_out_to_the_letter() -> None:
    short = stamped(DRAWN)
    assert len(short) < len(DRAWN) / 3
    assert short.count("<s k=") == 2
    assert spelled_out(short) == DRAWN
    assert stamped(short) == short, "what is named already stays so"
    assert spelled_out(DRAWN) == DRAWN


def test_what_is_drawn_after_all_that_fits_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stamps, "MOST", 0)
    other = DRAWN.replace("4 2", "7 3")
    assert stamped(other) == spelled_out(other) == other
    assert stamped(DRAWN) == stamped(DRAWN)
