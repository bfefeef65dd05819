"""Analyses of finished games: asked for once, made one at a time by the bots, then kept."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass
from typing import Any

from matou.play.log import blanked
from matou.play.replay import Replay
from matou.play.table import Refused
from matou.web import text
from matou.web.replay import text as replay_text
from matou.web.store.interface import Store

log = logging.getLogger("matou.web")

KIND = "analysis 1"  # another number, and every game is looked at afresh
DAYS = 400.0
MOST_KEPT = 20_000
MOST_WAITING = 40
BOT_LEVEL = 4  # whose opinion it is


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

    def found(self, replay: Replay) -> dict[str, Any] | None:
        kept = self.store.paper(KIND, replay.key)
        return json.loads(kept[0]) if kept is not None else None

    def begin(self, replay: Replay) -> None:
        """Have a game looked at, unless it has been or will be."""
        if self.study is None:
            raise Refused("study", replay_text.STUDY_NONE)
        job = self.jobs.get(replay.key)
        if self.found(replay) is not None or (job is not None and not job.failed):
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

    def tell(self, replay: Replay, lang: str) -> dict[str, Any]:
        """How far it is, or what was found, in words."""
        data = self.found(replay)
        if data is not None:
            return {"state": "done", **in_words(replay, data, lang)}
        job = self.jobs.get(replay.key)
        if job is None:
            none = self.study is None
            return {"state": "none", "says": replay_text.STUDY_NONE.say(lang) if none else ""}
        if job.failed:
            return {"state": "failed", "says": replay_text.STUDY_FAILED.say(lang)}
        if job.is_running:
            says = replay_text.STUDY_RUNS.say(lang)
            return {"state": "running", "part": round(job.part, 3), "says": says}
        ahead = [key for key, other in self.jobs.items() if not other.failed].index(replay.key)
        return {"state": "waiting", "says": replay_text.STUDY_WAITS.say(lang).format(n=ahead)}


def in_words(replay: Replay, data: dict[str, Any], lang: str) -> dict[str, Any]:
    """What was found, for a page: positions to jump to, and sentences."""
    who = replay.names(lang)
    # A position before any decision counts like the first one.
    chances = [[m["number"] - 1, m["chances"]] for m in data["moments"]]
    if data["returns"]:
        chances.append([replay.positions.count, data["returns"]])
    wrong = set(data["mistakes"])
    return {
        "chances": chances,
        "bot": replay_text.CHANCES_MORE.say(lang).format(bot=text.level_name(BOT_LEVEL).say(lang)),
        "mistakes": [
            mistake(replay, m, who, lang) for m in data["moments"] if m["number"] in wrong
        ],
        "turnings": [
            {
                "at": t["number"] - 1,
                "seat": t["seat"],
                "actor": replay.positions.lines[t["number"] - 1].actor,
                "what": what(replay, t["number"], data, lang),
                "before": t["before"],
                "after": t["after"],
                "mistake": t["mistake"],
            }
            for t in data["turning_points"]
        ],
    }


def mistake(replay: Replay, moment: dict[str, Any], who: list[str], lang: str) -> dict[str, Any]:
    at, seat = moment["number"] - 1, moment["seat"]
    state = replay.positions.state(at)
    best = state.parse(moment["best"])
    heat = replay.positions.sheet(at, seat, lang, who).heat
    return {
        "at": at,
        "seat": seat,
        "played": replay.tell(replay.positions.lines[at].own, lang),
        "best": replay.tell(state.game.words.describe(blanked(state, seat), best), lang),
        "chance": moment["chance"],
        "best_chance": moment["best_chance"],
        "shine": [id for id, warm in heat.items() if best in warm.actions],
    }


def what(replay: Replay, number: int, data: dict[str, Any], lang: str) -> str:
    """What happened where the chances swung: the decision, and what chance made of it."""
    later = [m["number"] for m in data["moments"] if m["number"] > number]
    until = min(later, default=replay.positions.count + 1)
    first, *rest = replay.positions.lines[number - 1 : until - 1]
    lucky = [line for line in rest if line.actor < 0][:2]
    return " · ".join(replay.tell(line.own, lang) for line in (first, *lucky))
