"""Threads that step the games of a batch together.

The calling thread takes part. The others wait in compiled code, where they see new work at once
(``work_sharing``): a step of a few hundred games takes less time than waking a thread. Without work
they sleep after a while, and the next step wakes them; the calling thread does what they are late
for.
"""

import threading
import time
import weakref
from collections.abc import Callable

import numpy as np

from matou.kit.arrays import ArrayBackend
from matou.research.batch import Games, spans
from matou.research.work_sharing import LINE, UNDONE

# Checks in vain, of a nanosecond or two each, before ...
PATIENCE = 100_000  # ... a thread without work sleeps
HELP = 20_000  # ... the calling thread does another's work; a span takes less
FIRST = 0  # the calling thread's number


class ThreadPool:
    """A pool of threads, the calling one included."""

    def __init__(self, room: ArrayBackend, games: Games) -> None:
        threads = self.count = room.threads
        edges = room.array(threads + 1, np.int64)
        edges[:] = [who * spans(len(games.states)) // threads for who in range(threads + 1)]
        board = room.array((threads + 3) * LINE, np.int64)
        board[: threads * LINE : LINE] = edges[1:]  # nothing to do yet
        shared = board, edges, threads
        self._lead = room.bind("lead", games, *shared, FIRST)
        self._outcome = room.bind("outcome", *shared)
        self.workers = [
            Worker(room.bind("help_out", games, *shared, who, PATIENCE, thread=who))
            for who in range(1, threads)
        ]
        self.close = weakref.finalize(self, stop, self.workers)

    def run(self, job: int) -> int:
        """Runs a job on all games; returns the sum of its results."""
        for worker in self.workers:
            worker.wake()
        outcome = self._lead(job, HELP)
        while outcome == UNDONE:  # a thread took a span and then lost the processor
            time.sleep(0)
            outcome = self._outcome()
        return int(outcome)


class Worker:
    """A thread that takes part in jobs, and sleeps after a while without one."""

    def __init__(self, help_out: Callable[[], object]) -> None:
        self.is_asleep = self.is_stopped = False
        self.awake = threading.Lock()
        self.awake.acquire()
        self.thread = threading.Thread(
            target=self._live, args=(help_out,), name="matou batch", daemon=True
        )
        self.thread.start()

    def _live(self, help_out: Callable[[], object]) -> None:
        while True:
            help_out()
            self.is_asleep = True  # set first, so that stop sees it and wakes the thread
            if self.is_stopped:
                return
            self.awake.acquire()

    def wake(self) -> None:
        if self.is_asleep:
            self.is_asleep = False
            self.awake.release()


def stop(workers: list[Worker]) -> None:
    """Ends the threads, and waits for them: the memory they work on may go next."""
    for worker in workers:
        worker.is_stopped = True
        worker.wake()
    for worker in workers:
        if worker.thread is not threading.current_thread():
            worker.thread.join()
    workers.clear()
