"""Adapters for OpenSpiel, PettingZoo and Gymnasium.

    import matou.research.open_spiel      # registers matou_clocktowers and the others
    from matou.research.pettingzoo import clocktowers_v0
    from matou.research.gymnasium import SingleAgentEnv, VectorEnv

They need the packages of the extra ``research``; without them, importing an adapter raises an
ImportError that says what to install.
"""

from __future__ import annotations

from typing import NoReturn

from matou.core.messages import say
from matou.core.packages import need_package
from matou.core.refusals import Missing
from matou.kit.extras import install


def missing(package: str) -> NoReturn:
    """Raises Missing, which says what to install."""
    how = install("research")
    raise Missing(say("{package} is not installed: {how}", package=package, how=how)) from None


def need(module: str, package: str) -> None:
    """Raises Missing if a package is not installed."""
    need_package(module, package, "research")


need("numpy", "NumPy")
