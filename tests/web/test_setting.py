"""A table is set place by place: one's own seat and side, friends and bots and people here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from web.finished import tell
from web.support import Person, a_site, parts_of

import matou
from matou.core.words import BadChoice
from matou.play import forms
from matou.web import text


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
    assert "B est choisi pour deux places" in twice.value.says.fr
    for odd in ("E", "AB", "a"):
        with pytest.raises(ValueError, match="nurseries"):
            boards(b0=odd)


def test_the_form_offers_every_place_and_keeps_what_was_filled_in(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            person = Person(app, "fr")
            page = (await person.get("/g/chopchop?mode=friends")).text
            assert "le chat" in page
            assert len(re.findall(r'name="you"', page)) == 5
            page = (await person.get("/g/catymini")).text
            for letter in "ABCD":
                src = f"/picture/light/catymini/{letter}.svg"
                assert src in page
                assert (await person.get(src)).text.startswith("<svg")
            for none in ("/picture/light/catymini/E.svg", "/picture/red/catymini/A.svg",
                         "/picture/light/chopchop/A.svg"):  # fmt: skip
                assert (await person.get(none)).status_code == 404
            assert "ABCD" not in page, "a list of codes"
            sent = {"mode": "same", "seats": "3", "you": "1", "name": "Ada", "name2": "Zoé",
                    "option-boards-0": "C", "option-boards-1": "C"}  # fmt: skip
            refused = await person.post("/g/catymini/play", **sent)
            assert refused.status_code == 400
            assert text.CHOSEN_TWICE.fr.format(what="C") in refused.text
            for kept in ('value="same" checked', 'name="seats" value="3" checked', 'value="Zoé"',
                         'name="you" value="1" checked', 'name="option-boards-1" value="C" checked',
                         'name="hints" value="1">'):  # fmt: skip
                assert kept in refused.text, kept
            sent["option-boards-1"] = "D"
            table = (await person.post("/g/catymini/play", **sent)).headers["location"][3:]
            live = parts_of(app).manager.tables[table]
            assert live.kept.options["boards"] == "CDA"
            opened = await person.open(table)
            assert opened.view["players"][1]["mine"]

    tell(story)
