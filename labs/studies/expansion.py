"""Expands one turn of an ending, as a template: every throw, every answer, and where they lead.

A turn is chance, then at most one decision, then chance again or the end. Other endings are not
supported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matou.kit.layout import Floats, Row
from matou.kit.linking import CHANCE, OVER, rule, slot
from matou.kit.slots import actor, apply, legal, returns

# The first three nodes of every graph: the first seat has lost, drawn or won.
LOST, DRAWN, WON = 0, 1, 2
ENDS = 3


# Filled from the game's endings: ``same`` normalises a position, ``layer`` returns its layer.
same: Callable[[Any], None] = slot("same")
layer: Callable[[Any], int] = slot("layer")


@rule
def arrive(s: Any, rewards: Floats) -> int:
    """Returns the node of a finished game, or -1 after normalising the record."""
    if actor(s) == OVER:
        returns(s, rewards)
        return int(2 * rewards[0])
    same(s)
    return -1


@rule
def expand(
    states: Any,
    count: int,
    here: Any,
    after: Any,
    throws: Row,
    weights: Row,
    actions: Row,
    unused: Row,
    rewards: Floats,
    layers: Row,
    thrown: Row,
    chance: Floats,
    chooser: Row,
    widths: Row,
    played: Row,
    ends: Row,
) -> int:
    """Expands the first ``count`` states; returns the number of edges, or -1 for an unsupported
    turn.

    Writes by state its layer and number of throws; by throw its probability, who answers (CHANCE:
    nobody can) and the number of answers; by answer the action and where it leads, an end or the
    record in ``after``.
    """
    g = 0
    e = 0
    for i in range(count):
        layers[i] = layer(states[i])
        n = legal(states[i], throws, weights)
        thrown[i] = n
        total = 0
        for k in range(n):
            total += weights[k]
        for k in range(n):
            here[0] = states[i]
            apply(here[0], throws[k])
            who = actor(here[0])
            chance[g] = weights[k] / total
            chooser[g] = max(who, CHANCE)
            if who < 0:
                after[e] = here[0]
                played[e] = -1
                ends[e] = arrive(after[e], rewards)
                widths[g] = 1
                e += 1
            else:
                m = legal(here[0], actions, unused)
                for j in range(m):
                    after[e] = here[0]
                    apply(after[e], actions[j])
                    if actor(after[e]) >= 0:
                        return -1
                    played[e] = actions[j]
                    ends[e] = arrive(after[e], rewards)
                    e += 1
                widths[g] = m
            g += 1
    return e


@rule
def sweep(
    first: int,
    last: int,
    order: Row,
    groups: Row,
    ways: Row,
    chance: Floats,
    chooser: Row,
    leads: Row,
    before: Floats,
    now: Floats,
) -> float:
    """Computes the first seat's value of each node in a layer, one turn earlier; returns the
    change.

    The first seat takes the answer that is best for it, any other the one that is worst.
    """
    change = 0.0
    for k in range(first, last):
        i = order[k]
        hope = 0.0
        for g in range(groups[i], groups[i + 1]):
            best = before[leads[ways[g]]]
            for e in range(ways[g] + 1, ways[g + 1]):
                x = before[leads[e]]
                best = max(best, x) if chooser[g] == 0 else min(best, x)
            hope += chance[g] * best
        now[i] = hope
        change = max(change, abs(hope - before[i]))
    return change
