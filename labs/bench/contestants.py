"""The engines to time: our games compiled and interpreted, plain Python, and OpenSpiel's games."""

from __future__ import annotations

import importlib.util
import random
import runpy
from pathlib import Path
from typing import Any

import numpy as np

from labs.bench import copying
from labs.bench.measure import Contestant
from matou.core.game import Game
from matou.kit import playout
from matou.kit.layout import dtype_of
from matou.kit.linking import CHANCE, link

PEERS = ("hearts", "backgammon")
PIP = "pip install open_spiel"


def compiled(game: Game) -> Contestant:
    """Plays random games in compiled code. Every action counts, chance too."""
    fast = link(playout, base=game.compiled)
    seats = game.min_seats
    states = np.zeros(2, dtype_of(game.rules.State))
    options = np.array(game.codes(seats), np.int64)
    out = np.zeros(game.rules.MAX_LEGAL, np.int32)
    weights = np.zeros(game.rules.MAX_LEGAL, np.int32)
    words = np.zeros(4, np.int64)

    def run(games: int) -> int:
        return int(fast.playouts(states, seats, options, games, 1, out, weights, words))

    return Contestant(f"{game.name}, compiled", run)


def copied(game: Game) -> Contestant:
    """Copies a state in compiled code."""
    fast = link(copying, base=game.compiled)
    states = np.zeros(copying.RING, dtype_of(game.rules.State))
    game.compiled.setup(states[0], game.min_seats, np.array(game.codes(game.min_seats), np.int64))

    def run(n: int) -> int:
        return int(fast.copies(states, n))

    return Contestant(f"{game.name}, copies", run, amount=1000)


def interpreted(game: Game) -> Contestant:
    """Plays random games through the public API: ``legal``, a random choice, ``play``."""
    rng = random.Random(1)

    def run(games: int) -> int:
        moves = 0
        for _ in range(games):
            state = game.start(game.min_seats)
            while legal := state.legal():
                is_chance = state.actor == CHANCE
                a = rng.choices(legal, state.weights())[0] if is_chance else rng.choice(legal)
                state.play(a)
                moves += 1
        return moves

    return Contestant(f"{game.name}, interpreted", run)


def reference() -> Path:
    """Returns the file of a second implementation in plain Python, which tests compare with
    ours.
    """
    return Path(__file__).parents[2] / "tests" / "reference" / "clocktowers.py"


def plain(seats: int) -> Contestant:
    """Plays random games of Clocktowers in plain Python."""
    clocktowers: Any = runpy.run_path(str(reference()), run_name="reference")["Clocktowers"]
    rng = random.Random(1)

    def run(games: int) -> int:
        return sum(clocktowers(seats).play_randomly(rng) for _ in range(games))

    return Contestant("clocktowers, plain Python", run)


def openspiel_is_here() -> bool:
    return importlib.util.find_spec("pyspiel") is not None


def openspiel(name: str) -> Contestant:
    """Plays random games through OpenSpiel's Python interface. Every action counts, chance too."""
    import pyspiel

    game: Any = pyspiel.load_game(name)
    rng = random.Random(1)

    def run(games: int) -> int:
        moves = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, chances)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return Contestant(f"OpenSpiel {name}, from Python", run)
