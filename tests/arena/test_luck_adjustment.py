"""Luck adjustment: luck averages exactly zero, and adjusted scores have narrower intervals."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

import pytest

import matou
from matou.arena import Match, Result, Tally, luck_adjustment as looking, play_match
from matou.arena.luck_adjustment import LuckAdjustment
from matou.arena.one_game import play
from matou.arena.report import html
from matou.arena.tally import share, without_luck
from matou.bots import binding
from matou.core.state import State
from matou.kit.linking import CHANCE


def counted(state: State, action: int, last: int) -> list[float]:
    adjustment = LuckAdjustment(state, seed=7, backend=binding.at_once(state.game))
    adjustment.last = last
    adjustment.count(state, action)
    return adjustment.sums


@pytest.mark.parametrize("name", matou.available())
def test_luck_averages_zero_over_the_outcomes_of_a_draw(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "BY_NETWORK", 2)
    monkeypatch.setattr(looking, "BY_PLAYOUTS", 2)  # poor estimates, yet the average is zero
    state = matou.game(name).start(2)
    rng = random.Random(3)
    last = draws = 0
    while draws < 3 and not state.over:
        legal = state.legal()
        if state.actor != CHANCE:
            last = state.actor
        elif 1 < len(legal) <= 12 and last + rng.randrange(2):
            weights = state.weights()
            each = [counted(state, action, last) for action in legal]
            for seat in range(2):
                mean = sum(w * sums[seat] for w, sums in zip(weights, each, strict=True))
                assert mean / sum(weights) == pytest.approx(0, abs=1e-12)
            draws += 1 if any(map(any, each)) else 0
        state.play(state.sample(rng) if state.actor == CHANCE else rng.choice(legal))
    assert draws == 3, "some draws matter"


def test_luck_adjustment_keeps_the_mean_and_narrows_the_interval() -> None:
    rng = random.Random(5)
    results, lucks, noise = [], [], []
    for _ in range(400):  # a bot that wins ten points more than half, in a game of much luck
        luck = rng.choice([-0.35, 0.35])
        results.append([float(rng.random() < 0.6 + luck)])
        lucks.append([luck])
        noise.append([rng.choice([-0.35, 0.35])])
    plain = share(results)
    fair = without_luck(zip(results, lucks, strict=True))
    blind = without_luck(zip(results, noise, strict=True))
    assert fair is not None
    assert blind is not None
    assert fair.low < 0.6 < fair.high
    assert fair.high - fair.low < 0.8 * (plain.high - plain.low)
    assert blind.high - blind.low < 1.02 * (plain.high - plain.low), (
        "adjusting by noise hardly widens the interval"
    )
    assert without_luck(zip(results[:9], lucks[:9], strict=True)) is None


def test_adjusted_scores_stay_between_0_and_100_percent() -> None:
    """A bot with bad luck that lost one game of twenty had 106 %, between 104.7 and 100."""
    won = [[1.0]] * 19 + [[0.0]]
    luck = [[-0.06], [-0.02]] * 9 + [[-0.06], [-0.7]]
    for results, lucks, bound in (
        (won, luck, 1.0),
        ([[1.0 - x] for (x,) in won], [[-x] for (x,) in luck], 0.0),
    ):
        fair = without_luck(zip(results, lucks, strict=True))
        assert fair is not None
        assert fair.mean == bound
        assert 0 <= fair.low <= fair.mean <= fair.high <= 1
        assert 0.01 < fair.high - fair.low < 0.2, "some uncertainty remains"


def test_a_report_shows_luck_adjusted_scores_if_there_are_any() -> None:
    match = Match.of(matou.game("catymini"), ["level1", "random"], games=20)
    results = [
        Result(n, n // 2, lineup, (1.0, 0.0), (9, 5), 80, "CM11", (9, 9), (0.1, 0.1))
        for n, lineup in enumerate([(0, 1), (1, 0)] * 10)
    ]
    lucky = [replace(r, luck=(0.1 + r.round / 100, -0.1)) for r in results]
    for played, times in ((results, 0), (lucky, 1)):
        assert html(Tally(match, played), "", "fr").count("hors chance (95\u00a0%)") == times


@pytest.mark.heavy
def test_a_luck_adjusted_match_has_the_same_games_and_narrower_intervals() -> None:
    bots = ["level2", "greedy"]  # the same bot under two names
    match = Match.of(matou.game("chopchop"), bots, games=20, seed=4, luck_adjusted=True)
    results = play_match(match, processes=1)
    plain = [play(replace(match, luck_adjusted=False), task) for task in islice(match.tasks(), 2)]
    assert [(r.returns, r.actions) for r in plain] == [(r.returns, r.actions) for r in results[:2]]
    assert Tally(match, plain).without_luck(0) is None
    fair, score = Tally(match, results).without_luck(0), Tally(match, results).score(0)
    assert fair is not None
    assert fair.low < 0.5 < fair.high
    assert fair.high - fair.low < 0.8 * (score.high - score.low)
    data = Tally(match, results).data()
    assert data["bots"][0]["without_luck"] == fair.data()
    seats = [seat["without_luck"]["mean"] for seat in data["seats"]]
    assert sum(seats) == pytest.approx(1, abs=0.02), "luck that one seat gains, the other loses"
