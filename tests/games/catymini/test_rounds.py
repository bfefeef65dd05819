"""Twelve rounds and their end: CM6 to CM12."""

from __future__ import annotations

from typing import Any

import pytest
from games.catymini.support import FOUR, NUMBER, TOY, changed, play_out, ready
from games.support import names
from hypothesis import given, settings, strategies as st
from steady import steady

import matou
from matou.games.catymini.components import FURNITURE, TOY_NAMES, WORTH, heap_values
from matou.games.catymini.geometry import COST, NOTCH_AT, TOUCHED, TOY_AT
from matou.games.catymini.say import words
from matou.games.catymini.state import ASLEEP, RUNNING

TWO_COIN, FOUR_COIN = 0b00_00_01, 0b01_00_00  # heaps of one token


def notch(name: str) -> int:
    piece, side = name.split("/")
    return 2 * NUMBER[piece] + "LR".index(side)


def tiles(*pieces: str) -> int:
    return sum(1 << NUMBER[piece] for piece in pieces)


def refused(state: matou.State, action: str) -> matou.IllegalAction:
    with pytest.raises(matou.IllegalAction) as caught:
        state.play(action)
    return caught.value


# --- CM6


def test_in_round_one_the_shown_colour_is_barred_CM6() -> None:
    state = ready(2)
    assert names(state) == ["!table", "!stool", "!sofa", "!armchair", "!cot"]
    assert refused(state, "!bed").rule == "CM6"
    assert refused(state, "!piano").rule == "CM6"


def test_the_colour_of_the_last_round_is_barred_for_all_CM6() -> None:
    state = ready(2)
    for action in ("!table", "table/L", "table/L"):
        state.play(action)
    assert state.actor == 1
    assert names(state) == ["!lamp", "!chest", "!rug-stand", "!dresser", "!shelf"]
    assert refused(state, "!clock").rule == "CM6"


def test_a_hand_of_one_colour_may_play_it_again_CM6() -> None:
    state = ready(2)
    state.s.hand[0] = tiles("bed", "wardrobe")
    assert names(changed(state)) == ["!bed", "!wardrobe"]
    state.s.hand[0] = tiles("bed", "wardrobe", "cot")  # one other colour: the bar applies
    assert names(changed(state)) == ["!cot"]


# --- CM7, CM8, CM9


def test_all_run_from_the_marker_clockwise_to_the_same_furniture_CM7() -> None:
    state = ready(3)
    state.play("!table")
    for seat in (0, 1, 2):
        assert state.actor == seat
        assert names(state) == ["table/L", "table/R"]
        assert refused(state, "sofa/L").rule == "CM7"
        state.play("table/R")
    assert state.actor == 1
    state.play("!chest")
    for seat in (1, 2, 0):
        assert state.actor == seat
        state.play("chest/L")


def test_the_thread_comes_out_of_the_other_notch_CM7() -> None:
    state = ready(2)
    state.play("!table")
    state.play("table/L")
    state.play("table/R")
    assert state.s.exit[0] == notch("table/R")
    assert state.s.exit[1] == notch("table/L")


def test_a_stretch_costs_its_length_rounded_up_and_140_CM8() -> None:
    state = ready(2)  # on board A from chair/L (80, 0) to table/L (1000, 255)
    state.play("!table")
    state.play("table/L")
    # 920² + 255² = 911 425, between 954² and 955²
    assert state.s.thread[0] == 12_800 - 955 - 140
    state.play("table/R")  # on board B from chair/L (605, 0) to table/R (1000, 745)
    # 395² + 745² = 711 050, between 843² and 844²
    assert state.s.thread[1] == 12_800 - 844 - 140


def test_all_of_the_thread_may_be_spent_exactly_and_not_one_more_CM8() -> None:
    state = ready(2)
    state.play("!table")
    left, right = (COST[0][notch("chair/L")][notch(f"table/{side}")] for side in "LR")
    assert left < right
    state.s.thread[0] = right
    assert names(changed(state)) == ["table/L", "table/R"]
    state.s.thread[0] = right - 1
    assert names(changed(state)) == ["table/L"]
    why = refused(state, "table/R")
    assert why.rule == "CM8"
    assert f"{right:,}" in why.sentence()
    assert f"{right - 1:,}" in why.sentence()
    state.s.thread[0] = left
    changed(state).play("table/L")
    assert state.s.thread[0] == 0


def test_a_cat_sleeps_only_when_neither_notch_can_be_paid_CM8() -> None:
    state = ready(2)
    state.play("!table")
    assert refused(state, "zz").rule == "CM8"
    state.s.thread[0] = min(COST[0][notch("chair/L")][notch(f"table/{s}")] for s in "LR") - 1
    before = state.s.thread[0]
    assert names(changed(state)) == ["zz"]
    state.play("zz")
    assert state.history[-1].name == "zz"  # recorded although forced
    assert state.s.thread[0] == before
    assert state.s.exit[0] == notch("chair/L")
    assert list(state.s.won[0]) == [0] * 10
    assert state.s.path[0][1] == ASLEEP


def test_a_sleeping_cat_wakes_when_it_can_pay_again_CM8() -> None:
    state = ready(2)
    state.play("!table")
    near = min(COST[0][notch("chair/L")][notch(f"lamp/{s}")] for s in "LR")
    state.s.thread[0] = near  # enough for the lamp next door, not for the table
    changed(state).play("zz")
    state.play("table/L")
    state.play("!lamp")
    state.play("lamp/L")
    assert state.actor == 0
    assert len(state.legal()) == 1
    assert names(state) == ["lamp/L"]
    state.play("lamp/L")
    assert state.s.thread[0] == 0
    assert state.s.exit[0] == notch("lamp/R")


def test_every_toy_touched_gives_its_lowest_token_CM9() -> None:
    state = ready(2, values=(2, 3))  # 2, 3 and 4 are left of each toy
    a, b = crossing(0, at_least=2)
    state.s.exit[0] = a
    state.s.middle[1] = b // 2
    state.s.phase = RUNNING
    changed(state).play(f"{FURNITURE[b // 2]}/{'LR'[b % 2]}")
    for toy in range(10):
        if TOUCHED[0][a][b] >> toy & 1:
            assert heap_values(state.s.won[0][toy]) == [2]
            assert heap_values(state.s.heap[toy]) == [3, 4]
        else:
            assert state.s.won[0][toy] == 0
            assert heap_values(state.s.heap[toy]) == [2, 3, 4]


def crossing(board: int, at_least: int, toy: int | None = None) -> tuple[int, int]:
    """Returns two notches whose stretch touches this toy, and at least this number of toys."""
    for a in range(40):
        for b in range(40):
            toys = TOUCHED[board][a][b]
            if toys.bit_count() >= at_least and (toy is None or toys >> toy & 1):
                return a, b
    raise AssertionError("there is no such stretch")


def test_a_tangent_thread_wins_its_toy_CM9() -> None:
    """The train of board A, touched at its very edge (see test_geometry)."""
    found = 0
    train = TOY["train"]
    x, y = TOY_AT[0][train]
    for a in range(40):
        for b in range(40):
            (ax, ay), (bx, by) = NOTCH_AT[0][a], NOTCH_AT[0][b]
            off = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if a == b or off**2 != 3600 * ((bx - ax) ** 2 + (by - ay) ** 2):
                continue
            state = ready(2)
            state.s.exit[0], state.s.middle[1], state.s.phase = a, b // 2, RUNNING
            changed(state).play(f"{FURNITURE[b // 2]}/{'LR'[b % 2]}")
            assert state.s.won[0][train] > 0
            found += 1
    assert found


def test_an_empty_pile_gives_nothing_CM9() -> None:
    state = ready(2)
    a, b = crossing(0, at_least=1)
    state.s.exit[0], state.s.middle[1], state.s.phase = a, b // 2, RUNNING
    for toy in range(10):
        state.s.heap[toy] = 0
    changed(state).play(f"{FURNITURE[b // 2]}/{'LR'[b % 2]}")
    assert list(state.s.won[0]) == [0] * 10


def test_the_first_to_run_takes_the_last_token_CM9() -> None:
    """Seats 1 and then 0 both cross the block, which has one token left."""
    state = ready(2)
    for action in ("!table", "table/L", "table/L"):
        state.play(action)
    block = TOY["block"]
    (a0, b0), (a1, b1) = both_cross(block)
    state.s.hand[1] |= 1 << b0 // 2
    state.s.exit[0], state.s.exit[1] = a0, a1
    state.s.heap[block] = FOUR_COIN
    won = [state.s.won[0][block], state.s.won[1][block]]
    state.s.middle[2], state.s.phase = b0 // 2, RUNNING
    changed(state).play(f"{FURNITURE[b1 // 2]}/{'LR'[b1 % 2]}")
    assert state.actor == 0
    state.play(f"{FURNITURE[b0 // 2]}/{'LR'[b0 % 2]}")
    assert state.s.heap[block] == 0
    assert state.s.won[1][block] == won[1] + FOUR_COIN
    assert state.s.won[0][block] == won[0]


def both_cross(toy: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Returns runs to one piece on boards A and B that both touch a toy."""
    for tile in range(20):
        ways = []
        for board in (0, 1):
            ways.append([
                (a, b)
                for b in (2 * tile, 2 * tile + 1)
                for a in range(40)
                if a // 2 != tile and TOUCHED[board][a][b] >> toy & 1
            ])  # fmt: skip
        if all(ways):
            return ways[0][0], ways[1][0]
    raise AssertionError("there is no such furniture")


# --- CM10, CM11, CM12


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_marker_passes_on_after_every_round_CM10(seats: int) -> None:
    state = play_out(ready(seats), seed=seats)
    holders = [e.actor for e in state.history if e.name[0] == "!"]
    assert holders == [round_ % seats for round_ in range(12)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_game_ends_after_twelve_rounds_with_one_tile_left_each_CM11(seats: int) -> None:
    state = play_out(ready(seats), seed=10 + seats)
    assert state.ended_by == "CM11"
    assert state.s.round == 12
    assert [state.s.hand[seat].bit_count() for seat in range(seats)] == [1] * seats
    assert all(
        state.scores[seat] == sum(WORTH[heap] for heap in state.s.won[seat])
        for seat in range(seats)
    )
    assert refused(state, "zz").rule == "CM11"


def finished(seats: int = 3, **options: Any) -> matou.State:
    """Returns a game that is over, with nothing won and no thread left, for tests to fill in."""
    state = play_out(ready(seats, **options), seed=4)
    for seat in range(seats):
        state.s.thread[seat] = 0
        for toy in range(10):
            state.s.won[seat][toy] = 0
    return state


def test_most_points_win_regardless_of_thread_CM11() -> None:
    state = finished()
    state.s.won[0][3], state.s.won[1][3], state.s.won[2][5] = TWO_COIN, FOUR_COIN, TWO_COIN
    state.s.thread[0] = 12_000
    assert state.scores == [2, 4, 2]
    assert state.winners == [1]
    assert state.returns == [0.0, 1.0, 0.0]


def test_a_tie_goes_to_the_most_thread_left_CM11() -> None:
    state = finished()
    state.s.won[0][3], state.s.won[2][5] = FOUR_COIN, FOUR_COIN
    state.s.thread[0], state.s.thread[1], state.s.thread[2] = 10, 5000, 11
    assert state.winners == [2]
    state.s.thread[0] = 1
    assert words.score_lines(state.s, 0)[-1].say() == "to break a tie: 1 unit of thread left"
    assert words.score_lines(state.s, 1)[-1].say() == "to break a tie: 5,000 units of thread left"


def test_a_tie_of_points_and_thread_is_a_shared_victory_CM11() -> None:
    state = finished()
    state.s.won[0][3], state.s.won[2][5] = FOUR_COIN, FOUR_COIN
    state.s.thread[0], state.s.thread[2] = 11, 11
    assert state.winners == [0, 2]
    assert state.returns == [0.5, 0.0, 0.5]


def test_experts_score_a_point_a_kind_and_fifteen_for_all_ten_CM12() -> None:
    plain, expert = finished(2), finished(2, expert=True)
    for state in (plain, expert):
        for toy in range(9):
            state.s.won[0][toy] = TWO_COIN
        for toy in range(10):
            state.s.won[1][toy] = TWO_COIN
    assert plain.scores == [18, 20]
    assert expert.scores == [18 + 9, 20 + 15]
    expert.s.won[1][0] = FOUR_COIN | TWO_COIN  # a second token of a kind does not count as a kind
    assert expert.scores[1] == 24 + 15


def test_the_expert_bonus_counts_before_the_winner_is_found_CM12() -> None:
    state = finished(2, expert=True)
    state.s.won[0][0] = FOUR_COIN
    state.s.won[1][0] = state.s.won[1][1] = TWO_COIN
    assert state.scores == [5, 6]
    assert state.winners == [1]
    lines = state.game.words.score_lines(state.s, 1)
    assert "2 points" in lines[-3].say()


# --- laws


@settings(steady, max_examples=25)
@given(seed=st.integers(0, 10**6), seats=st.integers(2, 4))
def test_tokens_and_thread_are_never_lost(seed: int, seats: int) -> None:
    """CM3, CM8, CM9: tokens removed, won and left add up; paths explain the thread used."""
    state = play_out(matou.game("catymini").start(seats), seed)
    removed = [e.name for e in state.history if e.name[0] == "-"]
    for toy, name in enumerate(TOY_NAMES):
        all_tokens = [int(r[-1]) for r in removed if r[1:-1] == name]
        all_tokens += heap_values(state.s.heap[toy])
        for seat in range(seats):
            all_tokens += heap_values(state.s.won[seat][toy])
        assert sorted(all_tokens) == [2, 2, 3, 3, 4]
    for seat in range(seats):
        out, spent = state.s.path[seat][0], 0
        for entrance in list(state.s.path[seat])[1:]:
            if entrance != ASLEEP:
                spent += COST[state.s.board[seat]][out][entrance]
                out = entrance ^ 1
        assert state.s.thread[seat] == 12_800 - spent
        assert state.s.exit[seat] == out


@settings(steady, max_examples=25)
@given(seed=st.integers(0, 10**6), seats=st.integers(2, 4))
def test_no_tile_is_ever_in_two_places(seed: int, seats: int) -> None:
    """CM2: hands and the middle share no tile, and colours are counted correctly."""
    state = play_out(matou.game("catymini").start(seats), seed, until=30 + seed % 50)
    played = [e.name[1:] for e in state.history if e.name[0] == "!"]
    seen = [NUMBER[state.history[0].name[1:]], *(NUMBER[name] for name in played)]
    for seat in range(seats):
        held = [t for t in range(20) if state.s.hand[seat] >> t & 1]
        seen += held
        assert [sum(t // 5 == c for t in held) for c in range(4)] == list(state.s.holds[seat])
    assert len(seen) == len(set(seen))


def test_the_hands_used_in_these_tests_can_be_dealt() -> None:
    state = ready(4)
    assert [state.s.hand[seat] for seat in range(4)] == [tiles(*hand) for hand in FOUR]
