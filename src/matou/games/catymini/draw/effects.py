"""What a step looks and sounds like: tiles, runs, toys won, a cat asleep, the last round."""

from matou.core.moments import Moment
from matou.games.catymini.components import ROUNDS, TOY_NAMES
from matou.games.catymini.state import ASLEEP, RUNNING, State


def moments(before: State, after: State) -> tuple[Moment, ...]:
    found = [Moment("card", before.turn)]
    if before.phase == RUNNING:
        seat, nth = before.turn, before.round + 1
        if after.path[seat][nth] == ASLEEP:  # CM8
            found = [Moment("sleep", seat, f"cat-{seat}")]
        else:  # CM7, CM9: each toy where the thread has run over it
            found = [
                Moment("toy", seat, f"ring-{seat}-{nth}-{name}")
                for toy, name in enumerate(TOY_NAMES)
                if after.won[seat][toy] != before.won[seat][toy]
            ] or [Moment("step", seat, f"cat-{seat}")]
    if before.round < after.round == ROUNDS - 1:
        found.append(Moment("last"))
    return tuple(found)
