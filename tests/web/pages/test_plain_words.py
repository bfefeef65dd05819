"""Pages contain plain words only: no machine names of seats, options, rules or actions."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from conformance.plain import assert_plain, text_of_page
from tested_languages import LANGS
from web.replay.finished import a_finished_table
from web.support import Page, Person, a_site

import matou

pytestmark = pytest.mark.unmeasured  # it repeats the same code many times

GAMES = pytest.mark.parametrize("game", matou.available())


def texts_of(view: dict[str, Any]) -> list[str]:
    """Returns all texts in a view."""
    texts = [view["prompt"], *view["tallies"], *(says for _, _, says in view["legal"])]
    texts += [line[1] for line in view["log"][1]]
    if view.get("remark"):
        texts.append(view["remark"][1])
    if view.get("end"):
        texts.append(view["end"]["how"])
        texts += [line for score in view["end"]["scores"] for line in score["lines"]]
    return texts


async def play_and_read(page: Page, rng: random.Random, most: int) -> list[str]:
    """Plays some actions. Returns all texts on the way, including the board in words."""
    await page.ask({"set": {"board_text": True, "memory": True}})
    said: list[str] = []
    for _ in range(most):
        if page.view.get("curtain"):
            await page.ask({"look": page.view["curtain"][0]})
        await page.settle()
        said += [*texts_of(page.view), page.view.get("board_text") or ""]
        if page.view.get("end") or not page.view["legal"]:
            break
        await page.act(rng)
        await page.settle()
    return said


@LANGS
@GAMES
async def test_every_page_of_a_game_is_plain(game: str, lang: str, tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        await a_finished_table(app, game)
        person = Person(app, lang)
        table = await person.new_table(game, "same", name="Ada", name1="Basile")
        for path in ("/", "/learn", f"/learn/{game}", f"/g/{game}", f"/t/{table}"):
            answer = await person.get(path)
            assert answer.status_code == 200, path
            assert_plain(text_of_page(answer.text), lang)
        for path in ("/t/done", "/t/done/back", f"/t/{table}/back", "/open", "/nothing"):
            assert_plain(text_of_page((await person.get(path)).text), lang)
        for said in await play_and_read(await person.open(table), random.Random(4), 25):
            assert_plain(said, lang)
