"""Adapters for OpenSpiel, PettingZoo, Gymnasium and Stable-Baselines3.

    import matou.research.open_spiel      # registers matou_clocktowers and the others
    from matou.research.pettingzoo import clocktowers_v0
    from matou.research.gymnasium import SingleAgentEnv, VectorEnv
    from matou.research.sb3 import SB3VecEnv

They need the packages of the extra ``research``, and the last one those of ``sb3``; without them,
importing an adapter raises an ImportError that says what to install.
"""

from matou.core.refusals import need_package

need_package("numpy", "NumPy")
