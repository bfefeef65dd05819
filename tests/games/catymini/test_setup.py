"""Before the first round: CM1 to CM5."""

from __future__ import annotations

import pytest
from games.catymini.support import FOUR, HANDS, NUMBER, THREE, dealt, play_out, ready
from games.support import names

import matou
from matou.games.catymini.components import COLOUR_NAMES, FURNITURE, TOY_NAMES, heap_values

every_table = pytest.mark.parametrize("seats", [2, 3, 4])


def test_every_tile_is_equally_likely_to_be_shown_CM1() -> None:
    state = matou.game("catymini").start(2)
    assert state.actor == matou.CHANCE
    assert names(state) == [f"={tile}" for tile in FURNITURE]
    assert state.weights() == [1] * 20


@every_table
def test_each_seat_draws_one_tile_of_each_pile_in_wall_order_CM2(seats: int) -> None:
    state = matou.game("catymini").start(seats)
    state.play("=sofa")
    gone = {"sofa"}
    for seat in range(seats):
        for colour in range(4):
            pile = [t for t in FURNITURE[5 * colour : 5 * colour + 5] if t not in gone]
            assert state.actor == matou.CHANCE
            assert names(state) == [f"={tile}" for tile in pile]
            assert state.weights() == [1] * len(pile)
            secret = state.game.notation.secret(state.s, state.legal()[0])
            assert secret is not None
            assert (secret.owner, secret.name) == (seat, "=?")
            state.play(f"={pile[0]}")
            gone.add(pile[0])


@every_table
def test_a_seat_takes_all_its_extras_before_the_next_does_CM2(seats: int) -> None:
    state = dealt(seats)
    takers = [e.actor for e in state.history if e.name[0] == "~"]
    each = {2: 3, 3: 1, 4: 0}[seats]
    assert takers == [seat for seat in range(seats) for _ in range(each)]
    for seat in range(seats):
        held = {FURNITURE[t] for t in range(20) if state.s.hand[seat] >> t & 1}
        assert held == set(HANDS[seats][seat])
        assert sum(state.s.holds[seat]) == {2: 7, 3: 5, 4: 4}[seats]


def test_an_extra_tile_is_seen_before_the_next_pile_is_chosen_CM2() -> None:
    state = dealt(2, [hand[:4] for hand in HANDS[2]])
    assert names(state) == ["~turquoise", "~yellow", "~red", "~violet"]
    state.play("~red")
    assert state.actor == matou.CHANCE
    assert names(state) == ["=armchair", "=rug-stand", "=piano"]
    state.play("=piano")
    assert state.actor == 0
    assert names(state) == ["~turquoise", "~yellow", "~violet"]  # red was taken from already
    with pytest.raises(matou.IllegalAction) as refused:
        state.play("~red")
    assert refused.value.rule == "CM2"
    assert "already" in refused.value.sentence()


def test_an_empty_pile_gives_no_extra_with_three_players_CM2() -> None:
    state = dealt(3, [hand[:4] for hand in THREE], shown="chair")
    state.play("~turquoise")  # five, less the one shown, less three dealt: the last one
    assert names(state) == ["=mirror"]
    state.play("=mirror")
    assert state.actor == 1
    assert names(state) == ["~yellow", "~red", "~violet"]
    with pytest.raises(matou.IllegalAction) as refused:
        state.play("~turquoise")
    assert refused.value.rule == "CM2"
    assert "empty" in refused.value.sentence()
    state.play("~violet")
    state.play("=bench")
    state.play("~violet")  # another seat's extra does not bar it while a tile is left
    assert names(state) == ["=coat-rack"]


@pytest.mark.parametrize("seats", [2, 3])
def test_there_is_always_a_pile_left_to_choose_CM2(seats: int) -> None:
    def explore(state: matou.State) -> int:
        if state.s.phase != 4 and state.actor != matou.CHANCE:
            return 1
        if state.actor == matou.CHANCE:
            if state.name(state.legal()[0])[0] == "-":
                return 1
            state.play(state.legal()[0])  # which tile it is does not matter for the piles
            return explore(state)
        assert len(state.legal()) >= 2
        total = 0
        for a in state.legal():
            twin = state.copy()
            twin.play(a)
            total += explore(twin)
        return total

    start = dealt(seats, [hand[:4] for hand in HANDS[seats]])
    # Two: each takes three of four piles in any order. Three: one each of 1, 2, 2 and 2 tiles,
    # all orders but those that take turquoise twice (10) or another colour three times (3).
    assert explore(start) == {2: 24 * 24, 3: 4**3 - 10 - 3}[seats]


def test_tokens_are_removed_toy_by_toy_weighted_by_their_counts_CM3() -> None:
    state = dealt(2)
    for toy in TOY_NAMES:
        assert state.actor == matou.CHANCE
        assert names(state) == [f"-{toy}2", f"-{toy}3", f"-{toy}4"]
        assert state.weights() == [2, 2, 1]
        state.play(f"-{toy}4")
        assert names(state) == [f"-{toy}2", f"-{toy}3"]
        assert state.weights() == [2, 2]
        state.play(f"-{toy}2")
    assert [heap_values(heap) for heap in state.s.heap] == [[2, 3, 3]] * 10
    assert state.actor == 0


def test_three_players_remove_one_token_and_four_none_CM3() -> None:
    state = dealt(3)
    removals = 0
    while state.actor == matou.CHANCE:
        state.play(state.legal()[0])
        removals += 1
    assert removals == 10
    assert heap_values(state.s.heap[0]) == [2, 3, 3, 4]
    state = dealt(4)
    assert state.actor == 0
    assert heap_values(state.s.heap[9]) == [2, 2, 3, 3, 4]


def test_threads_start_in_seat_order_at_the_shown_furniture_for_free_CM4() -> None:
    state = dealt(4)
    for seat in range(4):
        assert state.actor == seat
        assert names(state) == ["@chair/L", "@chair/R"]
        state.play("@chair/R" if seat % 2 else "@chair/L")
    assert list(state.s.thread) == [12_800] * 4
    # it first leaves from the chosen notch
    assert list(state.s.exit) == [2 * NUMBER["chair"] + seat % 2 for seat in range(4)]


@every_table
def test_seat_0_has_the_marker_first_CM5(seats: int) -> None:
    state = ready(seats)
    assert state.actor == 0
    assert all(name[0] == "!" for name in names(state))


def test_the_option_deals_boards_to_seats() -> None:
    state = matou.game("catymini", boards="CA").start(2)
    assert list(state.s.board)[:2] == [2, 0]
    assert list(matou.game("catymini").start(4).s.board) == [0, 1, 2, 3]
    with pytest.raises(ValueError, match="with 3 players"):
        matou.game("catymini", boards="AB").start(3)
    with pytest.raises(ValueError, match="AA"):
        matou.game("catymini", boards="AA")


@every_table
def test_a_game_has_the_number_of_actions_that_follows_from_the_rules(seats: int) -> None:
    """CM1 to CM11: every decision and every chance event is recorded, even with one choice."""
    state = play_out(matou.game("catymini").start(seats), seats)
    extras, removed = {2: 3, 3: 1, 4: 0}[seats], {2: 2, 3: 1, 4: 0}[seats]
    expected = 1 + 4 * seats + 2 * extras * seats + 10 * removed + seats + 12 * (1 + seats)
    assert len(state.history) == expected


def test_colours_of_the_rule_book_are_in_wall_order() -> None:
    assert COLOUR_NAMES == ("turquoise", "yellow", "red", "violet")
    assert [hand[0] for hand in FOUR] == ["bed", "wardrobe", "lamp", "mirror"]
