"""What a step looks and sounds like: roofs, finds, pushes, falls, and cheeses won."""

from matou.core.moments import Moment
from matou.games.appenzell.components import CHEESES, SPARE, SQUARES, square_name
from matou.games.appenzell.state import NOTHING, State
from matou.kit.sets import members


def moments(before: State, after: State) -> tuple[Moment, ...]:
    found = [*carried_out(before, after)]
    for seat in range(after.seats):
        lost = before.mice[seat] & ~after.mice[seat]
        if after.fallen[seat] > before.fallen[seat]:  # AP9: each where it stood
            fell = [f"square-{square_name(square)}" for square in members(lost)]
            found += [Moment("fall", seat, square) for square in fell]
    for seat in range(after.seats):  # AP11
        gained = after.cheeses[seat] & ~before.cheeses[seat]
        found += [Moment("cheese", seat, f"token-{seat}-{kind}") for kind in members(gained)]
    return tuple(found)


def carried_out(before: State, after: State) -> list[Moment]:
    """Returns the moment of the action itself."""
    shown = before.reveal
    if shown != NOTHING:  # AP10
        if shown != SPARE and after.tile[shown] < CHEESES:
            return [Moment("find", before.seat, f"square-{square_name(shown)}")]
        return [Moment("turn")]
    if any(after.tile[i] != before.tile[i] for i in range(SQUARES + 1)):  # AP8
        out = f"slot-{after.closed}" if after.closed not in (NOTHING, before.closed) else ""
        return [Moment("push", before.seat, out)]
    if after.open_rooms & ~before.open_rooms:  # AP4
        return [Moment("lift", before.seat)]
    if any(after.mice[seat] != before.mice[seat] for seat in range(after.seats)):
        return [Moment("step", before.seat)]
    return []
