"""Checks that a game's network fits the game.

A network was trained with certain components. If an owner corrects a count, feature numbers mean
something else, and the network is useless. So a game declares the fingerprint of the inputs that
its network was trained on (``Hints.learned_from``). If it differs, bots search by playouts instead.
"""

import hashlib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, cast

from matou.core.game import Game
from matou.kit.linking import OVER
from matou.kit.network import ACTIVE, SECOND, lengths, load
from matou.kit.warning import warn_once

ACTIONS = 10  # played to check a network: enough for late features to become active


def network_of(game: Game) -> Path | None:
    """Returns the file of the game's network if it fits; otherwise None, warning once."""
    if game.hints is None or game.hints.network is None:
        return None
    if fits(replace(game, chosen={})):
        return game.hints.network
    warn_once(
        f"The network of {game.name} was learned with other components or features, so levels 4 "
        "and 5 search by playouts and are weaker (docs/adding-a-game.md says how to learn another)."
    )
    return None


@cache
def fits(game: Game) -> bool:
    """Returns whether a network's inputs are the game's features."""
    assert game.hints is not None
    assert game.hints.network is not None
    inputs: Any = game.hints.inputs
    tables = load(game.hints.network)
    expected = lengths(inputs.INPUTS, len(tables[1]) // SECOND)
    return tuple(map(len, tables)) == expected and fingerprint(game) == game.hints.learned_from


def fingerprint(game: Game) -> str:
    """Returns a hash of a game's features: their parts, and which are active in some positions.

    It changes when a number stands for another feature, not when code is merely rewritten.
    """
    rules, inputs = game.rules, cast(Any, game.hints).inputs
    digest = hashlib.sha256(repr([(part.name, part.shape) for part in inputs.PARTS]).encode())
    for seats in (game.min_seats, game.max_seats):
        s = game.start(seats).s
        for _ in range(ACTIONS):
            legal, weights, active = [0] * rules.MAX_LEGAL, [0] * rules.MAX_LEGAL, [0] * ACTIVE
            n = 0 if rules.actor(s) == OVER else rules.legal(s, legal, weights)
            if n == 0:
                break
            rules.apply(s, legal[n // 2])
            for seat in range(seats):
                digest.update(repr(active[: inputs.active_features(s, seat, active)]).encode())
    return digest.hexdigest()[:16]
