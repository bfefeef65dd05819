"""The faults that tools/mutate.py plants: repeatable, distinct, removed again."""

from __future__ import annotations

import ast

import mutate
import pytest
from mutations import change, mutations

import matou

pytestmark = pytest.mark.unmeasured  # tests of a tool: no package is measured


@pytest.mark.parametrize("game", matou.available())
def test_faults_are_repeatable_with_unique_names_and_texts(game: str) -> None:
    found = mutations(game)
    assert len({m.name for m in found}) == len(found)
    assert len({(m.where, m.text) for m in found}) == len(found)
    assert [(m.name, m.text) for m in mutations(game)] == [(m.name, m.text) for m in found]
    assert {"rules", "encode", "components"} <= {m.file.stem for m in found}


def test_a_fault_is_removed_from_the_tree_afterwards() -> None:
    for mutation in mutations("clocktowers")[::60]:
        before = ast.unparse(mutation.tree)
        with mutation.planted() as tree:
            assert ast.unparse(tree) != before
        assert ast.unparse(mutation.tree) == before


def test_a_change_is_marked_within_its_statement() -> None:
    assert change("if a + b > 1:", "if a - b > 1:") == "if a {+ → -} b > 1:"
    assert change("n += 1", "pass") == "{n += 1 → pass}"


def test_a_fault_replaces_the_code_of_the_rule_itself() -> None:
    rules = matou.game("clocktowers").rules
    fault = next(m for m in mutations("clocktowers") if m.where == "clocktowers/rules.ended")
    sound = rules.ended.__code__
    try:
        mutate.replace(fault)  # the fault removes "return 0"
        assert rules.ended(rules.State()) is None
    finally:
        rules.ended.__code__ = sound
    assert rules.ended(rules.State()) == 0
