"""The bots that can play in the terminal."""

from __future__ import annotations

from matou.bots.levels import LEVELS, RANDOM
from matou.cli.parsing import prog
from matou.cli.terminal.screen import Screen
from matou.core.game import Game
from matou.core.messages import say

KINDS = {level.key: level for level in (RANDOM, *LEVELS)}
DEFAULT = LEVELS[1].key  # neither too weak nor too strong

SLOW = say(
    "Bots think slowly here, so this may take very long. To find out what is missing: {prog} doctor"
)


def warn_if_slow(game: Game, screen: Screen) -> None:
    from matou.bots import binding

    if binding.for_long(game) == "interpreted":
        screen.warn(screen.text(SLOW, prog=prog()))
