"""Many games stepped at once, as a template over any game: all of it compiled.

Row g of every array is game g. A game that ends starts again at once, from ``opening``;
what it was worth, and its last observation, stay in ``worth`` and ``final`` beside ``ended``.
Seats other than ``me`` play at random; with ``me`` -1 every seat is the caller's.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from matou.kit.layout import Floats, Row
from matou.kit.linking import rule
from matou.kit.rng import rng_below, rng_seed
from matou.kit.slots import actor, apply, encode, returns
from matou.research.decisions import EVERYBODY as EVERYBODY
from matou.research.decisions import seed_rows as seed_rows
from matou.research.decisions import to_a_decision
from matou.research.spans import NOBODY, NOTHING, done, job_of, late, lay_out, outcome, take

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


class Games(NamedTuple):
    """The arrays of a batch."""

    states: Any
    opening: Any  # one state, from which games start
    actions: Row  # what is played in a step
    listed: Any  # the legal actions, in a row longer than there may be
    counts: Row  # how many they are
    mask: Any  # and the same as marks among all actions
    seen: Any  # what the seat to act may know, encoded
    turn: Row  # that seat
    rewards: Floats
    ended: Row
    worth: Any
    final: Any
    luck: Any  # of chance, and of seats that are not the caller's
    chosen: Row  # random legal actions
    dice: Any  # of those, apart from chance
    scratch: Any  # a row a thread
    me: int


@rule
def first_illegal(games: Games, start: int, stop: int) -> int:
    """The first game whose action is not among its legal ones; FINE if all are."""
    mask = games.mask
    for g in range(start, stop):
        a = games.actions[g]
        if a < 0 or a >= len(mask[g]) or mask[g][a] == 0:
            return g
    return FINE


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
def begin(games: Games, seed: int) -> None:
    """New games; chance in game g follows from the seed and g alone."""
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
    """Play one action, known to be legal, in each of these games; how many have ended."""
    over = 0
    for row in range(start, stop):
        g = row & ROWS
        s, listed, mask, luck = games.states[g], games.listed[g], games.mask[g], games.luck[g]
        unmark(mask, listed, games.counts[g])
        seat = int(
            games.turn[g]
        )  # as actor says it: all of encode is compiled for one kind of number
        apply(s, games.actions[g])
        n = to_a_decision(s, games.me, listed, weights, luck)
        games.rewards[g] = 0.0
        games.ended[g] = 0
        if n == 0:
            over += 1
            games.ended[g] = 1
            returns(s, games.worth[g])
            games.rewards[g] = games.worth[g][seat]
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
    """A legal action for each of these games, each as likely as the next."""
    for row in range(start, stop):
        g = row & ROWS
        games.chosen[g] = games.listed[g][rng_below(games.dice[g], games.counts[g])]


# Jobs that threads share out among them


@rule
def do_spans(games: Games, board: Row, edges: Row, threads: int, owner: int, who: int) -> int:
    """Do what spans are left of that owner's; how many it were."""
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
    """One thread's own part of a job, and of further ones, until there was none for a while."""
    quiet = 0
    while quiet < patience:
        n = do_spans(games, board, edges, threads, who, who)
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
    chosen: Row,
    dice: Any,
    scratch: Any,
    me: int,
    board: Row,
    edges: Row,
    threads: int,
    who: int,
    job: int,
    patience: int,
) -> int:
    """A job shared out among threads, of which this is the first (``who`` is 0): its ``outcome``.

    It is called all the time, and taking Games over from Python takes longer than their arrays.
    """
    games = Games(
        states, opening, actions, listed, counts, mask, seen, turn, rewards, ended, worth, final,
        luck, chosen, dice, scratch, me,
    )  # fmt: skip
    lay_out(board, edges, threads, job)
    owner = who
    while owner != NOBODY:
        do_spans(games, board, edges, threads, owner, who)
        # Another's games are in another processor's cache: one helps out only if it has to be.
        owner = late(board, edges, threads, patience)
    return outcome(board, edges, threads)
