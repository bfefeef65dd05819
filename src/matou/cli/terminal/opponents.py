"""Who can sit at a table besides people: our bots, by the key of their level."""

from __future__ import annotations

from collections.abc import Sequence

from matou.bots.levels import LEVELS, RANDOM
from matou.core.game import Game
from matou.play.players import Player
from matou.play.seats import FAMILIES

KINDS = {level.key: level for level in (RANDOM, *LEVELS)}
DEFAULT = LEVELS[1].key  # whom one meets who asks for nobody: no beginner's luck, no despair


def family(kind: str) -> Sequence[str]:
    """What a second, a third… player of a kind is called; no names where a kind has none."""
    keys = [level.key for level in LEVELS]
    return FAMILIES[keys.index(kind)] if kind in keys else ()


def make(kind: str, game: Game, seed: int) -> Player:
    """A player of that kind, given observations alone; what it needs is loaded here, not before.

    The same seed plays the same, also when a saved game is resumed.
    """
    from matou.bots.players import make as make_bot

    return make_bot(game, kind, seed=seed)
