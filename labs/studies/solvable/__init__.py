"""Endings that are small enough to be solved, by game.

``POSITIONS`` are their first positions by name; ``expansion`` and ``solved`` need ``layer``,
``same`` and ``PATIENCE``.
"""
