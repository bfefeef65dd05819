"""The games in Gymnasium: ``Solo``, one seat against bots; ``Many``, thousands at once.

>>> env = Solo("clocktowers", opponents=2, seats=3)         # doctest: +SKIP
>>> games = Many("clocktowers", 4096)                       # doctest: +SKIP

Also ``gymnasium.make("matou/Clocktowers-v0")`` and ``gymnasium.make_vec`` of the same name,
once this module is imported.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from matou.core.game import Game
from matou.core.registry import find, names
from matou.core.state import Observation, State
from matou.core.words import BadChoice, IllegalAction
from matou.kit.linking import CHANCE, OVER
from matou.research import batch, missing
from matou.research.arrays import Arrays
from matou.research.gymnasium_vector import Vector as Vector
from matou.research.observations import Numbers, encoder_of, line, named
from matou.research.pictures import MODES, WIDTH, Rendered
from matou.research.spaces import box, mask_of, space_of

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    missing("Gymnasium")

ILLEGAL = -1.0  # the reward for an illegal action, which ends the episode


class Solo(Rendered, gymnasium.Env[Any, Any]):
    """One seat of a game; bots hold the others.

    The observation is a line of whole numbers from 0 to 127, seen from the seat's own side
    (``encode`` of the game), or with ``observations="dict"`` a dictionary of its parts. The
    legal actions are in ``info["action_mask"]`` and ``action_masks()``; an illegal one ends
    the episode with a reward of -1, and ``info["illegal"]`` names the rule. The reward comes
    at the end: what the result is worth, from 0 to 1.

    ``opponents`` is a level, 1 to 5, or a bot's name (``"greedy"``, ``"level4@200"``).
    ``seat`` None is another seat in each episode.
    """

    metadata = {"render_modes": MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        *,
        opponents: int | str = 2,
        seats: int | None = None,
        seat: int | None = 0,
        observations: str = "flat",
        render_mode: str | None = None,
        width: int = WIDTH,
        **options: Any,
    ) -> None:
        self.game = (find(game) if isinstance(game, str) else game).having(**options)
        self.seats = self.game.check_seats(self.game.min_seats if seats is None else seats)
        self.fixed = None if seat is None else check_seat(seat, self.seats)
        self.opponents = opponents
        self.observations = observations
        self.render_mode = render_mode
        self.width = width
        self.action_space = spaces.Discrete(self.game.rules.ACTIONS)
        self.observation_space = space_of(self.game, observations)
        self.seat = self.fixed or 0
        self.table: State = self.game.start(self.seats)
        self.bots: list[Any] = []
        self.luck = random.Random()

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Any, dict[str, Any]]:
        """A new game; a seed decides chance, the bots and who sits where."""
        from matou.bots import make

        super().reset(seed=seed)
        self.luck = random.Random(int(self.np_random.integers(1 << 62)))
        self.table = self.game.start(self.seats)
        if self.fixed is None:
            self.seat = self.luck.randrange(self.seats)
        self.bots = [
            make(self.game, self.opponents, seed=self.luck.getrandbits(40))
            for _ in range(self.seats)
        ]
        self._wait()
        return self._seen(), self._info()

    def _wait(self) -> None:
        """Until it is our turn, or all is over."""
        table = self.table
        while table.actor not in (self.seat, OVER):
            if table.actor == CHANCE:
                table.play(table.sample(self.luck))
            else:
                table.play(self.bots[table.actor].choose(table.observe(table.actor)))
        if self.render_mode == "human":
            self.render()

    def _seen(self) -> Any:
        numbers = line(self.game, self.table.s, self.seat)
        if self.observations == "flat":
            return numbers
        return named(encoder_of(self.game).PARTS, numbers)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self.seat}

    def action_masks(self) -> Numbers:
        """The legal actions marked among all."""
        return mask_of(self.game, self.table.legal())

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action; the bots answer until it is our turn again."""
        try:
            self.table.play(int(action))
        except IllegalAction as refused:
            return self._seen(), ILLEGAL, True, False, {**self._info(), "illegal": str(refused)}
        self._wait()
        is_over = self.table.over
        reward = self.table.returns[self.seat] if is_over else 0.0
        return self._seen(), reward, is_over, False, self._info()

    def seen(self) -> Observation:
        return self.table.observe(self.seat)


def check_seat(seat: int, seats: int) -> int:
    """The seat itself, or a BadChoice."""
    if not 0 <= seat < seats:
        raise BadChoice(
            f"seat is {seat}; this table has seats 0 to {seats - 1}",
            f"la place est {seat} ; cette table a les places 0 à {seats - 1}",
        )
    return seat


class Many(Arrays, VectorEnv[Numbers, Numbers, Numbers]):
    """Thousands of games stepped at once in compiled code; an ended one starts again at once.

    By default every seat is the caller's: in each game the seat to act (``infos["seat"]``)
    is observed and acts, and its reward is what it gets out of its action. With ``seat`` the
    caller holds that seat alone, and the others play at random.

    ``infos`` holds ``action_mask``, ``seat``, and beside the terminations ``returns`` (what
    each seat got in a game that has ended) and ``final_obs``. All arrays are written anew by
    each step: copy what you keep.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1024,
        *,
        seats: int | None = None,
        seat: int | None = None,
        threads: int = 1,
        **options: Any,
    ) -> None:
        self.game = (find(game) if isinstance(game, str) else game).having(**options)
        self.seats = self.game.check_seats(self.game.min_seats if seats is None else seats)
        self.me = batch.EVERYBODY if seat is None else check_seat(seat, self.seats)
        self.num_envs = num_envs
        rules, size = self.game.rules, encoder_of(self.game).SIZE
        self.single_action_space = spaces.Discrete(rules.ACTIONS)
        self.single_observation_space = box((size,))
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        Arrays.__init__(self, self.game, num_envs, self.seats, self.me, threads)
        self.never = np.zeros(num_envs, np.bool_)
        self.entropy = np.random.default_rng()

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Numbers, dict[str, Any]]:
        """New games everywhere; a seed decides chance in each of them, and ``sample``."""
        if seed is not None:
            self.entropy = np.random.default_rng(seed)
        start = int(self.entropy.integers(1 << 40))
        self.dice[:] = self.entropy.integers(1, 1 << 32, self.dice.shape)
        self.fast.begin(self.games, start)
        return self.seen, {"action_mask": self.mask, "seat": self.turn}

    def step(self, actions: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers, dict[str, Any]]:
        """One action in every game. If one is illegal, none is played: matou.IllegalAction."""
        if np.shape(actions) != (self.num_envs,):
            raise ValueError(
                f"actions has shape {np.shape(actions)}; it must be ({self.num_envs},)"
            )
        self.given[:] = actions
        if self.crew.share(batch.CHECK):
            self._refuse()
        over = self.crew.share(batch.STEP)
        infos: dict[str, Any] = {"action_mask": self.mask, "seat": self.turn}
        if over:
            infos |= {"returns": self.worth, "_returns": self.ended}
            infos |= {"final_obs": self.final, "_final_obs": self.ended}
        return self.seen, self.rewards, self.ended, self.never, infos

    def _refuse(self) -> None:
        """An action is illegal: say why, as the rules do."""
        bad = int(self.fast.first_illegal(self.games, 0, self.num_envs))
        s = self.game.rules.State.from_buffer_copy(self.states[bad].tobytes())
        State(self.game, self.seats, s).play(int(self.given[bad]))
        raise AssertionError("the mask and the rules do not agree")

    def sample(self) -> Numbers:
        """A legal action in every game, each as likely as the next."""
        self.crew.share(batch.CHOOSE)
        return self.chosen

    def parts(self) -> dict[str, Numbers]:
        """The observations by the names of their parts, a row a game."""
        return named(encoder_of(self.game).PARTS, self.seen)

    def close_extras(self, **_: Any) -> None:
        """Let the threads go."""
        self.crew.dismiss()


for _name in names():
    gymnasium.register(
        id=f"matou/{_name.capitalize()}-v{find(_name).version - 1}",
        entry_point=f"{__name__}:Solo",
        vector_entry_point=f"{__name__}:Many",
        kwargs={"game": _name},
    )
