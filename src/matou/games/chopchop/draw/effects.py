"""What a step looks and sounds like: dice, steps, tiles, a catch, a cheese brought home."""

from matou.core.moments import Moment
from matou.games.chopchop.components import MICE, NAMES
from matou.games.chopchop.state import CAUGHT, ROLLING, TURNING, State


def moments(before: State, after: State) -> tuple[Moment, ...]:
    found = [Moment({ROLLING: "roll", TURNING: "turn"}.get(before.phase, "step"))]  # CC3
    for i in range(MICE):
        if after.mouse[i] == CAUGHT != before.mouse[i]:  # CC9
            found.append(Moment("catch", 0, f"square-{NAMES[after.cat]}"))
    if after.won > before.won:  # CC12, CC15
        found.append(Moment("cheese", before.player, f"won-{before.won}"))
    return tuple(found)
