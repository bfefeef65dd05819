"""The GPU kernels of the vector environment, over ``decisions`` and a game's rules.

Thread g plays game g. States, observations and masks are long, so a warp copies those of its 32
games from and to global memory in one piece and works on them in shared memory: 32 threads that
each read their own row out there would wait for 32 answers. If the rows are so long that few warps
fit, each warp gets three more that only help it copy. Lists of legal actions store one action of
every game side by side, so that neighbouring threads read neighbouring memory.
"""

from __future__ import annotations

from typing import Any

from matou.kit.linking import Linked
from matou.kit.rng import rng_below, rng_seed
from matou.research.decisions import DICE, EVERYBODY, to_a_decision

WARP = 32
WORD = 8  # bytes that a thread copies at a time
CROWDED = 14 << 10  # bytes of shared memory a warp, beyond which fewer than 16 warps fit
LONG = 2048  # longer masks are not rewritten, but corrected where they change
SEATS = 8  # more than any game has

LIST = ("i2[,]", "i4[]", "i1[]")  # listed, counts, seats
KINDS = {
    "begin": ("record[]", "record[]", *LIST, "f4[,]", "i1[]", "i1[]", "i8[,]", "i8[,]", "i8"),
    "play": ("i8[]", "record[]", "i8[]", *LIST, "f4[,]", "i1[]", "i1[]", "i8[,]"),
    "look": ("i8[]", "i1[]", "i8[]"),
    "mark": ("i2[,]", "i4[]", "i8[]"),
    "correct": ("i2[,]", "i4[]", "i2[,]", "i4[]", "i1[,]"),
    "choose": ("i2[,]", "i4[]", "i8[,]", "i8[]"),
}


def shared(name: str, record: int, size: int, actions: int) -> int:
    """Returns the shared memory of a warp in a kernel, in bytes; 0 if it uses none."""
    rows = {"play": record, "look": record + size, "mark": actions}
    return WARP * rows.get(name, 0)


def threads(share: int) -> int:
    """Returns how many threads work on 32 games, by the memory they share."""
    return 4 * WARP if share > CROWDED else WARP


def kernels(linked: Linked, record: Any, most: int, size: int, actions: int) -> dict[str, Any]:
    """Returns the kernels of a game by name. They do the work of ``clear`` for whole warps."""
    found = (
        begin_kernel(linked, most),
        play_kernel(linked, record, most),
        look_kernel(linked, record, size),
        mark_kernel(actions) if actions <= LONG else correct_kernel(),
        choose_kernel(linked),
    )
    return {kernel.__name__: kernel for kernel in found}


def list_writer() -> Any:
    """Returns a device function that stores the legal actions of a game."""
    from numba import cuda

    def write(out: Any, n: int, g: int, listed: Any, counts: Any) -> None:
        for k in range(n):
            listed[k, g] = out[k]
        counts[g] = n

    return cuda.jit(device=True)(write)


def begin_kernel(linked: Linked, most: int) -> Any:
    """Returns the kernel that starts games. Chance in game g depends on the seed and g alone."""
    from numba import cuda, int16

    actor, write = linked.actor, list_writer()
    decided, seeded = linked._twins[to_a_decision], linked._twins[rng_seed]

    def begin(
        states: Any, opening: Any, listed: Any, counts: Any, seats: Any, rewards: Any,
        ended: Any, illegal: Any, luck: Any, dice: Any, seed: int,
    ) -> None:  # fmt: skip
        g = cuda.grid(1)
        if g < len(counts):
            out = cuda.local.array(most, int16)
            weights = cuda.local.array(most, int16)
            seeded(luck[g], seed + g)
            seeded(dice[g], DICE + seed + g)
            states[g] = opening[0]
            n = decided(states[g], EVERYBODY, out, weights, luck[g])
            write(out, n, g, listed, counts)
            seats[g] = actor(states[g])
            for seat in range(rewards.shape[1]):
                rewards[g, seat] = 0
            ended[g] = 0
            illegal[g] = 0

    return begin


def play_kernel(linked: Linked, record: Any, most: int) -> Any:
    """Returns the kernel that plays one action in each game, then chance; ended games restart.

    Where the action is illegal it plays nothing, and sets ``illegal``.
    """
    from numba import cuda, float32, from_dtype, int16, int64

    actor, apply, returns = linked.actor, linked.apply, linked.returns
    decided, write = linked._twins[to_a_decision], list_writer()
    kind, state = from_dtype(record), WARP * record.itemsize // WORD
    wide = threads(WARP * record.itemsize)

    def play(
        states: Any, opening: Any, actions: Any, listed: Any, counts: Any, seats: Any,
        rewards: Any, ended: Any, illegal: Any, luck: Any,
    ) -> None:  # fmt: skip
        own, words = cuda.shared.array(0, kind), cuda.shared.array(0, int64)
        lane, first = cuda.threadIdx.x, cuda.blockIdx.x * state
        g = cuda.blockIdx.x * WARP + lane
        for k in range(lane, state, wide):
            words[k] = states[first + k]
        cuda.syncthreads()
        if lane < WARP and g < len(counts):
            for seat in range(rewards.shape[1]):
                rewards[g, seat] = 0
            ended[g] = 0
            fits = 0
            for k in range(counts[g]):
                fits |= listed[k, g] == actions[g]
            illegal[g] = 1 - fits
            if fits:
                out = cuda.local.array(most, int16)
                weights = cuda.local.array(most, int16)
                apply(own[lane], actions[g])
                n = decided(own[lane], EVERYBODY, out, weights, luck[g])
                if n == 0:
                    final_returns = cuda.local.array(SEATS, float32)
                    returns(own[lane], final_returns)
                    for seat in range(rewards.shape[1]):
                        rewards[g, seat] = final_returns[seat]
                    ended[g] = 1
                    own[lane] = opening[0]
                    n = decided(own[lane], EVERYBODY, out, weights, luck[g])
                write(out, n, g, listed, counts)
            seats[g] = actor(own[lane])
        cuda.syncthreads()
        for k in range(lane, state, wide):
            states[first + k] = words[k]

    return play


def look_kernel(linked: Linked, record: Any, size: int) -> Any:
    """Returns the kernel that encodes what the seat to act may know of each game."""
    from numba import cuda, from_dtype, int8, int64

    encode, kind = linked.encode, from_dtype(record)
    state, line = WARP * record.itemsize // WORD, WARP * size // WORD
    wide = threads(WARP * (record.itemsize + size))

    def look(states: Any, seats: Any, observations: Any) -> None:
        own, words = cuda.shared.array(0, kind), cuda.shared.array(0, int64)
        rows = cuda.shared.array(0, int8)
        lane = cuda.threadIdx.x
        g = cuda.blockIdx.x * WARP + lane
        for k in range(lane, state, wide):
            words[k] = states[cuda.blockIdx.x * state + k]
        for k in range(lane, line, wide):
            words[state + k] = 0
        cuda.syncthreads()
        if lane < WARP and g < len(seats):
            at = state * 8 + lane * size
            encode(own[lane], seats[g], rows[at : at + size])
        cuda.syncthreads()
        for k in range(lane, line, wide):
            observations[cuda.blockIdx.x * line + k] = words[state + k]

    return look


def mark_kernel(actions: int) -> Any:
    """Returns the kernel that writes masks of the legal actions."""
    from numba import cuda, int8, int64

    marks, wide = WARP * actions // WORD, threads(WARP * actions)

    def mark(listed: Any, counts: Any, masks: Any) -> None:
        rows, words = cuda.shared.array(0, int8), cuda.shared.array(0, int64)
        lane = cuda.threadIdx.x
        g = cuda.blockIdx.x * WARP + lane
        for k in range(lane, marks, wide):
            words[k] = 0
        cuda.syncthreads()
        if lane < WARP and g < len(counts):
            for k in range(counts[g]):
                rows[lane * actions + listed[k, g]] = 1
        cuda.syncthreads()
        for k in range(lane, marks, wide):
            masks[cuda.blockIdx.x * marks + k] = words[k]

    return mark


def correct_kernel() -> Any:
    """Returns the kernel that corrects masks which still have the marks of an earlier list."""
    from numba import cuda

    def correct(listed: Any, counts: Any, before: Any, many: Any, masks: Any) -> None:
        g = cuda.grid(1)
        if g < len(counts):
            for k in range(many[g]):
                masks[g, before[k, g]] = 0
            n = counts[g]
            many[g] = n
            for k in range(n):
                a = listed[k, g]
                before[k, g] = a
                masks[g, a] = 1

    return correct


def choose_kernel(linked: Linked) -> Any:
    """Returns the kernel that chooses a random legal action in each game."""
    from numba import cuda

    below = linked._twins[rng_below]

    def choose(listed: Any, counts: Any, dice: Any, chosen: Any) -> None:
        g = cuda.grid(1)
        if g < len(counts):
            chosen[g] = listed[below(dice[g], counts[g]), g]

    return choose
