"""The opponents in many games at once: bots, or anything that chooses from an observation."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

from matou.bots import Bot, make
from matou.core.game import Game
from matou.core.refusals import BadChoice
from matou.core.state import Observation, State

RANDOM = (None, "random")  # opponents that compiled code plays


class Chooser(Protocol):
    def choose(self, view: Observation, /) -> int: ...


Opponent = int | str | Chooser | Callable[[Observation], int]


class Opponents:
    """One bot for all seats that are not the caller's, in all games.

    So a bot of your own must not remember a game from one choice to the next.
    """

    def __init__(self, game: Game, bot: Opponent) -> None:
        self.bot = make(game, bot) if isinstance(bot, (int, str)) else bot
        found = getattr(self.bot, "choose", self.bot)
        if not callable(found):
            raise BadChoice(
                "opponents is {bot}, but must be a level, a bot's name, a function of an "
                "observation or an object with choose(observation)",
                bot=repr(bot),
            )
        self.choose: Callable[[Observation], int] = found
        self.luck = random.Random(0)

    @classmethod
    def of(cls, game: Game, bot: Any) -> Opponents | None:
        """Returns opponents, or None if they play at random."""
        return None if bot in RANDOM else cls(game, bot)

    def begin(self, seed: int) -> None:
        self.luck = random.Random(seed)

    def action(self, state: State) -> int:
        """Returns what the seat to act plays; raises IllegalAction if it is not legal.

        A bot of ours gets another seed for each choice: the games do not tell it how many actions
        were played.
        """
        if isinstance(self.bot, Bot):
            self.bot.seed = self.luck.getrandbits(40)
        action = self.choose(state.observe(state.actor))
        return state.entry(action).action
