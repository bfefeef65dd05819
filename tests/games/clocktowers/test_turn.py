"""Setup and turns of Clocktowers (CT1 to CT9), in positions set up by hand."""

from __future__ import annotations

import random

import pytest
from games.clocktowers.hand import KIND, build, give, started
from games.support import names, refused

import matou
from matou.games.clocktowers.components import CODES, COUNTS
from matou.games.clocktowers.rules import PLAY
from matou.kit.linking import CHANCE

# --- setup


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_CT1_each_player_holds_a_cat_floor_a_mouse_floor_and_a_mouse_clock(seats: int) -> None:
    state = matou.game("clocktowers").start(seats)
    for seat in range(seats):
        held = {CODES[k]: n for k, n in enumerate(state.s.hand[seat]) if n}
        assert held == {"F1c": 1, "F1m": 1, "Km": 1}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_CT2_pile_sizes_and_unseen_cards_add_up(seats: int) -> None:
    state = matou.game("clocktowers").start(seats)
    assert list(state.s.left) == [17, 18 - seats, 23 - 2 * seats]
    assert sum(COUNTS) == 66
    assert sum(state.s.unseen) == 66 - 3 * seats


def test_CT2_the_first_cards_are_revealed_by_the_counts_of_unseen_ones() -> None:
    state = matou.game("clocktowers").start(3)
    assert state.actor == CHANCE
    assert {state.name(a): w for a, w in zip(state.legal(), state.weights(), strict=True)} == {
        f"=R{i}": 4 for i in range(1, 6)
    }
    state.play("=R2")
    assert dict(zip(map(state.name, state.legal()), state.weights(), strict=True)) == {
        "=K": 9,
        "=Km": 6,
    }
    state.play("=Km")
    assert dict(zip(map(state.name, state.legal()), state.weights(), strict=True)) == {
        "=F1": 4, "=F1c": 2, "=F1m": 2, "=F2": 4, "=F2c": 5, "=F2m": 5,
    }  # fmt: skip
    state.play("=F2m")
    assert state.actor == 0


def test_CT3_seat_0_begins_and_play_goes_clockwise() -> None:
    """CT3, over a whole game for three players."""
    state = started(3)
    order = []
    rng = random.Random(1)
    while not state.over:
        if state.actor >= 0 and state.s.phase == PLAY:
            order.append(state.actor)
        state.play(state.sample(rng))
    assert order == [i % 3 for i in range(58)]


# --- turn


def test_CT4_play_or_discard_then_draw_then_the_next_card_is_shown() -> None:
    state = started()
    assert refused(state, "<R") == "CT4"
    state.play("F1c+")
    assert set(names(state)) == {"<R", "<K", "<F"}
    assert refused(state, "xF1m") == "CT4"
    state.play("<K")
    assert state.s.hand[0][KIND["K"]] == 1
    assert state.actor == CHANCE
    assert set(names(state)) == {"=K", "=Km"}
    assert refused(state, "=F1") == "CT4"
    state.play("=Km")
    assert state.actor == 1


def test_CT4_a_reveal_is_recorded_even_with_one_outcome_left() -> None:
    state = started()
    for kind in (KIND["K"], KIND["Km"]):
        state.s.unseen[kind] = 0
    state.s.unseen[KIND["K"]] = 1
    state.s.left[1] = 2
    state.play("xF1c")
    state.play("<K")
    assert state.actor == CHANCE
    assert set(names(state)) == {"=K"}


def test_CT4_an_empty_pile_shows_nothing_and_cannot_be_drawn_from() -> None:
    state = started()
    state.s.left[1] = 1
    state.play("xF1c")
    state.play("<K")
    assert state.actor == 1
    state.play("xF1c")
    assert set(names(state)) == {"<R", "<F"}
    assert refused(state, "<K") == "CT4"


def test_CT4_a_draw_is_an_action_even_when_one_pile_is_left() -> None:
    state = started()
    state.s.left[0] = state.s.left[1] = 0
    state.play("xF1c")
    assert set(names(state)) == {"<F"}


def test_CT4_when_the_piles_are_empty_nobody_draws_and_hands_run_down() -> None:
    state = started()
    for pile in range(3):
        state.s.left[pile] = 0
    assert refused(state, "<F") == "CT4"
    state.play("xF1c")
    assert state.actor == 1
    state.play("xF1c")
    assert state.actor == 0
    assert set(names(state)) == {"F1m+", "xF1m", "xKm"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_CT4_a_game_has_58_turns(seats: int) -> None:
    state = started(seats)
    rng = random.Random(seats)
    turns = 0
    while not state.over:
        turns += state.actor >= 0 and state.s.phase == PLAY
        state.play(state.sample(rng))
    assert turns == 58


def test_CT5_a_floor_starts_a_tower_or_tops_an_unfinished_own_one() -> None:
    state = started()
    build(state, 0, "F1")
    build(state, 0, "F2", "F1m")
    build(state, 1, "F1")
    give(state, 0, "F2c", "F2c", "F1")
    assert set(names(state)) == {
        "F2c+", "F2c>1", "F2c>2", "xF2c", "F1+", "F1>1", "F1>2", "xF1",
    }  # fmt: skip
    assert refused(state, "F1>3") == "CT5"


def test_CT5_no_floor_goes_above_the_clock_without_the_option() -> None:
    state = started()
    build(state, 0, "F1", "K")
    give(state, 0, "F1")
    assert set(names(state)) == {"F1+", "xF1"}
    assert refused(state, "F1>1") == "CT5"
    free = started(floors_above_clock=True)
    build(free, 0, "F1", "K")
    give(free, 0, "F1", "K", "R1")
    assert set(names(free)) == {"F1+", "F1>1", "xF1", "xK", "R1>1", "xR1"}
    free.play("F1>1")
    assert free.s.storeys[0][0] == 2, "all storeys count"
    give(free, 0, "K", "R1")
    free.s.phase, free.s.turn = PLAY, 2
    assert refused(free, "K>1") == "CT6", "still one clock"
    free.play("R1>1")
    assert free.scores == [5, 0], "the roof may lie on a floor"


def test_CT6_a_clock_goes_on_a_floor_and_only_one_to_a_tower() -> None:
    state = started()
    build(state, 0, "F1")
    build(state, 0, "F1", "Km")
    give(state, 0, "K")
    assert set(names(state)) == {"K>1", "xK"}
    assert refused(state, "K>2") == "CT6"
    assert refused(state, "K>3") == refused(state, "K>99") == "CT6"
    # held or not, it cannot start a tower
    assert refused(state, "K+") == refused(state, "Km+") == "CT6"
    assert refused(state, "Km>3") == refused(state, "Km>99") == "CT4"  # not held
    state.play("xK")
    assert refused(state, "K+") == refused(state, "K>99") == "CT4"  # now a draw follows


def test_CT7_a_roof_needs_a_floor_and_a_clock_and_closes_the_tower_for_good() -> None:
    state = started()
    build(state, 0, "F1")
    build(state, 0, "F1", "K")
    give(state, 0, "R2", "F1", "K")
    assert "R2>2" in names(state)
    assert refused(state, "R2>1") == refused(state, "R2>6") == "CT7"
    assert refused(state, "R2+") == refused(state, "R3+") == "CT7"
    assert refused(state, "F1>6") == refused(state, "F1>0") == refused(state, "F1>22") == "CT5"
    state.play("R2>2")
    state.s.phase, state.s.turn = PLAY, 2
    state.refresh()
    assert set(names(state)) == {"F1+", "F1>1", "xF1", "K>1", "xK"}
    assert refused(state, "F1>2") == "CT7"
    assert refused(state, "K>2") == "CT7"


@pytest.mark.parametrize(
    ("floors", "fits"),
    [
        (["F1"], True),
        (["F2"], True),
        (["F1", "F1"], True),
        (["F2", "F1"], False),
        (["F2", "F2"], False),
    ],
)
def test_CT8_the_first_tower_of_a_colour_has_1_or_2_storeys(floors: list[str], fits: bool) -> None:
    state = started()
    build(state, 0, *floors, "K")
    give(state, 0, "R4")
    assert ("R4>1" in names(state)) == fits
    if not fits:
        assert refused(state, "R4>1") == "CT8"


def test_CT8_the_next_tower_of_a_colour_at_the_table_has_one_storey_more() -> None:
    state = started()
    build(state, 1, "F2", "K", "R1")  # another seat's tower of 2
    for floors in (["F2"], ["F2", "F1"], ["F2", "F2"]):
        build(state, 0, *floors, "K")
    give(state, 0, "R1", "R2")
    assert set(names(state)) == {"R1>2", "xR1", "R2>1", "xR2"}
    with pytest.raises(matou.IllegalAction, match="exactly 3 storeys; tower 3 has 4"):
        state.play("R1>3")


def test_CT8_with_own_ladders_players_do_not_depend_on_each_other() -> None:
    state = started(ladder="player")
    build(state, 1, "F2", "K", "R1")
    for floors in (["F2"], ["F2", "F1"]):
        build(state, 0, *floors, "K")
    give(state, 0, "R1")
    assert set(names(state)) == {"R1>1", "xR1"}
    state.play("R1>1")
    state.s.phase, state.s.turn = PLAY, 2
    give(state, 0, "R1")
    assert set(names(state)) == {"R1>2", "xR1"}


def test_CT8_the_clock_adds_no_storey() -> None:
    state = started()
    build(state, 0, "F2", "Km")
    give(state, 0, "R5")
    state.play("R5>1")
    assert state.s.ladder[0][4] == 2


def test_CT9_discarding_is_always_allowed_and_face_down() -> None:
    """CT9: the others only see that a card was discarded."""
    state = started()
    for code in ("xF1c", "xF1m", "xKm"):
        assert code in names(state)
    state.play("xF1m")
    assert [x.name for x in state.observe(0).log][-1] == "xF1m"
    assert [x.name for x in state.observe(1).log][-1] == "x?"
    assert [x.name for x in state.observe(None).log][-1] == "x?"
    assert state.observe(1).log[-1].action == -1
    assert sum(state.observe(1).s.hand[0]) == 0
