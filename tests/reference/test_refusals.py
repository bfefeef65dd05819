"""Every refusal names a rule that is really broken, according to an independent judge.

A judge returns the rules that a notation breaks in a position of the second implementation. It
shares no code with the game. If an action breaks several rules, a refusal may name any of them.
"""

from __future__ import annotations

import importlib
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from conformance.support import TABLES

import matou

CASES = 4000  # illegal actions and notations for each game
A_POSITION = 8  # attempts at each position


def positions(name: str, judge: Any, rng: random.Random) -> Iterator[tuple[matou.State, Any]]:
    """Yields positions of random games without end, each with the second implementation's table.

    Kinds of decision that came often (a cat's move, a fork, a card to reveal) become rarer.
    """
    tables = [table for table in TABLES if table.name == name]
    moments: Counter[tuple[str, bool, int]] = Counter()
    while True:
        at = rng.choice(tables)
        state, table = at.game.start(at.seats), judge.Table(at.seats, **at.game.settings(at.seats))
        while True:
            most = 99 if state.actor == matou.CHANCE else 3
            moment = judge.current_rule(table), state.actor > 0, min(most, len(state.legal()))
            if rng.random() < 5 / (5 + moments[moment]):
                moments[moment] += 1
                yield state, table
            if state.over:
                break
            played = state.name(state.sample(rng))
            state.play(played)
            table.play(played)


def attempt(state: matou.State, table: Any, judge: Any, rng: random.Random) -> int | str:
    sort = rng.random()
    if sort < 0.15:
        return rng.randrange(state.game.rules.ACTIONS)
    if sort < 0.2:
        return "".join(rng.choices("abgxzTRKF1279@^<>+-=~!/.*é", k=rng.randint(1, 5)))
    if sort < 0.3 and state.history:  # an earlier action, a catch without its star
        return rng.choice(state.history[-40:]).name.rstrip("*")
    return str(judge.attempt(table, rng))


@pytest.mark.parametrize("name", matou.available())
def test_the_rule_that_is_named_is_really_broken(name: str) -> None:
    judge: Any = importlib.import_module(f"reference.judges.{name}")
    rng = random.Random(f"refusals of {name}")
    named: set[str] = set()
    cases, wrong = 0, []
    for state, table in positions(name, judge, rng):
        legal = {*state.legal(), *map(state.name, state.legal())}
        for _ in range(A_POSITION):
            tried = attempt(state, table, judge, rng)
            if tried in legal:
                continue
            with pytest.raises(matou.IllegalAction) as refused:
                state.play(tried)
            why = refused.value
            cases += 1
            named.add(why.rule)
            seat = state.actor if state.actor >= 0 else None
            assert state.observe(seat).why_not(tried) == (why.rule, why.says)
            text = state.game.notation.name(state.s, tried) if isinstance(tried, int) else tried
            if why.rule not in (broken := judge.broken(table, text)):
                wrong.append(f"{text}: {why}, but broken: {broken or 'none'}")
        if cases >= CASES:
            break
    assert not wrong, f"{len(wrong)} of {cases}:\n" + "\n".join(wrong[:40])
    assert named >= set(judge.NAMED.split()), "some rules were never broken"
