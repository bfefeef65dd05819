"""The moments of Caty Mini: tiles, runs, a toy won, a cat asleep, the last round."""

from __future__ import annotations

from matou.core.moments import Moment
from matou.games.catymini.components import ROUNDS, TOYS
from matou.games.catymini.state import ASLEEP, RUNNING, State


def moments(before: State, after: State) -> tuple[Moment, ...]:
    told = [Moment("card", before.turn)]
    if before.phase == RUNNING:
        seat = before.turn
        won = any(after.won[seat][toy] != before.won[seat][toy] for toy in range(TOYS))
        if after.path[seat][before.round + 1] == ASLEEP:  # CM8
            told = [Moment("sleep", seat, f"cat-{seat}")]
        else:  # CM7, CM9
            told = [Moment("toy" if won else "step", seat, f"cat-{seat}")]
    if before.round < after.round == ROUNDS - 1:
        told.append(Moment("last"))
    return tuple(told)
