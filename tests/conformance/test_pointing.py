"""A click on any element of a picture has an effect, or gets an explanation why not."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice

import pytest
from conformance.support import LARGE, SMALL, Table, positions

from matou.core.grammar import languages
from matou.core.messages import Why
from matou.core.observation import Observation
from matou.core.pointing import explain
from matou.core.state import State

each_table = pytest.mark.parametrize("table", SMALL + LARGE, ids=str)
NAMED = re.compile(r'<[a-z]+ id="([^"]*)"')


def some(table: Table, seed: int) -> Iterator[State]:
    """Yields up to nine positions of a random game."""
    return islice(positions(table, seed, every=31), 9)


def drawn(view: Observation) -> list[str]:
    """Returns the ids in a drawing."""
    return NAMED.findall("".join(view.sheet().parts))


def rule_numbers(view: Observation) -> list[str]:
    """Returns the numbers of the game's rules."""
    book = view.game.book()
    assert book is not None
    return [rule.rule for rule in book.rules]


def is_real(why: Why | None, rules: list[str]) -> bool:
    """Returns whether there is a sentence in every language and a rule of the book."""
    return (
        why is not None
        and why.rule in rules
        and all(len(said) > 10 and said[-1] in ".!?" for said in map(why.says.say, languages()))
        and why.says.say("en") != why.says.say("fr")
    )


@each_table
def test_the_actions_of_an_element_include_its_highlights(table: Table) -> None:
    for state in some(table, 21):
        for seat in (None, *range(table.seats)):
            view = state.observe(seat)
            highlights = view.sheet().highlights
            for id in drawn(view):
                meant = view.game.pointing.meant(view, id)
                assert all(0 <= a < view.game.rules.ACTIONS for a in meant), id
                assert len(set(meant)) == len(meant), id
                if id in highlights:
                    assert set(highlights[id].actions) <= set(meant), id
                elif seat is None:
                    assert set(view.legal()).isdisjoint(meant), id


@each_table
def test_every_click_without_effect_is_explained_with_a_rule(table: Table) -> None:
    """As the first click, and after a click on a highlighted element."""
    rng = random.Random(f"cold {table}")
    for state in some(table, 22):
        view = state.observe(state.actor if state.actor >= 0 else 0)
        highlights, rules, ids = view.sheet().highlights, rule_numbers(view), drawn(view)
        for id in ids:
            if id not in highlights:
                assert is_real(explain(view, [id], []), rules), id
        for first in rng.sample(sorted(highlights), min(3, len(highlights))):
            left = set(highlights[first].actions)
            for id in ids:
                here = set(highlights[id].actions) if id in highlights else set()
                if left & here:
                    continue  # the page itself narrows down
                why = explain(view, [id], [first])
                # Only an element with actions of its own may replace the first choice.
                assert is_real(why, rules) if why or not here else here, (first, id)


@each_table
def test_two_clicks_that_mean_one_illegal_action_get_its_reason(
    table: Table,
) -> None:
    found, narrowed = 0, False
    for state in some(table, 23):
        if state.actor < 0:
            continue
        view = state.observe(state.actor)
        meant = {id: set(view.game.pointing.meant(view, id)) for id in drawn(view)}
        legal, highlights = set(view.legal()), view.sheet().highlights
        narrowed = narrowed or any(len(hot.actions) > 1 for hot in highlights.values())
        for first in highlights:
            for id, actions in meant.items():
                both = actions & meant[first]
                if len(both) != 1 or both & legal or id == first:
                    continue
                if view.game.pointing.remark(view, id, [first]) is None:
                    found += 1
                    assert explain(view, [id], [first]) == view.game.why.why_not(view.s, min(both))
    assert found or not narrowed, "no two clicks were found that mean one illegal action"


@each_table
def test_unknown_elements_are_answered_with_the_current_rule(table: Table) -> None:
    rng = random.Random(f"unknown {table}")
    for state in some(table, 24):
        for seat in (None, *range(table.seats)):
            view = state.observe(seat)
            now = view.game.why.why_now(view.s)
            known = drawn(view)
            strange = ["", "-", "x", "é-²-٣", "tower", "tower-9-9", "mouse-²-0", "square-", "tile-"]
            for id in rng.sample(known, min(12, len(known))):
                strange += [f"{id}-", f"{id}-99", id[:-1] + "٣", f"-{id}", id.upper() + "x"]
            for id in strange:
                meant = view.game.pointing.meant(view, id)
                if id not in known and not meant and not view.game.pointing.remark(view, id, []):
                    assert explain(view, [id], []) == now
                    assert explain(view, [id, id], [id]) == now
            assert view.game.why.turns(view.s) in rule_numbers(view)
