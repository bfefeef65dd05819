"""A form for a new table: one's own seat and side, friends and bots and people here."""

from __future__ import annotations

from typing import Any

import pytest

import matou
from matou.core.refusals import BadChoice
from matou.play import forms


def planned(game: str = "chopchop", **fields: Any) -> list[tuple[str, int, str]]:
    sent = {key: str(value) for key, value in fields.items()}
    plan = forms.plan(matou.game(game), sent, "me", "en")
    return [(s.kind, s.level, s.name) for s in plan.seats]


def test_one_plays_the_mice_against_bots() -> None:
    assert planned(you=1, name="Ada", level=3) == [("bot", 3, ""), ("person", 0, "Ada")]


def test_friends_bots_and_people_here_sit_at_one_table() -> None:
    asked: dict[str, Any] = {
        "seats": 5,
        "mode": "friends",
        "you": 2,
        "seat0": "4",
        "seat3": "here",
        "seat4": "1",
    }
    assert planned(**asked, name="Ada", name3="Basile") == [
        ("bot", 4, ""),
        ("open", 0, ""),  # as the others
        ("person", 0, "Ada"),
        ("person", 0, "Basile"),
        ("bot", 1, ""),
    ]
    # A place that fewer players do not have: the last there is.
    assert planned(seats=2, you=3)[1][0] == "person"
    plan = forms.plan(matou.game("chopchop"), {"seats": "5", "you": "2", "colour": "3"}, "", "en")
    assert plan.seats[2].colour == 3
    assert sorted(seat.colour for seat in plan.seats) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("wrong", [{"you": "x"}, {"seat1": "6"}, {"seat1": "me"}, {"you": "-1"}])
def test_a_place_that_there_is_not_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="“"):
        planned(**wrong)


def test_nurseries_are_chosen_one_by_one_and_the_rest_take_what_is_left() -> None:
    def boards(**fields: str) -> Any:
        sent = {"option-boards-" + key[1:]: value for key, value in fields.items()}
        return forms.options(matou.game("catymini"), sent, 3).get("boards")

    assert boards() is None
    assert boards(b1="A") == "BAC"
    assert boards(b0="D", b2="A", b3="C") == "DBA"  # a fourth place is not asked for
    with pytest.raises(BadChoice) as twice:
        boards(b0="B", b2="B")
    assert "B est choisi pour deux places" in twice.value.says.say("fr")
    for odd in ("E", "AB", "a"):
        with pytest.raises(ValueError, match="nurseries"):
            boards(b0=odd)
