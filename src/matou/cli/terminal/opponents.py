"""The bots that can play in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from matou.bots.levels import LEVELS, RANDOM
from matou.cli.parsing import prog
from matou.cli.terminal.screen import Screen
from matou.core.game import Game
from matou.core.messages import say
from matou.play.players import Player

KINDS = {level.key: level for level in (RANDOM, *LEVELS)}
DEFAULT = LEVELS[1].key  # neither too weak nor too strong

SLOW = say(
    "Bots think slowly here, so this may take very long. To find out what is missing: {prog} doctor"
)


def family(kind: str) -> Sequence[str]:
    """Returns the names of the second, third… player of a kind."""
    return KINDS[kind].namesakes if kind in KINDS else ()


def make(kind: str, game: Game, seed: int) -> Player:
    """Makes a bot; heavy packages are imported only now.

    The same seed plays the same, also when a saved game is resumed.
    """
    from matou.bots.players import make as make_bot

    return make_bot(game, kind, seed=seed)


def warn_if_slow(game: Game, screen: Screen) -> None:
    """Warns that bots run interpreted here."""
    from matou.bots import binding

    if binding.for_long(game) == "interpreted":
        screen.warn(screen.text(SLOW, prog=prog()))
