"""Refusals of Chop! Chop! name the rule that is broken; notation is read strictly."""

from __future__ import annotations

import random

import pytest
from games.chopchop.position import CAT, MICE, kitchen
from games.support import play, refused

import matou
from matou.games.chopchop import notation, rules
from matou.games.chopchop.say import refusals


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("b1-b2", "CC2"),  # the cat, in the mice's turn
        ("c1-c2", "CC3"),  # no mouse there
        ("a1-a1", "CC4"),
        ("b4-b5", "CC4"),  # too near
        ("b4-f7", "CC4"),  # too far
        ("a1-a2", "CC5"),  # a mouse is there
        ("a1-b1", "CC5"),  # the cat is there
        ("b4-d4", "CC5"),  # a mouse in the tunnel
        ("a1-b2", "CC5"),  # the ways by a2 and b1 are blocked
        ("b4-Tc5", "CC7"),
        ("a1-a2*", "CC9"),
        ("^a1", "CC15"),
        ("@Tc4", "CC1"),
        ("3", "CC3"),
        ("=fork", "CC3"),
        ("b4-c3", "CC7"),  # a leg of the table
        ("b4-Ta1", "CC7"),
        ("b4-g4", "CC7"),
        ("c3-c2", "CC3"),  # nobody stands on a leg
        ("a1-g1*", "CC7"),
        ("^c3", "CC15"),
        ("@c3", "CC1"),
        ("7", "CC3"),
        ("=tea", "CC3"),
    ],
)
def test_a_refused_mouse_move_names_the_rule(action: str, rule: str) -> None:
    crowd = kitchen("b1", ("a1", "a2", "b4", "c4"), cheese=("f1",))
    assert refused(play(crowd, "2"), action) == rule


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("f1-f2", "CC2"),
        ("c1-c2", "CC3"),
        ("a3-a3", "CC4"),
        ("a3-f7", "CC4"),
        ("a3-a5", "CC5"),  # through the mouse on a4
        ("a3-W", "CC6"),
        ("a3-c4", "CC6"),
        ("a3-b4", "CC6"),  # a visible cheese
        ("a3-c3", "CC6"),  # a leg of the table
        ("a3-a0", "CC6"),
        ("a3-Tc3", "CC6"),  # the way by b3 is blocked by a cheese
        ("a3-a1*", "CC9"),  # no mouse there
        ("a3-b2", "CC9"),  # a catch without its star
    ],
)
def test_a_refused_cat_move_names_the_rule(action: str, rule: str) -> None:
    state = kitchen("a3", ("a4", "b2", "f1", None), CAT, cheese=("b4", "b3"))
    assert refused(play(state, "2"), action) == rule


def test_refusals_name_cc7_cc10_and_cc13_to_cc16() -> None:
    full = play(kitchen("Tc4", ("a4", "W", None, None)), "1")
    assert refused(full, "a4-W") == "CC7"
    alone = play(kitchen("a3", ("W", None, None, None), CAT), "1")
    assert refused(alone, "a3-a4") == "CC10"
    extra = play(kitchen("Tc4", ("a1", "f1", None, None), bare=("a1",)), "1 a1-a2 =+1")
    assert refused(extra, "f1-f2") == "CC13"
    arrow = kitchen("f7", ("a1", "f1", None, None), bare=("a1",), cheese=("b5",))
    play(arrow, "1 a1-a2 =arrow")
    for action in ("f1-f2", "a2-W", "a2-b5", "a2-a2"):
        assert refused(arrow, action) == "CC14"
    assert refused(arrow, "a2-f7") == "CC5"
    hunter = kitchen("a1", ("f1", None, None, "S"), CAT, bare=("a1", "f1"))
    play(hunter, "1 a1-a2 =arrow")
    assert refused(hunter, "a2-f1*") == refused(hunter, "a2-f1") == "CC14"
    fork = kitchen("b5", ("a1", "f1", None, None), bare=("a1",), cheese=("b5", "e2"))
    play(fork, "1 a1-a2 =fork")
    assert refused(fork, "^b5") == refused(fork, "^a7") == refused(fork, "a2-a3") == "CC15"
    twice = play(kitchen("Tc4", ("a1", "f1", None, None), rolls=2), "1 a1-a2 1")
    assert refused(twice, "f1-f2") == "CC16"


def test_actions_are_refused_during_chance_and_after_the_end() -> None:
    cat_die = kitchen(side=CAT)
    assert refused(cat_die, "4") == "CC3"
    assert refused(cat_die, "Tc4-Tc5") == "CC3"
    tile = play(kitchen("Tc4", ("a1", "E", "N", "S"), bare=("a1",), unseen={"fork": 1}), "1 a1-a2")
    assert refused(tile, "=knife") == refused(tile, "=tea") == "CC3"
    assert refused(tile, "a2-c3") == "CC3"  # the tile comes first
    over = play(kitchen("a1", ("a2", None, None, None), CAT), "1 a1-a2*")
    assert refused(over, "1") == refused(over, "a2-c3") == "CC17"
    begun = matou.game("chopchop").start(2)
    assert refused(begun, "@a1") == refused(begun, "@c3") == refused(begun, "W-c3") == "CC1"


def test_refusals_mention_the_legs_of_the_table() -> None:
    for side, start, leg, says in (
        (MICE, "d2", "d3", "walk around"),
        (CAT, "b3", "c3", "above it"),
    ):
        mice = ("d2", "f1", None, None)
        state = play(kitchen("b3", mice, side), "1")
        with pytest.raises(matou.IllegalAction) as refused:
            state.play(f"{start}-{leg}")
        assert f"A table leg stands on {leg}" in refused.value.sentence()
        assert says in refused.value.sentence()
        assert f"Il y a un pied de table en {leg}" in refused.value.sentence("fr")


@pytest.mark.parametrize(
    "text",
    [
        *("", "a", "a1", "A1-a2", "a1-A2", "a1-a8", "g1-a1", "c3-c2", "Ta1-a2", "tc4-b4", "w-a4"),
        *("@tc4", "@", "^", "^T", "0", "5", "01", "=", "=Knife", "=+3", "=tea", "a1-a2 ", "--"),
        *("a1–a2", "１", "a1-a2\n", "N-", "a1-a2**"),
    ],
)
def test_invalid_notation_is_not_read(text: str) -> None:
    assert notation.read(kitchen().s, text) == -1


def test_every_action_number_has_one_name_that_reads_back() -> None:
    s = kitchen().s
    named = [notation.name(s, a) for a in range(rules.ACTIONS)]
    assert len(set(named)) == rules.ACTIONS
    assert [notation.read(s, name) for name in named] == list(range(rules.ACTIONS))


@pytest.mark.unmeasured
def test_every_illegal_action_is_explained_in_every_phase() -> None:
    rng = random.Random(5)
    seen = set()
    state = matou.game("chopchop").start(3)
    for _ in range(3000):
        if state.over:
            state = matou.game("chopchop").start(3)
        if (key := (state.s.phase, state.s.side, state.s.rolls)) not in seen:
            seen.add(key)
            legal = set(state.legal())
            for a in set(range(rules.ACTIONS)) - legal:
                why = refusals.why_not(state.s, a)
                assert why.rule in {f"CC{n}" for n in range(1, 20)}
                assert why.says.say("en") != why.says.say("fr")
        state.play(state.sample(rng))
    assert {phase for phase, side, _ in seen if side == MICE} >= {0, 1, 2, 3, 4, 5, 6}
