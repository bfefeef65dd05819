"""Ideas of strategy to measure, in a module for each game.

``IDEAS`` maps each idea, in words, to a function of a view and its legal actions: it returns the
actions that follow the idea and those that do not, or None where the idea has nothing to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from matou.core.observation import Observation

Split = tuple[list[int], list[int]]
Idea = Callable[[Observation, list[int]], Split | None]


def split(actions: Iterable[int], is_good: Callable[[int], bool]) -> Split:
    """Returns the actions that are good and those that are not."""
    every = list(actions)
    good = [a for a in every if is_good(a)]
    return good, [a for a in every if a not in good]
