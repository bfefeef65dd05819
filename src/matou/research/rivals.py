"""OpenSpiel's bots at our tables: ``openspiel:mcts@1s``, ``openspiel:ismcts@500``.

They play through the adapter, with what OpenSpiel gives them: UCT with its usual constant,
random rollouts as evaluation, and nothing that their seat may not know. ``mcts`` searches one
imagined world, which fits what the seat has seen; ``ismcts`` imagines one a simulation, for
games with secrets, and cannot play the others. A limit is a number of simulations, or seconds.
"""

from __future__ import annotations

import math
import re
import time
from typing import Any

import numpy as np

import matou.research.open_spiel as adapter
from matou.core.game import Game
from matou.core.state import Observation
from matou.core.words import BadChoice
from matou.kit.rng import rng_words

import pyspiel  # isort: skip  (the adapter has said so already where it is missing)
from open_spiel.python.algorithms.ismcts import ISMCTSBot  # isort: skip
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator  # isort: skip

SPEC = re.compile(r"openspiel:(mcts|ismcts)(?:@(?:(\d+(?:\.\d+)?)s|(\d+)))?")
SIMULATIONS = 100  # where no limit is given
ENDLESS = 1 << 40
UCT = math.sqrt(2)  # for utilities from 0 to 1


class TimeIsUp(Exception):
    """Thrown between two simulations, to end a search that has no clock of its own."""


class Clock:
    """When a search must end; at least one simulation is made."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.simulations = 0
        self.end = math.inf

    def start(self) -> None:
        """A search begins."""
        self.simulations = 0
        self.end = time.perf_counter() + self.seconds if self.seconds else math.inf

    def tick(self, least: int = 1) -> None:
        """A simulation begins."""
        if self.simulations >= least and time.perf_counter() >= self.end:
            raise TimeIsUp
        self.simulations += 1


class TimedMCTS(MCTSBot):  # type: ignore[misc]
    """OpenSpiel's MCTS, stopped by a clock."""

    clock: Clock
    root: Any = None

    def _apply_tree_policy(self, root: Any, state: Any) -> Any:
        self.root = root
        self.clock.tick(least=2)  # the second simulation gives the root its children
        return super()._apply_tree_policy(root, state)

    def step(self, state: Any) -> int:
        """The action to play."""
        self.clock.start()
        try:
            return int(super().step(state))
        except TimeIsUp:
            return int(self.root.best_child().action)


class TimedISMCTS(ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's IS-MCTS, stopped by a clock."""

    clock: Clock

    def sample_root_state(self, state: Any) -> Any:
        """A world; the simulation begins with it."""
        self.clock.tick(least=2)
        return super().sample_root_state(state)

    def run_search(self, state: Any) -> Any:
        """The policy that a search ends with."""
        self.clock.start()
        try:
            return super().run_search(state)
        except TimeIsUp:
            return self.get_final_policy(state, self._root_node)


def rival(game: Any, kind: str, *, simulations: int, seconds: float, seed: int) -> Any:
    """A bot of OpenSpiel's for a game loaded there."""
    rng = np.random.RandomState(seed & 0xFFFFFFFF)
    evaluator = RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    made = TimedMCTS if kind == "mcts" else TimedISMCTS
    bot = made(
        game,
        uct_c=UCT,
        max_simulations=simulations or ENDLESS,
        evaluator=evaluator,
        random_state=rng,
    )
    bot.clock = Clock(seconds)
    if kind == "ismcts":
        bot.set_resampler(
            lambda state, seat: state.resample_from_infostate(seat, rng.random_sample)
        )
    return bot


class Rival:
    """A bot of OpenSpiel's as a player of ours: it is given an observation and nothing else."""

    def __init__(self, game: Game, spec: str, *, seed: int = 0) -> None:
        found = SPEC.fullmatch(spec)
        if found is None:
            raise BadChoice(
                f"there is no bot {spec!r}; there is openspiel:mcts or openspiel:ismcts, "
                "each with an optional limit: openspiel:mcts@1s, openspiel:mcts@500",
                f"il n’y a pas de bot {spec!r} ; il y a openspiel:mcts ou openspiel:ismcts, "
                "avec une limite si l’on veut : openspiel:mcts@1s, openspiel:mcts@500",
            )
        if found[1] == "ismcts" and game.hindsight is None:
            raise BadChoice(
                f"openspiel:ismcts plays only games with secrets, and {game.name} has none: "
                "take openspiel:mcts",
                f"openspiel:ismcts ne joue qu’aux jeux à secrets, et {game.name} n’en a pas : "
                "prends openspiel:mcts",
            )
        self.game = game
        self.kind = found[1]
        self.seed = seed
        self.seconds = float(found[2]) if found[2] else 0.0
        self.simulations = int(found[3]) if found[3] else (0 if found[2] else SIMULATIONS)
        limit = f"{self.seconds:g}s" if self.seconds else str(self.simulations)
        self.spec = f"openspiel:{self.kind}@{limit}"
        self.loaded: Any = None
        self.bot: Any = None

    def __repr__(self) -> str:
        return f"<{self.spec} at {self.game.name}>"

    def prepare(self) -> None:
        """Nothing to compile."""

    def choose(self, view: Observation) -> int:
        """The action to play; a single one is played at once."""
        legal = view.legal()
        if not legal:
            raise ValueError(f"{view!r}: this seat has nothing to decide now")
        if len(legal) == 1:
            return legal[0]
        if self.loaded is None or self.loaded.num_players() != view.seats:
            self._load(view)
        world = view.imagine(rng_words(self.seed * 1_000_003 + view.played))
        state = self.loaded.retold(world.s, [seen.action for seen in view.log])
        return int(self.bot.step(state))

    def _load(self, view: Observation) -> None:
        settings = self.game.settings(view.seats)
        params = {"players": view.seats, **settings}
        self.loaded = pyspiel.load_game(adapter.PREFIX + self.game.name, params)
        self.bot = rival(
            self.loaded,
            self.kind,
            simulations=self.simulations,
            seconds=self.seconds,
            seed=self.seed,
        )
