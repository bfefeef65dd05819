"""Shares the rows of a batch among threads in compiled code, without a lock.

Each thread owns spans of rows, always the same ones, which stay in its processor's cache. A thread
that is done helps the others, so a late thread delays a job by one span at most. To take a span, a
thread increments its owner's counter on ``board`` atomically. A counter below its end means work to
do, and is also the signal that a job has started.
"""

from __future__ import annotations

from matou.kit.atomics import add, load, store
from matou.kit.layout import Row
from matou.kit.linking import rule

LINE = 16  # 8-byte words between two counters, so that no two share a cache line
NOTHING = -1  # no span
NOBODY = -1
UNDONE = -1

# The board of n threads: a counter for each, then the number of finished spans, the sum of results
# and the job's number.


@rule
def lay_out(board: Row, edges: Row, threads: int, job: int) -> None:
    """Starts a job on all spans. Thread t owns those from ``edges[t]`` on."""
    store(board, (threads + 2) * LINE, job)
    store(board, threads * LINE, 0)
    store(board, (threads + 1) * LINE, 0)
    for owner in range(threads):
        store(board, owner * LINE, edges[owner])


@rule
def job_of(board: Row, threads: int) -> int:
    """Returns the current job; it stays the same until all spans are done."""
    return load(board, (threads + 2) * LINE)


@rule
def take(board: Row, edges: Row, owner: int) -> int:
    """Takes the next span of an owner; returns NOTHING if none is left."""
    if load(board, owner * LINE) < edges[owner + 1]:
        span = add(board, owner * LINE, 1)
        if span < edges[owner + 1]:
            return span
    return NOTHING


@rule
def done(board: Row, threads: int, result: int) -> None:
    """Counts a span as finished and adds its result."""
    add(board, (threads + 1) * LINE, result)
    add(board, threads * LINE, 1)


@rule
def late(board: Row, edges: Row, threads: int, patience: int) -> int:
    """Waits for the others; returns an owner with spans left if nothing happens, or NOBODY."""
    quiet = 0
    before = NOTHING
    while quiet < patience:
        now = load(board, threads * LINE)
        if now == edges[threads]:
            return NOBODY
        quiet = quiet + 1 if now == before else 0
        before = now
    for owner in range(threads):
        if load(board, owner * LINE) < edges[owner + 1]:
            return owner
    return NOBODY


@rule
def outcome(board: Row, edges: Row, threads: int) -> int:
    """Returns the sum of the results, or UNDONE if some are missing."""
    if load(board, threads * LINE) != edges[threads]:
        return UNDONE
    return load(board, (threads + 1) * LINE)
