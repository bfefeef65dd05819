"""Threads that step the games of a batch together.

The calling thread takes part. The others wait in compiled code, where they see new work at once
(``work_sharing``): a step of a few hundred games takes less time than waking a thread. Without work
they sleep after a while, and the next step wakes them; the calling thread does what they are late
for.
"""

from __future__ import annotations

import threading
import time
import weakref
from typing import Any

import numpy as np

from matou.kit.linking import Linked
from matou.research.batch import SPAN, Games
from matou.research.work_sharing import LINE, UNDONE

# Checks in vain, of a nanosecond or two each, before ...
PATIENCE = 100_000  # ... a thread without work sleeps
HELP = 20_000  # ... the calling thread does another's work; a span takes less
FIRST = 0  # the calling thread's number


class Crew:
    """A pool of threads, the calling one included."""

    def __init__(self, fast: Linked, games: Games, threads: int) -> None:
        spans = -(-len(games.states) // SPAN)
        self.threads = max(1, min(threads, spans))
        edges = np.array([who * spans // self.threads for who in range(self.threads + 1)])
        board = np.zeros((self.threads + 3) * LINE, np.int64)
        board[: self.threads * LINE : LINE] = edges[1:]  # nothing to do yet
        self.fast = fast
        self.papers = board, edges, self.threads
        self.given = *games, *self.papers
        self.mates = [Mate(fast, (games, *self.papers), who) for who in range(1, self.threads)]
        self.dismiss = weakref.finalize(self, send_home, self.mates)

    def share(self, job: int) -> int:
        """Runs a job on all games; returns the sum of its results."""
        for mate in self.mates:
            mate.wake()
        outcome = self.fast.lead(*self.given, FIRST, job, HELP)
        while outcome == UNDONE:  # a thread took a span and then lost the processor
            time.sleep(0)
            outcome = self.fast.outcome(*self.papers)
        return int(outcome)


class Mate:
    """A thread that takes part in jobs, and sleeps after a while without one."""

    def __init__(self, fast: Linked, given: tuple[Any, ...], who: int) -> None:
        self.is_asleep = self.is_sent_home = False
        self.bed = threading.Lock()
        self.bed.acquire()
        args = fast, given, who
        threading.Thread(target=self._live, args=args, name="matou batch", daemon=True).start()

    def _live(self, fast: Linked, given: tuple[Any, ...], who: int) -> None:
        while True:
            fast.help_out(*given, who, PATIENCE)
            self.is_asleep = True  # set first, so that send_home sees it and wakes the thread
            if self.is_sent_home:
                return
            self.bed.acquire()

    def wake(self) -> None:
        if self.is_asleep:
            self.is_asleep = False
            self.bed.release()


def send_home(mates: list[Mate]) -> None:
    """Ends the threads."""
    for mate in mates:
        mate.is_sent_home = True
        mate.wake()
    mates.clear()
