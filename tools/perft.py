"""Perft: counts the sequences of actions of a given length, with chance outcomes as actions.

If a count changes, the rules have changed; ``divide`` shows after which action.
"""

from __future__ import annotations

from matou.core.state import State
from matou.kit.layout import clone


def perft(state: State, depth: int) -> int:
    """Returns the number of sequences of ``depth`` actions from here (shorter ones end the
    game).
    """
    rules = state.game.rules
    out, weights = [0] * rules.MAX_LEGAL, [0] * rules.MAX_LEGAL

    def count(s: object, left: int) -> int:
        if left == 0 or rules.actor(s) < -1:
            return 1
        n = rules.legal(s, out, weights)
        if left == 1:
            return n
        total = 0
        for action in out[:n]:
            twin = clone(s)
            rules.apply(twin, action)
            total += count(twin, left - 1)
        return total

    return count(clone(state.s), depth)


def divide(state: State, depth: int) -> str:
    """Returns the count behind each first action, a line each, and the sum."""
    lines, total = [], 0
    for action in state.legal():
        twin = state.copy()
        twin.play(action)
        nodes = perft(twin, depth - 1)
        total += nodes
        lines.append(f"{state.name(action)}: {nodes}")
    return "\n".join([*lines, f"{total} in all"])
