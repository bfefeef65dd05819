"""Ratings: how games change them, and the ratings of the five cats."""

from __future__ import annotations

import random

import pytest

from matou.core.registry import find
from matou.rating import SIGMA, Rating, by_side, cats, partly, places, rate, reliability


def test_the_winner_gains_and_an_upset_changes_ratings_more() -> None:
    strong, weak = Rating(30.0, 2.0), Rating(20.0, 2.0)
    ((a,), (b,)) = rate([[strong], [weak]], [0, 1])
    ((c,), (d,)) = rate([[strong], [weak]], [1, 0])
    assert a.mu > strong.mu
    assert b.mu < weak.mu
    assert d.mu - weak.mu > a.mu - strong.mu
    assert strong.mu - c.mu > weak.mu - b.mu


def test_every_game_narrows_the_margin_of_a_new_player() -> None:
    now, cat = Rating(), Rating(25.0, 1.5)
    margins = [now.margin]
    rng = random.Random(3)
    for _ in range(30):
        ((now,), _) = rate([[now], [cat]], [0, 1] if rng.random() < 0.75 else [1, 0])
        margins.append(now.margin)
    assert margins == sorted(margins, reverse=True)
    assert margins[-1] < 160
    # Three wins in four games are worth 120 points, as the scale defines.
    assert 1560 < now.points < 1700


def test_three_to_five_players_are_rated_by_their_places() -> None:
    for n in (3, 4, 5):
        after = [side[0].mu for side in rate([[Rating()] for _ in range(n)], [*range(n)])]
        assert after == sorted(after, reverse=True)
        assert len(set(after)) == n
        assert sum(after) == pytest.approx(25.0 * n)


def test_a_side_counts_as_one_player_however_many_it_has() -> None:
    alone = rate([[Rating()], [Rating()]], [0, 1])
    against_four = rate([[Rating()], [Rating()] * 4], [0, 1])
    assert against_four[0] == alone[0]
    assert against_four[1] == [alone[1][0]] * 4
    # The less certain rating changes more.
    known, new = rate([[Rating()], [Rating(25.0, 1.0), Rating(25.0, SIGMA)]], [0, 1])[1]
    assert 25.0 > known.mu > new.mu


def test_a_game_against_an_unknown_player_counts_little() -> None:
    assert reliability(Rating()) == 0.1
    known = [reliability(Rating(25.0, sigma)) for sigma in (8.0, 6.0, 4.0, 2.0)]
    assert known == sorted(known)
    assert known[-1] > 0.9
    won = rate([[Rating()], [Rating()]], [0, 1])[0][0]
    some = partly(Rating(), won, 0.1)
    assert some.mu - 25.0 == pytest.approx((won.mu - 25.0) / 10)
    assert won.sigma < some.sigma < SIGMA
    assert partly(Rating(), won, 1.0).mu == won.mu
    assert partly(Rating(), won, 1.0).sigma == pytest.approx(won.sigma)


def test_places_follow_winners_scores_and_departures() -> None:
    assert places([0, 1, 2], [2], [5, 9, 9]) == [2, 1, 0]
    assert places([0, 1, 1], [1, 2], [0, 1, 1]) == [1, 0]
    assert places([0, 1, 1], [], [0, 0, 0]) == [0, 0]
    # Players who left come last, the first of them at the very end, whatever their score.
    assert places([0, 1, 2, 3], [3], [50, 40, 1, 2], out=[1, 0]) == [2, 3, 1, 0]
    assert places([0, 1, 2, 3], [3], [50, 40, 1, 2], left=[3, 0]) == [2, 0, 1, 2]
    assert places([0, 1, 2, 3], [3], [50, 40, 1, 2], out=[1], left=[3]) == [0, 3, 1, 2]
    assert by_side([0, 1, 1], [Rating(1), Rating(2), Rating(3)]) == [
        [Rating(1)],
        [Rating(2), Rating(3)],
    ]


@pytest.mark.parametrize("name", cats.known()["games"])
def test_every_cat_is_rated_at_every_table_no_lower_than_a_weaker_one(name: str) -> None:
    game = find(name)
    for seats in range(game.min_seats, game.max_seats + 1):
        rated = cats.cats(name, seats)
        assert [r.mu for r in rated] == sorted(r.mu for r in rated)
        assert rated[2].points == 1500
        assert rated[0].points < 1500 <= rated[4].points
        assert all(60 < r.margin < 210 for r in rated)
    assert cats.cat("no such game", 2, 3) == Rating()
