"""Many games stepped at once, as a template over any game: all of it compiled.

Row g of every array is game g. A game that ends starts again at once, from ``opening``;
what it was worth, and its last observation, stay in ``worth`` and ``final`` beside ``ended``.
Seats other than ``me`` play at random; with ``me`` -1 every seat is the caller's.
"""

from __future__ import annotations

from typing import Any

from matou.adapters.spans import NOBODY, NOTHING, done, job_of, late, lay_out, outcome, take
from matou.core.kit import CHANCE, OVER, rule, slot
from matou.core.layout import Floats, Row
from matou.core.rng import rng_below, rng_seed, rng_weighted

EVERYBODY = -1
FINE = -1  # what ``first_illegal`` says when there is none
SPAN = 64  # games that a thread takes at a time
CHOOSE, CHECK, STEP = range(3)  # jobs
BLOCK = 4  # actions marked at a time; the rows of ``listed`` are as long as ``row_of`` says

# These do nothing but tell a compiler that an index is no negative number.
ROWS = (1 << 62) - 1
NUMBERS = (1 << 31) - 1


def row_of(most: int) -> int:
    """How long a row of ``listed`` is for so many actions at most."""
    return -(-most // BLOCK) * BLOCK


@slot
def actor(s: Any) -> int:
    """Filled from the game."""
    return OVER


@slot
def legal(s: Any, out: Row, weights: Row) -> int:
    """Filled from the game."""
    return 0


@slot
def apply(s: Any, a: int) -> None:
    """Filled from the game."""


@slot
def returns(s: Any, out: Floats) -> None:
    """Filled from the game."""


@slot
def encode(s: Any, seat: int, out: Row) -> None:
    """Filled from the game's ``encode``."""


@rule
def first_illegal(actions: Row, mask: Any, start: int, stop: int) -> int:
    """The first game whose action is not among its legal ones; FINE if all are."""
    for g in range(start, stop):
        a = actions[g]
        if a < 0 or a >= len(mask[g]) or mask[g][a] == 0:
            return g
    return FINE


@rule
def to_a_decision(s: Any, me: int, listed: Row, weights: Row, r: Row) -> int:
    """Play for chance, and for seats that are not the caller's; how many actions there are.

    They are listed; there are none when the game has ended.
    """
    while True:
        who = actor(s)
        if who == OVER:
            return 0
        n = legal(s, listed, weights)
        if who == CHANCE:
            apply(s, listed[rng_weighted(r, weights, n)])
        elif me == EVERYBODY or who == me:
            return n
        else:
            apply(s, listed[rng_below(r, n)])


@rule
def unmark(mask: Row, listed: Row, n: int) -> None:
    """Take the listed actions out of the mask.

    In whole blocks, since how many there are cannot be foreseen: what stands behind them in the
    list are actions of an earlier one, which are not in the mask or are to leave it too.
    """
    i = 0
    while i < n:
        for k in range(BLOCK):
            mask[listed[i + k] & NUMBERS] = 0
        i = (i + BLOCK) & NUMBERS


@rule
def mark(mask: Row, listed: Row, n: int) -> None:
    """Put the listed actions into a mask that is all 0.

    In whole blocks from the last one on, so that what stands behind them, written as 0, is
    written as 1 afterwards if it is also among them.
    """
    i = (n + BLOCK - 1) // BLOCK * BLOCK & NUMBERS
    while i > 0:
        i = (i - BLOCK) & NUMBERS
        for k in range(BLOCK):
            at = i + BLOCK - 1 - k
            mask[listed[at] & NUMBERS] = 1 if at < n else 0


@rule
def begin(
    states: Any,
    opening: Any,
    listed: Any,
    counts: Row,
    mask: Any,
    seen: Any,
    turn: Row,
    luck: Any,
    weights: Row,
    me: int,
    seed: int,
    start: int,
    stop: int,
) -> None:
    """New games; chance in game g follows from the seed and g alone."""
    for g in range(start, stop):
        unmark(mask[g], listed[g], counts[g])
        rng_seed(luck[g], seed + g)
        states[g] = opening[0]
        counts[g] = to_a_decision(states[g], me, listed[g], weights, luck[g])
        turn[g] = actor(states[g])
        mark(mask[g], listed[g], counts[g])
        encode(states[g], turn[g], seen[g])


@rule
def step(
    states: Any,
    opening: Any,
    actions: Row,
    listed: Any,
    counts: Row,
    mask: Any,
    seen: Any,
    turn: Row,
    rewards: Floats,
    ended: Row,
    worth: Any,
    final: Any,
    luck: Any,
    weights: Row,
    me: int,
    start: int,
    stop: int,
) -> int:
    """Play one action, known to be legal, in every game; how many games have ended."""
    over = 0
    for row in range(start, stop):
        g = row & ROWS
        unmark(mask[g], listed[g], counts[g])
        s = states[g]
        seat = turn[g]
        apply(s, actions[g])
        n = to_a_decision(s, me, listed[g], weights, luck[g])
        rewards[g] = 0.0
        ended[g] = 0
        if n == 0:
            over += 1
            ended[g] = 1
            returns(s, worth[g])
            rewards[g] = worth[g][seat]
            encode(s, seat, final[g])
            states[g] = opening[0]
            n = to_a_decision(s, me, listed[g], weights, luck[g])
        counts[g] = n
        who = actor(s)
        turn[g] = who
        mark(mask[g], listed[g], n)
        encode(s, who, seen[g])
    return over


@rule
def choose(actions: Row, listed: Any, counts: Row, luck: Any, start: int, stop: int) -> None:
    """A legal action for every game, each as likely as the next."""
    for row in range(start, stop):
        g = row & ROWS
        actions[g] = listed[g][rng_below(luck[g], counts[g])]


# Jobs that threads share out among them; what they are given is the same for all.


@rule
def do_spans(
    states: Any,
    opening: Any,
    actions: Row,
    listed: Any,
    counts: Row,
    mask: Any,
    seen: Any,
    turn: Row,
    rewards: Floats,
    ended: Row,
    worth: Any,
    final: Any,
    luck: Any,
    scratch: Any,
    me: int,
    chosen: Row,
    dice: Any,
    board: Row,
    edges: Row,
    threads: int,
    owner: int,
    who: int,
) -> int:
    """Do what spans are left of that owner's; how many it were."""
    n = 0
    while True:
        span = take(board, edges, owner)
        if span == NOTHING:
            return n
        n += 1
        first = span * SPAN
        last = min(first + SPAN, len(states))
        job = job_of(board, threads)
        result = 0
        if job == STEP:
            result = step(
                states, opening, actions, listed, counts, mask, seen, turn, rewards, ended,
                worth, final, luck, scratch[who], me, first, last,
            )  # fmt: skip
        elif job == CHECK:
            result = 1 if first_illegal(actions, mask, first, last) != FINE else 0
        else:
            choose(chosen, listed, counts, dice, first, last)
        done(board, threads, result)


@rule
def help_out(
    states: Any,
    opening: Any,
    actions: Row,
    listed: Any,
    counts: Row,
    mask: Any,
    seen: Any,
    turn: Row,
    rewards: Floats,
    ended: Row,
    worth: Any,
    final: Any,
    luck: Any,
    scratch: Any,
    me: int,
    chosen: Row,
    dice: Any,
    board: Row,
    edges: Row,
    threads: int,
    who: int,
    patience: int,
) -> None:
    """One thread's own part of a job, and of further ones, until there was none for a while."""
    quiet = 0
    while quiet < patience:
        n = do_spans(
            states, opening, actions, listed, counts, mask, seen, turn, rewards, ended, worth,
            final, luck, scratch, me, chosen, dice, board, edges, threads, who, who,
        )  # fmt: skip
        quiet = quiet + 1 if n == 0 else 0


@rule
def lead(
    states: Any,
    opening: Any,
    actions: Row,
    listed: Any,
    counts: Row,
    mask: Any,
    seen: Any,
    turn: Row,
    rewards: Floats,
    ended: Row,
    worth: Any,
    final: Any,
    luck: Any,
    scratch: Any,
    me: int,
    chosen: Row,
    dice: Any,
    board: Row,
    edges: Row,
    threads: int,
    job: int,
    patience: int,
) -> int:
    """A job shared out among threads, of which this is the first: its ``outcome``."""
    lay_out(board, edges, threads, job)
    owner = 0
    while owner != NOBODY:
        do_spans(
            states, opening, actions, listed, counts, mask, seen, turn, rewards, ended, worth,
            final, luck, scratch, me, chosen, dice, board, edges, threads, owner, 0,
        )  # fmt: skip
        # Another's games are in another processor's cache: one helps out only if it has to be.
        owner = late(board, edges, threads, patience)
    return outcome(board, edges, threads)
