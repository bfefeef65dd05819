"""Reasons for moves in Chop! Chop! are true: ways to go, forks, and the faces of the die."""

from __future__ import annotations

import random

import pytest
from games.chopchop.position import CAT, MICE, kitchen, squares
from games.support import play

import matou
from matou.core.state import State
from matou.games.chopchop import notation
from matou.games.chopchop.components import CAT_DIE, TILE_SET
from matou.games.chopchop.say import moves
from matou.games.chopchop.state import ROLLING

SAFE = "Then no face of the cat’s die catches a mouse."
FORK = "1 of the 3 tiles still face down is a fork, which takes a visible cheese."


def why(state: State, action: str) -> str:
    said = moves.because(state.observe(state.actor), notation.read(state.s, action))
    return "" if said is None else said.say("en", ["Ada", "Basile"], state.actor)


@pytest.mark.parametrize(
    ("action", "cheese", "says"),
    [
        ("b1-b2", (), "That brings the cat within five squares of a mouse."),
        ("b1-a1", (), "That brings the cat within five squares of a mouse."),
        ("b1-c1", (), ""),
        # The cat may not enter a square with a cheese and must walk around it.
        ("b1-a1", ("a2",), ""),
        ("b1-b2", ("a2", "a3", "a4", "b4"), "That brings the cat within seven squares of a mouse."),
    ],
)
def test_a_reason_mentions_that_the_cat_comes_closer_to_a_mouse(
    action: str, cheese: tuple[str, ...], says: str
) -> None:
    state = play(kitchen("b1", ("a6", None, None, None), CAT, cheese=cheese), "1")
    assert why(state, action) == says


@pytest.mark.parametrize(
    ("won", "cheese", "action", "says"),
    [
        (9, ("f7",), "a7-c7", "Mouse 1 is then three squares from a cheese."),
        (9, ("f7",), "a7-a5", ""),
        (9, ("a1",), "a7-c7", ""),  # the cat sits on it
        (10, (), "a7-a5", "Mouse 1 is then two squares from a hole."),
        (10, (), "a7-c7", "Mouse 1 is then one square from a hole."),
    ],
)
def test_a_reason_mentions_the_way_to_a_cheese_or_finally_a_hole(
    won: int, cheese: tuple[str, ...], action: str, says: str
) -> None:
    state = play(kitchen("a1", ("a7", None, None, None), MICE, cheese=cheese, won=won), "2")
    assert why(state, action) == f"{SAFE} {says}".strip()


def test_a_reason_mentions_the_way_to_the_last_tiles() -> None:
    says = "Mouse 1 is then two squares from a tile still face down."
    for unseen, found in (({"cheese": 1}, f"{SAFE} {says}"), ({"dishes": 1}, SAFE)):
        state = kitchen("a1", ("a7", None, None, None), won=9, unseen=unseen)
        state.s.down = squares(["e7"])
        assert why(play(state, "2"), "a7-c7") == found


@pytest.mark.parametrize(("cat", "says"), [("a7", f"{SAFE} {FORK}"), ("b7", SAFE)])
def test_a_reason_mentions_a_possible_fork_unless_the_cat_is_on_the_cheese(
    cat: str, says: str
) -> None:
    state = kitchen(cat, ("d2", None, None, None), cheese=("b7",), unseen={"fork": 1, "dishes": 2})
    state.s.down = TILE_SET
    assert why(play(state, "1"), "d2-e2") == says


def test_a_move_called_the_safest_is_the_safest() -> None:
    checked = 0
    for seed in range(200):
        state, rng = matou.game("chopchop").start(2), random.Random(seed)
        while not state.over and state.played < 300:
            if state.actor == 1 and len(state.legal()) > 1:
                view = state.observe(1)
                for action in view.legal():
                    found = moves.because(view, action)
                    if found is None or "After every other move" not in found.say():
                        continue
                    others = [faces(state, a) for a in view.legal() if a != action]
                    assert faces(state, action) < min(others)
                    checked += 1
            state.play(state.sample(rng))
        if checked > 5:
            return
    raise AssertionError(f"only {checked}")


def faces(state: State, action: int) -> int:
    """Returns how many faces of the cat's die catch a mouse after a move."""
    after, found = state.copy(), 0
    after.play(action)
    for face in CAT_DIE:
        cat = after.copy()
        cat.s.side, cat.s.phase, cat.s.rolls = CAT, ROLLING, 1
        cat.play(str(face))
        found += cat.actor == 0 and any("*" in cat.name(a) for a in cat.legal())
    return found
