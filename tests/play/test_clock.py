"""The clock of a table, by numbers alone: the test supplies the time."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given, strategies as st
from steady import steady

from matou.core.refusals import BadChoice
from matou.play.clock import (
    BOT_TURN,
    COME_BACK,
    DAY,
    LAG,
    NOBODY,
    OPENING,
    Clock,
    TimeControl,
    daily,
    live,
)

LIVE = TimeControl("live", 300.0, 5.0)
DAYS = TimeControl("days", 3 * DAY)


def running_clock(control: TimeControl, sides: tuple[int, ...] = (0, 1)) -> Clock:
    """Returns a clock at 1000 at which every side has moved once without using time."""
    clock = Clock(control, sides)
    clock.run(0, 1000.0)
    for seat in [*range(1, len(sides)), 0]:
        clock.move(seat, 1000.0)
    clock.left = [control.seconds] * len(clock.left)
    return clock


def test_a_turn_costs_its_side_time_and_earns_the_increment_when_it_ends() -> None:
    clock = running_clock(LIVE)
    clock.move(0, 1010.0)  # the same seat goes on: no increment yet
    assert clock.left == [290.0, 300.0]
    clock.move(1, 1030.0)
    assert clock.left == [275.0, 300.0]
    assert clock.deadline == 1330.0
    assert clock.left_at(1, 1031.5) == 298.5
    assert clock.left_at(0, 1031.5) == 275.0


def test_a_daily_clock_gives_its_days_for_each_turn() -> None:
    clock = running_clock(DAYS)
    clock.move(0, 1000.0 + DAY)  # within a turn
    assert clock.deadline == 1000.0 + 3 * DAY
    clock.move(1, 1000.0 + 2 * DAY)
    assert clock.left == [3 * DAY, 3 * DAY]
    assert clock.deadline == 1000.0 + 5 * DAY


def test_chance_and_bots_use_no_time() -> None:
    clock = running_clock(LIVE)
    clock.move(NOBODY, 1010.0, turn=1)  # a bot's turn
    assert clock.deadline is None
    assert not clock.is_up(10**9)
    clock.move(0, 5000.0)  # after the bot's move
    assert clock.left == [295.0, 300.0]
    assert clock.deadline == 5295.0


def test_a_live_clock_has_an_opening_allowance_and_a_daily_one_has_none() -> None:
    clock = Clock(LIVE, (0, 1))
    clock.run(0, 1000.0)
    assert clock.deadline == 1000.0 + OPENING + 300.0
    clock.move(1, 1000.0 + OPENING + 1)
    assert clock.left[0] == 304.0
    assert clock.since == 1000.0 + 2 * OPENING + 1
    clock = Clock(DAYS, (0, 1))
    clock.run(0, 1000.0)
    assert clock.deadline == 1000.0 + 3 * DAY


def test_a_seat_that_changes_to_a_bot_and_back_gets_one_opening_allowance() -> None:
    clock = Clock(LIVE, (0, 1))
    clock.run(0, 1000.0)
    for again in range(1, 5):  # every twelve seconds; a bot has the seat for two of them
        clock.run(NOBODY, 1000.0 + 12 * again - 2)
        clock = Clock(LIVE, (0, 1), clock.dumps())  # loaded from storage, as by another server
        clock.run(0, 1000.0 + 12 * again)
    assert clock.left_at(0, 1060.0) == 300.0 - (60.0 - OPENING)
    clock.move(1, 1060.0)
    assert clock.since == 1060.0 + OPENING  # the other side has its own allowance


def test_a_bots_move_or_a_loss_on_time_does_not_renew_the_allowance() -> None:
    clock = Clock(LIVE, (0, 1))
    clock.run(0, 1000.0)
    clock.run(NOBODY, 1000.0 + OPENING)
    clock.move(1, 1000.0 + OPENING)  # by the bot
    clock.move(NOBODY, 1000.0 + OPENING, turn=0)
    clock.run(0, 1100.0)
    assert clock.deadline == 1100.0 + 300.0
    clock = Clock(LIVE, (0, 1))
    clock.run(0, 1000.0)
    clock.time_up()
    clock.run(0, 2000.0)
    assert clock.deadline == 2000.0 + COME_BACK


def test_time_runs_on_while_a_bot_has_the_seat_but_has_not_moved() -> None:
    clock = running_clock(LIVE)
    for second in range(1, 41, 2):
        clock.run(NOBODY, 1000.0 + second)
        clock.run(0, 1001.0 + second)
    assert clock.left_at(0, 1040.0) == 300.0 - 40.0
    clock.run(NOBODY, 1040.0)
    clock.run(0, 5000.0)  # without watchers the bot did not move
    assert clock.left_at(0, 5000.0) == 300.0 - 40.0 - BOT_TURN
    clock.run(NOBODY, 5000.0)
    clock.move(NOBODY, 5001.0, turn=0)  # the bot moved, and is still to move
    clock.run(0, 5005.0)
    assert clock.left_at(0, 5005.0) == 300.0 - 40.0 - BOT_TURN


def test_an_undone_move_costs_time_although_the_other_side_had_its_allowance() -> None:
    clock = Clock(LIVE, (0, 1))
    clock.run(0, 1000.0)
    clock.move(1, 1000.0)
    clock.undo(0, 1014.0)
    assert clock.left == [300.0 - 14.0, 300.0]
    clock.move(1, 1014.0)
    assert clock.since == 1014.0 + OPENING


def test_a_move_before_the_clock_ran_can_be_undone_later() -> None:
    clock = Clock(LIVE, (0, 1))
    clock.move(NOBODY, 1000.0, turn=1, mover=0)  # before the clock ran
    clock.run(1, 1100.0)
    assert clock.can_undo(0, 1105.0)
    clock.undo(0, 1105.0)
    assert clock.left == [295.0, 300.0]


def test_a_clock_stored_by_an_older_version_can_be_read() -> None:
    stored = '{"left": [300, 280], "runs": 0, "since": 15, "moved": [false, true], "before": 280}'
    clock = Clock(LIVE, (0, 1), stored)
    assert clock.deadline == 315
    clock.run(NOBODY, 10)
    clock.run(0, 12)
    assert clock.deadline == 315
    clock.move(1, 20)
    assert clock.since == 20


@steady
@given(took=st.floats(allow_nan=True, allow_infinity=True), spent=st.floats(0, 1000))
def test_at_most_the_lag_limit_is_refunded_even_if_a_page_claims_more(
    took: float, spent: float
) -> None:
    clock = running_clock(TimeControl("live", 2000.0))
    clock.move(1, 1000.0 + spent, took)
    assert spent - LAG - 1e-6 <= 2000.0 - clock.left[0] <= spent + 1e-6


def test_network_delay_is_refunded_and_a_move_under_way_is_in_time() -> None:
    clock = running_clock(TimeControl("live", 60.0))
    assert clock.in_time(1060.4, took=59.9)
    assert not clock.in_time(1060.4)
    assert not clock.in_time(1060.0 + LAG + 0.1, took=0.0)
    assert not clock.is_up(1060.0 + LAG)
    assert clock.is_up(1060.0 + LAG + 0.1)
    clock.move(1, 1010.4, took=10.0)
    assert math.isclose(clock.left[0], 50.0)


def test_no_lag_is_refunded_after_an_undo() -> None:
    clock = running_clock(TimeControl("live", 300.0))
    for second in range(30):  # the page claims that each took no time
        clock.move(1, 1000.97 + second, took=0.0)
        clock = Clock(clock.control, clock.sides, clock.dumps())
        clock.undo(0, 1001.0 + second)
    assert not clock.in_time(1301.5, took=0.0)
    clock.move(0, 1031.0, took=0.0)  # one turn of several moves
    clock.move(1, 1032.0, took=0.0)
    # lag refunded before the first undo
    assert clock.left[0] == pytest.approx(300.0 - 32.0 + LAG, abs=0.05)
    clock.move(0, 1040.0, took=7.5)
    clock.move(1, 1050.0, took=9.5)
    assert clock.left == pytest.approx([300.0 - 32.0 + LAG - 9.5, 300.0 - 7.5], abs=0.05)


def test_undoing_moves_gains_no_time() -> None:
    clock = running_clock(LIVE)
    for again in range(5):  # neither the time used nor the increment
        clock.move(1, 1010.0 + 2 * again)
        clock.undo(0, 1011.0 + 2 * again)
    assert clock.left == [300.0 - 19.0, 300.0]
    clock = running_clock(DAYS)
    clock.move(1, 1000.0 + 2.5 * DAY)
    assert clock.can_undo(0, 1000.0 + 2.9 * DAY)
    assert not clock.can_undo(0, 1000.0 + 3.1 * DAY)
    clock.undo(0, 1000.0 + 2.9 * DAY)
    assert clock.deadline == pytest.approx(1000.0 + 3 * DAY)


def test_seats_of_one_side_share_a_clock() -> None:
    clock = running_clock(LIVE, (0, 1, 1))
    clock.left = [300.0, 300.0]
    clock.move(1, 1010.0)
    clock.move(2, 1030.0)  # another turn of the same side
    assert clock.left == [295.0, 280.0]
    clock.move(0, 1050.0)
    assert clock.left == [295.0, 265.0]
    assert clock.left_at(1, 1050.0) == clock.left_at(2, 1050.0) == 265.0


def test_a_player_who_ran_out_of_time_gets_a_little_on_return() -> None:
    clock = running_clock(TimeControl("live", 300.0, 5.0))
    clock.time_up()
    assert (clock.left[0], clock.runs) == (COME_BACK, NOBODY)
    clock = running_clock(DAYS)
    clock.time_up()
    assert clock.left[0] == 3 * DAY


def test_a_clock_is_the_same_after_storing_and_loading() -> None:
    clock = running_clock(LIVE)
    clock.move(1, 1010.0)
    again = Clock(LIVE, (0, 1), clock.dumps())
    assert vars(again) == vars(clock)
    again.undo(0, 1011.0)
    clock.undo(0, 1011.0)
    assert vars(again) == vars(clock)


def test_invalid_time_controls_are_refused() -> None:
    asked: list[Callable[[], object]] = [
        *(partial(live, *time) for time in ((0, 0), (181, 0), (5, 181))),
        *(partial(daily, days) for days in (0, 15)),
    ]
    for ask in asked:
        with pytest.raises(BadChoice) as bad:
            ask()
        assert "from" in bad.value.says.say("en")
        assert " à " in bad.value.says.say("fr")
