"""Ideas of Chop! Chop!."""

from __future__ import annotations

from functools import partial

from labs.puzzles.ideas import Idea, Split, split
from matou.core.observation import Observation
from matou.games.chopchop.components import (
    CAT,
    CHEESE,
    HOLE_SET,
    PLACES,
    SET,
    TABLE_SET,
    TUNNEL_SET,
)
from matou.games.chopchop.rules import CATCH, PUT, apply
from matou.games.chopchop.say.names import has_tile
from matou.games.chopchop.say.reasons import catching
from matou.games.chopchop.state import EXTRA, FLYING, WALKING
from matou.kit.layout import clone

MANY = 3  # faces of the cat's die


def moves(view: Observation, *, cat: bool) -> bool:
    return (view.s.side == CAT) == cat and view.s.phase in (WALKING, EXTRA, FLYING)


def faces(view: Observation, a: int) -> int:
    """Returns how many faces of the cat's die catch a mouse after an action."""
    after = clone(view.s)
    apply(after, a)
    return catching(after)


def end(a: int) -> int:
    return a % CATCH % PLACES


def out_of_reach(view: Observation, legal: list[int]) -> Split | None:
    return split(legal, lambda a: not faces(view, a)) if moves(view, cat=False) else None


def safe(view: Observation, legal: list[int]) -> list[int]:
    """Returns the moves of mice after which no face catches one."""
    return [a for a in legal if not faces(view, a)] if moves(view, cat=False) else []


def is_cheese(view: Observation, a: int) -> bool:
    return bool(view.s.cheese & SET[end(a)])


def no_cheese_in_reach(view: Observation, legal: list[int]) -> Split:
    good = safe(view, legal)
    cheeses = [a for a in legal if moves(view, cat=False) and is_cheese(view, a)]
    return [a for a in good if a not in cheeses], [a for a in cheeses if a not in good]


def tunnel(view: Observation, legal: list[int]) -> Split:
    bare = [a for a in safe(view, legal) if not has_tile(view.s, end(a)) and not is_cheese(view, a)]
    bare = [a for a in bare if not SET[end(a)] & HOLE_SET]
    return split(bare, lambda a: bool(SET[end(a)] & TUNNEL_SET))


def tile(view: Observation, legal: list[int], instead: int = 0) -> Split:
    good = safe(view, legal) if view.s.unseen[CHEESE] else []
    tiles = [a for a in good if has_tile(view.s, end(a))]
    others = [a for a in good if a not in tiles and not is_cheese(view, a)]
    return tiles, [a for a in others if bool(SET[end(a)] & HOLE_SET) == bool(instead)]


def stay_home(view: Observation, legal: list[int]) -> Split:
    tiles = [a for a in safe(view, legal) if has_tile(view.s, end(a))]
    return split(tiles, lambda a: not view.s.plates & SET[a // PLACES])


def hunt(view: Observation, legal: list[int]) -> list[int]:
    """Returns the moves of the cat, if it can catch nobody now."""
    can = any(CATCH <= a < PUT for a in legal)
    return legal if moves(view, cat=True) and not can else []


def catch(view: Observation, legal: list[int]) -> Split | None:
    return split(legal, lambda a: CATCH <= a < PUT) if moves(view, cat=True) else None


def three_faces(view: Observation, legal: list[int]) -> Split:
    found = {a: faces(view, a) for a in hunt(view, legal)}
    return [a for a, n in found.items() if n >= MANY], [a for a, n in found.items() if not n]


def no_tile(view: Observation, legal: list[int], table: bool = False) -> Split:
    found = {a: faces(view, a) for a in hunt(view, legal)}
    best = [a for a, n in found.items() if n == max(found.values())]
    tiles, others = split(best, lambda a: has_tile(view.s, end(a)))
    if table:
        others = [a for a in others if SET[end(a)] & TABLE_SET and a % PLACES != a // PLACES]
    return others, tiles


IDEAS: dict[str, Idea] = {
    "Mice: out of reach of every face of the cat’s die": out_of_reach,
    "Mice: out of reach rather than a cheese within reach": no_cheese_in_reach,
    "Mice: under the table rather than on another safe bare square": tunnel,
    "Mice: a safe tile rather than a safe bare square": tile,
    "Mice: a safe tile rather than a hole": partial(tile, instead=1),
    "Mice: a safe tile for a mouse that is out, not for one at home": stay_home,
    "Cat: catch": catch,
    f"Cat: where {MANY} faces threaten a mouse, rather than where none does": three_faces,
    "Cat: a square without a tile, if as many faces threaten a mouse": no_tile,
}
