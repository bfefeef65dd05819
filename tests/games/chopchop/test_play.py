"""Whole games of Chop! Chop!: notation, laws, secrecy, undo and texts."""

from __future__ import annotations

import random

import pytest
from games.chopchop.position import CAT, MICE, kitchen
from games.support import names, play

import matou
from matou.core.grammar import grammar
from matou.games.chopchop import notation
from matou.games.chopchop.components import COUNTS, SET, TILES
from matou.games.chopchop.say import moves
from matou.play import log

tied = grammar("fr").typeset


def random_game(seats: int, seed: int) -> matou.State:
    """Plays a whole game, every action by its notation."""
    state = matou.game("chopchop").start(seats)
    rng = random.Random(seed)
    while not state.over:
        state.play(state.name(state.sample(rng)))
    return state


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_whole_games_can_be_played_by_notation_and_replayed(seats: int) -> None:
    for seed in range(4):
        state = random_game(seats, seed)
        again = matou.Record.loads(state.record().dumps()).replay()
        assert again.tobytes() == state.tobytes()
        assert state.ended_by in ("CC17", "CC18", "CC19")
        assert sum(state.scores) == len(state.winners)
        if state.ended_by == "CC17":
            assert state.winners == [0]
            assert all(place < 0 for place in state.s.mouse)


def test_laws_that_hold_in_every_position_of_random_games() -> None:
    rng = random.Random(3)
    for seats in (2, 5):
        state = matou.game("chopchop").start(seats)
        while not state.over:
            s = state.s
            standing = [place for place in s.mouse if place >= 0]
            assert s.mice == sum(SET[place] for place in standing)
            assert len(set(standing)) == len(standing)
            assert s.cat not in standing
            assert sum(s.unseen) == s.down.bit_count()
            seen_cheeses = COUNTS[0] - s.unseen[TILES.index("cheese")]
            assert seen_cheeses == s.won + s.cheese.bit_count()
            assert not s.cheese & s.down
            assert s.plates & s.mice == s.plates  # a plate not yet turned still has its mouse
            state.play(state.sample(rng))


def test_no_seat_has_secrets() -> None:
    state = play(kitchen("Tc4", ("a1", "E", "N", "S"), bare=("a1",)), "1 a1-a2")
    for seat in (None, 0, 1):
        view = state.observe(seat)
        assert view.tobytes() == state.tobytes()
        assert view.imagine([1, 2, 3, 4]).tobytes() == state.tobytes()
        assert [seen.name for seen in view.log] == ["1", "a1-a2"]


def test_every_move_can_be_undone_until_chance_reveals_something() -> None:
    state = play(kitchen("Tc4", ("a1", "E", "N", "S")), "1 a1-a2")
    assert state.can_undo(1)
    state.play("1")
    assert not state.can_undo(1)


def test_the_board_in_words_lists_pieces_tiles_and_cheeses() -> None:
    state = kitchen("b5", ("c4", "W", None, "S"), plates=("W",), cheese=("b5", "f6"), won=3)
    text = state.observe(None).text("en")
    for line in (
        "Cat: on b5, on a cheese",
        "Mouse 1: under the table (c4)",
        "Mouse 2: on its home plate in the west",
        "Mouse 3: caught",
        "Mouse 4: in the south hole",
        "Holes: east, north, south; home plates: west",
        "The mice have 3 of 10 cheeses; visible: b5, f6",
    ):
        assert line in text
    assert tied("Souris 3 : attrapée") in state.observe(None).text("fr")


def test_prompts_state_what_to_do() -> None:
    state = kitchen("Tc4", ("a1", "E", "N", "S"), bare=("a1",), rolls=2)
    play(state, "2")
    assert state.observe(1).prompt() == "Move a mouse exactly 2 squares. You roll twice this turn."
    assert state.observe(0).prompt() == "The mice are thinking."
    play(state, "a1-a3 =+1")
    assert state.observe(1).prompt("fr") == tied("+1 : avance encore la souris 1 d’une case.")
    caught = play(kitchen("a1", ("a2", None, None, None), CAT), "1")
    assert "a1-a2*" in names(caught)
    descriptions = [caught.describe(a) for a in caught.legal()]
    assert "Catch mouse 1 on a2" in descriptions


@pytest.mark.parametrize(
    ("unseen", "en", "fr"),
    [
        ({"cheese": 2, "dishes": 3}, "2 of the 5 tiles still face down are cheeses.", "2 des 5"),
        ({"cheese": 1, "dishes": 4}, "1 of the 5 tiles still face down is a cheese.", "Une des 5"),
        ({"cheese": 1}, "Every tile still face down is a cheese.", "Toutes les tuiles"),
    ],
)
def test_the_cheeses_among_the_hidden_tiles_are_counted(
    unseen: dict[str, int], en: str, fr: str
) -> None:
    state = kitchen("Tc4", ("a1", "E", "N", "S"), bare=("a1",), unseen=unseen)
    play(state, "1")
    because = moves.because(state.observe(1), notation.read(state.s, "a1-a2"))
    assert because is not None
    assert because.say("en").endswith(en)
    assert fr in because.say("fr")


def test_the_log_describes_a_fork_by_its_effect_for_the_side_that_found_it() -> None:
    for side, walk, cheese, does in (
        (MICE, "a1-a2", "f6", "it wins a visible cheese"),
        (MICE, "a1-a2", "b1", "there is no cheese to take"),  # the cat is on it
        (CAT, "b1-b2", "f6", "the cat gets nothing"),
    ):
        state = kitchen("b1", ("a1", "E", "N", "S"), side, bare=("a1", "b1"), cheese=(cheese,))
        play(state, f"1 {walk}")
        fork = notation.read(state.s, "=fork")
        assert does in state.describe(fork)
        assert does in moves.tell(state.s, fork).say()


def test_the_board_in_words_distinguishes_under_and_on_the_table() -> None:
    state = play(kitchen("Tc3", ("a7", "E", "N", "S"), CAT, bare=()), "1")
    top, floor = (notation.read(state.s, f"Tc3-{to}") for to in ("Tc4", "c2"))
    assert state.describe(top) == "Move the cat to c4, on the table"
    assert state.describe(floor) == "Move the cat to c2, onto a tile"


def test_cheeses_won_and_mice_caught_are_counted_aloud() -> None:
    state = kitchen("c1", ("a2", "N", None, "f7"), MICE, won=3, cheese=("a3",))

    def line(name: str) -> str:
        return log.play(state, state.parse(name)).own.says.say("en", ["Ada", "Basile"], None)

    play(state, "1")
    assert line("a2-a3") == "Basile moves mouse 1 to a3 and wins a cheese (4 of 10)"
    state = kitchen("c1", ("c2", "N", None, "f7"), CAT)
    play(state, "1")
    assert line("c1-c2*") == "Ada pounces: the cat catches mouse 1 on c2 (2 of 4)"
