"""A page is drawn in the shape of its window: in one column, or wide."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from web.support import Page, Person, a_site, site_of

import matou


def ratio(page: Page) -> float:
    _, _, width, height = map(float, page.view["box"].split())
    return width / height


@pytest.mark.parametrize("game", matou.available())
async def test_each_page_is_drawn_in_its_own_shape(game: str, tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        host, person = Person(app), Person(app)
        id = await host.new_table(game, "same")
        player = await host.open(id)
        phone, screen = await person.open(id), await person.open(id, wide=True)
        rng = random.Random(2)
        for _ in range(6):
            if player.view.get("curtain"):
                await player.ask({"look": player.view["curtain"][0]})
                await player.settle()
            await player.act(rng)
            for page in (player, phone, screen):
                await page.settle()
        view = site_of(app).manager.tables[id].state.observe(None)
        who = ["Player 1", "Player 2"]
        assert phone.drawn.parts == view.sheet(names=who).parts
        assert screen.drawn.parts == view.sheet(names=who, wide=True).parts
        assert ratio(screen) > 1.2
        assert screen.view["box"] != phone.view["box"]
        assert phone.view["highlights"] == screen.view["highlights"]


async def test_a_page_is_redrawn_when_its_window_changes(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        page = await person.open(await person.new_table(matou.available()[0]))
        assert ratio(page) < 1
        await page.ask({"set": {"wide": True}})
        assert page.view["whole"]  # drawn at once, without animation
        assert ratio(page) > 1
        for nonsense in ("yes", 0, None, [True]):
            await page.ask({"set": {"wide": nonsense}})
            assert ratio(page) > 1
        await page.ask({"set": {"wide": False}})
        assert ratio(page) < 1
