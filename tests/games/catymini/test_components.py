"""Caty Mini with changed components: other tokens and hands; impossible ones are refused."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conformance.boxes import Workshop

from matou.core.components import BadComponents


def test_tokens_have_the_values_of_the_components(tmp_path: Path) -> None:
    """CM3, CM9: four of one value, which once were taken for the next value."""
    workshop = Workshop("catymini", tmp_path)
    edit = workshop.replaced("boards.toml", "values = [2, 2, 3, 3, 4]", "values = [2, 2, 2, 2, 3]")
    with workshop.changed(edit) as game:
        rules: Any = game.rules
        s = game.start(4).s
        won = []
        for _ in range(6):  # one more than exist
            before = rules.score(s, 0)
            rules.win(s, 0, 7)
            won.append(rules.score(s, 0) - before)
        assert won == [2, 2, 2, 2, 3, 0]
        # With two players, two of them are removed at random, each equally likely.
        s = game.start(2).s
        s.phase = rules.REMOVING
        out, weights = [0] * rules.MAX_LEGAL, [0] * rules.MAX_LEGAL
        n = rules.legal(s, out, weights)
        names = [game.notation.name(s, a) for a in out[:n]]
        assert dict(zip(names, weights, strict=False)) == {"-block2": 4, "-block3": 1}
        assert "the values 2, 2, 2, 2 and 3" in str(game.book())


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("boards.toml", "thread = 12800", "thread = 40000", "thread is 40000; .* to 16383"),
        ("boards.toml", "notch = 70", "notch = 90", "places .* would overlap"),
        ("boards.toml", "block = [885, 415]", "block = [950, 415]", "boards.A.toys.block is at"),
        ("boards.toml", "values = [2, 2, 3, 3, 4]", "values = [0, 2, 3, 3, 4]", "values .* 1 at"),
        ("components.py", "ROUNDS = 12", "ROUNDS = 15", "ROUNDS are 15: with 2 players"),
        ("components.py", "{2: 3, 3: 1, 4: 0}", "{2: 3, 3: 3, 4: 0}", "EXTRA_TILES are 3 with 3"),
        ("components.py", "{2: 2, 3: 1, 4: 0}", "{2: 6, 3: 1, 4: 0}", "REMOVED_TOKENS with 2"),
    ],
)
def test_components_that_do_not_add_up_are_refused(
    tmp_path: Path, file: str, old: str, new: str, says: str
) -> None:
    workshop = Workshop("catymini", tmp_path)
    edit = workshop.replaced(file, old, new)
    with pytest.raises(BadComponents, match=says), workshop.changed(edit):
        pass


def test_the_number_of_rounds_can_be_changed_CM11(tmp_path: Path) -> None:
    workshop = Workshop("catymini", tmp_path)
    with workshop.changed(workshop.replaced("components.py", "ROUNDS = 12", "ROUNDS = 14")) as game:
        state = game.start(2)
        played: Counter[str] = Counter()
        while not state.over:
            action = state.legal()[0]
            played[state.name(action)[0]] += 1
            state.play(action)
        assert played["!"] == 14
