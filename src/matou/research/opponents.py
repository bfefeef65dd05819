"""The opponents in many games at once: bots, or anything that chooses from an observation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from matou.bots import make
from matou.core.game import Game
from matou.core.observation import Observation
from matou.core.refusals import BadChoice
from matou.core.state import State
from matou.kit.rng import rng_next, rng_words

RANDOM = (None, "random")  # opponents that compiled code plays


class Chooser(Protocol):
    def choose(self, view: Observation, /) -> int: ...


Opponent = int | str | Chooser | Callable[[Observation], int]


class Opponents:
    """One player for all seats that are not the caller's, in all games.

    So a bot of your own must not remember a game from one choice to the next. Ours think on all
    threads, and each choice has a seed of its own.
    """

    def __init__(self, game: Game, player: Opponent, threads: int) -> None:
        self.choose: Callable[[Observation, int], int]
        if isinstance(player, (int, str)):
            which = make(game, player).level
            self.choose = lambda view, seed: make(game, which, seed=seed).choose(view)
        else:
            own = getattr(player, "choose", player)
            if not callable(own):
                raise BadChoice(
                    "opponents is {bot}, but must be a level, a bot’s name, a function of an "
                    "observation or an object with choose(observation)",
                    bot=repr(player),
                )
            self.choose = lambda view, _: own(view)
            threads = 1  # yours may not be made for several
        self.map = ThreadPoolExecutor(threads).map if threads > 1 else map
        self.luck = rng_words(0)

    @classmethod
    def of(cls, game: Game, player: Opponent | None, threads: int) -> Opponents | None:
        """Returns opponents, or None if they play at random."""
        return None if player in RANDOM else cls(game, player, threads)

    def begin(self, seed: int) -> None:
        self.luck = rng_words(seed)

    def actions(self, states: list[State]) -> Iterator[int]:
        """Yields the action of each state's seat to act; raises IllegalAction if one is illegal."""
        views = [state.observe(state.actor) for state in states]
        seeds = [rng_next(self.luck) for _ in states]
        for state, action in zip(states, self.map(self.choose, views, seeds), strict=True):
            yield state.entry(action).action
