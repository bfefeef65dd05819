"""``matou bench search``: every backend grows the same trees, and is compared with native."""

from __future__ import annotations

import pytest
from conformance.support import NATIVE
from programs import find

from labs.bench import search_backends


@pytest.mark.heavy
def test_the_same_trees_are_timed_on_every_backend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_backends, "names", lambda: [NATIVE])
    found = search_backends.compare(1, iterations=200)
    assert [*found] == [NATIVE]
    for ways in found.values():
        assert {"native", "wasm"} <= ways.keys()
        assert ("v8" in ways) == (find("node") is not None)
        assert ways["native"]["ratio"] == 1.0
        assert all(figure["simulations"] > 0 for figure in ways.values())
    lines = search_backends.report(found)
    assert len(lines) == len(found) + 1
    slow = {"game": {"native": {"ratio": 1.0}, "wasm": {"ratio": 0.79}}}
    assert not search_backends.well(slow)
