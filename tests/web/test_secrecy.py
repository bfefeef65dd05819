"""Hidden information does not change a single byte that a browser gets."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from web.secrecy import ID, PAIRS, check_same_for_viewer, has_secrets, seated
from web.support import Page, Person, a_site, site_of

import matou
from matou.play import views
from matou.play.log import Line
from matou.play.protocol.messages import UndrawnView
from matou.play.refusals import Refused
from matou.play.table import Table

pytestmark = pytest.mark.unmeasured  # it repeats the same code many times


async def bytes_sent(
    tmp: Path,
    game: str,
    events: list[int],
    viewer: int | None,
    visible_action: int | None,
    cookies: Any,
) -> list[str]:
    """Returns everything that a viewer's page gets: when it opens and asks, and when others act."""
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
        table = site_of(app).manager.tables[ID]
        actor = table.state.actor
        if visible_action is not None and actor != viewer:
            try:
                await table.act(actor, visible_action, table.number)
            except Refused as refused:
                raise AssertionError(refused.says.say("en")) from None
            await page.settle()
            await drawing.settle()
            # Stop at the next chance event: its probabilities may depend on hidden cards.
            most = len(events) + 1
            return [*until_chance(page, most), *until_chance(drawing, most)]
        await page.settle()
        assert '"position"' in drawing.raw[-1] + drawing.raw[-2]
        return page.raw + drawing.raw


def clicks(page: Page) -> list[dict[str, list[str]]]:
    """Returns clicks on some of the drawn ids, and on guessed ids of other cards and seats."""
    ids = re.findall(r'<[a-z]+ id="([^"]*)"', page.view["svg"])
    rng = random.Random(len(ids))
    some = rng.sample(ids, min(8, len(ids)))
    guessed = [re.sub(r"\d+", lambda _: str(rng.randrange(13)), id) for id in ids if "-" in id]
    some += rng.sample(guessed, min(16, len(guessed)))
    hot = sorted(page.view["highlights"])[:1]
    return [{"on": [id], "picked": []} for id in some] + [{"on": some[:8], "picked": hot}]


def until_chance(page: Page, at: int) -> list[str]:
    return [raw for raw in page.raw if json.loads(raw).get("at", 0) <= at]


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("game", matou.available())
async def test_hidden_information_does_not_change_the_bytes_sent(
    game: str, viewer: int | None, tmp_path: Path
) -> None:
    await check_same_for_viewer(bytes_sent, game, viewer, tmp_path, enough=PAIRS)


async def test_the_comparison_notices_a_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison fails if everyone gets the full log."""
    monkeypatch.setattr(Line, "read_by", lambda self, *_: self.own)
    leaky = [g for g in matou.available() if has_secrets(matou.game(g).start(2), None)]
    assert leaky
    compare = test_hidden_information_does_not_change_the_bytes_sent
    with pytest.raises(AssertionError, match="replies differ"):
        await compare(leaky[0], None, tmp_path)


async def test_the_comparison_notices_a_leak_to_a_page_that_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison fails if positions are sent as the seat to act knows them."""
    honest = views.undrawn

    def leaky(table: Table, *how: Any, **more: Any) -> UndrawnView:
        reply = honest(table, *how, **more)
        reply.position.record = table.state.tobytes()
        return reply

    monkeypatch.setattr(views, "undrawn", leaky)
    compare = test_hidden_information_does_not_change_the_bytes_sent
    with pytest.raises(AssertionError, match="replies differ"):
        await compare("clocktowers", None, tmp_path)
