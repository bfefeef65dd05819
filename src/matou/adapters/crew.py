"""Threads that share the rows of a batch out among them.

Compiled rules let go of Python's lock, so they run side by side. Rows are handed out in short
spans to whoever is free, the calling thread among them: a thread that wakes late, or whose
processor has other things to do, holds the others up for one span at most.
"""

from __future__ import annotations

import itertools
import threading
import weakref
from collections import deque
from collections.abc import Callable
from functools import partial

Work = Callable[[int, int, int], int]  # who does it (the caller is 0), the first row, the end
Spans = deque[tuple[int, int]]

SPAN = 256  # rows: many to a call, and still several spans to a thread


class Crew:
    """So many threads, the calling one included."""

    def __init__(self, threads: int, rows: int) -> None:
        self.threads = max(1, min(threads, -(-rows // SPAN)))
        edges = range(0, rows, SPAN) if self.threads > 1 else (0,)
        self.spans = list(itertools.pairwise([*edges, rows]))
        self.mates = [Mate() for _ in range(1, self.threads)]
        self.dismiss = weakref.finalize(self, send_home, self.mates)

    def share(self, work: Work) -> int:
        """Have the work done on all rows; the sum of what it returned."""
        if not self.mates:
            return work(0, *self.spans[0])
        left = deque(self.spans)
        for who, mate in enumerate(self.mates, 1):
            mate.begin(partial(do, work, who, left))
        try:
            total = do(work, 0, left)
        finally:
            others = [mate.result() for mate in self.mates]
        return total + sum(others)


def do(work: Work, who: int, left: Spans) -> int:
    """Do one span after another until none is left."""
    total = 0
    while True:
        try:
            first, last = left.popleft()
        except IndexError:
            return total
        total += work(who, first, last)


class Mate:
    """A thread that waits for something to do: cheaper to wake than a pool of futures."""

    def __init__(self) -> None:
        self.job: Callable[[], int] | None = None
        self.done = 0
        self.error: BaseException | None = None
        self.is_wanted, self.is_ready = threading.Lock(), threading.Lock()
        self.is_wanted.acquire()
        self.is_ready.acquire()
        threading.Thread(target=self._work, name="matou batch", daemon=True).start()

    def _work(self) -> None:
        while True:
            self.is_wanted.acquire()
            if self.job is None:
                return
            try:
                self.done = self.job()
            except BaseException as error:  # raised where it is waited for
                self.error = error
            self.job = None
            self.is_ready.release()

    def begin(self, job: Callable[[], int] | None) -> None:
        """Give it something to do; None ends it."""
        self.job = job
        self.is_wanted.release()

    def result(self) -> int:
        """Wait for what it did."""
        self.is_ready.acquire()
        error, self.error = self.error, None
        if error is not None:
            raise error
        return self.done


def send_home(mates: list[Mate]) -> None:
    """End the threads."""
    while mates:
        mates.pop().begin(None)
