"""The rules of Clocktowers, CT1 to CT12, each shown in a position set by hand."""

from __future__ import annotations

import random
from typing import Any

import pytest

import matou
from matou.core.state import State
from matou.games.clocktowers import encode, rules
from matou.games.clocktowers.components import CODES, COUNTS, TURNS
from matou.games.clocktowers.rules import DRAWING, PLAY
from matou.kit.linking import CHANCE, OVER
from matou.kit.rng import rng_words

KIND = {code: kind for kind, code in enumerate(CODES)}


def started(seats: int = 2, **options: Any) -> State:
    """A game whose piles show R1, K and F1."""
    state = matou.game("clocktowers", **options).start(seats)
    for name in ("=R1", "=K", "=F1"):
        state.play(name)
    return state


def give(state: State, seat: int, *codes: str) -> None:
    """Put these cards, and no others, into a hand."""
    for kind in range(len(CODES)):
        state.s.hand[seat][kind] = 0
    for code in codes:
        state.s.hand[seat][KIND[code]] += 1
    state._actor = state._legal = None


def build(state: State, seat: int, *codes: str) -> int:
    """Put up a tower of these cards, whatever the rules say; its number."""
    t: int = state.s.towers[seat]
    state.s.towers[seat] += 1
    for code in codes:
        rules.build(state.s, seat, KIND[code], t)
    state._actor = state._legal = None
    return t + 1


def names(state: State) -> set[str]:
    return {state.name(a) for a in state.legal()}


def refused(state: State, name: str) -> str:
    with pytest.raises(matou.IllegalAction) as error:
        state.play(name)
    return error.value.rule


def finish(state: State) -> None:
    """Jump to the end: all turns taken, piles and hands empty."""
    state.s.turn = TURNS
    state.s.phase = PLAY
    for pile in range(3):
        state.s.left[pile] = 0
    for seat in range(state.seats):
        give(state, seat)


# --- setup


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_CT1_each_player_holds_a_cat_floor_a_mouse_floor_and_a_mouse_clock(seats: int) -> None:
    state = matou.game("clocktowers").start(seats)
    for seat in range(seats):
        held = {CODES[k]: n for k, n in enumerate(state.s.hand[seat]) if n}
        assert held == {"F1c": 1, "F1m": 1, "Km": 1}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_CT2_pile_sizes_and_what_is_unseen(seats: int) -> None:
    state = matou.game("clocktowers").start(seats)
    assert list(state.s.left) == [17, 18 - seats, 23 - 2 * seats]
    assert sum(COUNTS) == 66
    assert sum(state.s.unseen) == 66 - 3 * seats


def test_CT2_chance_shows_roof_clock_and_floor_by_what_is_unseen_taken_out_ones_included() -> None:
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
    """CT3, over a whole game of three."""
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
    assert names(state) == {"<R", "<K", "<F"}
    assert refused(state, "xF1m") == "CT4"
    state.play("<K")
    assert state.s.hand[0][KIND["K"]] == 1
    assert state.actor == CHANCE
    assert names(state) == {"=K", "=Km"}
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
    assert names(state) == {"=K"}


def test_CT4_an_emptied_pile_shows_nothing_and_is_drawn_from_no_more() -> None:
    state = started()
    state.s.left[1] = 1
    state.play("xF1c")
    state.play("<K")
    assert state.actor == 1
    state.play("xF1c")
    assert names(state) == {"<R", "<F"}
    assert refused(state, "<K") == "CT4"


def test_CT4_a_draw_is_an_action_even_when_one_pile_is_left() -> None:
    state = started()
    state.s.left[0] = state.s.left[1] = 0
    state.play("xF1c")
    assert names(state) == {"<F"}


def test_CT4_when_the_piles_are_empty_nobody_draws_and_hands_run_down() -> None:
    state = started()
    for pile in range(3):
        state.s.left[pile] = 0
    assert refused(state, "<F") == "CT4"
    state.play("xF1c")
    assert state.actor == 1
    state.play("xF1c")
    assert state.actor == 0
    assert names(state) == {"F1m+", "xF1m", "xKm"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_CT4_a_game_has_58_turns(seats: int) -> None:
    state = started(seats)
    rng = random.Random(seats)
    turns = 0
    while not state.over:
        turns += state.actor >= 0 and state.s.phase == PLAY
        state.play(state.sample(rng))
    assert turns == 58


def test_CT5_a_floor_starts_a_tower_or_tops_an_unfinished_one_of_ones_own() -> None:
    state = started()
    build(state, 0, "F1")
    build(state, 0, "F2", "F1m")
    build(state, 1, "F1")
    give(state, 0, "F2c", "F2c", "F1")
    assert names(state) == {
        "F2c+", "F2c>1", "F2c>2", "xF2c", "F1+", "F1>1", "F1>2", "xF1",
    }  # fmt: skip
    assert refused(state, "F1>3") == "CT5"


def test_CT5_no_floor_goes_above_the_clock_unless_the_option_lifts_it() -> None:
    state = started()
    build(state, 0, "F1", "K")
    give(state, 0, "F1")
    assert names(state) == {"F1+", "xF1"}
    assert refused(state, "F1>1") == "CT5"
    free = started(floors_above_clock=True)
    build(free, 0, "F1", "K")
    give(free, 0, "F1", "K", "R1")
    assert names(free) == {"F1+", "F1>1", "xF1", "xK", "R1>1", "xR1"}
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
    assert names(state) == {"K>1", "xK"}
    assert refused(state, "K>2") == "CT6"
    assert refused(state, "K>3") == refused(state, "K>99") == "CT6"
    assert refused(state, "K+") == refused(state, "Km+") == "CT6"  # held or not, it begins none
    assert refused(state, "Km>3") == refused(state, "Km>99") == "CT4"  # not held
    state.play("xK")
    assert refused(state, "K+") == refused(state, "K>99") == "CT4"  # now one draws


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
    state._actor = state._legal = None
    assert names(state) == {"F1+", "F1>1", "xF1", "K>1", "xK"}
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


def test_CT8_the_next_of_the_colour_has_exactly_one_storey_more_and_the_table_shares_it() -> None:
    state = started()
    build(state, 1, "F2", "K", "R1")  # another seat's tower of 2
    for floors in (["F2"], ["F2", "F1"], ["F2", "F2"]):
        build(state, 0, *floors, "K")
    give(state, 0, "R1", "R2")
    assert names(state) == {"R1>2", "xR1", "R2>1", "xR2"}
    with pytest.raises(matou.IllegalAction, match="exactly 3 storeys; tower 3 has 4"):
        state.play("R1>3")


def test_CT8_with_ladders_of_their_own_players_do_not_wait_for_each_other() -> None:
    state = started(ladder="player")
    build(state, 1, "F2", "K", "R1")
    for floors in (["F2"], ["F2", "F1"]):
        build(state, 0, *floors, "K")
    give(state, 0, "R1")
    assert names(state) == {"R1>1", "xR1"}
    state.play("R1>1")
    state.s.phase, state.s.turn = PLAY, 2
    give(state, 0, "R1")
    assert names(state) == {"R1>2", "xR1"}


def test_CT8_the_clock_adds_no_storey() -> None:
    state = started()
    build(state, 0, "F2", "Km")
    give(state, 0, "R5")
    state.play("R5>1")
    assert state.s.ladder[0][4] == 2


def test_CT9_discarding_is_always_allowed_and_face_down() -> None:
    """CT9: the others read that a card left, and no more."""
    state = started()
    for code in ("xF1c", "xF1m", "xKm"):
        assert code in names(state)
    state.play("xF1m")
    assert [x.name for x in state.observe(0).log][-1] == "xF1m"
    assert [x.name for x in state.observe(1).log][-1] == "x?"
    assert [x.name for x in state.observe(None).log][-1] == "x?"
    assert state.observe(1).log[-1].action == -1
    assert sum(state.observe(1).s.hand[0]) == 0


# --- end


def test_CT10_the_game_ends_when_piles_and_hands_are_empty() -> None:
    state = started(4)
    rng = random.Random(4)
    while not state.over:
        assert sum(state.s.left) + sum(sum(h) for h in state.s.hand) > 0
        state.play(state.sample(rng))
    assert sum(state.s.left) + sum(sum(h) for h in state.s.hand) == 0
    assert state.actor == OVER
    assert state.ended_by == "CT10"
    assert refused(state, "xF1") == "CT10"
    assert state.legal() == []


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        (["F1", "F1", "K"], 5),
        (["F1c", "K"], 4),
        (["F1c", "F1c", "K"], 4),
        (["F1c", "F1m", "K"], 3),
        (["F1c", "Km"], 3),
        (["F1m", "Km"], 2),
        (["F2", "Km"], 2),
    ],
)
def test_CT11_points_by_animals_the_clock_included(cards: list[str], points: int) -> None:
    state = started()
    build(state, 0, *cards)
    give(state, 0, "R1")
    state.play("R1>1")
    assert state.scores == [points, 0]


def test_CT11_unfinished_towers_score_nothing() -> None:
    state = started()
    build(state, 0, "F1", "K")
    build(state, 1, "F2")
    finish(state)
    assert state.scores == [0, 0]


def test_CT12_most_points_wins() -> None:
    state = started(3)
    build(state, 0, "F1", "K", "R1")
    build(state, 1, "F1c", "K", "R2")
    finish(state)
    assert state.scores == [5, 4, 0]
    assert state.winners == [0]
    assert state.returns == [1, 0, 0]


def test_CT12_tied_the_highest_mouse_in_a_complete_tower_wins() -> None:
    state = started()
    build(state, 0, "F1m", "F1", "K", "R1")  # mouse at level 1, two storeys
    build(state, 1, "F1", "F1m", "K", "R2")  # mouse at level 2
    build(state, 0, "F2m", "F2m", "Km")  # higher, but unfinished
    finish(state)
    assert state.scores == [2, 2]
    assert state.winners == [1]


def test_CT12_the_clock_adds_one_level_for_its_mouse() -> None:
    state = started()
    build(state, 0, "F2m", "K", "R1")  # level 2
    build(state, 1, "F2", "Km", "R2")  # level 3
    finish(state)
    assert state.scores == [2, 2]
    assert state.winners == [1]


def test_CT12_floors_above_the_clock_stand_a_level_higher() -> None:
    state = started(floors_above_clock=True)
    build(state, 0, "F1", "F1m", "K", "R1")  # level 2
    build(state, 1, "F1", "K", "F1m", "R2")  # level 3
    finish(state)
    assert state.winners == [1]


def test_CT12_still_tied_the_highest_cat_and_then_a_shared_victory() -> None:
    state = started(3)
    build(state, 0, "F1c", "F1", "K", "R1")
    build(state, 1, "F1", "F1c", "K", "R2")
    finish(state)
    assert state.scores == [4, 4, 0]
    assert state.winners == [1], "no mouse counts as height 0, for both"
    even = started(3)
    build(even, 0, "F1c", "K", "R1")
    build(even, 2, "F1c", "K", "R2")
    finish(even)
    assert even.winners == [0, 2]
    assert even.returns == [0.5, 0, 0.5]


def test_CT12_each_step_compares_only_those_still_tied() -> None:
    state = started(3)
    build(state, 0, "F1c", "F1m", "K", "R1")  # 3 points, mouse at 2, cat at 1
    build(state, 1, "F1c", "F1m", "K", "R2")  # the same
    build(state, 2, "F2c", "K", "R3")  # 4 points
    build(state, 0, "F1m", "K", "R4")  # + 2
    build(state, 1, "F1m", "K", "R5")  # + 2
    state.s.score[2] = 1  # a cat higher than theirs, but not among the tied
    finish(state)
    assert state.scores == [5, 5, 1]
    assert state.winners == [0, 1]


# --- who knows what


def test_a_hand_without_discards_is_known_and_a_play_from_it_reveals_nothing() -> None:
    state = started()
    state.play("F1c+")
    assert state.can_undo(0)
    state.undo(0)
    assert names(state) >= {"F1c+"}
    state.play("xF1m")
    assert state.can_undo(0), "others read x? and no more"
    state.play("<R")
    assert not state.can_undo(0) or state.actor == CHANCE
    state.play("=R2")
    assert not state.can_undo(0)
    state.play("xKm")
    state.play("<R")
    state.play("=R3")
    state.play("F1c+")
    assert not state.can_undo(0), "after a discard the others cannot know what is held"


def test_CT9_from_a_hand_that_is_not_known_a_building_reveals_and_nothing_else_does() -> None:
    state = started()
    for name in ("xF1m", "<R", "=R2", "xKm", "<R", "=R3"):
        state.play(name)
    state.play("F1c+")  # by a hand that the others cannot work out
    assert state.history[-1].reveals
    assert not any(rules.reveals(state.s, a) for a in state.legal()), "draws are seen by all"
    for name in ("<R", "=R1", "xF1c", "<F", "=F2"):
        state.play(name)
    held = {state.name(a): rules.reveals(state.s, a) for a in state.legal()}
    assert {name for name in held if not held[name]} == {n for n in held if n[0] == "x"}


@pytest.mark.parametrize("seats", [2, 4])
def test_imagined_discards_were_all_held_when_they_were_discarded(seats: int) -> None:
    rng = random.Random(seats)
    for _ in range(4):
        state = matou.game("clocktowers").start(seats)
        while not state.over:
            state.play(state.sample(rng))
            view = state.observe(rng.choice([None, *range(seats)]))
            s = view.imagine(rng_words(rng.randrange(2**40))).s
            hands = [[KIND["F1c"], KIND["F1m"], KIND["Km"]] for _ in range(seats)]
            for turn in range(s.turn + (s.phase == DRAWING)):
                hands[turn % seats].remove(s.card[turn])
                if turn < s.turn and s.drawn[turn] >= 0:
                    hands[turn % seats].append(s.drawn[turn])
            for seat in range(seats):
                assert [hands[seat].count(k) for k in range(len(CODES))] == [*s.hand[seat]]


def test_imagined_discards_never_take_a_card_that_was_played_later() -> None:
    state = started()
    state.play("xF1m")  # hidden from seat 1
    state.play("<R")
    state.play("=R2")
    state.play("xF1c")
    state.play("<K")
    state.play("=K")
    state.play("F1c+")  # so F1c was not what seat 0 discarded
    guesses = set()
    for seed in range(60):
        whole = state.observe(1).imagine(rng_words(seed))
        guesses.add(CODES[whole.s.card[0]])
        assert min(whole.s.hand[0]) >= 0
    assert guesses == {"F1m", "Km"}


def test_as_numbers_even_the_last_of_21_towers_is_there() -> None:
    state = started()
    for t in range(21):
        build(state, 1, ["F1c", "F2m", "F1"][t % 3], *["K"] * (t % 2))
    out = [0] * encode.SIZE
    for seat in (0, 1):
        encode.encode(state.s, seat, out)
        towers = out[encode.TOWERS_AT :][(1 - seat) * 21 * 5 :][: 21 * 5]
        for t in range(21):
            storeys, cat, mouse = [(1, 1, 0), (2, 0, 1), (1, 0, 0)][t % 3]
            assert towers[t * 5 : t * 5 + 5] == [storeys, cat, mouse, t % 2, 0]


def test_the_phase_after_a_play_is_drawing() -> None:
    state = started()
    state.play("Km>1" if "Km>1" in names(state) else "xKm")
    assert state.s.phase == DRAWING
