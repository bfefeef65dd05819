"""A drawing consists of cached parts, and separate highlights for the legal actions."""

from __future__ import annotations

import random
import re
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator

import pytest
from conformance.support import LARGE, SMALL, Table

from matou.core.observation import Observation
from matou.paper import Sheet

LITTLE = 5_000  # characters that any action may change, however small the drawing


def positions(table: Table, every: int) -> Iterator[list[Observation]]:
    """Yields positions of a random game, as the player to act and an onlooker see them."""
    state, rng = table.game.start(table.seats), random.Random(f"drawing {table}")
    number = 0
    while not state.over and number < 400:
        if number % every == 0:
            yield [state.observe(seat) for seat in {None, max(state.actor, 0)}]
        state.play(state.sample(rng))
        number += 1
    yield [state.observe(None), state.observe(0)]


def names(sheet: Sheet) -> list[str]:
    """Returns the ids of a drawing. Each part must parse as one element."""
    return [
        e.attrib["id"] for part in sheet.parts for e in ET.fromstring(part).iter() if e.get("id")
    ]


@pytest.mark.parametrize("table", SMALL + LARGE, ids=str)
def test_every_part_is_one_element_and_every_name_is_given_once(table: Table) -> None:
    for views in positions(table, 37):
        for view in views:
            for memory in (False, True):
                tall, wide = (view.sheet(memory=memory, wide=shape) for shape in (False, True))
                for sheet in (tall, wide):
                    found = Counter(names(sheet))
                    assert [name for name, times in found.items() if times > 1] == []
                    assert all(f"plate-{seat}" in found for seat in range(view.seats))
                # The shapes differ only in layout, not in ids or highlights.
                assert set(names(tall)) == set(names(wide))
                assert tall.highlights == wide.highlights


@pytest.mark.parametrize("table", SMALL + LARGE, ids=str)
def test_a_drawing_does_not_depend_on_the_one_before_it(table: Table) -> None:
    """The drawing before may be another seat's, who knows more: its parts are reused."""
    before: Sheet | None = None
    for at, views in enumerate(positions(table, 3)):
        for view in views:
            how = {"lang": ("en", "fr")[at // 5 % 2], "memory": at // 7 % 2 == 1}
            for wide in (False, True) if at % 4 == 0 else (at // 9 % 2 == 1,):
                drawn = view.sheet(wide=wide, before=before, **how)  # type: ignore[arg-type]
                alone = view.sheet(wide=wide, **how)  # type: ignore[arg-type]
                assert drawn.pieces == alone.pieces
                assert (drawn.highlights, drawn.box) == (alone.highlights, alone.box)
                assert before is None or sys.getrefcount(before) <= 2, "nothing holds it any more"
                before = drawn


@pytest.mark.parametrize("table", SMALL + LARGE, ids=str)
def test_the_wide_shape_suits_a_screen(table: Table) -> None:
    for views in positions(table, 29):
        for view in views:
            sheet = view.sheet(wide=True)
            assert 1.2 < sheet.width / sheet.height < 1.7


@pytest.mark.parametrize("table", SMALL + LARGE, ids=str)
def test_highlighted_elements_single_out_each_legal_action(table: Table) -> None:
    """The highlights of an action have only this action in common; none has illegal actions."""
    for views in positions(table, 11):
        for view in views:
            sheet = view.sheet()
            groups = re.findall(r'<g id="([^"]*)"', "".join(sheet.parts))
            assert set(sheet.highlights) <= set(groups)
            sets = [set(highlights.actions) for highlights in sheet.highlights.values()]
            assert all(sets)
            assert set().union(*sets) == set(view.legal())
            for action in view.legal():
                assert set.intersection(*[some for some in sets if action in some]) == {action}
            assert all(highlights.label for highlights in sheet.highlights.values())
            assert str(sheet).count(" data-actions=") == len(sheet.highlights)


@pytest.mark.parametrize("table", SMALL + LARGE, ids=str)
def test_an_unchanged_part_is_the_same_string_object(table: Table) -> None:
    for views in positions(table, 23):
        for view in views:
            for wide in (False, True):
                one, two = view.sheet(wide=wide), view.sheet(wide=wide)
                assert len(one.pieces) == len(two.pieces)
                assert all(a is b for a, b in zip(one.pieces, two.pieces, strict=True))


@pytest.mark.parametrize("wide", [False, True], ids=["tall", "wide"])
@pytest.mark.parametrize("table", SMALL + LARGE, ids=str)
def test_an_action_changes_a_small_part_of_the_drawing(table: Table, wide: bool) -> None:
    state, rng = table.game.start(table.seats), random.Random(f"changes {table}")
    sent = drawn = actions = 0
    before: set[str] = set()
    for _ in range(150):
        if state.over:
            break
        state.play(state.sample(rng))
        actions += 1
        parts = state.observe(None).sheet(wide=wide).parts
        drawn += sum(map(len, parts))
        sent += sum(len(part) for part in parts if before and part not in before)
        before = set(parts)
    assert sent < max(drawn / 5, LITTLE * actions)
