"""Threads that step the games of a batch together.

The calling thread is one of the crew. The others wait in compiled code, where they see at once
that there is something to do (``spans``): a step of some hundred games is over sooner than a
sleeping thread wakes up. After a while without work they sleep, and the next step wakes them;
whatever they are late for, the calling thread does itself.
"""

from __future__ import annotations

import threading
import time
import weakref
from typing import Any

import numpy as np

from matou.kit.linking import Linked
from matou.research.batch import SPAN, Games
from matou.research.spans import LINE, UNDONE

# Looks in vain, of a nanosecond or two each, before ...
PATIENCE = 100_000  # ... a thread without work sleeps
HELP = 20_000  # ... the calling thread does another's work: longer than a span takes
FIRST = 0  # the calling thread's number


class Crew:
    """So many threads, the calling one included."""

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
        """Have a job done on all games; the sum of what came of it."""
        for mate in self.mates:
            mate.wake()
        outcome = self.fast.lead(*self.given, FIRST, job, HELP)
        while outcome == UNDONE:  # somebody has taken a span and then lost the processor
            time.sleep(0)
            outcome = self.fast.outcome(*self.papers)
        return int(outcome)


class Mate:
    """A thread that does what it finds to do, and sleeps when that is nothing for a while."""

    def __init__(self, fast: Linked, given: tuple[Any, ...], who: int) -> None:
        self.is_asleep = self.is_sent_home = False
        self.bed = threading.Lock()
        self.bed.acquire()
        args = fast, given, who
        threading.Thread(target=self._live, args=args, name="matou batch", daemon=True).start()

    def _live(self, fast: Linked, given: tuple[Any, ...], who: int) -> None:
        while True:
            fast.help_out(*given, who, PATIENCE)
            self.is_asleep = True  # first: whoever sends it home then sees it and wakes it
            if self.is_sent_home:
                return
            self.bed.acquire()

    def wake(self) -> None:
        if self.is_asleep:
            self.is_asleep = False
            self.bed.release()


def send_home(mates: list[Mate]) -> None:
    """End the threads."""
    for mate in mates:
        mate.is_sent_home = True
        mate.wake()
    mates.clear()
