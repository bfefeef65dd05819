"""What the log says: a roof lifted again, mice that fall, cheese that is won."""

from __future__ import annotations

from games.appenzell.hand import castle

from matou.core.state import State
from matou.play import log

NAMES = ["Ada", "Basile", "Chloé"]


def line(state: State, name: str, reader: int | None = None) -> str:
    return log.play(state, state.parse(name)).own.says.say("en", NAMES, reader)


def test_a_roof_lifted_again_shows_what_has_been_seen() -> None:
    state = castle(mice={0: "a5", 1: "g1"}, tiles={"b5": "gouda", "c6": "trap"})
    said = line(state, "^E", 0)
    assert said == "You lift the copper roof of room E: b5 (gouda), c6 (trap)"
    assert line(state, "b6=bare") == "There is a bare tile on b6"  # never seen before


def test_a_player_who_loses_mice_reads_how_many_are_in_the_cellar() -> None:
    tiles = {"a2": "trap", "c2": "trap", "b2": "bare", "d2": "bare", "e2": "bare"}
    state = castle(
        mice={0: "b2 a7", 1: "d2"},
        tiles=tiles | {"f2": "bare", "g2": "brie"},
        fallen={0: 1},
    )
    assert line(state, ">2", 1) == (
        "Ada pushes row 2 from the west: a bare tile slides in. "
        "Ada loses one mouse (2 in the cellar). You lose one mouse (1 in the cellar)"
    )


def test_a_mouse_falls_through_a_trap_that_was_never_seen() -> None:
    """The tile of a2, under the roof of K, slides beneath the mouse on b2."""
    state = castle(mice={0: "a7", 1: "b2"}, tiles={"g2": "bare"}, spare="gouda")
    assert "loses" not in line(state, ">2")
    assert line(state, "b2=trap") == (
        "There is a trap on b2. Basile loses one mouse (1 in the cellar)"
    )


def test_a_player_who_wins_cheese_reads_which_and_how_many() -> None:
    state = castle(
        mice={0: "a5 f5", 1: "g1"},
        tiles={"a6": "gouda", "f5": "gouda"},
        lifted="DF",
        cheeses={0: ["brie"]},
    )
    assert line(state, "a5-a6", 0) == "You step from a5 to a6. You win gouda (2 of 4)"
