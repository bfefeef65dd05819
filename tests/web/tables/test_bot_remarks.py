"""Bots at a table: names, portraits and remarks."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from web.support import Person, a_site

from matou.bots.levels import LEVELS
from matou.core.messages import Message
from matou.core.moments import Moment
from matou.paper.portraits import PORTRAITS, portrait
from matou.play import table as tables
from matou.play.remarks import remark
from matou.play.seats import Seat, names_of

VOICES = [level.voice for level in LEVELS if level.voice is not None]


@pytest.mark.parametrize("level", range(1, len(LEVELS) + 1))
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_bots_of_one_level_have_different_names(level: int, lang: str) -> None:
    names = names_of([Seat("bot", level) for _ in range(5)], lang)
    assert len({*names}) == 5
    assert not any(c.isdigit() for name in names for c in name)
    others = [name for level_ in LEVELS for name in level_.namesakes]
    assert len({*others}) == len(others)
    mixed = names_of([Seat("bot", level), Seat("person", name="Ada"), Seat("bot", level)], lang)
    assert mixed == [names[0], "Ada", names[1]]


def test_every_bot_looks_and_speaks_differently() -> None:
    heads = {portrait(name, "var(--sky)", 0, 0, 100) for name in PORTRAITS}
    assert len(heads) == len(PORTRAITS)
    assert len({level.portrait for level in LEVELS}) == len(LEVELS) == len(VOICES)
    assert all(len({*level.coats}) == 5 for level in LEVELS)


def test_remarks_are_about_public_events_in_both_languages() -> None:
    seats = [Seat("person"), Seat("bot", 2), Seat("bot", 5)]

    def said(*moments: Moment, winners: list[int] | None = None) -> set[tuple[int, Message]]:
        made = [remark(seats, moments, winners, str(n)) for n in range(60)]
        return {one for one in made if one is not None}

    glutton, tomcat = VOICES[1], VOICES[4]
    assert said(Moment("card", 1)) == set() == said(Moment("fall", 0))
    assert said(Moment("tower", 1)) == {(1, words) for words in glutton.mine}
    assert said(Moment("fall", 2)) == {(2, words) for words in tomcat.ouch}
    assert {who for who, _ in said(Moment("toy", 0))} == {1, 2}
    assert said(winners=[2]) == {(2, tomcat.won)}
    assert said(winners=[0]) == {(1, glutton.lost), (2, tomcat.lost)}
    assert any(remark(seats, [Moment("tower", 1)], None, str(n)) is None for n in range(60))
    assert remark([Seat("person")], [Moment("tower", 0)], [0], "x") is None
    for voice in VOICES:
        for words in (*voice.mine, *voice.theirs, *voice.ouch, voice.won, voice.lost):
            assert words.say("en") != words.say("fr")
            assert len(words.say("en")) < 40 > len(words.say("fr"))


async def test_remarks_are_rare_and_in_each_readers_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "HUSH", 0.0)

    async with a_site(tmp_path) as app:
        ada, rng = Person(app), random.Random(1)
        table = await ada.new_table("chopchop", "bot", level="3")
        page = await ada.open(table)
        basile = Person(app, "fr")
        other = await basile.open(table)
        heard: dict[str, dict[int, Any]] = {"en": {}, "fr": {}}
        while page.view.get("end") is None:
            if page.view["legal"]:
                await page.act(rng)
            await page.settle()
            await other.settle()
        for lang, reader_page in (("en", page), ("fr", other)):
            for text in reader_page.raw:
                message = json.loads(text)
                if message.get("remark"):
                    heard[lang][message["at"]] = message["remark"]
        assert heard["en"].keys() == heard["fr"].keys()
        known = {
            (w.say("en"), w.say("fr"))
            for w in (*VOICES[2].mine, *VOICES[2].theirs, *VOICES[2].ouch)
        }
        known |= {
            (VOICES[2].won.say("en"), VOICES[2].won.say("fr")),
            (VOICES[2].lost.say("en"), VOICES[2].lost.say("fr")),
        }
        assert {(heard["en"][at][1], heard["fr"][at][1]) for at in heard["en"]} <= known
        *before, last = sorted(heard["en"])
        assert last == page.view["at"], "no remark at the end"
        assert all(b - a >= tables.QUIET for a, b in pairwise(before))
