"""Background tasks that run as long as the server."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest
from web.support import PATIENCE, a_site

from matou.web.ops import chores
from matou.web.ops.chores import EventLoopLag


async def test_a_failed_chore_is_logged_and_restarted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun: list[int] = []
    there = asyncio.Event()

    async def fails_once(_: EventLoopLag) -> None:
        begun.append(len(begun))
        if len(begun) == 1:
            raise RuntimeError("nobody thought of this")
        there.set()
        await asyncio.sleep(PATIENCE)

    monkeypatch.setattr(EventLoopLag, "measure", fails_once)
    monkeypatch.setattr(chores, "AGAIN", 0.0)
    with caplog.at_level(logging.ERROR, "matou.web"):
        async with a_site(tmp_path):
            async with asyncio.timeout(PATIENCE):
                await there.wait()
    assert begun == [0, 1]
    assert "a chore failed" in caplog.text
    assert "nobody thought of this" in caplog.text
