"""Who knows another's mind: the other's past as it saw it, hands that fit, and odds of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import matou
from matou.arena import Match, guests, mind
from matou.arena.one_game import play
from matou.bots.search import WORLDS
from matou.core.state import Observation, State
from matou.core.words import BadChoice
from matou.kit.layout import clone

NAME = "mind:level5-2026@40"


@pytest.fixture(autouse=True)
def briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mind, "STAGES", ((60, 0.01), (120, 1.0)))


def a_game(seed: int) -> Iterator[State]:
    """A random game, decision by decision."""
    state, rng = matou.game("catymini").start(2), random.Random(seed)
    while not state.over:
        if state.actor >= 0:
            yield state
        state.play(state.sample(rng))


def test_the_past_is_what_the_other_saw_before_each_tile_it_played() -> None:
    game = matou.game("catymini")
    assert game.hints is not None
    told: Any = game.hints.past
    rules: Any = game.rules
    for me in range(2):
        seen: list[tuple[Any, int]] = []
        views: list[Observation] = []
        for state in a_game(4 + me):
            if state.s.phase == rules.PLAYING and state.actor != me:
                before = clone(state.observe(1 - me).s)
                before.hand[1 - me] = 0
                seen.append((before, len(seen)))
            elif state.actor == me and state.s.phase in (rules.PLAYING, rules.RUNNING):
                views.append(state.observe(me))
                past = list(told.decisions(state.observe(me).s, 1 - me))
                assert [bytes(b) for b, _ in past] == [bytes(b) for b, _ in seen]
                hand = told.had(state.s, 1 - me)
                assert all(hand >> action - rules.PLAY & 1 for _, action in past)
                hands = told.dealt(state.observe(me).s, me)
                assert hand in hands
                assert len({h.bit_count() for h in hands}) == 1
        assert len(views) > 10


def test_hands_with_which_the_other_would_have_played_something_else_become_unlikely() -> None:
    game = matou.game("catymini")
    rules: Any = game.rules
    for state in a_game(8):  # seat 0 has played the first tile, at random
        if state.actor == 1 and state.s.phase == rules.RUNNING:
            break
    view = state.observe(1)
    tile = state.s.middle[1]
    odds = mind.make(game, NAME, seed=1).odds(view)
    assert sum(odds.values()) == pytest.approx(1)
    assert all(hand >> tile & 1 for hand in odds)
    assert max(odds.values()) > 3 * min(odds.values())
    knows = mind.make(game, NAME, seed=1)
    before = next(knows.past.decisions(view.s, 0))[0]

    def gladly(hand: int) -> float:  # a longer look than the one the odds come from
        before.hand[0] = hand
        return knows.likely(before, rules.PLAY + tile, 5, 2000)

    ranked = sorted(odds, key=lambda hand: odds[hand])
    assert gladly(ranked[-1]) > gladly(ranked[0])


def test_its_search_meets_each_hand_as_often_as_it_is_likely() -> None:
    game = matou.game("catymini")
    for state in a_game(3):
        if state.s.round == 11 and state.actor == 0:
            break
    view = state.observe(0)
    knows = mind.make(game, "mind:level5-2026@3000", seed=1)
    tree: Any = knows._tree(view, view.s, 0, 4000)
    hands = [world.hand[1] for world in list(tree.states)[WORLDS:]]
    assert len(hands) == tree.params.worlds == 64
    tree.run(3000)
    assert tree.iterations == 3000
    assert [world.hand[1] for world in list(tree.states)[WORLDS:]] == hands  # none anew
    told = knows.odds(view)
    assert len(told) < 64
    assert list(tree._args[9])[len(told) - 1] == pytest.approx(1)


def test_it_plays_matches_by_its_name_and_the_same_seed_plays_the_same() -> None:
    game = matou.game("catymini")
    match = Match.of(game, [NAME, "level5-2026@40"], games=2, seed=5)
    assert match.bots[0] == NAME
    assert guests.title(NAME) == NAME
    first, again = (play(match, next(match.tasks())) for _ in range(2))
    assert (first.scores, first.returns) == (again.scores, again.returns)


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("chopchop", NAME),
        ("catymini", "mind:level5@40"),
        ("catymini", "mind:level5-2026"),
        ("catymini", "mind:level5-2026@0"),
    ],
)
def test_what_it_cannot_know_is_refused_with_a_sentence(game: str, name: str) -> None:
    with pytest.raises(BadChoice, match=name) as refused:
        guests.spec(matou.game(game), name)
    assert name in refused.value.says.fr
