"""Seats: names, portraits, and cats found by name."""

from __future__ import annotations

import pytest

import matou
from matou.bots.levels import LEVELS
from matou.core.grammar import languages
from matou.play.keeping import TableRow
from matou.play.listing import row
from matou.play.seats import Seat, cats_called, face_of, folded


@pytest.mark.parametrize("lang", languages())
def test_cats_are_found_by_part_of_their_name_in_every_language(lang: str) -> None:
    for number, level in enumerate(LEVELS, 1):
        called = level.name.say(lang)
        assert (number, 0) in cats_called(called[1:].upper())
        assert cats_called(level.namesakes[-1]) == [(number, len(level.namesakes))]
    assert cats_called("") == []
    assert folded("Łukasz Œdipe Zoé Ñandú") == "lukasz oedipe zoe nandu"


def test_a_list_names_the_player_whose_seat_a_bot_has_taken_over() -> None:
    seats = [Seat("person", owner="a", name="Ada"), Seat("bot", 2, owner="b", name="Basile")]
    stored = TableRow("t", "clocktowers", 1, {}, seats, "", "", turn=1)
    found = row(stored, matou.game("clocktowers"), "a", "en")
    assert (found["names"], found["turn"]) == ("Ada and Basile", "Basile to play")


def test_portraits_show_a_persons_piece_or_a_bots_cat() -> None:
    seats = [Seat("person", colour=2), Seat("person", colour=3), Seat("bot", 2), Seat("bot", 2)]
    chopchop, appenzell, catymini = map(matou.game, ("chopchop", "appenzell", "catymini"))
    cat, mice, *bots = [face_of(chopchop, seats, i) for i in range(4)]
    assert (cat, mice) == (("matou", "var(--charcoal)"), ("mouse", "var(--c3)"))
    assert [bot.who for bot in bots] == ["2", "2"]
    assert bots[0].coat != bots[1].coat
    assert face_of(appenzell, seats, 0) == ("mouse", "var(--c2)")
    assert face_of(catymini, seats, 1) == ("cat", "var(--c3)")
