"""What a seat cannot know changes not one byte of what its browser is sent."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from web.secrecy import ID, PAIRS, has_secrets, seated, told_alike
from web.support import Page, Person, a_site, parts_of

import matou
from matou.play import views
from matou.play.log import Line
from matou.play.protocol.messages import UndrawnView
from matou.play.refusals import Refused
from matou.play.table import Table

pytestmark = pytest.mark.unmeasured  # it goes the same ways many times


async def bytes_sent(
    tmp: Path, game: str, events: list[int], viewer: int | None, common: int | None, cookies: Any
) -> list[str]:
    """All that a viewer's page is sent: on opening, when asking, and when another acts."""
    async with a_site(tmp) as app:
        people = [Person(app), Person(app)]
        watcher = Person(app)
        for person, cookie in zip(people, cookies, strict=True):
            person.http.cookies.set("matou", cookie)
        await seated(app, game, events, people)
        page = await (watcher if viewer is None else people[viewer]).open(ID)
        for asked in clicks(page):
            await page.ask({"why": asked})
        await page.ask({"set": {"memory": True, "board_text": True}})
        await page.ask({"do": 10**6, "at": 0})
        drawing = await (watcher if viewer is None else people[viewer]).open(ID)
        await drawing.ask({"set": {"draws": True, "board_text": True}})
        table = parts_of(app).manager.tables[ID]
        actor = table.state.actor
        if common is not None and actor != viewer:
            try:
                await table.act(actor, common, table.number)
            except Refused as refused:
                raise AssertionError(refused.says.say("en")) from None
            await page.settle()
            await drawing.settle()
            # Chance drew by counts that may lie with what is hidden: what follows is new.
            most = len(events) + 1
            return [*upto_chance(page, most), *upto_chance(drawing, most)]
        await page.settle()
        assert '"position"' in drawing.raw[-1] + drawing.raw[-2]
        return page.raw + drawing.raw


def clicks(page: Page) -> list[dict[str, list[str]]]:
    """Clicks on some of what is drawn, and on what would be drawn of other cards and seats."""
    ids = re.findall(r'<[a-z]+ id="([^"]*)"', page.view["svg"])
    rng = random.Random(len(ids))
    some = rng.sample(ids, min(8, len(ids)))
    guessed = [re.sub(r"\d+", lambda _: str(rng.randrange(13)), id) for id in ids if "-" in id]
    some += rng.sample(guessed, min(16, len(guessed)))
    hot = sorted(page.view["highlights"])[:1]
    return [{"on": [id], "picked": []} for id in some] + [{"on": some[:8], "picked": hot}]


def upto_chance(page: Page, at: int) -> list[str]:
    return [raw for raw in page.raw if json.loads(raw).get("at", 0) <= at]


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("game", matou.available())
async def test_raw_bytes_do_not_change_with_what_a_seat_cannot_know(
    game: str, viewer: int | None, tmp_path: Path
) -> None:
    await told_alike(bytes_sent, game, viewer, tmp_path, enough=PAIRS)


async def test_the_comparison_notices_a_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same test, with the log told in full to everybody, fails."""
    monkeypatch.setattr(Line, "read_by", lambda self, *_: self.own)
    leaky = [g for g in matou.available() if has_secrets(matou.game(g).start(2), None)]
    assert leaky
    compare = test_raw_bytes_do_not_change_with_what_a_seat_cannot_know
    with pytest.raises(AssertionError, match="told apart"):
        await compare(leaky[0], None, tmp_path)


async def test_the_comparison_notices_a_leak_to_a_page_that_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same test, with positions sent as the seat to act knows them, fails."""
    honest = views.undrawn

    def leaky(table: Table, *how: Any, **more: Any) -> UndrawnView:
        reply = honest(table, *how, **more)
        reply.position.record = table.state.tobytes()
        return reply

    monkeypatch.setattr(views, "undrawn", leaky)
    compare = test_raw_bytes_do_not_change_with_what_a_seat_cannot_know
    with pytest.raises(AssertionError, match="told apart"):
        await compare("clocktowers", None, tmp_path)
