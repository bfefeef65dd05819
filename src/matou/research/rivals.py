"""OpenSpiel's bots at our tables: ``openspiel:mcts@1s``, ``openspiel:ismcts@500``.

They play through the adapter with OpenSpiel's defaults: UCT with its usual constant, and random
rollouts as evaluation. They see only what their seat may know. ``mcts`` searches one sampled
world that fits what the seat has seen. ``ismcts`` samples one for each simulation and plays only
games with hidden information. A limit is a number of simulations, or seconds.
"""

import math
import re
import time
from typing import Any

import numpy as np

import matou.research.open_spiel as adapter
from matou.core.game import Game
from matou.core.observation import Observation
from matou.core.refusals import BadChoice
from matou.kit.rng import rng_words

import pyspiel  # isort: skip  (after the adapter, which says so if it is missing)
from open_spiel.python.algorithms.ismcts import ISMCTSBot  # isort: skip
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator  # isort: skip

SPEC = re.compile(r"openspiel:(mcts|ismcts)(?:@(?:(\d+(?:\.\d+)?)s|(\d+)))?")
SIMULATIONS = 100  # if no limit is given
ENDLESS = 1 << 40
UCT = math.sqrt(2)  # for utilities from 0 to 1


class TimeIsUp(Exception):
    """Ends a search that has no clock of its own, between two simulations."""


class Clock:
    """The time limit of a search, which makes at least one simulation."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.simulations = 0
        self.end = math.inf

    def start(self) -> None:
        self.simulations = 0
        self.end = time.perf_counter() + self.seconds if self.seconds else math.inf

    def tick(self, least: int = 1) -> None:
        """Starts a simulation; raises TimeIsUp if there is no time for it."""
        if self.simulations >= least and time.perf_counter() >= self.end:
            raise TimeIsUp
        self.simulations += 1


class TimedMCTS(MCTSBot):  # type: ignore[misc]
    clock: Clock
    root: Any = None

    def _apply_tree_policy(self, root: Any, state: Any) -> Any:
        self.root = root
        self.clock.tick(least=2)  # the second simulation gives the root its children
        return super()._apply_tree_policy(root, state)

    def step(self, state: Any) -> int:
        self.clock.start()
        try:
            return int(super().step(state))
        except TimeIsUp:
            return int(self.root.best_child().action)


class TimedISMCTS(ISMCTSBot):  # type: ignore[misc]
    clock: Clock

    def sample_root_state(self, state: Any) -> Any:
        """Samples the world of the next simulation."""
        self.clock.tick(least=2)
        return super().sample_root_state(state)

    def run_search(self, state: Any) -> Any:
        self.clock.start()
        try:
            return super().run_search(state)
        except TimeIsUp:
            return self.get_final_policy(state, self._root_node)


def rival(game: Any, kind: str, *, simulations: int, seconds: float, seed: int) -> Any:
    """Returns one of OpenSpiel's bots for a game loaded there."""
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
    """One of OpenSpiel's bots as a player of ours. It sees only an observation."""

    def __init__(self, game: Game, spec: str, *, seed: int = 0) -> None:
        found = SPEC.fullmatch(spec)
        if found is None:
            raise BadChoice(
                "unknown bot {spec}; choose openspiel:mcts or openspiel:ismcts, each with an "
                "optional limit: openspiel:mcts@1s, openspiel:mcts@500",
                spec=repr(spec),
            )
        if found[1] == "ismcts" and game.hindsight is None:
            raise BadChoice(
                "openspiel:ismcts plays only games with hidden information, and {name} has "
                "none: use openspiel:mcts",
                name=game.name,
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

    def choose(self, view: Observation) -> int:
        legal = view.legal()
        if not legal:
            raise ValueError(f"{view!r}: this seat has nothing to decide now")
        if len(legal) == 1:
            return legal[0]
        if self.loaded is None or self.loaded.num_players() != view.seats:
            self._load(view.seats)
        world = view.imagine(rng_words(self.seed * 1_000_003 + view.played))
        state = self.loaded.retold(world.s, [seen.action for seen in view.log])
        return int(self.bot.step(state))

    def _load(self, seats: int) -> None:
        params = {"players": seats, **self.game.settings(seats)}
        how: dict[str, Any] = {
            "simulations": self.simulations,
            "seconds": self.seconds,
            "seed": self.seed,
        }
        self.loaded = pyspiel.load_game(adapter.PREFIX + self.game.name, params)
        self.bot = rival(self.loaded, self.kind, **how)
