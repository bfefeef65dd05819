"""Consequences of actions, turns and games: AP9 to AP15, alone and together."""

from __future__ import annotations

import pytest
from games.appenzell.hand import castle, lies, roofs_off, stands, won
from games.support import names, play, refused

import matou

THREE = ("appenzeller", "brie", "cheddar")


def test_ap9_a_pushed_trap_drops_mice_including_the_pushers_own() -> None:
    tiles = {"a2": "trap", "c2": "trap", "b2": "bare", "d2": "bare", "e2": "bare"}
    state = castle(mice={0: "b2 a7", 1: "d2"}, tiles=tiles | {"f2": "bare", "g2": "brie"})
    play(state, ">2")
    assert stands(state, 0) == {"a7"}
    assert stands(state, 1) == set()
    assert [state.s.fallen[seat] for seat in (0, 1)] == [1, 1]
    assert not state.over


def test_ap9_an_unseen_trap_drops_a_mouse_when_revealed() -> None:
    """K covers a2; its tile is pushed beneath the mouse on b2 and is revealed to be a trap."""
    state = castle(mice={0: "a7", 1: "b2"}, tiles={"g2": "bare"}, spare="gouda")
    play(state, ">2")
    assert state.actor == matou.CHANCE
    assert set(names(state)) >= {"b2=trap", "b2=bare"}
    assert stands(state, 1) == {"b2"}
    play(state, "b2=trap")
    assert stands(state, 1) == set()
    assert state.s.fallen[1] == 1


def test_ap9_nobody_falls_before_the_last_reveal() -> None:
    state = castle(mice={0: "a7", 1: "b2"}, spare="gouda")
    play(state, ">2 b2=trap")
    assert state.actor == matou.CHANCE
    assert stands(state, 1) == {"b2"}
    play(state, "spare=bare")
    assert stands(state, 1) == set()


def test_ap10_reveals_go_row_by_row_and_the_spare_comes_last() -> None:
    state = castle(mice={0: "a5", 1: "g1"}, lifted="")
    play(state, "^E")
    order = []
    while state.actor == matou.CHANCE:
        order.append(state.name(state.legal()[0]).split("=")[0])
        state.play(state.legal()[0])
    assert order == ["b5", "b6", "c6"]  # c5 is fixed
    line = castle(mice={0: "a4", 1: "g4 f4"}, tiles=dict.fromkeys(("a4", "b4", "c4", "g4"), "bare"))
    play(line, ">4")  # d4 moves beneath e4, which is open in J
    assert line.name(line.legal()[0]).startswith("e4=")


def test_ap10_a_push_may_reveal_several_tiles_and_the_spare() -> None:
    tiles = {"d2": "bare", "d4": "bare", "d6": "bare"}
    state = castle(mice={0: "a1", 1: "g7"}, lifted="BPR", tiles=tiles)
    play(state, "-d")  # d3 (unknown) moves to d2, d5 to d4 (covered), d1 (known) drops out
    assert {n.split("=")[0] for n in names(state)} == {"d2"}
    state.play(state.legal()[0])
    assert state.actor == 0
    state = castle(mice={0: "a1", 1: "g7"}, lifted="BPI")
    play(state, "+d")
    order = []
    while state.actor == matou.CHANCE:
        order.append(state.name(state.legal()[0]).split("=")[0])
        state.play(state.legal()[0])
    assert order == ["d2", "d6"]  # from d1 and d5; d7 is known and becomes the spare
    state = castle(mice={0: "a1", 1: "g7"}, lifted="P")
    play(state, "+d")
    assert state.name(state.legal()[0]).startswith("d2=")
    state.play(state.legal()[0])
    assert state.name(state.legal()[0]).startswith("spare=")


def test_ap10_weights_count_unseen_tiles_and_a_single_outcome_is_chance() -> None:
    state = castle(mice={0: "a1", 1: "g7"}, tiles={"d4": "gouda", "d6": "gouda", "d2": "trap"})
    s = state.s
    play(state, "^K")
    weights = dict(zip([state.name(a) for a in state.legal()], state.weights(), strict=True))
    assert weights["a2=gouda"] == 1
    assert weights["a2=trap"] == 2
    assert weights["a2=bare"] == 9
    for kind in range(9):
        s.unseen[kind] = 1 if kind == 3 else 0
    only = state.copy()
    assert only.actor == matou.CHANCE
    assert set(names(only)) == {"a2=edam"}
    assert refused(only, "a2=gouda") == "AP10"
    assert refused(only, "b2=edam") == "AP10"
    assert refused(only, ".") == "AP10"


def test_ap10_seen_tiles_stay_known_after_a_push() -> None:
    state = castle(mice={0: "a1", 1: "g7"}, tiles={"a2": "edam", "g2": "bare"})
    play(state, ">2")
    assert lies(state, "b2") == "edam"
    play(state, "^O")  # b2 is in O and already known, so only b1 is revealed
    assert {n.split("=")[0] for n in names(state)} == {"b1"}
    assert refused(castle(mice={0: "a1", 1: "g7"}), "b2=edam") == "AP10"


def test_ap11_two_mice_on_one_kind_take_its_token_once() -> None:
    tiles = {"b1": "gouda", "b2": "bare", "d2": "gouda", "d1": "gouda", "c2": "bare"}
    state = castle(mice={0: "b2 d2", 1: "g7"}, tiles=tiles, lifted="RO")
    play(state, "b2-b1")
    assert won(state, 0) == {"gouda"}
    assert state.scores == [1, 0]
    play(state, "d2-d1")
    assert won(state, 0) == {"gouda"}
    assert state.actor == 0


def test_ap11_counts_on_others_turns_but_not_for_mice_of_two_players() -> None:
    tiles = {"a2": "brie", "g2": "bare", "b2": "bare", "b1": "brie", "d2": "edam"}
    state = castle(3, mice={0: "a7 d1", 1: "b1 b2", 2: "d2 g7"}, tiles=tiles | {"d1": "edam"})
    play(state, ">2")
    assert won(state, 1) == {"brie"}
    assert won(state, 0) == won(state, 2) == set()
    assert state.actor == 0


def test_ap11_falls_come_first() -> None:
    tiles = {"a2": "trap", "b2": "bare", "b1": "gouda", "c2": "gouda", "d2": "bare"}
    state = castle(
        mice={0: "a7", 1: "b1 b2 d2"}, tiles=tiles | {"e2": "bare", "f2": "bare", "g2": "bare"}
    )
    play(state, ">2")  # gouda moves beneath d2, a trap beneath b2: b1 and d2 still are a pair
    assert won(state, 1) == {"gouda"}
    tiles = {"a2": "gouda", "b2": "bare", "b1": "gouda", "b3": "bare", "b7": "bare"}
    both = castle(mice={0: "a7", 1: "b1 b2"}, tiles=tiles | {"g2": "bare"}, spare="trap")
    play(both, "+b")  # the trap moves beneath b1, its gouda beneath b2: only one mouse is left
    assert both.s.fallen[1] == 1
    assert won(both, 1) == set()


def test_ap12_rooms_without_mice_are_covered_again() -> None:
    """AP12: for every player's rooms, at no cost, and tiles stay known."""
    state = castle(mice={0: "a1", 1: "b3"}, lifted="KO", left=2)
    assert roofs_off(state) == "KLO"
    play(state, "@a7")
    assert roofs_off(state) == "KLO"
    play(state, ".")
    assert roofs_off(state) == "L"  # held open by another player's mouse
    assert lies(state, "b1") != "unknown"  # covered but still known


def test_ap12_a_mouse_in_the_cellar_does_not_hold_a_room_open() -> None:
    tiles = {"b2": "bare", "g2": "bare"}
    state = castle(mice={0: "a7", 1: "b2"}, tiles=tiles | {"a2": "trap"})
    play(state, ">2")
    assert roofs_off(state) == "O"
    assert state.s.fallen[1] == 1
    play(state, ".")
    assert roofs_off(state) == ""


def test_ap12_comes_after_the_fourth_action_too() -> None:
    state = castle(mice={0: "a1", 1: "g7"}, lifted="K", left=1)
    play(state, "@g1")
    assert roofs_off(state) == ""
    assert state.actor == 1


def test_ap13_the_goal_wins_at_once_in_the_middle_of_a_turn() -> None:
    tiles = {"b1": "gouda", "b2": "bare", "d2": "gouda"}
    state = castle(mice={0: "b2 d2", 1: "g7"}, tiles=tiles, cheeses={0: THREE})
    play(state, "b2-b1")
    assert (state.ended_by, state.winners, state.scores) == ("AP13", [0], [4, 0])
    assert state.returns == [1.0, 0.0]
    assert state.s.turn == 0
    longer = castle(mice={0: "b2 d2", 1: "g7"}, tiles=tiles, cheeses={0: THREE}, goal=5)
    assert not play(longer, "b2-b1").over


def reach_together(seat: int, seats: int) -> matou.State:
    """Gives seat 0 and seat 1 their fourth cheese by one push of row 2."""
    tiles = {"a2": "gouda", "b2": "bare", "b1": "gouda", "d2": "edam", "e2": "bare", "g2": "bare"}
    return castle(
        seats,
        mice={0: "b1 b2", 1: "e2 f5", 2: "a7"},
        tiles=tiles | {"f5": "edam", "f2": "bare"},
        cheeses={0: THREE, 1: THREE},
        seat=seat,
    )


@pytest.mark.parametrize(
    ("seats", "seat", "winner"), [(2, 0, 0), (2, 1, 1), (3, 0, 0), (3, 1, 1), (3, 2, 0)]
)
def test_ap13_two_seats_reach_the_goal_by_one_push(seats: int, seat: int, winner: int) -> None:
    state = reach_together(seat, seats)
    play(state, ">2")
    assert state.scores[:2] == [4, 4]
    assert (state.ended_by, state.winners) == ("AP13", [winner])


def dropping(seats: int, seat: int, fallen: dict[int, int], **how: object) -> matou.State:
    """Returns a position where a push of row 2 from the west drops seat 1's mouse on b2."""
    tiles = {"a2": "trap", "b2": "bare", "g2": "bare"}
    mice = {who: name for who, name in enumerate(("a7", "b2", "g7", "g1")) if who < seats}
    return castle(seats, mice=mice, tiles=tiles, fallen=fallen, seat=seat, **how)  # type: ignore[arg-type]


def test_ap14_the_third_fall_ends_the_game_and_that_player_cannot_win() -> None:
    state = dropping(2, 1, {1: 2}, cheeses={1: THREE})
    play(state, ">2")
    assert (state.ended_by, state.winners) == ("AP14", [0])
    assert state.scores == [0, 3]
    second = dropping(2, 0, {1: 1})
    assert not play(second, ">2").over


def test_ap14_mice_still_outside_count_as_remaining() -> None:
    state = dropping(2, 0, {1: 1})
    assert state.s.outside[1] == 2
    play(state, ">2")
    assert not state.over
    assert state.s.fallen[1] == 2


@pytest.mark.parametrize(
    ("seat", "cheeses", "winner"),
    [
        (0, {}, 2),  # 0, 2 and 3 are tied: the next of them after seat 0
        (2, {}, 3),
        (3, {}, 0),
        (1, {}, 2),
        (0, {0: ["brie"], 3: ["edam"]}, 3),  # tied: the player on turn played last
        (0, {0: ["brie", "edam"], 3: ["edam"]}, 0),
        (2, {0: ["brie"], 1: THREE, 2: ["brie"]}, 0),
    ],
)
def test_ap14_most_cheeses_then_whose_last_turn_is_longest_ago(
    seat: int, cheeses: dict[int, list[str]], winner: int
) -> None:
    state = play(dropping(4, seat, {1: 2}, cheeses=cheeses), ">2")
    assert (state.ended_by, state.winners) == ("AP14", [winner])


def test_ap14_if_nobody_can_win_everybody_does() -> None:
    tiles = {"a2": "trap", "b2": "bare", "c2": "trap", "d2": "bare", "g2": "bare"}
    state = castle(2, mice={0: "d2", 1: "b2"}, tiles=tiles, fallen={0: 2, 1: 2})
    play(state, ">2")
    assert (state.ended_by, state.winners) == ("AP14", [0, 1])
    assert state.returns == [0.5, 0.5]


def test_ap13_comes_before_ap14() -> None:
    tiles = {"a2": "trap", "b2": "bare", "c2": "edam", "d2": "bare", "f5": "edam"}
    state = castle(
        3,
        mice={0: "a7", 1: "b2", 2: "d2 f5"},
        tiles=tiles | {"e2": "bare", "g2": "bare"},
        fallen={1: 2},
        cheeses={2: THREE, 0: ["brie"]},
    )
    play(state, ">2")
    assert state.s.fallen[1] == 3
    assert (state.ended_by, state.winners) == ("AP13", [2])


def test_one_push_drops_two_mice_wins_a_cheese_and_ends_the_game() -> None:
    """AP8, AP9, AP10, AP11 and AP14 in one action, with an unseen trap."""
    tiles = {"b2": "bare", "c2": "trap", "d2": "bare", "e2": "gouda", "f2": "bare", "f5": "gouda"}
    state = castle(
        4,
        mice={0: "a7", 1: "b2", 2: "d2 g7", 3: "f2 f5"},
        tiles=tiles,
        fallen={1: 2, 2: 1},
        cheeses={0: ["brie"], 1: THREE, 3: ["edam"]},
        spare="brie",
    )
    play(state, ">2")
    order = []
    for outcome in ("b2=trap", "spare=trap"):
        order.append(state.name(state.legal()[0]).split("=")[0])
        assert not state.over
        play(state, outcome)
    assert order == ["b2", "spare"]
    assert [state.s.fallen[seat] for seat in range(4)] == [0, 3, 2, 0]
    assert won(state, 3) == {"edam", "gouda"}
    assert (state.ended_by, state.winners) == ("AP14", [3])
    assert state.legal() == []
    assert refused(state, ">4") == "AP14"


def test_ap15_the_300th_turn_is_the_last_and_ties_share() -> None:
    state = castle(3, mice={0: "a1", 1: "g1", 2: "a7"}, turn=299, seat=2, cheeses={0: ["brie"]})
    play(state, "@g7")
    assert not state.over
    play(state, ".")
    assert (state.ended_by, state.winners) == ("AP15", [0])
    tied = castle(
        3, mice={0: "a1", 2: "a7"}, turn=299, seat=2, left=1, cheeses={0: ["brie"], 2: ["edam"]}
    )
    play(tied, "@g7")
    assert (tied.ended_by, tied.winners) == ("AP15", [0, 2])
    assert tied.returns == [0.5, 0.0, 0.5]
    assert refused(tied, ".") == "AP15"
    earlier = castle(3, mice={0: "a1", 2: "a7"}, turn=298, seat=1, left=1)
    assert not play(earlier, "@g7").over


def test_ap15_without_any_cheese_everybody_shares() -> None:
    state = castle(3, mice={0: "a1", 1: "g1", 2: "a7"}, turn=299, seat=2, left=1)
    play(state, "@g7")
    assert (state.ended_by, state.winners) == ("AP15", [0, 1, 2])
    assert state.returns == [1 / 3, 1 / 3, 1 / 3]


def test_ap15_comes_after_cheese_and_after_covering() -> None:
    tiles = {"b1": "gouda", "b2": "bare", "d2": "gouda"}
    state = castle(
        mice={0: "b2 d2", 1: "g7"}, tiles=tiles, lifted="K", turn=299, left=1, cheeses={1: ["brie"]}
    )
    play(state, "b2-b1")
    assert (state.ended_by, state.winners) == ("AP15", [0, 1])
    assert roofs_off(state) == "OP"
