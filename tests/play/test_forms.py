"""The form for a new table: own seat, side, friends, bots, people at the same screen."""

from __future__ import annotations

from typing import Any

import pytest

import matou
from matou.core.refusals import BadChoice
from matou.play import forms


def planned_seats(game: str = "chopchop", **fields: Any) -> list[tuple[str, int, str]]:
    sent = {key: str(value) for key, value in fields.items()}
    plan = forms.plan(matou.game(game), sent, "me", "en")
    return [(s.kind, s.level, s.name) for s in plan.seats]


def test_a_player_can_take_the_mice_against_bots() -> None:
    assert planned_seats(you=1, name="Ada", level=3) == [("bot", 3, ""), ("person", 0, "Ada")]


def test_friends_bots_and_people_at_this_screen_can_share_a_table() -> None:
    asked: dict[str, Any] = {
        "seats": 5,
        "mode": "friends",
        "you": 2,
        "seat0": "4",
        "seat3": "here",
        "seat4": "1",
    }
    assert planned_seats(**asked, name="Ada", name3="Basile") == [
        ("bot", 4, ""),
        ("open", 0, ""),  # open, as all other seats
        ("person", 0, "Ada"),
        ("person", 0, "Basile"),
        ("bot", 1, ""),
    ]
    # A seat that does not exist with fewer players becomes the last one.
    assert planned_seats(seats=2, you=3)[1][0] == "person"
    plan = forms.plan(matou.game("chopchop"), {"seats": "5", "you": "2", "colour": "3"}, "", "en")
    assert plan.seats[2].colour == 3
    assert sorted(seat.colour for seat in plan.seats) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("wrong", [{"you": "x"}, {"seat1": "6"}, {"seat1": "me"}, {"you": "-1"}])
def test_unknown_seats_and_levels_are_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="“"):
        planned_seats(**wrong)


def test_nurseries_without_a_choice_are_dealt_from_the_rest() -> None:
    def boards(**fields: str) -> Any:
        sent = {"option-boards-" + key[1:]: value for key, value in fields.items()}
        return forms.options(matou.game("catymini"), sent, 3).get("boards")

    assert boards() is None
    assert boards(b1="A") == "BAC"
    assert boards(b0="D", b2="A", b3="C") == "DBA"  # the fourth seat's choice is ignored
    with pytest.raises(BadChoice) as twice:
        boards(b0="B", b2="B")
    assert "B est choisi pour deux places" in twice.value.says.say("fr")
    for odd in ("E", "AB", "a"):
        with pytest.raises(ValueError, match="nurseries"):
            boards(b0=odd)
