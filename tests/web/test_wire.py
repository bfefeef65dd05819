"""Drawings on the wire: shorter, and the same to the letter once they are spelled out."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
from web.drawn import Drawn
from web.support import a_site, parts_of, two_players

import matou
from matou.paper.stamps import stamp
from matou.play.keeping import StoreFailed
from matou.play.watching import Step
from matou.play.wire import PageCopy, difference, named, shortened
from matou.web.tables.websocket import BEHIND, Connection


@pytest.mark.parametrize("game", matou.available())
def test_what_is_sent_once_is_only_named_afterwards(game: str) -> None:
    state, rng = matou.game(game).start(2), random.Random(7)
    page, drawn = PageCopy(), Drawn()
    sent = whole = 0
    for _ in range(25):
        while state.actor == matou.CHANCE:
            state.play(state.sample(rng))
        sheet = state.observe(0).sheet(names=["<s k='x'/>", '<s k="y"/>'])
        told = page.write(sheet)
        assert not drawn.runs.keys() & told.get("stamps", {}).keys(), "sent twice"
        assert drawn.take(told) == sheet.parts
        sent += len(json.dumps(told))
        whole += sum(map(len, sheet.parts))
        if state.over:
            break
        state.play(state.sample(rng))
    assert sent < whole / 3


def test_a_name_is_made_of_the_run_alone() -> None:
    """A number would tell a page how much others have been shown before."""
    run = f'<path d="M{"1 2 " * 60}Z"/>'
    part = f'<g id="a">{run}</g>'
    before = shortened(part)
    shortened.cache_clear()
    named.cache_clear()
    stamp.cache_clear()
    shortened(part.replace("1", "3"))
    assert shortened(part) == before
    short, names, ((name, whole),) = before
    assert names == {name}
    assert (short, whole) == (f'<g id="a"><s k="{name}"/></g>', run)


def test_a_page_that_lags_is_told_all_of_it_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            _, _, id = await two_players(app, "clocktowers")
            table = parts_of(app).manager.tables[id]
            told: list[Any] = []

            async def send(event: dict[str, Any]) -> None:
                told.append(json.loads(event["text"]))

            slow = Connection(table, "", "en", send, False, False, False)
            slow.tell(slow.whole())
            for _ in range(BEHIND):
                slow.show([Step(table.number, len(table.lines), {None: table.state.observe(None)})])
            slow.close()
            await slow.pump()
            assert [message.get("whole") for message in told] == [True]
            assert slow._picture.sheet is not None
            assert Drawn(told[0]).parts == slow._picture.sheet.parts

    asyncio.run(story())


def test_a_page_that_lags_is_never_told_of_a_move_that_was_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: Any) -> None:
        raise StoreFailed("no space left")

    async def story() -> None:
        async with a_site(tmp_path) as app:
            one, two, id = await two_players(app, "clocktowers")
            mover = one if one.view["legal"] else two
            table, told = parts_of(app).manager.tables[id], list[Any]()
            kept = table.number

            async def send(event: dict[str, Any]) -> None:
                told.append(json.loads(event["text"]))

            slow = Connection(table, "", "en", send, False, False, False)
            move = table.act(table.state.actor, mover.view["legal"][0][0], kept)
            with monkeypatch.context() as patch:
                patch.setattr(table.store, "append", full)
                with pytest.raises(StoreFailed):
                    await move
            assert table.number > kept, "memory is ahead of the store"
            for _ in range(BEHIND + 1):
                slow.tell({})
            slow.close()
            await slow.pump()
            assert [message["at"] for message in told] == [kept]

    asyncio.run(story())


def test_the_changes_of_a_drawing_lead_to_it_also_where_parts_are_alike() -> None:
    rng = random.Random(1)
    for _ in range(2000):
        old = rng.choices("abcd", k=rng.randrange(1, 9))
        new = old[: rng.randrange(len(old))] + rng.choices("abcd", k=rng.randrange(5))
        made = list(old)
        for place, gone, coming in reversed(difference(old, new)):
            made[place : place + gone] = coming
        assert made == new
