"""The games in the tools that researchers know: OpenSpiel, PettingZoo, Gymnasium.

    import matou.research.open_spiel      # registers matou_clocktowers and the others
    from matou.research.pettingzoo import clocktowers_v0
    from matou.research.gymnasium import Solo, Many

Each needs its own package, which the extra ``research`` installs; without it, importing
the adapter says so in one sentence. Nothing else in Matou imports this package.
"""

from __future__ import annotations

import importlib.util
from typing import NoReturn

from matou.core.words import Refusal
from matou.kit.extras import install


class Missing(Refusal):
    """A package that an adapter needs is not installed; the sentence says how to get it."""


def missing(package: str) -> NoReturn:
    """Say in one sentence what to install."""
    how = install("research")
    raise Missing(
        f"{package} is not installed: {how}", f"{package} n’est pas installé : {how}"
    ) from None


def need(module: str, package: str) -> None:
    """Refuse to go on without a package."""
    if importlib.util.find_spec(module) is None:
        missing(package)
