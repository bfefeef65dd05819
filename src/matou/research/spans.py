"""Rows of a batch shared out among threads inside compiled code, without a lock.

Each thread has spans of its own, the same ones each time, which are in its processor's cache
then; one that is done helps the others out. So a thread that wakes late, or whose processor has
other things to do, holds them up for one span at most. Whoever takes a span moves its owner's
counter on ``board`` by one, in one indivisible step; a counter below its end is what there is to
do, and also the signal that there is something.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core.cgutils import get_item_pointer
from numba.extending import intrinsic

from matou.kit.layout import Row
from matou.kit.linking import rule

LINE = 16  # numbers of 8 bytes between two of the board's: no two are in one line of a cache
NOTHING = -1  # no span
NOBODY = -1
UNDONE = -1


def _pointer(context: Any, builder: Any, board: Any, args: Any) -> Any:
    array = context.make_array(board)(context, builder, args[0])
    return get_item_pointer(context, builder, board, array, [args[1]])  # type: ignore[no-untyped-call]


def _look(_: Any, board: Any, at: Any) -> Any:
    """What stands there now, and not what stood there a while ago."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load_atomic(
            _pointer(context, builder, signature.args[0], args), "acquire", 8
        )

    return types.int64(board, types.int64), code


def _put(_: Any, board: Any, at: Any, value: Any) -> Any:
    """Write a number; whatever was written before can be seen by who sees it."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        where = _pointer(context, builder, signature.args[0], args)
        return builder.atomic_rmw("xchg", where, args[2], "seq_cst")

    return types.int64(board, types.int64, types.int64), code


def _add(_: Any, board: Any, at: Any, value: Any) -> Any:
    """Add to a number; what it was before. No two threads are told the same."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        where = _pointer(context, builder, signature.args[0], args)
        return builder.atomic_rmw("add", where, args[2], "seq_cst")

    return types.int64(board, types.int64, types.int64), code


look: Any = intrinsic(_look)
put: Any = intrinsic(_put)
add: Any = intrinsic(_add)

# The board of n threads: a counter each, then how many spans are done, then the sum of results,
# then the number of the job.


@rule
def lay_out(board: Row, edges: Row, threads: int, job: int) -> None:
    """That job is to be done on all spans: thread t's are those from ``edges[t]`` on."""
    put(board, (threads + 2) * LINE, job)
    put(board, threads * LINE, 0)
    put(board, (threads + 1) * LINE, 0)
    for owner in range(threads):
        put(board, owner * LINE, edges[owner])


@rule
def job_of(board: Row, threads: int) -> int:
    """What is to be done; it stays the same until all spans are done."""
    return int(look(board, (threads + 2) * LINE))


@rule
def take(board: Row, edges: Row, owner: int) -> int:
    """The next span of that owner, now the caller's to do; NOTHING if none is left."""
    if look(board, owner * LINE) < edges[owner + 1]:
        span = add(board, owner * LINE, 1)
        if span < edges[owner + 1]:
            return int(span)
    return NOTHING


@rule
def done(board: Row, threads: int, result: int) -> None:
    """A span is done; its result is added to the others'."""
    add(board, (threads + 1) * LINE, result)
    add(board, threads * LINE, 1)


@rule
def late(board: Row, edges: Row, threads: int, patience: int) -> int:
    """Wait for the others; who has spans left when none was done for so many looks, or NOBODY."""
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
    """The sum of the results; UNDONE if there are some to come."""
    if look(board, threads * LINE) != edges[threads]:
        return UNDONE
    return int(look(board, (threads + 1) * LINE))
