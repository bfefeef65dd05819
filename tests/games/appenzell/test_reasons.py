"""Reasons for moves are true: traps that no push can bring, cheeses that can be won."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice

from games.appenzell.hand import castle

import matou
from matou.core.state import State
from matou.games.appenzell.components import SLOTS
from matou.games.appenzell.rules import apply
from matou.games.appenzell.say import moves
from matou.games.appenzell.say.pairs import nearest_pair
from matou.games.appenzell.state import ENTER, MOVE, NOTHING, PUSH
from matou.kit.layout import clone
from matou.kit.rng import rng_words

WORDS = ("", "one", "two", "three", "four")
SAFE = "After that, no push can bring a known trap under your mice."


def test_mice_called_safe_are_safe_from_every_push() -> None:
    checked = 0
    for state in islice(positions(3), 0, None, 3):
        seat, view = state.actor, state.observe(state.actor)
        for action in view.legal():
            said = view.game.telling.because(view, action)
            if said is None or said.say() != SAFE:
                continue
            after = clone(view.s)
            apply(after, action)
            assert after.reveal == NOTHING
            for slot in range(SLOTS):
                pushed = clone(after)
                pushed.left, pushed.pushed = 2, 0
                apply(pushed, PUSH + slot)
                assert pushed.fallen[seat] == after.fallen[seat]
            checked += 1
        if checked > 100:
            return
    raise AssertionError(f"only {checked}")


def positions(seats: int) -> Iterator[State]:
    """Yields the decisions of some random games."""
    for seed in range(6):
        state, rng = matou.game("appenzell").start(seats), random.Random(seed)
        while not state.over and state.played < 300:
            if state.actor >= 0 and not state.s.placing:
                yield state
            state.play(state.sample(rng))


def within(s: State, seat: int, actions: int) -> bool:
    """Returns whether a seat can win a cheese in a number of actions, by lifting and moving."""
    held = s.s.cheeses[seat]
    s.s.seat, s.s.left, s.s.pushed = seat, 9, 1  # no turn ends meanwhile
    while actions > 0 and s.s.cheeses[seat] == held:
        best: tuple[int, int, State] | None = None
        for a in s.legal():
            if a < ENTER or MOVE <= a < PUSH:
                then = s.copy()
                then.play(a)
                while then.actor < 0 and not then.over:  # the reason does not count on unseen tiles
                    then.play(then.legal()[0])
                cost, pair = s.s.left - then.s.left, nearest_pair(then.s, seat)
                total = (
                    cost if then.s.cheeses[seat] != held else cost + pair.actions if pair else 99
                )
                if best is None or total < best[0]:
                    best = total, cost, then
        assert best is not None
        actions, s = actions - best[1], best[2]
    return bool(s.s.cheeses[seat] != held)


def test_the_number_of_actions_to_a_cheese_is_right() -> None:
    checked = 0
    for state in islice(positions(2), 0, None, 9):
        seat, view = state.actor, state.observe(state.actor)
        for action in view.legal():
            said = view.game.telling.because(view, action)
            found = re.match(r"Then (\w+) more action", said.say()) if said else None
            if found:
                after = view.imagine(rng_words(1))
                after.play(action)
                assert within(after, seat, WORDS.index(found[1])), (found[0], view.to_text())
                checked += 1
        if checked > 100:
            return
    raise AssertionError(f"only {checked}")


def test_a_push_that_drops_two_players_mice_names_both() -> None:
    tiles = {"a2": "trap", "b2": "bare", "c2": "trap", "d2": "bare", "g2": "bare"}
    for mice, costs in (
        ({0: "a7", 1: "b2"}, "It costs Basile a mouse."),
        ({0: "a7", 1: "b2", 2: "d2"}, "It costs Basile and Chloé a mouse each."),
    ):
        state = castle(3, mice=mice, tiles=tiles)
        because = moves.because(state.observe(0), state.parse(">2"))
        assert because is not None
        assert because.say("en", ["Ada", "Basile", "Chloé"], 0) == costs
