"""A page that draws the positions of a server's table shows exactly what the server would send."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from page.browser import MemoryStorage, think
from web.support import Person, a_site

import matou
from matou.page.entry import start


@pytest.mark.parametrize("game", matou.available())
async def test_a_page_draws_exactly_what_the_server_draws(game: str, tmp_path: Path) -> None:
    """Two windows of one person, one of which draws: in French, wide, with the memory help and
    the board in words. Some actions are undone."""

    async with a_site(tmp_path) as app:
        person, rng = Person(app, "fr"), random.Random(3)
        table = await person.new_table(game, "same", name="Ada", name1="Basile")
        page, drawing = [await person.open(table, wide=True) for _ in range(2)]
        how = {"memory": True, "board_text": True}
        await page.ask({"set": how})
        await drawing.ask({"set": {**how, "draws": True}})
        moved = undone = 0
        while not page.view["end"] and moved < 30:
            for one in (page, drawing):
                await one.settle()
                if one.view.get("curtain"):
                    await one.ask({"look": one.view["curtain"][0]})
                    await one.settle()
            assert drawing.view == page.view
            asked = {"undo": True, "at": page.view["at"]}
            if page.view["undo"] and undone < 3:
                undone += (await page.ask(asked))["t"] == "ok"
                await page.settle()
            else:
                await page.act(rng)
                moved += 1
        await drawing.settle()
        pictures = sum(len(raw) for raw in page.raw)
        assert sum(len(raw) for raw in drawing.raw) < pictures
        assert sum('"position"' in raw for raw in drawing.raw) > moved
        # The window that draws asks for pictures again.
        await drawing.ask({"set": {"draws": False}})
        await drawing.settle()
        assert '"position"' not in drawing.raw[-2] + drawing.raw[-1]
        assert drawing.view["svg"] == page.view["svg"]
        await page.close()
        await drawing.close()


def test_the_drawer_returns_nothing_for_an_unknown_version_and_passes_other_messages() -> None:
    """The page then asks the server for pictures."""
    entry = start(MemoryStorage(), think, lambda *_: None)
    ok = {"t": "ok", "id": 1}
    assert json.loads(entry.draw(json.dumps([ok]))) == [ok]
    how = ["chopchop", 999, {}, 2, "en", False, False, False]
    unknown = {"how": how, "log": [0, []], "record": "", "who": ["Ada", "Basile"]}
    view = {"t": "view", "seat": 0, "position": unknown}
    assert entry.draw(json.dumps([ok, view])) == ""
