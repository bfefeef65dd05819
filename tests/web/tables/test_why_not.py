"""Clicks that do nothing, and the reason the page is given."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from web.support import Person, a_site, two_players

from matou.games.clocktowers.rules import PLACES

GAME = "clocktowers"
CLOCK, FLOOR = "hand-0-7-0", "hand-0-1-0"  # in an opening hand


def asks(*on: str, picked: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"why": {"on": list(on), "picked": list(picked)}}


async def test_clicks_that_form_an_illegal_action_get_its_refusal(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        page, _other, _table = await two_players(app, GAME)
        floor = next(a for a, name, _ in page.view["legal"] if name == "F1c+")
        clock = floor + 6 * PLACES  # a new tower cannot begin with a clock
        refused = await page.ask({"do": clock, "at": page.view["at"]})
        reply = await page.ask(asks("plot", picked=(CLOCK,)))
        assert (reply["why"], reply["rule"]) == (refused["says"], "CT6")
        instead = await page.ask(asks(FLOOR, picked=(CLOCK,)))
        assert instead["instead"]
        assert "why" not in instead


@pytest.mark.parametrize("lang", ["en", "fr"])
async def test_the_reason_names_the_player_to_move_and_the_owner(tmp_path: Path, lang: str) -> None:
    async with a_site(tmp_path) as app:
        first, second, table = await two_players(app, GAME)
        page = await Person(app, lang).open(table)
        watching = await page.ask(asks("pile-R"))
        assert watching["rule"] == ""
        assert watching["why"]
        await second.ask({"set": {"lang": lang}})
        waiting = await second.ask(asks("plot"))
        assert "Ada" in waiting["why"]
        assert waiting["rule"] == "CT3"
        await first.ask({"set": {"lang": lang}})
        others = await first.ask(asks("back-1-0", "backs-1"))
        assert "Basile" in others["why"]
        assert not re.search(r"seat", others["why"])


async def test_unknown_things_are_answered_and_malformed_questions_refused(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        page, _other, _table = await two_players(app, GAME)
        for on in ([], ["nothing"], ["é²-٣-\u0000"], ["tower-0-99"], ["-"], ["x" * 60] * 8):
            reply = await page.ask(asks(*on, picked=tuple(on)))
            assert reply["rule"] == page.view["rule"]
        malformed: list[Any] = [
            *([], [1, 2], "plot", 7, None, {}, {"on": ["plot"]}, {"picked": []}),
            {"on": "plot", "picked": []},
            {"on": [7], "picked": []},
            {"on": [["plot"]], "picked": []},
            {"on": ["plot"], "picked": {}},
            {"on": ["x"] * 9, "picked": []},
            {"on": ["x" * 61], "picked": []},
        ]
        for asked in malformed:
            reply = await page.ask({"why": asked})
            assert (reply["t"], reply["code"]) == ("no", "bad"), asked
