"""Bots: players that see what a seat may know, and nothing else.

>>> import matou
>>> state = matou.game("clocktowers").start(seats=2)
>>> for name in ("=R3", "=K", "=F2"):
...     state.play(name)
>>> matou.bot("clocktowers", level="greedy", seed=1).choose(state.observe(0)) in state.legal()
True

``LEVELS`` is the same scale in each game, at full strength from the first move
(``matou.bots.binding``). ``matou.bots.service`` runs bots in another process.
"""

from matou.bots.levels import LEVELS, Level, level
from matou.bots.players import Bot, Thought, make

__all__ = ["LEVELS", "Bot", "Level", "Thought", "level", "make"]
