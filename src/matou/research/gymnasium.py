"""The games in Gymnasium: ``SingleAgentEnv``, one seat against bots, and ``VectorEnv``, many games.

>>> env = SingleAgentEnv("clocktowers", opponents=2, seats=3)         # doctest: +SKIP
>>> games = VectorEnv("clocktowers", 4096)                       # doctest: +SKIP

Also ``gymnasium.make("matou.research.gymnasium:matou/CatyMini-v0")`` and ``gymnasium.make_vec`` of
the same name, which import this module; once it is imported, ``"matou/CatyMini-v0"`` will do.
(Gymnasium 1.0 and newer load no plugins, so no name is known before that.)
"""

import random
from functools import partial
from typing import Any

import numpy as np

from matou.bots import make
from matou.core.game import Game
from matou.core.observation import Observation
from matou.core.refusals import IllegalAction, missing
from matou.core.registry import find, names
from matou.core.state import State
from matou.kit.linking import CHANCE, OVER
from matou.kit.warning import warn_renamed
from matou.research.arrays import Batch, check_seat
from matou.research.batch import FINE
from matou.research.observations import Numbers, chosen_table, encoder_of, named
from matou.research.opponents import Opponent
from matou.research.pictures import MODES, WIDTH, Rendered
from matou.research.spaces import add_spaces, mask_of, observed, space_of
from matou.research.vector import vector as open_vector

try:
    import gymnasium
    from gymnasium import spaces, vector
except ImportError:
    raise missing("Gymnasium") from None

RENAMED = {"Solo": "SingleAgentEnv", "Many": "VectorEnv"}
ILLEGAL = -1.0  # the reward for an illegal action, which ends the episode


class SingleAgentEnv(Rendered, gymnasium.Env[Any, Any]):
    """One seat of a game; bots hold the others.

    The observation is a vector of integers from 0 to 127, as the seat sees the game, or with
    ``observations="dict"`` a dictionary of its parts. The legal actions are in
    ``info["action_mask"]`` and ``action_masks()``. An illegal action ends the episode with a
    reward of -1, and ``info["illegal"]`` names the rule. Otherwise the reward comes at the end:
    the seat's return, from 0 to 1.

    ``opponents`` is a level's number or a bot's name (``"greedy"``, ``"level4@200"``).
    With ``seat=None`` each episode draws a seat.
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
        self.game, self.seats = chosen_table(game, seats, options)
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
        """Starts a new game. A seed decides chance, the bots and the seats."""
        super().reset(seed=seed)
        self.luck = random.Random(int(self.np_random.integers(1 << 62)))
        self.table = self.game.start(self.seats)
        if self.fixed is None:
            self.seat = self.luck.randrange(self.seats)
        seeds = [self.luck.getrandbits(40) for _ in range(self.seats)]
        self.bots = [make(self.game, self.opponents, seed=seed) for seed in seeds]
        self._wait()
        return self._seen(), self._info()

    def _wait(self) -> None:
        """Plays until it is the agent's turn or the game is over."""
        table = self.table
        while table.actor not in (self.seat, OVER):
            if table.actor == CHANCE:
                table.play(table.sample(self.luck))
            else:
                table.play(self.bots[table.actor].choose(table.observe(table.actor)))
        if self.render_mode == "human":
            self.render()

    def _seen(self) -> Any:
        return observed(self.game, self.table.s, self.seat, self.observations)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self.seat}

    def action_masks(self) -> Numbers:
        """Returns 1 for each legal action."""
        return mask_of(self.game, self.table.legal())

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action, then the bots' until it is the agent's turn again."""
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


class Vector(vector.VectorEnv[Any, Any, Any]):
    """``matou.vector`` as a Gymnasium environment, on the CPU or, with ``device="cuda"``, on a GPU.

    The caller plays every seat: in each game the seat to act observes and acts, and gets the reward
    of its action. ``infos`` holds ``action_mask``, ``seat``, ``returns`` (of each seat, in ended
    games) and ``illegal``. The arrays are those of ``matou.vector``: they stay on their device and
    are valid until the next step.
    """

    metadata = {"autoreset_mode": vector.AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self, game: Game | str, num_envs: int = 1024, *, device: str = "cpu", **options: Any
    ) -> None:
        self.games: Any = open_vector(game, num_envs, device=device, **options)
        self.game, self.seats, self.num_envs = self.games.game, self.games.table, num_envs
        add_spaces(self, self.game)

    def _infos(self) -> dict[str, Any]:
        now = self.games
        found = {"action_mask": now.masks, "seat": now.seats, "returns": now.rewards}
        return {**found, "_returns": now.ended, "illegal": now.illegal}

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Any, dict[str, Any]]:
        self.games.reset(seed)
        return self.games.observations, self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Plays one action in every game. Where it is illegal, plays none and sets ``illegal``."""
        now = self.games
        seats = now.seats.astype(int)  # the seats that act now get the rewards
        now.step(actions)
        rewards = now.rewards[now.rows, seats]
        return now.observations, rewards, now.ended, now.never, self._infos()


class VectorEnv(Vector):
    """Steps many games at once in compiled code. A game that ends restarts in the same step.

    By default the caller plays every seat: in each game the seat to act (``infos["seat"]``)
    observes and acts, and gets the reward of its action. With ``seat`` the caller plays that seat
    alone. ``opponents`` play the others: at random, in compiled code; a level or a bot's name; or
    anything of your own with ``choose(observation)``, which is asked for every action.

    ``infos`` holds ``action_mask`` and ``seat``, and for ended games ``returns`` (of each seat) and
    ``final_obs``. Each step overwrites all arrays: copy those you keep. ``state(g)`` is game g.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1024,
        *,
        seats: int | None = None,
        seat: int | None = None,
        opponents: Opponent | None = None,
        threads: int = 1,
        backend: str | None = None,
        **options: Any,
    ) -> None:
        how = {"seats": seats, "seat": seat, "opponents": opponents, "backend": backend}
        super().__init__(game, num_envs, device="cpu", threads=threads, **how, **options)
        self.entropy = np.random.default_rng()

    @property
    def batch(self) -> Batch:
        found: Batch = self.games._batch
        return found

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Numbers, dict[str, Any]]:
        """Starts new games. A seed decides chance in each of them, ``sample`` and our bots."""
        if seed is not None:
            self.entropy = np.random.default_rng(seed)
        start = int(self.entropy.integers(1 << 40))
        arrays = self.batch.arrays
        arrays.dice[:] = self.entropy.integers(1, 1 << 32, arrays.dice.shape)
        self.batch.begin(start)
        return arrays.seen, {"action_mask": arrays.mask, "seat": arrays.turn}

    def step(self, actions: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers, dict[str, Any]]:
        """Plays one action in every game. If one is illegal, raises IllegalAction, plays none."""
        if np.shape(actions) != (self.num_envs,):
            raise ValueError(f"actions has shape {np.shape(actions)}, not ({self.num_envs},)")
        arrays = self.batch.arrays
        arrays.actions[:] = actions
        bad = self.batch.illegal()
        if bad != FINE:
            self.state(bad).play(int(arrays.actions[bad]))
            raise AssertionError("the mask and the rules do not agree")
        over = self.batch.step()
        infos: dict[str, Any] = {"action_mask": arrays.mask, "seat": arrays.turn}
        if over:
            infos |= {"returns": arrays.final_returns, "_returns": self.games.ended}
            infos |= {"final_obs": arrays.final, "_final_obs": self.games.ended}
        return arrays.seen, arrays.rewards, self.games.ended, self.games.never, infos

    def state(self, g: int) -> State:
        """Returns a copy of game g, secrets included, to look at or play on, without history."""
        return self.batch.state(g)

    def sample(self) -> Numbers:
        return self.batch.sample()

    def parts(self) -> dict[str, Numbers]:
        """Returns the observations by the names of their parts."""
        return named(encoder_of(self.game).PARTS, self.batch.arrays.seen)

    def close_extras(self, **_: Any) -> None:
        self.batch.pool.close()


def id_of(game: str) -> str:
    """Returns Gymnasium's id of a game: ``matou/CatyMini-v0`` for catymini, *Caty Mini*."""
    title = "".join(c for c in find(game).words.TITLE.say() if c.isalnum())
    name = title if title.lower() == game else game.capitalize()
    return f"matou/{name}-v{find(game).version - 1}"


def renamed(*, old: str, made: type[SingleAgentEnv | VectorEnv], game: str, **how: Any) -> Any:
    """Makes an environment by the id that it had before."""
    warn_renamed(old, id_of(game))
    return made(game, **how)


for _game in names():
    _id, _old = id_of(_game), f"matou/{_game.capitalize()}-v{find(_game).version - 1}"
    gymnasium.register(
        id=_id,
        entry_point=f"{__name__}:SingleAgentEnv",
        vector_entry_point=f"{__name__}:VectorEnv",
        kwargs={"game": _game},
    )
    if _old != _id:
        gymnasium.register(
            id=_old,
            entry_point=partial(renamed, made=SingleAgentEnv),
            vector_entry_point=partial(renamed, made=VectorEnv),
            kwargs={"game": _game, "old": _old},
        )


def __getattr__(name: str) -> Any:
    if name not in RENAMED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warn_renamed(name, RENAMED[name])
    return globals()[RENAMED[name]]
