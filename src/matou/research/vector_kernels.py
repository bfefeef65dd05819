"""Many games at once on a GPU: what its threads do in a step, over ``batch`` and a game's rules.

Thread g plays game g. What is long (states, observations, masks) goes from and to the card's
memory in one piece for a warp's 32 games, and is worked on in the memory that the warp shares:
32 threads that each read a row of their own out there wait for 32 answers. Where the rows are so
long that few warps have room, each has three more that only help it carry. Lists of legal actions
lie with one action of every game beside each other, so that neighbours read what is side by side.
"""

from __future__ import annotations

from typing import Any

from matou.kit.linking import Linked
from matou.kit.rng import rng_below, rng_seed
from matou.research.decisions import DICE, EVERYBODY, to_a_decision

WARP = 32
CROWDED = 14 << 10  # bytes that a warp shares, so that fewer than 16 have room at a time
LONG = 2048  # masks longer than this are not written anew, but corrected where they change
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
    """How much memory a warp shares in a kernel, in bytes; 0 where it is no matter of warps."""
    rows = {"play": record, "look": record + size, "mark": actions}
    return WARP * rows.get(name, 0)


def threads(share: int) -> int:
    """How many threads see to 32 games, by the memory they share."""
    return 4 * WARP if share > CROWDED else WARP


def kernels(linked: Linked, record: Any, most: int, size: int, actions: int) -> dict[str, Any]:
    """The kernels of a game by name; ``clear`` is done here, for all rows of a warp."""
    from numba import cuda, float32, from_dtype, int8, int16, int64

    actor, apply, returns, encode = linked.actor, linked.apply, linked.returns, linked.encode
    kind, state = from_dtype(record), WARP // 8 * record.itemsize  # in words of 8 bytes
    line, marks = WARP // 8 * size, WARP // 8 * actions
    wide, looking, marking = (
        threads(shared(name, record.itemsize, size, actions)) for name in ("play", "look", "mark")
    )
    decided, seeded, below = (linked._twins[rule] for rule in (to_a_decision, rng_seed, rng_below))

    def put(out: Any, n: int, g: int, listed: Any, counts: Any) -> None:
        for k in range(n):
            listed[k, g] = out[k]
        counts[g] = n

    kept = cuda.jit(device=True)(put)

    def begin(
        states: Any, opening: Any, listed: Any, counts: Any, seats: Any, rewards: Any,
        ended: Any, illegal: Any, luck: Any, dice: Any, seed: int,
    ) -> None:  # fmt: skip
        """New games; chance in game g follows from the seed and g alone."""
        g = cuda.grid(1)
        if g < len(counts):
            out = cuda.local.array(most, int16)
            weights = cuda.local.array(most, int16)
            seeded(luck[g], seed + g)
            seeded(dice[g], DICE + seed + g)
            states[g] = opening[0]
            n = decided(states[g], EVERYBODY, out, weights, luck[g])
            kept(out, n, g, listed, counts)
            seats[g] = actor(states[g])
            for seat in range(rewards.shape[1]):
                rewards[g, seat] = 0
            ended[g] = 0
            illegal[g] = 0

    def play(
        states: Any, opening: Any, actions: Any, listed: Any, counts: Any, seats: Any,
        rewards: Any, ended: Any, illegal: Any, luck: Any,
    ) -> None:  # fmt: skip
        """One action in each game, chance after it; an ended game starts again.

        Where the action is not legal nothing is played, and ``illegal`` says so.
        """
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
                    worth = cuda.local.array(SEATS, float32)
                    returns(own[lane], worth)
                    for seat in range(rewards.shape[1]):
                        rewards[g, seat] = worth[seat]
                    ended[g] = 1
                    own[lane] = opening[0]
                    n = decided(own[lane], EVERYBODY, out, weights, luck[g])
                kept(out, n, g, listed, counts)
            seats[g] = actor(own[lane])
        cuda.syncthreads()
        for k in range(lane, state, wide):
            states[first + k] = words[k]

    def look(states: Any, seats: Any, observations: Any) -> None:
        """What the seat to act may know of each game."""
        own, words = cuda.shared.array(0, kind), cuda.shared.array(0, int64)
        rows = cuda.shared.array(0, int8)
        lane = cuda.threadIdx.x
        g = cuda.blockIdx.x * WARP + lane
        for k in range(lane, state, looking):
            words[k] = states[cuda.blockIdx.x * state + k]
        for k in range(lane, line, looking):
            words[state + k] = 0
        cuda.syncthreads()
        if lane < WARP and g < len(seats):
            at = state * 8 + lane * size
            encode(own[lane], seats[g], rows[at : at + size])
        cuda.syncthreads()
        for k in range(lane, line, looking):
            observations[cuda.blockIdx.x * line + k] = words[state + k]

    def mark(listed: Any, counts: Any, masks: Any) -> None:
        """The legal actions as marks among all."""
        rows, words = cuda.shared.array(0, int8), cuda.shared.array(0, int64)
        lane = cuda.threadIdx.x
        g = cuda.blockIdx.x * WARP + lane
        for k in range(lane, marks, marking):
            words[k] = 0
        cuda.syncthreads()
        if lane < WARP and g < len(counts):
            for k in range(counts[g]):
                rows[lane * actions + listed[k, g]] = 1
        cuda.syncthreads()
        for k in range(lane, marks, marking):
            masks[cuda.blockIdx.x * marks + k] = words[k]

    def correct(listed: Any, counts: Any, before: Any, many: Any, masks: Any) -> None:
        """The same in masks that still have the marks of an earlier list."""
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

    def choose(listed: Any, counts: Any, dice: Any, chosen: Any) -> None:
        """A legal action in each game, each as likely as the next."""
        g = cuda.grid(1)
        if g < len(counts):
            chosen[g] = listed[below(dice[g], counts[g]), g]

    last = mark if actions <= LONG else correct
    return {kernel.__name__: kernel for kernel in (begin, play, look, last, choose)}
