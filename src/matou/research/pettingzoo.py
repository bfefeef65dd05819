"""The games in PettingZoo: ``clocktowers_v0.env(players=3, ladder="player")``.

There is one such object for each game, with ``env``, ``raw_env`` and ``parallel_env``.

- Agents are ``seat_0``, ``seat_1`` …; one acts at a time. Chance acts by itself.
- Actions have the numbers they have everywhere in Matou. ``action_mask`` marks the legal ones
  and is all 0 for agents that are not to act.
- ``observation`` is a vector of integers from 0 to 127, as the agent sees the game, or with
  ``observations="dict"`` a dictionary of its parts.
- Rewards come at the end: each agent's return, from 0 to 1.
- ``reset(seed=…)`` decides all chance events.
- ``render_mode``: ``rgb_array``, ``ansi`` (the board in words) or ``human`` (a window), each
  as the seat to act sees it; ``width`` in pixels.
- An illegal action loses the game in ``env``. In ``raw_env`` it raises ``matou.IllegalAction``,
  which names the rule.
"""

import random
from typing import Any

from matou.core.game import Game
from matou.core.observation import Observation
from matou.core.refusals import missing
from matou.core.registry import find, names
from matou.core.state import State
from matou.kit.linking import CHANCE, OVER
from matou.research.observations import chosen_table
from matou.research.pictures import MODES, WIDTH, Rendered
from matou.research.spaces import mask_of, observed, space_of

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
except ImportError:
    raise missing("PettingZoo") from None

ILLEGAL = -1.0  # the reward for an illegal action, in ``env``


class Table(Rendered, AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A game as an environment whose agents act in turn."""

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        *,
        observations: str = "flat",
        render_mode: str | None = None,
        width: int = WIDTH,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game, self.seats = chosen_table(game, players, options)
        self.metadata = {
            "name": version_of(game),
            "render_modes": MODES,
            "is_parallelizable": True,
            "render_fps": 2,
        }
        self.observations = observations
        self.render_mode = render_mode
        self.width = width
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        # Each agent has its own space, since a space has its own random numbers.
        self.action_spaces = {a: spaces.Discrete(game.rules.ACTIONS) for a in self.possible_agents}
        self.observation_spaces = {
            a: spaces.Dict(
                {
                    "observation": space_of(game, observations),
                    "action_mask": spaces.MultiBinary(game.rules.ACTIONS),
                }
            )
            for a in self.possible_agents
        }
        self.luck = random.Random()
        self.table: State = self.game.start(self.seats)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def seat_of(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> None:
        """Starts a new game; a seed decides all chance events."""
        if seed is not None:
            self.luck = random.Random(seed)
        self.table = self.game.start(self.seats)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._settle()
        if self.render_mode == "human":
            self.render()

    def _settle(self) -> None:
        """Lets chance act, then sets the next agent or the final rewards."""
        table = self.table
        while table.actor == CHANCE:
            table.play(table.sample(self.luck))
        if table.actor != OVER:
            self.agent_selection = self.possible_agents[table.actor]
            return
        for agent, reward in zip(self.possible_agents, table.returns, strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = True

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns what an agent may know and its legal actions."""
        seat = self.seat_of(agent)
        seen = observed(self.game, self.table.s, seat, self.observations)
        is_to_act = self.table.actor == seat and agent in self.agents
        legal = self.table.legal() if is_to_act else []
        return {"observation": seen, "action_mask": mask_of(self.game, legal)}

    def step(self, action: Any) -> None:
        """Plays an action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._settle()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def seen(self) -> Observation:
        """Returns what the agent to act sees, which is rendered."""
        actor = self.table.actor
        return self.table.observe(actor if actor >= 0 else None)


class Environment:
    """Makes a game's environments, as PettingZoo's modules do."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __repr__(self) -> str:
        return version_of(self.game)

    def raw_env(self, **how: Any) -> Table:
        return Table(self.game, **how)

    def env(self, **how: Any) -> Any:
        """Returns the environment in PettingZoo's usual wrappers. An illegal action loses."""
        guarded: Any = self.raw_env(**how)
        guarded = wrappers.TerminateIllegalWrapper(guarded, illegal_reward=ILLEGAL)
        guarded = wrappers.AssertOutOfBoundsWrapper(guarded)
        return wrappers.OrderEnforcingWrapper(guarded)

    def parallel_env(self, **how: Any) -> Any:
        """Returns an environment where all act at once, but only the agent to act counts."""
        return turn_based_aec_to_parallel(self.env(**how))


def version_of(game: Game) -> str:
    """Returns ``clocktowers_v0``; the number goes up with the game's version."""
    return f"{game.name}_v{game.version - 1}"


MADE = {version_of(find(name)): Environment(find(name)) for name in names()}


def __getattr__(name: str) -> Environment:
    if name not in MADE:
        raise AttributeError(f"there is no environment {name!r}; there is {', '.join(MADE)}")
    return MADE[name]


def __dir__() -> list[str]:
    return [*globals(), *MADE]
