"""Plays against a sixth bot at a site in this process. ``test_sixth_bot.py`` runs it."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

from web.api.programs import Program
from web.support import Person, a_site

from matou.bots.levels import LEVELS
from matou.bots.players import first_decision
from matou.core.registry import find
from matou.play.host import Choice
from matou.rating import Rating, cats
from matou.web.tables.bots import start_players

GAME = "catymini"


async def play(data: Path) -> None:
    players = start_players()
    async with a_site(data, players=players) as app:
        ada = Person(app)
        for path in ("/", f"/g/{GAME}"):
            html = (await ada.get(path)).text
            assert "Tortoise" in html, path
        assert 'id="face-6"' in html
        assert html.count('class="rung') == len(LEVELS) == 6
        assert (await ada.post(f"/g/{GAME}/play", mode="bot", level="7")).status_code == 400

        table = await ada.new_table(GAME, level="6", seats="3")
        page = await ada.open(table)
        names = [player["name"] for player in page.view["players"]]
        assert names == ["You", "Tortoise", "Tortoise 2"]
        rng = random.Random(1)
        while page.view.get("end") is None:
            if page.view["legal"]:
                await page.act(rng)
            await page.settle()

        program = Program(app)
        await program.set_table(GAME, "you", {"bot": 6})
        wanted = {"game": GAME, "seats": ["you", {"bot": 7}]}
        assert (await program.ask("POST", "/api/tables", wanted)).status_code == 422
        view = first_decision(find(GAME))
        answer = await players.answer(view, 6)
        assert answer == Choice(view.legal()[-1], is_lower=False)
        assert cats.cat(GAME, 2, 6) == Rating()
    print("the sixth bot has played")


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1])))
