"""A match on a Ray cluster gives the same results as on this machine."""

from __future__ import annotations

import pytest

import matou
from matou.arena import Match, Tally, play_match


@pytest.mark.heavy
def test_two_ray_workers_give_the_same_totals() -> None:
    ray = pytest.importorskip("ray", reason="the extra [cluster] is not installed")
    match = Match.of(matou.game("clocktowers"), ["level4@50", "level1"], games=8)
    alone = play_match(match, processes=1)
    try:
        spread = play_match(match, ray="local:2")
    finally:
        ray.shutdown()

    def totals(results: list[object]) -> object:
        data = Tally(match, results).data()  # type: ignore[arg-type]
        for bot in data["bots"]:
            del bot["seconds_per_decision"]
        return data

    assert totals(list(spread)) == totals(list(alone))
