"""Threads that share the rows of a batch out among them.

Compiled rules let go of Python's lock, so they run side by side. Each thread has its own rows,
the same ones each time, which are in its processor's cache then, and does them in short spans;
one that is done helps the others out. So a thread that wakes late, or whose processor has other
things to do, holds them up for one span at most. The calling thread is one of the crew.
"""

from __future__ import annotations

import threading
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

Work = Callable[[int, int, int], int]  # who does it (the caller is 0), the first row, the end
Spans = deque[tuple[int, int]]

SPAN = 256  # rows: many to a call, and still several spans to a thread


class Crew:
    """So many threads, the calling one included."""

    def __init__(self, threads: int, rows: int) -> None:
        self.threads = max(1, min(threads, -(-rows // SPAN)))
        step = SPAN if self.threads > 1 else max(rows, 1)
        spans = [(first, min(first + step, rows)) for first in range(0, rows, step)]
        edges = [who * len(spans) // self.threads for who in range(self.threads + 1)]
        self.own = [spans[edges[who] : edges[who + 1]] for who in range(self.threads)]
        self.mates = [Mate() for _ in range(1, self.threads)]
        self.dismiss = weakref.finalize(self, send_home, self.mates)

    def share(self, work: Work) -> int:
        """Have the work done on all rows; the sum of what it returned."""
        left = [deque(spans) for spans in self.own]
        for who, mate in enumerate(self.mates, 1):
            mate.begin(partial(do, work, who, left))
        try:
            total = do(work, 0, left)
        finally:
            for mate in self.mates:
                mate.finish()
        return total + sum(mate.result() for mate in self.mates)


def do(work: Work, who: int, left: Sequence[Spans]) -> int:
    """Do one's own spans from the first on, then those of others from the last on."""
    total = 0
    mine = left[who]
    while mine:
        try:
            span = mine.popleft()
        except IndexError:  # somebody helped out just now
            break
        total += work(who, *span)
    for theirs in left:
        while theirs:
            try:
                span = theirs.pop()
            except IndexError:
                break
            total += work(who, *span)
    return total


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

    def finish(self) -> None:
        """Wait until it is done; if it never woke up, all is done, and its job is taken back."""
        if self.is_wanted.acquire(blocking=False):
            self.done = 0
        else:
            self.is_ready.acquire()

    def result(self) -> int:
        """What it did, once it has finished."""
        error, self.error = self.error, None
        if error is not None:
            raise error
        return self.done


def send_home(mates: list[Mate]) -> None:
    """End the threads."""
    while mates:
        mates.pop().begin(None)
