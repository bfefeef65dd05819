"""Steps many games at once: a compiled template for any game.

Row g of every array is game g. A game that ends restarts at once from ``opening``;
its returns and last observation stay in ``final_returns`` and ``final``, where ``ended`` is 1.
Games stop at every decision of the seat ``me``, or of EVERYBODY; other seats play at random.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from matou.kit.layout import Row
from matou.kit.linking import rule
from matou.kit.rng import rng_below, rng_seed
from matou.kit.slots import actor, apply, encode, returns
from matou.research.decisions import EVERYBODY as EVERYBODY, seed_rows as seed_rows, to_a_decision
from matou.research.work_sharing import NOBODY, NOTHING, done, job_of, late, lay_out, outcome, take

FINE = -1  # ``first_illegal`` found none
SKIP = -1  # the action of a game that a step leaves as it is
SPAN = 64  # games that a thread steps at a time
CHOOSE, CHECK, STEP = range(3)  # jobs
BLOCK = 4  # actions marked at a time; ``row_of`` rounds rows of ``listed`` up to it

# Masks that tell the compiler that an index is never negative.
ROWS = (1 << 62) - 1
NUMBERS = (1 << 31) - 1


def row_of(most: int) -> int:
    """Returns the length of a row of ``listed`` for ``most`` actions."""
    return -(-most // BLOCK) * BLOCK


def spans(n: int) -> int:
    """Returns how many spans n games are."""
    return -(-n // SPAN)


class Games(NamedTuple):
    """The arrays of a batch; ``backends.kinds`` has their types."""

    states: Any
    opening: Any  # the state that games start from
    actions: Any  # the actions to play
    listed: Any  # the legal actions
    counts: Any  # the number of legal actions
    mask: Any  # 1 for each legal action
    seen: Any  # the encoded observation of the seat to act
    turn: Any  # the seat to act
    rewards: Any
    ended: Any
    final_returns: Any
    final: Any
    luck: Any  # random numbers of chance and of seats that are not the caller's
    chosen: Any  # random legal actions
    dice: Any  # the random numbers of ``chosen``
    scratch: Any  # a row for each thread
    me: int  # the seat that decides, or EVERYBODY
    owner: int  # the seat that rewards and ``final`` are for, or EVERYBODY: the one that acts


@rule
def first_illegal(games: Games, start: int, stop: int) -> int:
    """Returns the first game whose action is not legal, or FINE."""
    mask = games.mask
    for g in range(start, stop):
        a = games.actions[g]
        if a < 0 or a >= len(mask[g]) or mask[g][a] == 0:
            return g
    return FINE


@rule
def unmark(mask: Row, listed: Row, n: int) -> None:
    """Clears the listed actions in the mask.

    Works in whole blocks, since their number cannot be predicted. The entries after the last one
    are actions of an earlier list, which are not in the mask or have to leave it too.
    """
    i = 0
    while i < n:
        for k in range(BLOCK):
            mask[listed[i + k] & NUMBERS] = 0
        i = (i + BLOCK) & NUMBERS


@rule
def mark(mask: Row, listed: Row, n: int) -> None:
    """Sets the listed actions in a mask that is all 0.

    Works in whole blocks from the last one, so that an entry after the end, written as 0, is
    written as 1 later if it is also among the listed actions.
    """
    i = (n + BLOCK - 1) // BLOCK * BLOCK & NUMBERS
    while i > 0:
        i = (i - BLOCK) & NUMBERS
        for k in range(BLOCK):
            at = i + BLOCK - 1 - k
            mask[listed[at] & NUMBERS] = 1 if at < n else 0


@rule
def begin(games: Games, seed: int) -> None:
    """Starts new games. Chance in game g depends on the seed and g alone."""
    for g in range(len(games.states)):
        s, listed, mask = games.states[g], games.listed[g], games.mask[g]
        unmark(mask, listed, games.counts[g])
        rng_seed(games.luck[g], seed + g)
        games.states[g] = games.opening[0]
        n = to_a_decision(s, games.me, listed, games.scratch[0], games.luck[g])
        games.counts[g] = n
        who = actor(s)
        games.turn[g] = who
        mark(mask, listed, n)
        encode(s, who, games.seen[g])


@rule
def step(games: Games, weights: Row, start: int, stop: int) -> int:
    """Plays one legal action in each of these games, or SKIP; returns how many have ended."""
    over = 0
    for row in range(start, stop):
        g = row & ROWS
        if games.actions[g] == SKIP:
            continue
        s, listed, mask, luck = games.states[g], games.listed[g], games.mask[g], games.luck[g]
        unmark(mask, listed, games.counts[g])
        # An int is what ``actor`` returns: so encode is compiled once.
        seat = int(games.turn[g]) if games.owner == EVERYBODY else games.owner
        apply(s, games.actions[g])
        n = to_a_decision(s, games.me, listed, weights, luck)
        games.rewards[g] = 0.0
        games.ended[g] = 0
        if n == 0:
            over += 1
            games.ended[g] = 1
            returns(s, games.final_returns[g])
            games.rewards[g] = games.final_returns[g][seat]
            encode(s, seat, games.final[g])
            games.states[g] = games.opening[0]
            n = to_a_decision(s, games.me, listed, weights, luck)
        games.counts[g] = n
        who = actor(s)
        games.turn[g] = who
        mark(mask, listed, n)
        encode(s, who, games.seen[g])
    return over


@rule
def choose(games: Games, start: int, stop: int) -> None:
    """Chooses a legal action in each of these games, uniformly at random."""
    for row in range(start, stop):
        g = row & ROWS
        games.chosen[g] = games.listed[g][rng_below(games.dice[g], games.counts[g])]


@rule
def encode_one(states: Any, line: Any, seat: int) -> None:
    """Encodes the first state, for environments of a single game."""
    encode(states[0], seat, line)


# Jobs that threads share


@rule
def do_spans(games: Games, board: Row, edges: Row, threads: int, owner: int, who: int) -> int:
    """Does the spans that an owner has left; returns how many."""
    n = 0
    while True:
        span = take(board, edges, owner)
        if span == NOTHING:
            return n
        n += 1
        first = span * SPAN
        last = min(first + SPAN, len(games.states))
        job = job_of(board, threads)
        result = 0
        if job == STEP:
            result = step(games, games.scratch[who], first, last)
        elif job == CHECK:
            result = 1 if first_illegal(games, first, last) != FINE else 0
        else:
            choose(games, first, last)
        done(board, threads, result)


@rule
def help_out(games: Games, board: Row, edges: Row, threads: int, who: int, patience: int) -> None:
    """Does one thread's part of each job, until there was none for a while."""
    quiet = 0
    while quiet < patience:
        n = do_spans(games, board, edges, threads, who, who)
        quiet = quiet + 1 if n == 0 else 0


@rule
def lead(
    games: Games, board: Row, edges: Row, threads: int, who: int, job: int, patience: int
) -> int:
    """Runs a job on all threads, of which this is the first; returns its ``outcome``."""
    lay_out(board, edges, threads, job)
    owner = who
    while owner != NOBODY:
        do_spans(games, board, edges, threads, owner, who)
        # Another thread's games are in another processor's cache: help only if it is late.
        owner = late(board, edges, threads, patience)
    return outcome(board, edges, threads)
