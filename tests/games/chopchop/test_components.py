"""Chop! Chop! with changed components: counts, dice and holes; impossible ones are refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from conformance.boxes import Workshop

from matou.core.components import BadComponents
from matou.core.game import Game


@contextmanager
def load_changed(folder: Path, old: str, new: str) -> Iterator[Game]:
    workshop = Workshop("chopchop", folder)
    with workshop.changed(workshop.replaced("components.py", old, new)) as game:
        yield game


def test_with_eleven_cheese_tiles_the_mice_need_eleven_CC18(tmp_path: Path) -> None:
    with load_changed(tmp_path, "COUNTS = (10, 12,", "COUNTS = (11, 11,") as game:
        rules: Any = game.rules
        for won, ended in ((10, False), (11, True)):
            s = game.start(2).s
            s.side, s.won, s.plates = rules.MOUSE, won, 0
            rules.arrive(s, rules.SET[rules.HOME[0]])
            assert (rules.actor(s) == rules.OVER) == ended
        assert "all eleven cheeses" in str(game.words.TAGLINE) + str(game.book())


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("COUNTS = (10, 12,", "COUNTS = (10, 11,", "COUNTS add up to 37 tiles, for 38 squares"),
        ("1, 1, 2, 2, 3, 4)", "0, 1, 2, 2, 3, 4)", "a face of MOUSE_DIE is 0"),
        ('"N": "c7"', '"N": "c6"', "HOLES: N is reached from c6; it must be from row 7"),
        ('"S": "d1"', '"S": "c1"', "HOLES: S is reached from c1; it must be from row 1, columns d"),
        ('"E": "f4"', '"E": "f3"', "would lie beside"),
        ('LEGS = ("c3",', 'LEGS = ("c2",', "make up no table"),
    ],
)
def test_components_that_do_not_add_up_are_refused(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    with pytest.raises(BadComponents, match=says), load_changed(tmp_path, old, new):
        pass


def test_a_changed_die_rolls_its_new_face_CC3(tmp_path: Path) -> None:
    with load_changed(tmp_path, "2, 2, 3, 4)", "2, 2, 3, 5)") as game:
        state = game.start(2)
        state.play("@Tc4")
        assert [state.name(a) for a in state.legal()] == ["1", "2", "3", "5"]
        assert state.weights() == [2, 2, 1, 1]
        state.play("5")
        assert len(state.legal()) > 10


@pytest.mark.parametrize(("hole", "old", "new"), [("N", "c7", "e7"), ("S", "d1", "e1")])
def test_a_moved_hole_is_entered_from_its_new_place(
    tmp_path: Path, hole: str, old: str, new: str
) -> None:
    """CC4, CC7"""
    with load_changed(tmp_path, f'"{hole}": "{old}"', f'"{hole}": "{new}"') as game:
        state = game.start(2)
        state.play("@Tc4")
        state.play("1")
        names = [state.name(a) for a in state.legal()]
        assert f"{hole}-{new}" in names
        assert f"{hole}-{old}" not in names
