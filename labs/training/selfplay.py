"""Self-play of many games at once: the steps of one row. A template for any game.

One step: chance plays up to a decision (``decide_row``); each legal action's successor is listed as
the choosing seat may see it, before chance answers (``child_row``); values come from outside; an
action is picked (``pick_row``) and played (``act_row``). On a CPU the functions at the end do one
row after another; on a GPU a thread does one row (``kernels``).
"""

from __future__ import annotations

import math
from typing import Any

from matou.bots.playing import settle
from matou.kit.layout import Floats, Row
from matou.kit.linking import OVER, rule
from matou.kit.rng import rng_below, rng_seed
from matou.kit.slots import active_features, actor, apply, evaluate, hint, legal, returns

FINE = 1 << 20  # the resolution of random numbers
LOOK, TEACH, ADVISE = 0, 1, 2  # what values actions: the network, ``evaluate``, hints


@rule
def begin_row(
    g: int, states: Any, openings: Any, which: Row, luck: Any, dice: Any, seed: int
) -> None:
    """Starts a game. Its luck and its exploration depend on the seed and its number alone."""
    states[g] = openings[which[g]]
    rng_seed(luck[g], seed + g)
    rng_seed(dice[g], seed + g + (1 << 40))


@rule
def decide_row(
    g: int, states: Any, listed: Any, counts: Row, who: Row, luck: Any, weights: Row
) -> None:
    """Plays for chance until a seat must decide, and lists its legal actions."""
    who[g] = settle(states[g], listed[g], weights, luck[g])
    counts[g] = legal(states[g], listed[g], weights) if who[g] != OVER else 0


@rule
def child_row(
    k: int, states: Any, listed: Any, game: Row, place: Row, active: Any, worth: Floats,
    inputs: int, mode: int, room: Any, floats: Floats, notes: Row,
) -> None:  # fmt: skip
    """Lists the features after an action, as the choosing seat sees them; its worth if known."""
    g = game[k]
    me = actor(states[g])
    room[0] = states[g]
    apply(room[0], listed[g][place[k]])
    worth[k] = -1.0
    if actor(room[0]) == OVER:
        returns(room[0], floats)
        worth[k] = floats[me]
    elif mode == TEACH:
        evaluate(room[0], floats, notes)
        worth[k] = floats[me]
    row = active[k]
    n = active_features(room[0], me, row)
    for i in range(n, len(row)):
        row[i] = inputs


@rule
def advise_row(
    g: int, states: Any, listed: Any, counts: Row, first: Row, worth: Floats, dice: Any,
    weights: Row,
) -> None:  # fmt: skip
    """Sets worths so that actions are picked as often as the game's hints like them."""
    n = counts[g]
    if n == 0:
        return
    total = hint(states[g], listed[g], n, weights)
    for i in range(n):
        liked = 0.1 * n + weights[i] if total > 0 else 1.0
        throw = (rng_below(dice[g], FINE) + 1) / (FINE + 1)
        worth[first[g] + i] = 1.0 / (1.0 - math.log(throw) / liked)


@rule
def pick_row(
    g: int, counts: Row, first: Row, values: Floats, worth: Floats, dice: Any, noise: int,
    picked: Row, best: Row,
) -> None:  # fmt: skip
    """Writes a game's best action and the one to play, which noise may change."""
    n = counts[g]
    top = -1
    high = -1.0
    for k in range(first[g], first[g] + n):
        value = worth[k] if worth[k] >= 0.0 else values[k]
        if value > high:
            high = value
            top = k
    best[g] = top
    picked[g] = top
    if n > 1 and rng_below(dice[g], FINE) < noise:
        picked[g] = first[g] + rng_below(dice[g], n)


@rule
def act_row(g: int, states: Any, listed: Any, first: Row, picked: Row) -> None:
    """Plays the picked action."""
    if picked[g] >= 0:
        apply(states[g], listed[g][picked[g] - first[g]])


@rule
def result_row(g: int, states: Any, won: Any, floats: Floats) -> None:
    returns(states[g], floats)
    for seat in range(won.shape[1]):
        won[g][seat] = floats[seat]


# --- all rows, one after another


@rule
def begin(states: Any, openings: Any, which: Row, luck: Any, dice: Any, seed: int) -> None:
    for g in range(len(which)):
        begin_row(g, states, openings, which, luck, dice, seed)


@rule
def decide(states: Any, listed: Any, counts: Row, who: Row, luck: Any, weights: Row) -> None:
    for g in range(len(counts)):
        decide_row(g, states, listed, counts, who, luck, weights)


@rule
def children(
    states: Any, listed: Any, game: Row, place: Row, active: Any, worth: Floats, inputs: int,
    mode: int, room: Any, floats: Floats, notes: Row,
) -> None:  # fmt: skip
    for k in range(len(game)):
        child_row(k, states, listed, game, place, active, worth, inputs, mode, room, floats, notes)


@rule
def advise(
    states: Any, listed: Any, counts: Row, first: Row, worth: Floats, dice: Any, weights: Row
) -> None:
    for g in range(len(counts)):
        advise_row(g, states, listed, counts, first, worth, dice, weights)


@rule
def pick(
    counts: Row, first: Row, values: Floats, worth: Floats, dice: Any, noise: int, picked: Row,
    best: Row,
) -> None:  # fmt: skip
    for g in range(len(counts)):
        pick_row(g, counts, first, values, worth, dice, noise, picked, best)


@rule
def act(states: Any, listed: Any, first: Row, picked: Row) -> None:
    for g in range(len(picked)):
        act_row(g, states, listed, first, picked)


@rule
def result(states: Any, won: Any, floats: Floats) -> None:
    for g in range(len(won)):
        result_row(g, states, won, floats)
