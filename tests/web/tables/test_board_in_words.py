"""The board in words, as a page gets it: on request, and with the memory help."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from web.support import Person, a_site

import matou

WITH_MEMORY = [
    name for name in matou.available() if hasattr(matou.game(name).words, "memory")
]  # games in which visible things are covered again


@pytest.mark.parametrize("game", WITH_MEMORY)
async def test_the_memory_help_is_sent_on_request(game: str, tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        page = await person.open(await person.new_table(game, "same"))
        rng = random.Random(3)
        for _ in range(12):
            if page.view.get("curtain"):
                await page.ask({"look": page.view["curtain"][0]})
                await page.settle()
            await page.act(rng)
            await page.settle()
        assert "board_text" not in page.view
        await page.ask({"set": {"board_text": True}})
        await page.settle()
        plain = page.view["board_text"]
        assert "Player " in plain  # the viewer is called "You"
        await page.ask({"set": {"memory": True}})
        await page.settle()
        assert page.view["board_text"].startswith(plain)
        assert len(page.view["board_text"]) > len(plain)
        late, helped = matou.game(game).scores_at_end, page.view["tallies"]
        await page.ask({"set": {"memory": False}})
        await page.settle()
        assert (page.view["tallies"] != helped) == late
        assert "point" not in " ".join(page.view["tallies"]) or not late
        await page.close()
