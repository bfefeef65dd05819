"""Where a piece of Chop! Chop! may go: walks (CC4 to CC7, CC10) and the arrow (CC14).

A walk may cross squares again, only never its own start (CC4), so the squares it can
end on after n steps are n times "every neighbour that may be entered".
"""

from __future__ import annotations

from matou.games.chopchop.components import (
    CAT_WORLD,
    HOLE_SET,
    MOUSE_WORLD,
    NORTH,
    NORTH_SET,
    OPEN_SET,
    SET,
)
from matou.games.chopchop.state import State
from matou.kit.linking import rule


@rule
def mouse_step(reach: int, free: int) -> int:
    """Returns the squares of ``free`` next to a set."""
    return (
        (reach << 1)
        | (reach >> 1)
        | (reach << 8)
        | (reach >> 8)
        | ((reach >> NORTH) & NORTH_SET)
        | ((reach & NORTH_SET) << NORTH)
    ) & free


@rule
def mouse_walk(start: int, steps: int, free: int) -> int:
    """Returns where a mouse can end after exactly so many steps through ``free`` (CC4)."""
    reach = start
    for _ in range(steps):
        reach = mouse_step(reach, free)
    return reach


@rule
def any_walk(starts: int, steps: int, free: int) -> bool:
    """Returns whether any of these mice can walk so many steps; none of them is in ``free``.

    A mouse that can take two steps can take any number more, to and fro.
    """
    near = mouse_step(starts, free)
    far = mouse_step(near, free)
    return (near if steps == 1 else far) != 0


@rule
def cat_walk(start: int, steps: int, free: int, prey: int) -> int:
    """Returns where the cat can end: through ``free``, the last step onto ``prey`` too (CC9)."""
    reach = start
    for step in range(steps):
        reach = (reach << 1) | (reach >> 1) | (reach << 8) | (reach >> 8)
        if step < steps - 1:
            reach &= free
        else:
            reach &= free | prey
    return reach


@rule
def mouse_free(s: State) -> int:
    """CC5, CC7: what a walking mouse may enter. The cat on the table is not in its way."""
    return MOUSE_WORLD & ~s.mice & ~(SET[s.cat] & OPEN_SET)


@rule
def mouse_ends(s: State, start: int, free: int) -> int:
    """Returns where a mouse may walk to from a set of one cell."""
    return mouse_walk(start, s.steps, free & ~start)


@rule
def prey(s: State) -> int:
    """Returns the mice that the cat can catch: not those in holes or under the table (CC6, CC7)."""
    return s.mice & OPEN_SET


@rule
def barred(s: State) -> int:
    """CC10: the access square of the last mouse's hole, barred to the cat as an end."""
    alone = s.mice & (s.mice - 1) == 0
    if not alone or s.mice & HOLE_SET == 0:
        return 0
    return mouse_walk(s.mice, 1, OPEN_SET)


@rule
def cat_ends(s: State) -> int:
    """Returns where the cat may walk to (CC4 to CC6, CC10)."""
    start = SET[s.cat]
    hunted = prey(s)
    free = CAT_WORLD & ~start & ~s.cheese & ~hunted
    return cat_walk(start, s.steps, free, hunted) & ~barred(s)


@rule
def mouse_arrow(s: State) -> int:
    """CC14: any free square but a visible cheese, a hole or where it stands."""
    return mouse_free(s) & ~HOLE_SET & ~s.cheese


@rule
def cat_arrow(s: State) -> int:
    """CC14: any square of floor or table top but a mouse's, a cheese's (CC6) or its own."""
    return CAT_WORLD & ~SET[s.cat] & ~s.cheese & ~prey(s) & ~barred(s)
