"""Drawings name the manner in which elements move; the page's script knows every name."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from matou import paper as p

STATIC = Path(p.__file__).parents[1] / "web" / "static"


def test_the_page_can_play_every_manner_of_moving() -> None:
    played = (STATIC / "board" / "motion.js").read_text()
    assert [how for how in get_args(p.Manner) if how and f'"{how}"' not in played] == []


def test_a_group_can_have_a_manner_and_be_clickable() -> None:
    how = p.manner("hops", "fallen", "hand-0 back", (3, 4.5))
    thing = p.group("mouse-1", "", 5, 6, cls="grey", moves=how)
    result = 'data-moves="hops" data-shows="fallen" data-comes="hand-0 back" data-by="3 4.5"'
    assert thing == f'<g id="mouse-1" class="grey" {result} transform="translate(5 6)"></g>'
    drawn = str(
        p.sheet(10, 10, [thing], "A mouse", highlights={"mouse-1": p.Highlight([7], "the mouse")})
    )
    assert '<g id="mouse-1" class="grey highlighted" data-actions="7"' in drawn
    assert result in drawn


def test_a_group_without_a_manner_has_no_manner_attributes() -> None:
    assert p.manner() == ""
    assert p.group("a", "") == '<g id="a"></g>'
