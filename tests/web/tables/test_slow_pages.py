"""Pages that are slow to receive."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from web.drawn import Drawn
from web.support import a_site, site_of, two_players

from matou.play.host import Step
from matou.play.keeping import StoreFailed
from matou.play.protocol.messages import Reload
from matou.web.tables.connection import BEHIND, Connection


async def test_a_slow_page_gets_the_whole_view_again(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        _, _, id = await two_players(app, "clocktowers")
        table = site_of(app).manager.tables[id]
        reply: list[Any] = []

        async def send(event: dict[str, Any]) -> None:
            reply.append(json.loads(event["text"]))

        slow = Connection(table, "", "en", send, False, False, False)
        slow.tell(slow.whole())
        for _ in range(BEHIND):
            slow.show([Step(table.number, len(table.lines), {None: table.state.observe(None)})])
        slow.close()
        await slow.send_queue()
        assert [message.get("whole") for message in reply] == [True]
        assert slow.picture.sheet is not None
        assert Drawn(reply[0]).parts == slow.picture.sheet.parts


async def test_a_slow_page_never_sees_a_move_that_was_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: Any) -> None:
        raise StoreFailed("no space left")

    async with a_site(tmp_path) as app:
        one, two, id = await two_players(app, "clocktowers")
        mover = one if one.view["legal"] else two
        table, reply = site_of(app).manager.tables[id], list[Any]()
        stored = table.number

        async def send(event: dict[str, Any]) -> None:
            reply.append(json.loads(event["text"]))

        slow = Connection(table, "", "en", send, False, False, False)
        move = table.act(table.state.actor, mover.view["legal"][0][0], stored)
        with monkeypatch.context() as patch:
            patch.setattr(table.store, "append", full)
            with pytest.raises(StoreFailed):
                await move
        assert table.number > stored, "the move is not in memory"
        for _ in range(BEHIND + 1):
            slow.tell(Reload())
        slow.close()
        await slow.send_queue()
        assert [message["at"] for message in reply] == [stored]
