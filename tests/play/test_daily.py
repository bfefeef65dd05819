"""The cat of the day: its level, seat and seed, and streaks."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

import matou
from matou.bots.levels import LEVELS
from matou.play import daily
from matou.play.opening import daily_table

TODAY = "2026-11-18"


def days_played(text: str) -> set[str]:
    """Returns the days played: ``x.xx`` ends today, and a dot is a missed day."""
    last = date.fromisoformat(TODAY)
    back = enumerate(reversed(text))
    return {(last - timedelta(days=i)).isoformat() for i, mark in back if mark == "x"}


@pytest.mark.parametrize(
    ("played", "streak"),
    [
        ("", 0),
        ("x", 1),
        ("xxx", 3),
        ("xx.", 2),  # today can still be played
        ("x.xx", 3),  # one missed day is forgiven
        ("x..xx", 2),  # two missed days are not
        ("x..", 1),
        ("x...", 0),
        ("x.xxxxxx.xx", 9),  # one is forgiven each week
        ("x.xxxxx.xx", 7),  # the second one within a week is not
        ("xxx.", 3),
        ("." * 40 + "x.x", 2),
    ],
)
def test_a_streak_forgives_one_missed_day_a_week(played: str, streak: int) -> None:
    assert daily.streak(days_played(played), TODAY) == streak


@pytest.mark.parametrize("game", matou.available())
def test_cats_and_seats_alternate_and_no_cat_thinks_by_time(game: str) -> None:
    dates = [(date(2026, 1, 1) + timedelta(days=i)).isoformat() for i in range(16)]
    found = [daily.challenge(matou.game(game), day) for day in dates]
    assert {level for level, _ in found} == {1, 2, 3, 4}
    assert {seat for _, seat in found} == set(range(matou.game(game).min_seats))
    assert all(LEVELS[level - 1].seconds == 0 for level, _ in found)


def test_a_days_seed_is_the_same_for_all_players_and_differs_by_site_day_and_game() -> None:
    game = matou.game("catymini")
    ada, bo = (daily_table(game, TODAY, who, who, "key") for who in ("ada", "bo"))
    assert (ada.seed, ada.draws_id) == (bo.seed, bo.draws_id)
    assert ada.id != bo.id
    assert daily.bot_seed(ada) == daily.bot_seed(bo)
    seeds = {
        daily.seed_of(day, name, key)
        for day in (TODAY, "2026-11-19")
        for name in matou.available()
        for key in ("", "key", "another")
    }
    assert len(seeds) == 2 * 4 * 3


def test_a_day_ends_at_midnight_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    end = daily.end_of(TODAY)
    row = daily_table(matou.game("catymini"), TODAY, "ada", "")
    for now, day, closed in ((end - 0.01, TODAY, True), (end, "2026-11-19", False)):
        monkeypatch.setattr(daily, "now", lambda now=now: now)
        assert (daily.today(), daily.is_closed(row)) == (day, closed)
