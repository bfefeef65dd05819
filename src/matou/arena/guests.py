"""Who may sit down: bots of ours by level or name, networks in files, who knows another's mind, and
guests others wrote.

A guest is named by whoever wrote it: ``openspiel:mcts@1s``, ``openspiel:ismcts@500``. It plays
through ``matou.research``, which is imported only then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matou.arena import mind, networks
from matou.bots import binding, levels
from matou.bots.players import make
from matou.core.game import Game
from matou.kit.running import Way

GUESTS = "openspiel:"


def is_guest(name: str) -> bool:
    """Did others write this bot?"""
    return name.startswith(GUESTS)


def is_level(name: str) -> bool:
    """Is it a bot of ours, by its level?"""
    return not (is_guest(name) or networks.is_network(name) or mind.is_mind(name))


def spec(game: Game, name: str) -> str:
    """A bot's name checked, and made uniform; a ValueError says what is wrong with it."""
    if networks.is_network(name):
        networks.make(game, name, seed=0)
        return name
    if mind.is_mind(name):
        mind.make(game, name, seed=0)
        return name
    if not is_guest(name):
        return make(game, name).level.spec
    from matou.research.rivals import Rival

    return Rival(game, name).spec


def way(game: Game, beside: Sequence[str], is_short: bool) -> Way:
    """How bots of ours run: the fastest that is installed; beside a kept one, as that has to,
    and where all is over in a minute, which native code takes to be compiled, at once."""
    ours = [levels.level(n) for n in beside if is_level(n)]
    if is_short or any(bot.kept for bot in ours):
        return binding.at_once(game)
    return binding.for_long(game)


def seat(
    game: Game, name: str, *, seed: int, beside: Sequence[str] = (), is_short: bool = False
) -> Any:
    """A bot of ours, or a guest, at a table with those ``beside`` it."""
    if is_guest(name):
        from matou.research.rivals import Rival

        return Rival(game, name, seed=seed)
    if networks.is_network(name):
        return networks.make(game, name, seed=seed)
    if mind.is_mind(name):
        return mind.make(game, name, seed=seed, way=way(game, beside, is_short))
    return make(game, name, seed=seed, way=way(game, beside, is_short))


def brief(name: str) -> str:
    """A bot as a line has it: a network without its folder."""
    return networks.brief(name) if networks.is_network(name) else name


def title(name: str, lang: str = "en") -> str:
    """A bot as a report has it."""
    ours = is_level(name)
    return f"{name} · {levels.level(name).name.say(lang)}" if ours else brief(name)
