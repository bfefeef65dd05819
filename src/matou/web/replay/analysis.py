"""Analyses of finished games: asked for once, made one at a time by the bots, then kept."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from typing import Any

from matou.core.record import Record
from matou.play import text
from matou.play.analysis import in_words
from matou.play.keeping import StoreFailed
from matou.play.refusals import Refused
from matou.play.replay import Replay
from matou.web.ops.chores import called
from matou.web.replay import text as replay_text
from matou.web.store.interface import Store
from matou.web.store.jobs import Job

log = logging.getLogger("matou.web")

KIND = "analysis 2"  # another number, and every game is looked at afresh
DAYS = 400.0
MOST_KEPT = 20_000
MOST_WAITING = 40
LEASE = 9.0  # seconds that a game is ours without a word
LOOK_EVERY = 5.0  # seconds between two looks for games that another server has put, or left
BREATH = 0.5  # seconds between two words of how far it is


class Analyst:
    """Looks at games that wait for it in the store, one at a time, and keeps what was found.

    Each server has one; a game is looked at by whichever takes it, and by another if that one
    falls silent.
    """

    def __init__(self, store: Store, players: Any) -> None:
        self.store = store
        self.study = getattr(players, "study", None)
        self._come = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self.study is not None:
            self._task = asyncio.create_task(self._work(), name="analyses")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def found(self, replay: Replay) -> dict[str, Any] | None:
        kept = await self.store.paper(KIND, replay.key)
        return json.loads(kept[0]) if kept is not None else None

    async def begin(self, replay: Replay) -> None:
        """Have a game looked at, unless it has been or will be."""
        if self.study is None:
            raise Refused("study", text.STUDY_NONE)
        job = await self.store.job(KIND, replay.key)
        if await self.found(replay) is not None or (job is not None and not job.failed):
            return
        if await self.store.count_jobs(KIND) >= MOST_WAITING:
            raise Refused("study", replay_text.STUDY_LATER)
        assert replay.record is not None
        await self.store.put_job(KIND, replay.key, replay.record.dumps())
        self._come.set()

    async def _work(self) -> None:
        """For as long as the server runs."""
        while True:
            try:
                while jobs := await self.store.take_jobs(KIND, LEASE, 1):
                    await self._look(jobs[0])
            except StoreFailed:  # which the log knows of already
                pass
            await called(self._come, LOOK_EVERY)

    async def _look(self, job: Job) -> None:
        going = Going(self.store, job)
        holding = asyncio.create_task(going.hold())
        try:
            assert self.study is not None
            record = await asyncio.to_thread(Record.loads, job.payload)
            data = await self.study(record, going.told)
            await self.store.keep_paper(KIND, job.key, json.dumps(data), DAYS, MOST_KEPT)
            await self.store.end_job(KIND, job.key)
        except asyncio.CancelledError:
            with contextlib.suppress(StoreFailed):  # another server may have it at once
                await self.store.renew_job(KIND, job.key, -1.0)
            raise
        except StoreFailed:
            raise
        except Exception as error:
            log.warning("a game could not be analysed: %s", error)
            await self.store.end_job(KIND, job.key, failed=True)
        finally:
            holding.cancel()

    # What a page is told

    async def tell(self, replay: Replay, lang: str) -> dict[str, Any]:
        """How far it is, or what was found, in words."""
        data = await self.found(replay)
        if data is not None:
            return {"state": "done", **in_words(replay, data, lang)}
        job = await self.store.job(KIND, replay.key)
        if job is None:
            none = self.study is None
            return {"state": "none", "says": text.STUDY_NONE.say(lang) if none else ""}
        if job.failed:
            return {"state": "failed", "says": replay_text.STUDY_FAILED.say(lang)}
        if job.is_taken:
            says = replay_text.STUDY_RUNS.say(lang)
            return {"state": "running", "part": round(job.part, 3), "says": says}
        waits = replay_text.STUDY_WAITS.say(lang)
        return {"state": "waiting", "says": waits.format(n=job.ahead)}


class Going:
    """How far a look at a game is, told to the store: so it stays ours, and pages can ask."""

    def __init__(self, store: Store, job: Job) -> None:
        self.store = store
        self.job = job
        self.part = 0.0
        self._moved = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def told(self, part: float) -> None:
        """From another thread."""
        self._loop.call_soon_threadsafe(self._tell, part)

    def _tell(self, part: float) -> None:
        self.part = part
        self._moved.set()

    async def hold(self) -> None:
        while True:
            await called(self._moved, LEASE / 3)
            with contextlib.suppress(StoreFailed):
                await self.store.renew_job(KIND, self.job.key, LEASE, self.part)
            await asyncio.sleep(BREATH)
