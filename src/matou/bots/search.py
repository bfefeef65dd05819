"""The search: Monte Carlo tree search over information sets, for any game.

Each iteration samples what is hidden from the observation (or takes one of a few worlds that were
sampled and weighed by what the others did). It walks down the tree among the actions legal in that
world, adds one node, plays on lightly, and adds the result to each node on the path for the seat
that chose it: every player maximises their own return. Chance outcomes are drawn by weight with low
discrepancy: the visits of one node see each outcome in proportion to its probability, so that luck
does not hide which action is better. If few outcomes are possible each has its own branch; if many
are, branches are added as visits grow, and the outcomes without one share a branch.

If a game has learned a network, it evaluates nodes instead of a playout. Then all actions of a
decision become nodes at once, each with the network's value.

A tree is searched in slices (``search`` continues where it stopped), so that a clock can stop it.
The same seed and iterations give the same tree, byte for byte. The caller owns all memory.
"""

from __future__ import annotations

import ctypes
import math
from typing import Any

from matou.bots.playing import play_out
from matou.kit.chances import exponential
from matou.kit.layout import Field, Floats, Row, i1, i4, layout
from matou.kit.linking import CHANCE, OVER, rule
from matou.kit.rng import M32, rng_below
from matou.kit.slots import actor, apply, hint, imagine, judge, legal, returns, weigh

SHARED = -1  # the branch of outcomes without their own
USED, STAMP, MOVES = 0, 1, 2  # in ``marks``: nodes in use, decisions met, playout actions
SPENT = 3  # in ``marks``: iterations since worlds were weighed
SALT = 4  # in ``marks``: the offset of chance, by seed
MARKS = 5
GOLDEN = 0x9E3779B9  # 2**32 / golden ratio: its multiples modulo 2**32 are evenly spread
# In ``states``: the observation, the current state, two to weigh worlds with, and the worlds.
SEEN, HERE, PAST, BLANK, WORLDS = 0, 1, 2, 3, 4
AT_ONCE = -2  # as ``patience``: no playout, the network evaluates right after the action
OFTEN = 16  # mean iterations per world
DEEPEST = 256  # nodes on a path; below that, playouts
WARMTH = 0.05  # a winning chance lower by this has a prior of 1 / e


def real() -> float:
    """Declares a field of floating-point numbers."""
    return Field(ctypes.c_double, ())  # type: ignore[return-value]


@layout
class Node:
    """An action or chance outcome, chosen after those above it."""

    action = i4()
    mover = i1()  # the seat that chose it, or CHANCE
    child = i4()  # the first, or -1
    sibling = i4()  # the next, or -1
    visits = i4()
    available = i4()  # how often it could have been chosen
    prior = real()  # of the hints or the network, 0 to 1
    value = real()  # the mover's returns, summed


@rule
def plant(nodes: Any, marks: Row) -> None:
    nodes[0].child = -1
    nodes[0].visits = 0
    marks[USED] = 1
    marks[STAMP] = 0
    marks[MOVES] = 0
    marks[SPENT] = 0
    marks[SALT] = 0


@rule
def suppose(states: Any, odds: Floats, out: Row, weights: Row, r: Row) -> None:
    """Samples a new pool of worlds, and adds up their weights."""
    total = 0.0
    for i in range(len(odds)):
        states[WORLDS + i] = states[SEEN]
        states[PAST] = states[BLANK]
        total += weigh(states[WORLDS + i], states[PAST], out, weights, r)
        odds[i] = total


@rule
def world(odds: Floats, r: Row) -> int:
    """Returns a world of the pool, sampled by weight."""
    last = len(odds) - 1
    x = odds[last] * (rng_below(r, 1 << 30) / float(1 << 30))
    low = 0
    while low < last:
        middle = (low + last) >> 1
        if odds[middle] > x:
            last = middle
        else:
            low = middle + 1
    return low


@rule
def evenly(marks: Row, node: int, count: int, weights: Row, n: int) -> int:
    """Returns an index by weight; over all visits of a node, indices come in proportion."""
    total = 0
    for i in range(n):
        total += weights[i]
    start = ((node + 1) * 0x85EBCA6B + marks[SALT]) & M32
    start = ((start ^ (start >> 15)) * 0x2C1B3C6D) & M32
    x = (((start ^ (start >> 12)) + count * GOLDEN & M32) * total) >> 32
    pick = 0
    for i in range(n):  # to the end, without a branch, as ``rng_weighted`` does
        x -= weights[i]
        pick += 1 if x >= 0 else 0
    return pick


@rule
def grow(nodes: Any, marks: Row, node: int, mover: int, action: int, prior: float) -> int:
    """Adds a child; returns -1 if no node is left."""
    new: int = marks[USED]
    if new >= len(nodes):
        return -1
    marks[USED] = new + 1
    x = nodes[new]
    x.action = action
    x.mover = mover
    x.child = -1
    x.sibling = nodes[node].child
    x.visits = 0
    x.available = 1
    x.prior = prior
    x.value = 0.0
    nodes[node].child = new
    return new


@rule
def branch(nodes: Any, marks: Row, node: int, action: int, n: int, narrow: int) -> int:
    """Returns the branch of a chance outcome, added if missing; -1 if no node is left."""
    own = 0
    shared = -1
    child: int = nodes[node].child
    while child >= 0:
        x = nodes[child]
        if x.mover == CHANCE:
            if x.action == action:
                return child
            if x.action == SHARED:
                shared = child
            else:
                own += 1
        child = x.sibling
    if n <= narrow or own * own < nodes[node].visits:
        return grow(nodes, marks, node, CHANCE, action, 0.0)
    if shared >= 0:
        return shared
    return grow(nodes, marks, node, CHANCE, SHARED, 0.0)


@rule
def select(
    nodes: Any,
    marks: Row,
    node: int,
    s: Any,
    who: int,
    n: int,
    out: Row,
    weights: Row,
    seen: Row,
    r: Row,
    explore: float,
    caution: float,
) -> int:
    """Returns the child to visit, old or new, among those legal now; -1 if no node is left.

    Its score is its value so far plus a bonus for actions that the hints like and few visits have
    tried. Actions never tried count as a little worse than the average of those tried
    (``caution``).
    """
    stamp = marks[STAMP] + 1
    marks[STAMP] = stamp
    for i in range(n):
        seen[out[i]] = stamp  # legal now
    best = -1
    top = -1e9
    tried = 0
    value = 0.0
    visits = 0
    child = nodes[node].child
    while child >= 0:
        x = nodes[child]
        if x.mover == who and seen[x.action] == stamp:
            seen[x.action] = 0
            tried += 1
            x.available += 1
            value += x.value
            visits += x.visits
            bonus = explore * x.prior * math.sqrt(float(x.available)) / (1.0 + x.visits)
            score = x.value / x.visits + bonus
            if score > top:
                best = child
                top = score
        child = x.sibling
    if tried == n:
        return best
    total = hint(s, out, n, weights)
    if total <= 0:
        total = n
        for i in range(n):
            weights[i] = 1
    pick = -1
    ties = 0
    for i in range(n):
        if seen[out[i]] == stamp and (pick < 0 or weights[i] >= weights[pick]):
            if pick < 0 or weights[i] > weights[pick]:
                ties = 0
            ties += 1
            if ties == 1 or rng_below(r, ties) == 0:
                pick = i
    prior = 0.9 * weights[pick] / total + 0.1 / n
    if best >= 0:
        score = value / visits - caution + explore * prior * math.sqrt(float(visits + 1))
        if score <= top:
            return best
    return grow(nodes, marks, node, who, out[pick], prior)


@rule
def unfold(
    states: Any, nodes: Any, marks: Row, node: int, who: int, n: int, out: Row, rewards: Floats,
    memory: Any,
) -> int:  # fmt: skip
    """Adds every legal action as a child with the network's value; returns the best, -1 if full.

    The network's value counts as a visit (but for the best child, which is visited next) and is the
    prior in place of the hints.
    """
    first: int = marks[USED]
    if first + n > len(nodes):
        return -1
    best = first
    for i in range(n):
        states[PAST] = states[HERE]
        then = states[PAST]
        apply(then, out[i])
        if actor(then) == OVER:
            returns(then, rewards)
        else:
            judge(then, who, rewards, memory)
        new = grow(nodes, marks, node, who, out[i], 0.0)
        nodes[new].visits = 1
        nodes[new].value = rewards[who]
        if rewards[who] > nodes[best].value:
            best = new
    top = nodes[best].value
    total = 0.0
    for new in range(first, first + n):
        nodes[new].prior = exponential((nodes[new].value - top) / WARMTH)
        total += nodes[new].prior
    for new in range(first, first + n):
        nodes[new].prior = 0.9 * nodes[new].prior / total + 0.1 / n
    nodes[best].visits = 0
    nodes[best].value = 0.0
    return best


@rule
def search(
    states: Any,
    nodes: Any,
    marks: Row,
    path: Row,
    out: Row,
    weights: Row,
    seen: Row,
    rewards: Floats,
    totals: Floats,
    odds: Floats,
    notes: Row,
    memories: Any,
    r: Row,
    iterations: int,
    patience: int,
    narrow: int,
    explore: float,
    caution: float,
) -> None:
    """Searches on from the observation states[SEEN]; ``odds`` has space for the pool of worlds.

    The network evaluates a position for the seat that acted last, before chance answers: it sees
    what that seat may know in the sampled world, and nothing else.
    """
    if nodes[0].visits == 0:
        marks[SALT] = rng_below(r, 1 << 30)
    for _ in range(iterations):
        s = states[HERE]
        if len(odds) > 0:
            if marks[SPENT] % (OFTEN * len(odds)) == 0:
                suppose(states, odds, out, weights, r)
            marks[SPENT] += 1
            states[HERE] = states[WORLDS + world(odds, r)]
        else:
            states[HERE] = states[SEEN]
            imagine(s, r)
        node = 0
        depth = 0
        path[0] = 0
        who = actor(s)
        looking = max(who, 0)
        while who != OVER and depth < DEEPEST - 1:
            n = legal(s, out, weights)
            if who == CHANCE:
                count = nodes[node].visits
                action = out[0] if n == 1 else out[evenly(marks, node, count, weights, n)]
                next_node = branch(nodes, marks, node, action, n, narrow)
            else:
                if patience == AT_ONCE and n > 1 and nodes[node].child < 0:
                    next_node = unfold(
                        states, nodes, marks, node, who, n, out, rewards, memories[0]
                    )
                else:
                    next_node = select(
                        nodes, marks, node, s, who, n, out, weights, seen, r, explore, caution
                    )
                action = nodes[next_node].action if next_node >= 0 else out[0]
            if next_node < 0:
                break
            apply(s, action)
            node = next_node
            depth += 1
            path[depth] = node
            looking = who if who != CHANCE else looking
            if who != CHANCE and nodes[node].visits == 0:
                break
            who = actor(s)
        marks[MOVES] += depth
        if patience != AT_ONCE:
            marks[MOVES] += play_out(s, patience, out, weights, rewards, notes, r)
        elif actor(s) == OVER:
            returns(s, rewards)
        else:
            judge(s, looking, rewards, memories[0])
        nodes[0].visits += 1
        for seat in range(len(totals)):
            totals[seat] += rewards[seat]
        for i in range(1, depth + 1):
            x = nodes[path[i]]
            x.visits += 1
            if x.mover >= 0:
                x.value += rewards[x.mover]
