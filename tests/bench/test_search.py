"""``matou bench search``: every way of running grows the same trees, and is timed beside native."""

from __future__ import annotations

import shutil

import pytest
from conformance.support import NATIVE

from matou.bench import search_ways


@pytest.mark.heavy
def test_the_same_trees_are_timed_in_every_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_ways, "names", lambda: [NATIVE])
    found = search_ways.compare(1, iterations=200)
    assert [*found] == [NATIVE]
    for ways in found.values():
        assert {"native", "wasm"} <= ways.keys()
        assert ("v8" in ways) == (shutil.which("node") is not None)
        assert ways["native"]["ratio"] == 1.0
        assert all(figure["simulations"] > 0 for figure in ways.values())
    lines = search_ways.report(found)
    assert len(lines) == len(found) + 1
    slow = {"game": {"native": {"ratio": 1.0}, "wasm": {"ratio": 0.79}}}
    assert not search_ways.well(slow)
