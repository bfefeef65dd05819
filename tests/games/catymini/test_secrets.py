"""Secrets of Caty Mini: hands are hidden but for their colours."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from games.catymini.support import NUMBER, dealt, play_out, ready

import matou
from matou.games.catymini.components import FURNITURE, TILES
from matou.kit.rng import rng_words


def held(state: matou.State, seat: int) -> set[str]:
    return {FURNITURE[t] for t in range(TILES) if state.s.hand[seat] >> t & 1}


def test_others_see_the_colours_of_a_hand_but_not_its_tiles_CM2() -> None:
    state = ready(3)
    view = state.observe(1)
    assert view.s.hand[1] == state.s.hand[1]
    assert [view.s.hand[0], view.s.hand[2]] == [0, 0]
    assert list(view.s.holds[0]) == [1, 2, 1, 1]
    assert "hand, face down: 1 turquoise, 2 yellow, 1 red, 1 violet" in view.text()
    assert "ta main\u00a0: l’armoire turquoise" in view.text("fr")


def test_the_log_hides_tiles_dealt_to_others_CM2() -> None:
    state = dealt(2)
    mine = [seen.name for seen in state.observe(0).log]
    assert mine[:10] == [
        "=chair", "=bed", "=table", "=sofa", "=cot", "=?", "=?", "=?", "=?", "~turquoise",
    ]  # fmt: skip
    nobody = [seen.name for seen in state.observe(None).log]
    assert nobody[0] == "=chair"
    assert set(nobody[1:9]) == {"=?"}


def test_everything_is_open_at_the_end_CM11() -> None:
    state = play_out(ready(3))
    view = state.observe(None)
    assert view.tobytes() == state.tobytes()
    assert "=?" not in [seen.name for seen in view.log]


def test_a_played_tile_cannot_be_undone_but_a_run_can() -> None:
    state = ready(2)
    state.play("!table")
    assert not state.can_undo(0)
    state.play("table/L")
    assert state.can_undo(0)
    state.undo(0)
    state.play("table/R")
    assert state.s.exit[0] == 2 * NUMBER["table"]


def test_only_playing_a_tile_reveals() -> None:
    state = ready(2)
    game = state.game
    for a in range(game.rules.ACTIONS):
        assert game.rules.reveals(state.s, a) == (game.notation.name(state.s, a)[0] == "!")


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_imagined_hands_fit_the_known_colours_and_tiles(seat: int | None) -> None:
    state = play_out(ready(3), until=60)
    for seed in range(40):
        whole = state.observe(seat).imagine(rng_words(seed))
        for other in range(3):
            tiles = [NUMBER[name] for name in held(whole, other)]
            assert [sum(t // 5 == c for t in tiles) for c in range(4)] == list(state.s.holds[other])
        if seat is not None:
            assert held(whole, seat) == held(state, seat)
        known = {"chair"} | {e.name[1:] for e in state.history if e.name[0] == "!"}
        for other in range(3):
            assert not known & held(whole, other)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_imagined_tiles_are_in_one_hand_and_were_never_in_the_middle(
    seats: int,
) -> None:
    rng = random.Random(seats)
    for _ in range(3):
        state = matou.game("catymini").start(seats)
        while not state.over:
            state.play(state.sample(rng))
            seen = [e.name[1:] for e in state.history if e is state.history[0] or e.name[0] == "!"]
            whole = state.observe(rng.choice([None, *range(seats)])).imagine(
                rng_words(rng.randrange(2**40))
            )
            tiles = [*seen, *(tile for seat in range(seats) for tile in held(whole, seat))]
            assert len(set(tiles)) == len(tiles)


def test_imagined_tiles_are_equally_likely() -> None:
    """Seat 0 has bed and wardrobe, the chair is shown: seat 1's turquoise tile is one of two."""
    state = ready(2)
    view = state.observe(0)
    count = Counter(
        next(t for t in held(view.imagine(rng_words(seed)), 1) if NUMBER[t] < 5)
        for seed in range(600)
    )
    assert set(count) == {"lamp", "mirror"}
    assert min(count.values()) > 240


def test_a_position_during_the_deal_can_be_imagined_and_played_on() -> None:
    rng = random.Random(5)
    for actions in range(1, 40):
        state = play_out(matou.game("catymini").start(3), seed=actions, until=actions)
        for seat in (None, 0, 2):
            whole = state.observe(seat).imagine(rng_words(rng.randrange(2**40)))
            assert whole.actor == state.actor
            assert whole.observe(seat).tobytes() == state.observe(seat).tobytes()
            if state.actor == matou.CHANCE:
                assert len(whole.legal()) == len(state.legal())
            assert play_out(whole, actions).over
