"""Plays a match on all cores or a Ray cluster, with a journal to resume from."""

import contextlib
import itertools
import json
import math
import multiprocessing
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from typing import Any

from matou.arena.one_game import Result, play, prepare
from matou.arena.plan import PACKAGE, Match, Task
from matou.arena.players import CannotSend, Entrant, check_sendable
from matou.core.messages import say
from matou.core.refusals import Refusal

Job = tuple[Match, Task]
Played = Generator[tuple[Match, Result]]


class WrongJournal(Refusal):
    """The journal belongs to another match."""


class Journal:
    """A file with a line for each finished game, so that a stopped match can be resumed."""

    def __init__(self, path: Path, match: Match, *, resume: bool) -> None:
        self.path = path
        self.results: dict[int, Result] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        if resume and path.exists():
            self._load(match)
        else:
            path.write_text(json.dumps(match.header()) + "\n")
        self.file = path.open("a")

    def _load(self, match: Match) -> None:
        head, results = read(self.path)
        for key in (head, wanted := match.header()):
            key.pop("games", None)  # a match can be extended
        if head != wanted:
            raise WrongJournal(say("{path} belongs to another match", path=str(self.path)))
        good = [json.dumps(match.header())]
        for result in results:
            good.append(json.dumps(result.data()))
            if result.number < match.games:  # the journal may be of a longer match
                self.results[result.number] = result
        self.path.write_text("\n".join(good) + "\n")

    def add(self, result: Result) -> None:
        self.results[result.number] = result
        self.file.write(json.dumps(result.data()) + "\n")
        self.file.flush()

    def close(self) -> None:
        self.file.close()


def read(path: Path) -> tuple[dict[str, Any], list[Result]]:
    """Returns a journal's header and its games."""
    lines = path.read_text().splitlines()
    results = []
    for line in lines[1:]:
        with contextlib.suppress(ValueError, TypeError):  # a line cut by a crash
            results.append(Result.of(json.loads(line)))
    return json.loads(lines[0]) if lines else {}, results


def left(match: Match, journal: Journal) -> list[Task]:
    return [task for task in match.tasks() if task.number not in journal.results]


def here(jobs: Sequence[Job]) -> Played:
    for match, task in jobs:
        yield match, play(match, task)


def serve() -> None:
    """Starts a worker: it ignores Ctrl-C, and ends when its parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=follow, daemon=True).start()


def follow() -> None:
    """Waits for the parent process to end, then exits at once."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def on_cores(jobs: Sequence[Job], processes: int, until: float = math.inf) -> Played:
    """Plays on several cores, a process each. At ``until`` it abandons unfinished games."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=serve)
    try:
        # A game without a module is compiled by one process; the others find it in the cache.
        for compiled in [pool.submit(prepare, *needed) for needed in needs(jobs)]:
            compiled.result()
        coming = iter(jobs)
        waiting = {
            pool.submit(play, *job): job[0] for job in itertools.islice(coming, 2 * processes)
        }
        while waiting:
            rest = None if until == math.inf else max(0.0, until - time.monotonic())
            done, _ = wait(waiting, timeout=rest, return_when=FIRST_COMPLETED)
            if not done:
                end(pool)
                return
            for future in done:
                yield waiting.pop(future), future.result()
                for job in itertools.islice(coming, 1):
                    waiting[pool.submit(play, *job)] = job[0]
    except BrokenProcessPool:
        end(pool)
        raise RuntimeError(
            "A process of the match ended early. In a script, start the match under "
            "if __name__ == '__main__': since each process imports the script. Or processes=1"
        ) from None
    except BaseException:
        end(pool)
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def end(pool: ProcessPoolExecutor) -> None:
    for process in list(getattr(pool, "_processes", {}).values()):
        process.terminate()


def needs(jobs: Sequence[Job]) -> list[tuple[Match, tuple[Entrant, ...]]]:
    """Returns a match for each game, with all the players that will play that game."""
    games: dict[str, tuple[Match, dict[Entrant, None]]] = {}
    for match, _ in jobs:
        games.setdefault(match.game, (match, {}))[1].update(dict.fromkeys(match.entrants))
    return [(match, tuple(entrants)) for match, entrants in games.values()]


def on_ray(jobs: Sequence[Job], address: str) -> Played:
    """Plays on a running Ray cluster; 'local:2' starts one here with two workers."""
    import ray

    if not ray.is_initialized():
        is_local = address.startswith("local")
        where, _, workers = address.partition(":") if is_local else (address, "", "")
        ray.init(
            address=where,
            num_cpus=int(workers) if workers else None,
            include_dashboard=False if is_local else None,
            log_to_driver=False,
            runtime_env={"py_modules": [str(PACKAGE)], "excludes": ["**/__pycache__"]},
        )
    remote: Any = ray.remote(num_cpus=1)(play)
    coming = iter(jobs)
    window = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting = {remote.remote(*job): job[0] for job in itertools.islice(coming, window)}
    while waiting:
        done, _ = ray.wait(list(waiting))
        for one in done:
            yield waiting.pop(one), ray.get(one)
            for job in itertools.islice(coming, 1):
                waiting[remote.remote(*job)] = job[0]


def cores() -> int:
    """Returns how many processor cores this process may use."""
    with contextlib.suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(
    match: Match,
    journal: Journal,
    *,
    processes: int = 0,
    ray: str | None = None,
    progress: Callable[[Result], None] | None = None,
    records: Path | None = None,
) -> list[Result]:
    """Plays the rest of a match and returns all its results in order.

    With ``records``, a folder, it writes the record of each game that it plays. If a player
    cannot be sent to other processes, it warns and plays in this one.
    """
    match = replace(match, is_recorded=records is not None)
    jobs = [(match, task) for task in left(match, journal)]
    processes = min(processes or cores(), len(jobs))
    if processes > 1 or ray is not None:
        try:
            check_sendable(match.entrants)
        except CannotSend as refused:
            sentence = f"{refused} The match is played in one process."
            warnings.warn(sentence, RuntimeWarning, stacklevel=3)
            processes, ray = 1, None
    if ray is not None and jobs:
        games = on_ray(jobs, ray)
    else:
        games = on_cores(jobs, processes) if processes > 1 else here(jobs)
    with contextlib.closing(games):
        for _, result in games:
            if records is not None:
                records.mkdir(parents=True, exist_ok=True)
                path = records / f"{result.number:06}.matou"
                path.write_text(result.record, encoding="utf-8")
            journal.add(result)
            if progress is not None:
                progress(result)
    return [journal.results[n] for n in sorted(journal.results)]
