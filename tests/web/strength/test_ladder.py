"""The ladder of the five bots: needs no account, and shows the next bot to beat."""

from __future__ import annotations

import asyncio
import itertools
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from web.strength.rated import GAME, count_results, play_out
from web.support import Person, a_site, owner_of, site_of, table_of, until

from matou.play.opening import rematch_of
from matou.web.http.security import COOKIE


async def test_the_ladder_needs_no_account_and_shows_the_next_bot(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        person, store = Person(app), site_of(app).store
        page = (await person.get(f"/g/{GAME}")).text
        assert page.count('class="rung later"') == 4
        assert page.count('class="rung next"') == 1
        assert suggested((await person.get("/")).text) == {"1"}
        won = best = 0
        for seed in range(12):
            id = await person.new_table(GAME, level="1")
            table = table_of(app, id)
            await play_out(table, seed)
            if table.state.winners == [0]:
                won += 1
                best = max(best, table.state.scores[0] - table.state.scores[1])
            await count_results(app)
            if won > 1:
                break
        assert won
        fared = (await store.ratings.ladder(owner_of(app, person), GAME))[1]
        assert (fared.games, fared.won, fared.best) == (seed + 1, won, best)
        page = (await person.get(f"/g/{GAME}")).text
        assert page.count('class="rung beaten"') == 1
        assert page.count('class="rung next"') == 1
        assert f"won {won} of {seed + 1}" in page
        assert ("won by" if best else "beaten") in page
        assert suggested((await person.get("/")).text) == {"2"}
        # Other games and other people are not affected.
        assert 'class="rung beaten"' not in (await person.get("/g/chopchop")).text
        assert 'class="rung beaten"' not in (await Person(app).get(f"/g/{GAME}")).text


def suggested(page: str) -> set[str]:
    """Returns the levels that a page has selected."""
    return set(re.findall(r'<option value="(\d)" selected', page))


async def test_of_several_bots_in_a_seat_the_weakest_that_moved_counts(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        person = Person(app)
        id = await person.new_table(GAME, level="1")
        table, page = table_of(app, id), await person.open(id)
        assert not any(entry.actor == 1 for entry in table.state.history)
        await page.ask({"bot": 1, "level": 4})  # the first bot has not moved, so level 4 counts
        while not any(entry.actor == 1 for entry in table.state.history):
            await play_out(table, most=len(table.state.history) + 1)
            await until(lambda: table.state.actor == 0)
        for level in (5, 3, 5):
            assert (await page.ask({"bot": 1, "level": level}))["t"] == "ok"
        owner = owner_of(app, person)
    async with a_site(tmp_path, store=address) as app:
        manager, store = site_of(app).manager, site_of(app).store
        stored = await manager.table(id)
        assert stored is not None
        await play_out(stored)
        again, _ = rematch_of(stored, stored.game)
        assert [seat.weakest for seat in again.seats] == [0, 0]
        await count_results(app)
        assert list(await store.ratings.ladder(owner, GAME)) == [3]


@pytest.mark.parametrize("way", [True, "here", "API"])
async def test_a_win_with_hints_is_marked(tmp_path: Path, address: str, way: Any) -> None:
    async def win(app: Starlette, person: Person, hint: Any) -> int:
        """Plays until a game against level 1 is won. Returns the margin."""
        for seed in itertools.count():
            id = await person.new_table(GAME, level="1")
            table, page = table_of(app, id), await person.open(id)
            while table.state.actor != 0:
                await asyncio.sleep(0.001)
            if hint == "API":
                mine = {"authorization": f"Bearer {person.http.cookies[COOKIE]}"}
                answer = await person.http.post(f"/api/tables/{id}/hint", headers=mine)
                assert answer.status_code == 200, answer.text
            elif hint:
                assert (await page.ask({"hint": hint}))["t"] == "ok"
            assert table.seats[0].hinted == bool(hint)
            await play_out(table, seed)
            assert not rematch_of(table, table.game)[0].seats[1].hinted
            await page.close()
            await count_results(app)
            if table.state.winners == [0]:
                return table.state.scores[0] - table.state.scores[1]
        raise AssertionError

    async with a_site(tmp_path, store=address) as app:
        person, store = Person(app), site_of(app).store
        await win(app, person, way)
        fared = (await store.ratings.ladder(owner_of(app, person), GAME))[1]
        assert (fared.won, fared.hinted, fared.best) == (1, 1, 0)
        page = (await person.get(f"/g/{GAME}")).text
        assert page.count('class="rung helped"') == 1
        assert 'class="rung beaten"' not in page
        assert "beaten with hints" in page
        assert f"won 1 of {fared.games}, 1 with hints" in page
        french = Person(app, "fr")
        french.http.cookies.update(person.http.cookies)
        assert "battu avec des conseils" in (await french.get(f"/g/{GAME}")).text
        # The next bot can be challenged, and a win without hints removes the mark.
        assert page.count('class="rung next"') == 1
        best = await win(app, person, None)
        fared = (await store.ratings.ladder(owner_of(app, person), GAME))[1]
        assert (fared.won, fared.hinted, fared.best) == (2, 1, best)
        page = (await person.get(f"/g/{GAME}")).text
        assert 'class="rung helped"' not in page
        assert page.count('class="rung beaten"') == 1
