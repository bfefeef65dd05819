"""Analyses of finished games: by the bots, queued and stored, or by the visitor's browser.

A browser gets every decision of the game, as its seat saw it, and sends back its evaluations. The
server puts them into words for this page only and stores nothing, since they are not verified.
"""

import asyncio
import contextlib
import json
from typing import Any

import msgspec

from matou.core.messages import say
from matou.core.record import Record
from matou.play import analysis, thinking
from matou.play.analysis import BadAnalysis
from matou.play.keeping import StoreFailed
from matou.play.protocol.program_requests import Findings
from matou.play.refusals import Refused
from matou.play.replay import Replay
from matou.web.api.structs import plain, struct_of
from matou.web.db.jobs import Job
from matou.web.ops.chores import Chore, wait_at_most
from matou.web.ops.logs import log
from matou.web.store import Store

KIND = "analysis 2"  # a new number discards all stored analyses
DAYS = 400.0
MOST_STORED = 20_000
MOST_WAITING = 40
LEASE = 9.0  # seconds until an unrenewed job may be taken by another server
LOOK_EVERY = 5.0  # seconds between two looks for jobs that other servers queued or abandoned
BREATH = 0.5  # seconds between two progress updates
MOST_BYTES = 512 * 1024  # of a request body; the longest games need a tenth of it
NO_BOT = say("There’s no bot here to review the game with you.")
TOO_MANY = say("The bots have many games to analyse. Try again later.")


class Analyst:
    """Analyses the queued games one at a time. Each server has one; a lease decides who works."""

    def __init__(self, store: Store, players: Any) -> None:
        self.store = store
        self.study = getattr(players, "study", None)
        self._come = asyncio.Event()

    def chores(self) -> list[Chore]:
        return [Chore(self._work)] if self.study is not None else []

    async def found(self, replay: Replay) -> dict[str, Any] | None:
        stored = await self.store.texts.get(KIND, replay.key)
        return json.loads(stored) if stored is not None else None

    async def begin(self, replay: Replay) -> None:
        """Queues a game, unless it is analysed or queued already."""
        if self.study is None:
            raise Refused("study", NO_BOT)
        job = await self.store.jobs.get(KIND, replay.key)
        if await self.found(replay) is not None or (job is not None and not job.failed):
            return
        if await self.store.jobs.count(KIND) >= MOST_WAITING:
            raise Refused("study", TOO_MANY)
        assert replay.record is not None
        await self.store.jobs.put(KIND, replay.key, replay.record.dumps())
        self._come.set()

    async def _work(self) -> None:
        while jobs := await self.store.jobs.take_next(KIND, LEASE, 1):
            await self._look(jobs[0])
        await wait_at_most(self._come, LOOK_EVERY)

    async def _look(self, job: Job) -> None:
        """Analyses a game. Renews the job's lease meanwhile, with the progress for the pages."""
        part, moved, loop = 0.0, asyncio.Event(), asyncio.get_running_loop()

        def progressed(now: float) -> None:  # called by another thread
            nonlocal part
            part = now
            loop.call_soon_threadsafe(moved.set)

        async def hold() -> None:
            while True:
                await wait_at_most(moved, LEASE / 3)
                with contextlib.suppress(StoreFailed):
                    await self.store.jobs.renew(KIND, job.key, LEASE, part)
                await asyncio.sleep(BREATH)

        holding = asyncio.create_task(hold())
        try:
            assert self.study is not None
            record = await asyncio.to_thread(Record.loads, job.payload)
            data = await self.study(record, progressed)
            await self.store.texts.put(KIND, job.key, json.dumps(data), DAYS, MOST_STORED)
            await self.store.jobs.end(KIND, job.key)
        except asyncio.CancelledError:
            with contextlib.suppress(StoreFailed):  # another server may take it at once
                await self.store.jobs.renew(KIND, job.key, -1.0)
            raise
        except StoreFailed:
            raise
        except Exception as error:
            log.warning("a game could not be analysed: %s", error)
            await self.store.jobs.end(KIND, job.key, failed=True)
        finally:
            holding.cancel()

    # Replies to pages

    async def tell(self, replay: Replay, lang: str) -> dict[str, Any]:
        data = await self.found(replay)
        if data is not None:
            return analysis.in_words(replay, data, lang)
        job = await self.store.jobs.get(KIND, replay.key)
        if job is None:
            return {"state": "none", "says": NO_BOT.say(lang) if self.study is None else ""}
        if job.failed:
            says = say("The bot could not analyse this game. Try again later.").say(lang)
            return {"state": "failed", "says": says}
        if job.is_taken:
            says = say("The bot is analysing the game…").say(lang)
            return {"state": "running", "part": round(job.part, 3), "says": says}
        waits = say("Waiting for the bot to analyse this game; {n} ahead of it.", n=job.ahead)
        return {"state": "waiting", "says": waits.say(lang)}


def browser_questions(record: Record, is_quick: bool) -> dict[str, Any]:
    """Returns the data that a browser needs. ``module`` is '' if it cannot analyse this game."""
    module = thinking.module(record.game)
    return analysis.questions(record, module, is_quick=is_quick) if module else {"module": ""}


def browser_analysis(replay: Replay, body: bytes) -> dict[str, Any]:
    """Returns the browser's evaluation. Raises `BadAnalysis` if it is malformed or does not fit."""
    try:
        found = msgspec.json.decode(body, type=struct_of(Findings))
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise BadAnalysis(str(wrong)) from None
    return analysis.checked(replay, plain(found))
