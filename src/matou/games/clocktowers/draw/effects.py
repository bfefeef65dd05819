"""What a step looks and sounds like: cards, a finished tower, the last round."""

from matou.core.moments import Moment
from matou.games.clocktowers.components import TURNS
from matou.games.clocktowers.rules import PLAY, State, on_turn


def moments(before: State, after: State) -> tuple[Moment, ...]:
    if before.phase != PLAY:  # a card drawn, or shown on its pile
        found = [Moment("card" if after.turn != before.turn else "turn")]
    else:
        found = [finished(before, after, on_turn(before)) or Moment("card", on_turn(before))]
    if before.turn < after.turn == TURNS - after.seats:
        found.append(Moment("last"))
    return tuple(found)


def finished(before: State, after: State, seat: int) -> Moment | None:
    """Returns the moment a roof finishes a tower (CT7, CT11)."""
    for t in range(before.towers[seat]):
        if after.roof[seat][t] and not before.roof[seat][t]:
            points = after.score[seat] - before.score[seat]
            return Moment("tower", seat, f"tower-{seat}-{t}", points)
    return None
