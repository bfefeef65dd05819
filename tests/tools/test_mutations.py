"""The faults that tools/mutate.py plants: found the same each time, told apart, taken out again."""

from __future__ import annotations

import ast

import mutate
import pytest
from mutations import change, mutations

import matou

pytestmark = pytest.mark.unmeasured  # a tool's tests: no room is run


@pytest.mark.parametrize("game", matou.available())
def test_faults_have_names_and_texts_of_their_own_and_are_always_the_same(game: str) -> None:
    found = mutations(game)
    assert len({m.name for m in found}) == len(found)
    assert len({(m.where, m.text) for m in found}) == len(found)
    assert [(m.name, m.text) for m in mutations(game)] == [(m.name, m.text) for m in found]
    assert {"rules", "encode", "components"} <= {m.file.stem for m in found}


def test_a_fault_is_in_the_tree_while_it_is_planted_and_not_longer() -> None:
    for mutation in mutations("clocktowers")[::60]:
        before = ast.unparse(mutation.tree)
        with mutation.planted() as tree:
            assert ast.unparse(tree) != before
        assert ast.unparse(mutation.tree) == before


def test_a_change_is_shown_in_its_statement() -> None:
    assert change("if a + b > 1:", "if a - b > 1:") == "if a {+ → -} b > 1:"
    assert change("n += 1", "pass") == "{n += 1 → pass}"


def test_a_fault_in_a_rule_is_noticed_by_whoever_knows_the_rule() -> None:
    rules = matou.game("clocktowers").rules
    fault = next(m for m in mutations("clocktowers") if m.where == "clocktowers/rules.ended")
    sound = rules.ended.__code__
    try:
        mutate.replace(fault)  # "return 0" is dropped
        assert rules.ended(rules.State()) is None
    finally:
        rules.ended.__code__ = sound
    assert rules.ended(rules.State()) == 0
