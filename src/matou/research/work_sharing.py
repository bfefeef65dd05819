"""Shares the rows of a batch among threads in compiled code, without a lock.

Each thread owns spans of rows, always the same ones, which stay in its processor's cache. A thread
that is done helps the others, so a late thread delays a job by one span at most. To take a span, a
thread increments its owner's counter on ``board`` atomically. A counter below its end means work to
do, and is also the signal that a job has started.
"""

from __future__ import annotations

from typing import Any

from matou.kit.layout import Row
from matou.kit.linking import rule
from matou.research import missing

try:
    from numba import types
    from numba.core.cgutils import get_item_pointer
    from numba.extending import intrinsic
except ImportError:
    missing("numba")

LINE = 16  # 8-byte words between two counters, so that no two share a cache line
NOTHING = -1  # no span
NOBODY = -1
UNDONE = -1


def _pointer(context: Any, builder: Any, board: Any, args: Any) -> Any:
    array = context.make_array(board)(context, builder, args[0])
    return get_item_pointer(context, builder, board, array, [args[1]])  # type: ignore[no-untyped-call]


def _look(_: Any, board: Any, at: Any) -> Any:
    """Reads a number atomically."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load_atomic(
            _pointer(context, builder, signature.args[0], args), "acquire", 8
        )

    return types.int64(board, types.int64), code


def _put(_: Any, board: Any, at: Any, value: Any) -> Any:
    """Writes a number atomically; threads that see it also see all earlier writes."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        where = _pointer(context, builder, signature.args[0], args)
        return builder.atomic_rmw("xchg", where, args[2], "seq_cst")

    return types.int64(board, types.int64, types.int64), code


def _add(_: Any, board: Any, at: Any, value: Any) -> Any:
    """Adds to a number atomically and returns its old value."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        where = _pointer(context, builder, signature.args[0], args)
        return builder.atomic_rmw("add", where, args[2], "seq_cst")

    return types.int64(board, types.int64, types.int64), code


look: Any = intrinsic(_look)
put: Any = intrinsic(_put)
add: Any = intrinsic(_add)

# The board of n threads: a counter for each, then the number of finished spans, the sum of results
# and the job's number.


@rule
def lay_out(board: Row, edges: Row, threads: int, job: int) -> None:
    """Starts a job on all spans. Thread t owns those from ``edges[t]`` on."""
    put(board, (threads + 2) * LINE, job)
    put(board, threads * LINE, 0)
    put(board, (threads + 1) * LINE, 0)
    for owner in range(threads):
        put(board, owner * LINE, edges[owner])


@rule
def job_of(board: Row, threads: int) -> int:
    """Returns the current job; it stays the same until all spans are done."""
    return int(look(board, (threads + 2) * LINE))


@rule
def take(board: Row, edges: Row, owner: int) -> int:
    """Takes the next span of an owner; returns NOTHING if none is left."""
    if look(board, owner * LINE) < edges[owner + 1]:
        span = add(board, owner * LINE, 1)
        if span < edges[owner + 1]:
            return int(span)
    return NOTHING


@rule
def done(board: Row, threads: int, result: int) -> None:
    """Counts a span as finished and adds its result."""
    add(board, (threads + 1) * LINE, result)
    add(board, threads * LINE, 1)


@rule
def late(board: Row, edges: Row, threads: int, patience: int) -> int:
    """Waits for the others. Returns an owner with spans left after a while without progress, or
    NOBODY.
    """
    quiet = 0
    before = NOTHING
    while quiet < patience:
        now = look(board, threads * LINE)
        if now == edges[threads]:
            return NOBODY
        quiet = quiet + 1 if now == before else 0
        before = now
    for owner in range(threads):
        if look(board, owner * LINE) < edges[owner + 1]:
            return owner
    return NOBODY


@rule
def outcome(board: Row, edges: Row, threads: int) -> int:
    """Returns the sum of the results, or UNDONE if some are missing."""
    if look(board, threads * LINE) != edges[threads]:
        return UNDONE
    return int(look(board, (threads + 1) * LINE))
