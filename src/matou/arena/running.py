"""Playing a match: on all cores or a Ray cluster, with a journal to go on from."""

from __future__ import annotations

import contextlib
import itertools
import json
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any

from matou.arena.plan import Match, Task
from matou.arena.table import Result, play, warm

Told = Callable[[Result], None]


class WrongJournal(ValueError):
    """A journal of another match."""


class Journal:
    """A file with a line for each game played, so that a match can go on after a stop."""

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
        lines = self.path.read_text().splitlines()
        head = json.loads(lines[0]) if lines else {}
        for key in (head, wanted := match.header()):
            key.pop("games", None)  # a match may be made longer
        if head != wanted:
            raise WrongJournal(f"{self.path} is of another match")
        good = [json.dumps(match.header())]
        for line in lines[1:]:
            with contextlib.suppress(ValueError, TypeError):  # a line cut by a crash
                result = Result.of(json.loads(line))
                good.append(line)
                if result.number < match.games:  # it may be of a longer match
                    self.results[result.number] = result
        self.path.write_text("\n".join(good) + "\n")

    def add(self, result: Result) -> None:
        """Write a game down."""
        self.results[result.number] = result
        self.file.write(json.dumps(result.data()) + "\n")
        self.file.flush()

    def close(self) -> None:
        self.file.close()


def left(match: Match, journal: Journal) -> list[Task]:
    """The games still to be played."""
    return [task for task in match.tasks() if task.number not in journal.results]


def here(match: Match, tasks: list[Task]) -> Generator[Result]:
    """One after another, in this process."""
    for task in tasks:
        yield play(match, task)


def serve() -> None:
    """A worker leaves Ctrl-C to whoever started it, and does not outlive them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=follow, daemon=True).start()


def follow() -> None:
    """Go when the one who started us has gone, whatever was still to be played."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def on_cores(match: Match, tasks: list[Task], processes: int) -> Generator[Result]:
    """On several cores, a process each."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=serve)
    try:
        pool.submit(warm, match).result()  # one compiles, the others find it in the cache
        coming = iter(tasks)
        waiting = {pool.submit(play, match, t) for t in itertools.islice(coming, 2 * processes)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
                for task in coming:
                    waiting.add(pool.submit(play, match, task))
                    break
    except BaseException:
        for process in list(getattr(pool, "_processes", {}).values()):
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def on_ray(match: Match, tasks: list[Task], address: str) -> Generator[Result]:
    """On a Ray cluster that is there already; 'local:2' starts one here, of two workers."""
    import ray

    import matou

    if not ray.is_initialized():
        package = str(Path(matou.__file__).parent)
        where, _, workers = (
            address.partition(":") if address.startswith("local") else (address, "", "")
        )
        ray.init(
            address=where,
            num_cpus=int(workers) if workers else None,
            include_dashboard=None if where != "local" else False,
            log_to_driver=False,
            runtime_env={"py_modules": [package], "excludes": ["**/__pycache__"]},
        )
    remote: Any = ray.remote(num_cpus=1)(play)
    coming = iter(tasks)
    window = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting = [remote.remote(match, task) for task in itertools.islice(coming, window)]
    while waiting:
        done, waiting = ray.wait(waiting)
        for one in done:
            yield ray.get(one)
            for task in coming:
                waiting.append(remote.remote(match, task))
                break


def cores() -> int:
    """How many processes this machine has room for."""
    with contextlib.suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(
    match: Match,
    journal: Journal,
    *,
    processes: int = 0,
    ray: str | None = None,
    told: Told | None = None,
) -> list[Result]:
    """Play what is left of a match; its results, in order."""
    tasks = left(match, journal)
    processes = min(processes or cores(), len(tasks))
    if not tasks:
        games = here(match, [])
    elif ray is not None:
        games = on_ray(match, tasks, ray)
    elif processes == 1:
        games = here(match, tasks)
    else:
        games = on_cores(match, tasks, processes)
    with contextlib.closing(games):
        for result in games:
            journal.add(result)
            if told is not None:
                told(result)
    return [journal.results[n] for n in sorted(journal.results)]
