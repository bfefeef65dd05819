"""Analyses of finished games: asked for once, made one at a time by the bots, then kept."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass
from typing import Any

from matou.play import text
from matou.play.analysis import in_words
from matou.play.replay import Replay
from matou.play.table import Refused
from matou.web.replay import text as replay_text
from matou.web.store.interface import Store

log = logging.getLogger("matou.web")

KIND = "analysis 1"  # another number, and every game is looked at afresh
DAYS = 400.0
MOST_KEPT = 20_000
MOST_WAITING = 40


@dataclass
class Job:
    """A game that waits for the bots, or is being looked at."""

    replay: Replay
    part: float = 0.0
    is_running: bool = False
    failed: bool = False


class Analyst:
    """Keeps the line of games that are to be looked at, and what was found."""

    def __init__(self, store: Store, players: Any) -> None:
        self.store = store
        self.study = getattr(players, "study", None)
        self.jobs: dict[str, Job] = {}
        self._task: asyncio.Task[None] | None = None

    async def found(self, replay: Replay) -> dict[str, Any] | None:
        kept = await self.store.paper(KIND, replay.key)
        return json.loads(kept[0]) if kept is not None else None

    async def begin(self, replay: Replay) -> None:
        """Have a game looked at, unless it has been or will be."""
        if self.study is None:
            raise Refused("study", text.STUDY_NONE)
        job = self.jobs.get(replay.key)
        if await self.found(replay) is not None or (job is not None and not job.failed):
            return
        if sum(not j.failed for j in self.jobs.values()) >= MOST_WAITING:
            raise Refused("study", replay_text.STUDY_LATER)
        self.jobs.pop(replay.key, None)
        self.jobs[replay.key] = Job(replay)
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="analyses")

    async def _work(self) -> None:
        try:
            while waiting := [key for key, job in self.jobs.items() if not job.failed]:
                await self._look(waiting[0], self.jobs[waiting[0]])
        finally:
            self._task = None

    async def _look(self, key: str, job: Job) -> None:
        loop = asyncio.get_running_loop()
        job.is_running = True

        def told(part: float) -> None:  # from another thread
            loop.call_soon_threadsafe(setattr, job, "part", part)

        try:
            assert self.study is not None
            assert job.replay.record is not None
            data = await self.study(job.replay.record, told)
            await self.store.keep_paper(KIND, key, json.dumps(data), DAYS, MOST_KEPT)
            del self.jobs[key]
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.warning("a game could not be analysed: %s", error)
            job.failed = True
            if len(self.jobs) > 2 * MOST_WAITING:
                old = next(k for k, j in self.jobs.items() if j.failed)
                del self.jobs[old]

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    # What a page is told

    async def tell(self, replay: Replay, lang: str) -> dict[str, Any]:
        """How far it is, or what was found, in words."""
        data = await self.found(replay)
        if data is not None:
            return {"state": "done", **in_words(replay, data, lang)}
        job = self.jobs.get(replay.key)
        if job is None:
            none = self.study is None
            return {"state": "none", "says": text.STUDY_NONE.say(lang) if none else ""}
        if job.failed:
            return {"state": "failed", "says": replay_text.STUDY_FAILED.say(lang)}
        if job.is_running:
            says = replay_text.STUDY_RUNS.say(lang)
            return {"state": "running", "part": round(job.part, 3), "says": says}
        ahead = [key for key, other in self.jobs.items() if not other.failed].index(replay.key)
        return {"state": "waiting", "says": replay_text.STUDY_WAITS.say(lang).format(n=ahead)}
