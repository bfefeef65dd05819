"""The second Clocktowers: its towers, its notation, and every tie-break compared with the game."""

from __future__ import annotations

import random

from reference.clocktowers import CARD, Clocktowers, Discard, Play, Show

import matou


def test_both_implementations_agree_on_every_tie_break() -> None:
    """CT12: points, the highest mouse, the highest cat, and a shared victory."""
    decided_by: set[int] = set()
    for seed in range(3000):
        plain = Clocktowers(seats=2)
        rng = random.Random(seed)
        played = []
        while not plain.over:
            action = rng.choice(list(plain.outcomes()) if plain.chance else plain.legal())
            played.append(str(action))
            plain.apply(action)
        worth = [(p.score(), p.highest("mouse"), p.highest("cat")) for p in plain.players]
        step = next((i for i in range(3) if worth[0][i] != worth[1][i]), 3)
        if step not in decided_by:
            decided_by.add(step)
            state = matou.game("clocktowers").start(seats=2)
            for name in played:
                state.play(name)
            assert state.winners == plain.winners()
        if len(decided_by) == 4:
            break
    assert decided_by == {0, 1, 2, 3}


def test_a_tower_scores_by_its_animals_and_measures_levels() -> None:
    """CT11, CT12: the clock's mouse counts, and the clock is one level."""
    plain = Clocktowers(seats=2)
    for code in ("R1", "K", "F2"):
        plain.apply(Show(CARD[code]))
    player = plain.players[0]
    plain.apply(Play(CARD["F1c"]))
    plain.drawing = False
    plain.seat = 0
    plain.apply(Play(CARD["Km"], 0))
    tower = player.towers[0]
    assert (tower.highest("cat"), tower.highest("mouse")) == (1, 2)
    assert tower.points() == 0
    tower.add(CARD["R1"])
    assert tower.points() == 3


def test_names_are_the_notation_of_the_rules() -> None:
    said = [Play(CARD["F2c"]), Play(CARD["K"], 1), Discard(CARD["F1m"]), Show(CARD["R3"])]
    assert [str(a) for a in said] == ["F2c+", "K>2", "xF1m", "=R3"]
