"""A short run of the fault suite, with three servers and every kind of fault once."""

from __future__ import annotations

import pytest
from needs import need_postgres

from labs.bench import faults
from labs.bench.faults import Plan, break_it, checker, throw_away


@pytest.mark.heavy
async def test_nothing_is_lost_doubled_or_stuck_while_servers_and_database_are_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Pauses may be long here; `matou bench faults` limits them, on a machine of its own."""
    need_postgres()
    monkeypatch.setattr(checker, "LONGEST", 120.0)
    monkeypatch.setattr(faults, "SETTLE", 120.0)
    plan = Plan(seconds=600, tables=6, gap=0.5, every=0.5, rounds=1, haste=0.15)
    found = await break_it(plan)
    assert not found.verdict.violations, (found.verdict.violations[:5], found.folder)
    assert not found.left, "a process outlived its server"
    assert found.kills >= 3
    assert len(found.faults) >= 8, found.without
    assert found.verdict.counts["acknowledged"] > 30
    assert found.verdict.counts["shown"] > 100
    throw_away(found)
