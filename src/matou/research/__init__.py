"""Adapters for OpenSpiel, PettingZoo and Gymnasium.

    import matou.research.open_spiel      # registers matou_clocktowers and the others
    from matou.research.pettingzoo import clocktowers_v0
    from matou.research.gymnasium import SingleAgentEnv, VectorEnv

They need the packages of the extra ``research``; without them, importing an adapter raises an
ImportError that says what to install.
"""

from __future__ import annotations

from matou.core.refusals import need_package

need_package("numpy", "NumPy")
