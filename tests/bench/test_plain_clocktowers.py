"""The plain Clocktowers of the benchmark is the same game as the one we ship."""

from __future__ import annotations

import random

import pytest

import matou
from matou.bench.plain_clocktowers import CARD, Clocktowers, Discard, Play, Show

GAMES = 30


@pytest.mark.parametrize("floors_above_clock", [False, True])
@pytest.mark.parametrize("ladder", ["table", "player"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_plain_and_shipped_games_agree_in_lockstep(
    seats: int, ladder: str, floors_above_clock: bool
) -> None:
    rng = random.Random(f"{seats} {ladder} {floors_above_clock}")
    game = matou.game("clocktowers", ladder=ladder, floors_above_clock=floors_above_clock)
    for _ in range(GAMES):
        state = game.start(seats)
        plain = Clocktowers(
            seats, one_ladder=ladder == "table", floors_above_clock=floors_above_clock
        )
        while not plain.over:
            assert state.scores == plain.scores()
            names = [state.name(a) for a in state.legal()]
            if plain.chance:
                assert state.actor == matou.CHANCE
                weights = {str(a): n for a, n in plain.outcomes().items()}
                assert dict(zip(names, state.weights(), strict=True)) == weights
                actions = list(plain.outcomes())
            else:
                assert state.actor == plain.seat
                actions = plain.legal()
                assert sorted(names) == sorted(str(a) for a in actions)
            action = rng.choice(actions)
            state.play(str(action))
            plain.apply(action)
        assert state.over
        assert state.scores == plain.scores()
        assert state.winners == plain.winners()


def test_every_tie_break_decides_some_game_and_both_name_the_same_winners() -> None:
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
